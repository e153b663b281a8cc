/** Tests that a temporary folder whose lock file cannot be made is given up. */
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MachineError } from '#domain/errors'
import { TemporaryFolder } from '../../server/files/temporary-folder.ts'
import { aFolder } from '../support/folder.ts'

/** The bytes of the longest path of Linux. */
const longestPath = 4095

test.runIf(process.platform === 'linux')(
  'a folder whose lock file cannot be opened is given up after a few, with the reason',
  async () => {
    let parent = await aFolder()
    // The folder fits into a path, and the lock in it does not.
    const room = longestPath - '/upload-123456/loc'.length
    while (parent.length < room) parent = join(parent, 'x'.repeat(Math.min(200, room - parent.length - 1)))
    await mkdir(parent, { recursive: true })
    await expect(new TemporaryFolder({ parent, prefix: 'upload-' }).path()).rejects.toThrow(MachineError)
    expect((await readdir(parent)).length).toBeLessThanOrEqual(5)
  },
)

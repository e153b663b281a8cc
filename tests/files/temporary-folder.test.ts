/** Tests that a temporary folder whose lock file cannot be made is given up, and that the next start removes a cut one. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MachineError } from '#domain/errors'
import { TemporaryFolder } from '../../server/files/temporary-folder.ts'
import { killed, lacks } from '../support/abilities.ts'
import { aFolder } from '../support/folder.ts'
import { root } from '../support/root.ts'

/** The bytes of the longest path of Linux. */
const longestPath = 4095

test.skipIf(lacks('the longest path of Linux'))(
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

/** Removes the folder in `parent`, whose lock file goes first, and is killed then. */
const removal = `
  import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  const { rm } = fs.promises
  fs.promises.rm = async (path, options) => {
    if (!fs.existsSync(path + '/lock')) return rm(path, options)
    fs.rmSync(path + '/lock')
    process.kill(process.pid, 'SIGKILL')
  }
  syncBuiltinESMExports()
  const { TemporaryFolder } = await import('./server/files/temporary-folder.ts')
  const folder = new TemporaryFolder({ parent: process.argv[1], prefix: 'upload-' })
  fs.writeFileSync((await folder.path()) + '/otra-mesa.tar.gz', '')
  await folder.remove()`

test('a kiosk that is killed while it removes its uploads leaves none to the next start', async () => {
  const parent = await aFolder()
  const args = ['--import', 'tsx', '--input-type=module', '-e', removal, parent]
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
  expect(await once(child, 'exit')).toEqual(killed)
  const [folder = ''] = await readdir(parent)
  expect(await readdir(join(parent, folder))).toEqual([])
})

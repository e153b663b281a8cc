/** Tests that a temporary folder whose lock file cannot be made is given up. */
import { expect, test, vi } from 'vitest'
import { TemporaryFolder } from '../../server/files/temporary-folder.ts'
import { aFolder } from '../support/folder.ts'

const full = vi.hoisted(() => new Error('No more files can be opened'))
vi.mock('../../server/files/folder-lock.ts', () => ({ lockFolder: () => Promise.reject(full) }))

test('a folder whose lock file cannot be opened is given up after a few, with the reason', async () => {
  const parent = await aFolder()
  await expect(new TemporaryFolder({ parent, prefix: 'upload-' }).path()).rejects.toBe(full)
})

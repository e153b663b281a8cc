/** Tests of the folder with the files of a release. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ReleaseFolder } from '../../packaging/release-folder.ts'
import { aFolder } from '../support/folder.ts'

test('a release replaces the files of an earlier one, and keeps all other files of its folder', async () => {
  const path = await aFolder()
  const earlier = ['pilotos-0.9.0-linux-x64.tar.xz', 'pilotos_0.9.0_amd64.deb', 'SHA256SUMS']
  for (const name of [...earlier, 'pilotos.csv', 'fotos.zip']) await writeFile(join(path, name), 'x')
  const folder = await ReleaseFolder.open(path)
  expect((await readdir(path)).sort()).toEqual(['fotos.zip', 'pilotos.csv'])
  await folder.add('pilotos_1.0.0_amd64.deb', Buffer.from('one'))
  await folder.add('pilotos-1.0.0-win-x64.zip', Buffer.from('two'))
  await folder.writeSums()
  // As `sha256sum` prints them.
  expect(String(await readFile(join(path, 'SHA256SUMS')))).toBe(
    `3fc4ccfe745870e2c0d99f71f30ff0656c8dedd41cc1d7d3d376b0dbe685e2f3  pilotos-1.0.0-win-x64.zip
7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed  pilotos_1.0.0_amd64.deb
`,
  )
})

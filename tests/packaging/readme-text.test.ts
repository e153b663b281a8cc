/** Tests of the texts that a release has for the person who unpacks or installs it. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { launchOf } from '#domain/installation'
import { filesIn } from '../../packaging/archives.ts'
import { writeInstalledFiles } from '../../packaging/debian-package.ts'
import { writeLaunchers } from '../../packaging/launchers.ts'
import { platforms } from '../../packaging/platforms.ts'
import { manifestText } from '../../packaging/program.ts'
import { readmeText } from '../../packaging/readme-text.ts'
import { aFolder } from '../support/folder.ts'
import { root } from '../support/root.ts'

test('LÉAME.txt has a byte order mark and carriage returns on Windows only', () => {
  expect(readmeText('win32', '1.0.0')).toMatch(
    /^\ufeffPilotOS 1\.0\.0 para Windows[^\r\n]*\r\n(?:[^\r\n]*\r\n){9}$/,
  )
  expect(readmeText('linux', '1.0.0')).toMatch(/^PilotOS 1\.0\.0 para Linux[^\r\n]*\n(?:[^\r\n]*\n){9}$/)
})

test.each(platforms)('the archive for $name names only launchers that it has', async (platform) => {
  const folder = await aFolder()
  await writeLaunchers(root, folder, platform.os, '1.0.0')
  const { open, command } = launchOf(platform.os)
  const readme = await readFile(join(folder, 'LÉAME.txt'), 'utf8')
  expect(readme).toContain(open.join(' '))
  expect(readme).toContain(`: ${command} backup copia.tar.gz, y ${command} doctor.`)
  const named = `${readme} ${open.join(' ')}`.match(/PilotOS\.\w+|(?<=\.\/)pilotos\b/g) ?? []
  expect(named.length).toBeGreaterThan(0)
  for (const name of named) expect(await filesIn(folder)).toContain(name)
})

test('the Debian package tells how it is installed, and names neither a folder nor a file that it does not have', async () => {
  const folder = join(await aFolder(), 'pilotos')
  const tree = `${folder}-debian`
  await mkdir(join(folder, 'program'), { recursive: true })
  await writeLaunchers(root, folder, 'linux', '1.0.0')
  await writeFile(join(folder, 'program/package.json'), await manifestText(root, 'linux'))
  await writeInstalledFiles({ root, folder, version: '1.0.0', time: new Date(0) }, tree)
  const textOf = (path: string) => readFile(join(tree, path), 'utf8')
  expect((await filesIn(tree)).filter((path) => /desktop$|LÉAME/.test(path))).toEqual([
    'usr/share/applications/pilotos.desktop',
  ])
  expect(JSON.parse(await textOf('usr/lib/pilotos/program/package.json')).installation).toBe('debian')
  const readme = await textOf('usr/share/doc/pilotos/LEAME.txt')
  expect(readme).toContain('abra en el menú de aplicaciones PilotOS, o escriba pilotos en una terminal')
  expect(readme).toContain('sudo apt remove pilotos')
  expect(readme).not.toMatch(/carpeta y|esta carpeta|PilotOS\.desktop|\.\/pilotos\b(?!_)/)
})

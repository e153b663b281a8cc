/** Tests of the texts that a release has for the person who unpacks or installs it. */
import { expect, test } from 'vitest'
import { launchOf } from '#domain/installation'
import { installedEntries } from '../../packaging/debian-package.ts'
import type { Entry } from '../../packaging/entries.ts'
import { launcherEntries } from '../../packaging/launcher-entries.ts'
import { platforms } from '../../packaging/platforms.ts'
import { manifestEntry } from '../../packaging/program.ts'
import { readmeText } from '../../packaging/readme-text.ts'
import { root } from '../support/root.ts'

function textOf(entries: readonly Entry[], path: string): string {
  const entry = entries.find((one) => one.path === path)
  if (!entry) throw new Error(`${path} is missing`)
  return entry.content.toString('utf8')
}

test('LÉAME.txt has a byte order mark and carriage returns on Windows only', () => {
  expect(readmeText('win32', '1.0.0')).toMatch(
    /^\ufeffPilotOS 1\.0\.0 para Windows[^\r\n]*\r\n(?:[^\r\n]*\r\n){9}$/,
  )
  expect(readmeText('linux', '1.0.0')).toMatch(/^PilotOS 1\.0\.0 para Linux[^\r\n]*\n(?:[^\r\n]*\n){9}$/)
})

test.each(platforms)('the archive for $name names only launchers that it has', async (platform) => {
  const entries = await launcherEntries(root, platform, '1.0.0')
  const { open, command } = launchOf(platform.os)
  const readme = textOf(entries, 'LÉAME.txt')
  expect(readme).toContain(open.join(' '))
  expect(readme).toContain(`: ${command} backup copia.tar.gz, y ${command} doctor.`)
  const named = `${readme} ${open.join(' ')}`.match(/PilotOS\.\w+|(?<=\.\/)pilotos\b/g) ?? []
  expect(named.length).toBeGreaterThan(0)
  for (const name of named) expect(entries.map(({ path }) => path)).toContain(name)
})

test('the Debian package tells how it is installed, and names neither a folder nor a file that it does not have', async () => {
  const [linux] = platforms
  if (!linux) throw new Error('There is no platform')
  const manifest = await manifestEntry(root, 'linux')
  const release = [
    ...(await launcherEntries(root, linux, '1.0.0')),
    { ...manifest, path: `program/${manifest.path}` },
  ]
  const entries = await installedEntries(root, release, '1.0.0', new Date(0))
  const paths = entries.map(({ path }) => path)
  expect(paths).toEqual([...new Set(paths)])
  expect(paths.filter((path) => /desktop$|LÉAME/.test(path))).toEqual([
    './usr/share/applications/pilotos.desktop',
  ])
  const { installation } = JSON.parse(textOf(entries, './usr/lib/pilotos/program/package.json'))
  expect(installation).toBe('debian')
  const readme = textOf(entries, './usr/share/doc/pilotos/LEAME.txt')
  expect(readme).toContain('abra en el menú de aplicaciones PilotOS, o escriba pilotos en una terminal')
  expect(readme).toContain('sudo apt remove pilotos')
  expect(readme).not.toMatch(/carpeta y|esta carpeta|PilotOS\.desktop|\.\/pilotos\b(?!_)/)
})

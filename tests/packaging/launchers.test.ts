/**
 * Tests of the launchers, with a script in place of Node that prints its arguments, and of the texts for the person who
 * unpacks or installs a release.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { chmod, copyFile, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { launchOf } from '#domain/desk/installation'
import { filesIn } from '../../packaging/archives.ts'
import { writeInstalledFiles } from '../../packaging/debian-package.ts'
import { readmeText, writeLaunchers } from '../../packaging/launchers.ts'
import { platforms } from '../../packaging/platforms.ts'
import { manifestText } from '../../packaging/program.ts'
import { lacks } from '../support/abilities.ts'
import { aFolder } from '../support/folder.ts'
import { root } from '../support/root.ts'

/** Returns the folder of a release whose path has what shells treat specially. */
async function aRelease(name = 'Ñandú "y" $HOME (2) & Cía'): Promise<string> {
  const folder = join(await aFolder(), name)
  await mkdir(join(folder, 'runtime'), { recursive: true })
  await writeLaunchers(root, folder, { os: 'linux' }, '1.0.0')
  await writeFile(join(folder, 'runtime/node'), '#!/bin/sh\nprintf "%s\\n" "$@"\nexit 7\n')
  await chmod(join(folder, 'runtime/node'), 0o755)
  return folder
}

describe.skipIf(lacks('shell scripts'))('the launcher', () => {
  const alone = ['serve', '--open-running']

  test.each([
    { words: [], given: alone },
    { words: ['list', '--search', 'José  "Ñ"'], given: ['list', '--search', 'José  "Ñ"'] },
  ])('without a PATH passes $words to the program, and returns its exit code', async ({ words, given }) => {
    const folder = await aRelease()
    const { status, stdout } = spawnSync(join(folder, 'pilotos'), words, { encoding: 'utf8', env: {} })
    expect([status, stdout.trim().split('\n')]).toEqual([7, [`${folder}/program/bin/pilotos.cjs`, ...given]])
  })

  test('passes no options that are meant for another Node', async () => {
    const folder = await aRelease()
    await writeFile(join(folder, 'runtime/node'), '#!/bin/sh\necho "[$NODE_OPTIONS$NODE_PATH]"\n')
    const env = { NODE_OPTIONS: '--require /nonexistent', NODE_PATH: '/nonexistent' }
    const { stdout } = spawnSync(join(folder, 'pilotos'), ['doctor'], { encoding: 'utf8', env })
    expect(stdout).toBe('[]\n')
  })

  test('says on an older macOS than its Node needs which one that is, and starts on a newer one', async () => {
    const folder = await aRelease()
    await writeLaunchers(root, folder, { os: 'darwin', least: '13.5' }, '1.0.0')
    const started = async (version: string) => {
      await writeFile(join(folder, 'sw_vers'), `#!/bin/sh\necho ${version}\n`, { mode: 0o755 })
      const { status, stdout } = spawnSync(join(folder, 'PilotOS.command'), ['doctor'], {
        encoding: 'utf8',
        env: { PATH: folder },
      })
      return [status, stdout]
    }
    for (const old of ['12.7.6', '13.4.1', '13', '10.15.7'])
      expect(await started(old)).toEqual([
        3,
        `PilotOS necesita macOS 13.5 o uno más nuevo, y esta laptop tiene ${old}. Actualice macOS, o use otra laptop.\n`,
      ])
    for (const recent of ['13.5', '13.10', '14', '15.1.1', '26.0']) expect((await started(recent))[0]).toBe(7)
  })

  test('starts in a folder whose name begins like an option', async () => {
    const folder = await aRelease('-c')
    const { stdout } = spawnSync('-c/pilotos', ['doctor'], { encoding: 'utf8', cwd: dirname(folder) })
    expect(stdout).toBe('./-c/program/bin/pilotos.cjs\ndoctor\n')
  })

  test('finds its folder through links, and from its own folder', async () => {
    const folder = await aRelease()
    await symlink(join(folder, 'pilotos'), join(folder, 'absolute'))
    await mkdir(join(folder, 'bin'))
    await symlink('../absolute', join(folder, 'bin', 'relative'))
    const linked = spawnSync(join(folder, 'bin', 'relative'), ['doctor'], { encoding: 'utf8' })
    expect(linked.stdout).toBe(`${folder}/program/bin/pilotos.cjs\ndoctor\n`)
    const here = spawnSync('sh', ['pilotos', 'doctor'], { encoding: 'utf8', cwd: folder })
    expect(here.stdout).toBe('./program/bin/pilotos.cjs\ndoctor\n')
  })

  test('is found by PilotOS.desktop, wherever the folder is', async () => {
    const folder = await aRelease()
    const file = join(folder, 'PilotOS.desktop')
    const [, line = ''] = /^Exec=(.*)$/m.exec(execFileSync('cat', [file], { encoding: 'utf8' })) ?? []
    // The escapes of a value, then those of a quoted argument, then the field codes: the Desktop Entry Specification.
    const words = [...line.replaceAll('\\\\', '\\').matchAll(/"((?:\\.|[^"\\])*)"|\S+/g)].map(
      ([word, quoted]) => (quoted?.replace(/\\(.)/g, '$1') ?? word).replace('%k', file).replaceAll('%%', '%'),
    )
    const [program = '', ...args] = words
    expect(spawnSync(program, args, { encoding: 'utf8' }).stdout.trim().split('\n').slice(1)).toEqual(alone)
  })
})

test('the launcher for Windows passes no options that are meant for another Node, and shows every failure', async () => {
  const folder = await aFolder()
  await writeLaunchers(root, folder, { os: 'win32' }, '1.0.0')
  const text = await readFile(join(folder, 'PilotOS.cmd'), 'latin1')
  // cmd.exe loses its place in a file with line feeds only, and reads letters in a page of codes of its own.
  expect(text).toMatch(/^(?:[\x20-\x7e]*\r\n)+$/)
  const lines = text.split('\r\n').filter((line) => !line.startsWith('rem '))
  const program = lines.findIndex((line) => line.includes('pilotos.cjs'))
  for (const variable of ['NODE_OPTIONS', 'NODE_PATH'])
    expect(lines.slice(0, program)).toContain(`set ${variable}=`)
  // Every code but 0 waits for a key, also the negative one of a crash.
  expect(lines[lines.findIndex((line) => line.includes('serve --open-running'))]).toMatch(/ \|\| pause$/)
})

test.skipIf(lacks('file modes'))(
  'the launchers for Linux and macOS may run, and have no carriage returns',
  async () => {
    const launchers = { linux: ['pilotos', 'PilotOS.desktop'], darwin: ['PilotOS.command'] } as const
    for (const os of ['linux', 'darwin'] as const) {
      const folder = await aFolder()
      await writeLaunchers(root, folder, { os }, '1.0.0')
      for (const name of launchers[os]) {
        expect((await stat(join(folder, name))).mode & 0o777, name).toBe(0o755)
        expect(await readFile(join(folder, name), 'utf8'), name).not.toContain('\r')
      }
    }
  },
)

test('a release without one of its files says what to do, and shows no stack', async () => {
  const folder = await aFolder()
  await mkdir(join(folder, 'bin'))
  await mkdir(join(folder, 'dist/program'), { recursive: true })
  await copyFile(join(root, 'bin/pilotos.cjs'), join(folder, 'bin/pilotos.cjs'))
  await writeFile(join(folder, 'package.json'), '{ "version": "1.0.0", "installation": "win32" }')
  await writeFile(join(folder, 'dist/program/commands.cjs'), "require('./fs-native-extensions.node')")
  const { status, stderr } = spawnSync(process.execPath, [join(folder, 'bin/pilotos.cjs'), 'list'], {
    encoding: 'utf8',
  })
  expect(status).toBe(3)
  expect(stderr).toMatch(/^A PilotOS le faltan archivos[^\n]*\n\(Error: Cannot find module [^\n]*\)\n$/)
})

test('LÉAME.txt has a byte order mark and carriage returns on Windows only', () => {
  expect(readmeText('win32', '1.0.0')).toMatch(
    /^\ufeffPilotOS 1\.0\.0 para Windows[^\r\n]*\r\n(?:[^\r\n]*\r\n){10}$/,
  )
  expect(readmeText('linux', '1.0.0')).toMatch(/^PilotOS 1\.0\.0 para Linux[^\r\n]*\n(?:[^\r\n]*\n){9}$/)
})

test.each(platforms)('the archive for $name names only launchers that it has', async (platform) => {
  const folder = await aFolder()
  await writeLaunchers(root, folder, platform, '1.0.0')
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
  await writeLaunchers(root, folder, { os: 'linux' }, '1.0.0')
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

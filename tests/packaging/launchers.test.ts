/** Tests of the launchers for Linux and macOS, with a script in place of Node that prints its arguments. */
import { execFileSync, spawnSync } from 'node:child_process'
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { launcherEntries, launcherFile } from '../../packaging/launcher-entries.ts'
import { platforms } from '../../packaging/platforms.ts'
import { aFolder } from '../support/folder.ts'
import { root } from '../support/root.ts'

/** Returns the folder of a release whose path has what shells treat specially. */
async function aRelease(name = 'Ñandú "y" $HOME (2) & Cía'): Promise<string> {
  const folder = join(await aFolder(), name)
  const entries = await launcherEntries(root, platforms[0] as (typeof platforms)[0], '1.0.0')
  const node = Buffer.from('#!/bin/sh\nprintf "%s\\n" "$@"\nexit 7\n')
  for (const { path, content } of [...entries, { path: 'runtime/node', content: node }]) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
    await chmod(join(folder, path), 0o755)
  }
  return folder
}

describe.skipIf(process.platform === 'win32')('the launcher', () => {
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
  const text = (await launcherFile(root, 'PilotOS.cmd')).toString('utf8')
  const lines = text.split('\n').filter((line) => !line.startsWith('rem '))
  const program = lines.findIndex((line) => line.includes('node.exe'))
  for (const variable of ['NODE_OPTIONS', 'NODE_PATH'])
    expect(lines.slice(lines.indexOf('setlocal DisableDelayedExpansion'), program)).toContain(
      `set ${variable}=`,
    )
  // The code of a crash is negative: `if errorlevel 1` is false for it.
  expect(lines.slice(program + 1, program + 3)).toEqual([
    'set code=%errorlevel%',
    'if "%code%"=="0" exit /b 0',
  ])
})

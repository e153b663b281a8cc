/**
 * Tests that archives depend on nothing but their files and a time, that one with a wrong path or without a file that it
 * needs is not released, and of the folder with the files of a release.
 */
import { execFileSync } from 'node:child_process'
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { emptyRelease, findProblems, pack, writeSums } from '../../packaging/archives.ts'
import { type Platform, platforms } from '../../packaging/platforms.ts'
import { lacks } from '../support/abilities.ts'
import { setZone } from '../support/clock.ts'
import { aFolder } from '../support/folder.ts'
import { root } from '../support/root.ts'

const time = new Date('2026-11-22T16:48:08Z')

/** Returns the parent of a folder `pilotos` with two files, of which one may run. */
async function aRelease(): Promise<string> {
  const parent = await aFolder()
  await mkdir(join(parent, 'pilotos/runtime'), { recursive: true })
  await writeFile(join(parent, 'pilotos/LÉAME.txt'), 'ñ')
  await writeFile(join(parent, 'pilotos/runtime/node'), Buffer.from([0, 1, 2]))
  await chmod(join(parent, 'pilotos/runtime/node'), 0o700)
  return parent
}

afterEach(() => {
  vi.unstubAllEnvs()
})

test.skipIf(lacks('GNU tar'))(
  'a tar archive has paths, contents and the right to run, and nothing of the machine',
  async () => {
    const archives = []
    for (const locale of ['C', 'C.UTF-8']) {
      vi.stubEnv('LC_ALL', locale)
      const parent = await aRelease()
      const archive = join(parent, 'pilotos.tar.gz')
      await pack(parent, 'pilotos', archive, time)
      archives.push((await readFile(archive)).toString('hex'))
      const list = execFileSync('tar', ['-tvzf', archive, '--utc', '--full-time', '--quoting-style=literal'])
      const lines = list.toString().trim().split('\n')
      expect(lines.map((line) => line.replace(/ +\d+ (?=2026)/, ' '))).toEqual([
        'drwxr-xr-x root/root 2026-11-22 16:48:08 pilotos/',
        '-rw-r--r-- root/root 2026-11-22 16:48:08 pilotos/LÉAME.txt',
        'drwxr-xr-x root/root 2026-11-22 16:48:08 pilotos/runtime/',
        '-rwxr-xr-x root/root 2026-11-22 16:48:08 pilotos/runtime/node',
      ])
    }
    expect(new Set(archives).size).toBe(1)
  },
)

test('a ZIP is the same in every time zone', async () => {
  const parent = await aRelease()
  const archive = join(parent, 'pilotos.zip')
  const archives: Buffer[] = []
  for (const zone of ['UTC', 'America/Lima', 'Asia/Tokyo']) {
    setZone(zone)
    await pack(parent, 'pilotos', archive, time)
    archives.push(await readFile(archive))
  }
  expect(new Set(archives.map((bytes) => bytes.toString('hex'))).size).toBe(1)
  const paths = Object.keys(unzipSync(archives[0] ?? Buffer.of()))
  expect(paths.sort()).toEqual(['pilotos/LÉAME.txt', 'pilotos/runtime/node'])
})

test('a release replaces the files of an earlier one, and keeps all other files of its folder', async () => {
  const path = await aFolder()
  const earlier = ['pilotos-0.9.0-linux-x64.tar.xz', 'pilotos_0.9.0_amd64.deb', 'SHA256SUMS']
  for (const name of [...earlier, 'pilotos.csv', 'fotos.zip']) await writeFile(join(path, name), 'x')
  await emptyRelease(path)
  expect((await readdir(path)).sort()).toEqual(['fotos.zip', 'pilotos.csv'])
  await writeFile(join(path, 'pilotos_1.0.0_amd64.deb'), 'one')
  await writeFile(join(path, 'pilotos-1.0.0-win-x64.zip'), 'two')
  await writeSums(path)
  // As `sha256sum` prints them.
  expect(String(await readFile(join(path, 'SHA256SUMS')))).toBe(
    `3fc4ccfe745870e2c0d99f71f30ff0656c8dedd41cc1d7d3d376b0dbe685e2f3  pilotos-1.0.0-win-x64.zip
7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed  pilotos_1.0.0_amd64.deb
`,
  )
})

const windows = platforms.find(({ os }) => os === 'win32') as Platform

/** Returns the paths of a small archive without problems. */
function anArchive({ os, cpu }: Platform): string[] {
  return [
    { linux: 'pilotos', win32: 'PilotOS.cmd', darwin: 'PilotOS.command' }[os],
    'LÉAME.txt',
    os === 'win32' ? 'runtime/node.exe' : 'runtime/node',
    `program/node_modules/fs-native-extensions/prebuilds/${os}-${cpu}/fs-native-extensions.node`,
    'program/node_modules/@hyzyla/pdfium/dist/pdfium.wasm',
    `program/node_modules/@img/sharp-${os}-${cpu}/package.json`,
    'program/node_modules/@hyzyla/pdfium/dist/pdfium.LICENSE.txt',
    ...(os === 'win32'
      ? ['SumatraPDF-3.4.6-32.exe', 'SumatraPDF.LICENSE.txt'].map(
          (name) => `program/node_modules/pdf-to-printer/dist/${name}`,
        )
      : []),
    'program/bin/pilotos.cjs',
    'program/dist/program/commands.cjs',
    'program/dist/program/server.cjs',
  ]
}

describe.each(platforms)('an archive for $name', (platform) => {
  test('has no problems if it is complete, and may lack none of its files', () => {
    const paths = anArchive(platform)
    expect(findProblems(paths, platform)).toEqual([])
    for (const path of paths)
      expect(
        findProblems(
          paths.filter((one) => one !== path),
          platform,
        ),
      ).toEqual([`${path} is missing`])
  })

  test('may not contain a file of another platform', () => {
    for (const { os, cpu } of platforms.filter((one) => one !== platform)) {
      const path = `program/node_modules/@img/sharp-${os}-${cpu}/package.json`
      expect(findProblems([...anArchive(platform), path], platform)).toEqual([`${path} is for ${os}-${cpu}`])
    }
  })
})

test('the licences say where the source of the program is that they belong to', async () => {
  const read = (name: string) => readFile(join(root, 'packaging/licences', name), 'utf8')
  expect(await read('pdfium.txt')).toMatch(/Copyright 2014 The PDFium Authors.*Apache License/s)
  const sumatra = await read('sumatrapdf.txt')
  const [program] = anArchive(windows).flatMap((path) => /SumatraPDF-(.*)-32\.exe$/.exec(path)?.[1] ?? [])
  expect(sumatra).toContain(`https://github.com/sumatrapdfreader/sumatrapdf/tree/${program}rel`)
  expect(sumatra.match(/^ +END OF TERMS AND CONDITIONS$/gm)).toHaveLength(2)
})

test('paths that Windows refuses, long paths, and paths that differ in capitals only are problems', () => {
  const long = `program/${'x'.repeat(193)}`
  const wrong = ['program/a:b', 'program/con.js', 'program/x./y', 'program/BIN/pilotos.cjs', long]
  expect(findProblems([...anArchive(windows), ...wrong], windows).sort()).toEqual(
    [
      'program/BIN/pilotos.cjs differs from another path in capitals only',
      'program/a:b is no path on Windows',
      'program/con.js is no path on Windows',
      'program/x./y is no path on Windows',
      `${long} has 201 characters`,
    ].sort(),
  )
})

/** Tests that an archive with a wrong path, or without a file that it needs, is not released. */
import { describe, expect, test } from 'vitest'
import { findProblems } from '../../packaging/archive-check.ts'
import { type Platform, platforms } from '../../packaging/platforms.ts'

/** Returns the paths of a small archive without problems. */
function anArchive({ os, cpu }: Platform): string[] {
  return [
    { linux: 'pilotos', win32: 'PilotOS.cmd', darwin: 'PilotOS.command' }[os],
    'LÉAME.txt',
    os === 'win32' ? 'runtime/node.exe' : 'runtime/node',
    `program/node_modules/fs-native-extensions/prebuilds/${os}-${cpu}/fs-native-extensions.node`,
    `program/node_modules/@img/sharp-${os}-${cpu}/package.json`,
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

test('paths that Windows refuses, long paths, and paths that differ in capitals only are problems', () => {
  const windows = platforms.find(({ os }) => os === 'win32') as Platform
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

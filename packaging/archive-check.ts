/** Checks the paths in an archive for a platform that the build does not run on. */
import type { Platform } from './platforms.ts'
import { readmeName } from './readme-text.ts'

type Target = Pick<Platform, 'os' | 'cpu'>

/** Returns the problems in English, or nothing for a good archive. The paths are those below its top folder. */
export function findProblems(paths: readonly string[], target: Target): string[] {
  return [
    ...missingFiles(paths, target).map((path) => `${path} is missing`),
    ...sameInAnyCase(paths).map((path) => `${path} differs from another path in capitals only`),
    ...paths.flatMap((path) => pathProblems(path, target).map((problem) => `${path} ${problem}`)),
  ]
}

/** The files without which no release starts. */
function missingFiles(paths: readonly string[], { os, cpu }: Target): string[] {
  const launcher = { linux: 'pilotos', win32: 'PilotOS.cmd', darwin: 'PilotOS.command' }[os]
  const needed = [
    launcher,
    readmeName,
    os === 'win32' ? 'runtime/node.exe' : 'runtime/node',
    `program/node_modules/fs-native-extensions/prebuilds/${os}-${cpu}/fs-native-extensions.node`,
    `program/node_modules/@img/sharp-${os}-${cpu}/package.json`,
    'program/bin/pilotos.cjs',
    'program/dist/program/commands.cjs',
    'program/dist/program/server.cjs',
  ]
  return needed.filter((path) => !paths.includes(path))
}

/** Windows and macOS do not tell such files apart. */
function sameInAnyCase(paths: readonly string[]): string[] {
  const seen = new Set<string>()
  return paths.filter((path) => {
    const folded = path.normalize('NFC').toLowerCase()
    const isTwice = seen.has(folded)
    seen.add(folded)
    return isTwice
  })
}

/** The limit leaves room for the folder of the user: Windows allows paths of 259 characters. */
const longestPath = 200
const forbidden = /[<>:"\\|?*]|[. ](\/|$)|(^|\/)(con|prn|aux|nul|com\d|lpt\d)(\.|\/|$)/i
/** A part of a path that names a system and a processor, as the packages with native files have it. */
const named =
  /(?:^|[-/])(linux|linuxmusl|win32|darwin|android|ios|freebsd|wasm32|webcontainers)(?:-(x64|arm64|arm|ia32|wasm32|simulator))(?=[-/.]|$)/g

function pathProblems(path: string, { os, cpu }: Target): string[] {
  const problems: string[] = []
  if (path.length > longestPath) problems.push(`has ${path.length} characters`)
  if (forbidden.test(path)) problems.push('is no path on Windows')
  for (const [, system, processor] of path.matchAll(named)) {
    if (system !== os || processor !== cpu) problems.push(`is for ${system}-${processor}`)
  }
  return problems
}

/** Checks the files of an archive for a platform that the build does not run on. */
import { isAscii } from 'node:buffer'
import type { Entry } from './entries.ts'
import { missingImports } from './imports.ts'
import { readNativeFile } from './native/reader.ts'
import type { Platform } from './platforms.ts'
import { readmeName } from './readme-text.ts'

type Target = Pick<Platform, 'os' | 'cpu'>

/** Returns the problems in English, or nothing for a good archive. The paths are those below its top folder. */
export function findProblems(entries: readonly Entry[], target: Target): string[] {
  const paths = new Set(entries.map(({ path }) => path))
  return [
    ...missingFiles(paths, target).map((path) => `${path} is missing`),
    ...sameInAnyCase(paths),
    ...entries.flatMap((entry) =>
      [
        ...pathProblems(entry.path, target),
        ...nativeProblems(entry, paths, target),
        ...launcherProblems(entry),
      ].map((problem) => `${entry.path} ${problem}`),
    ),
  ]
}

/** The files without which no release starts. */
function missingFiles(paths: ReadonlySet<string>, { os, cpu }: Target): string[] {
  const launcher = { linux: 'pilotos', win32: 'PilotOS.cmd', darwin: 'PilotOS.command' }[os]
  const runtime = os === 'win32' ? 'runtime/node.exe' : 'runtime/node'
  const addon = `program/node_modules/fs-native-extensions/prebuilds/${os}-${cpu}/fs-native-extensions.node`
  const needed = [
    launcher,
    readmeName,
    runtime,
    addon,
    'program/bin/pilotos.cjs',
    'program/dist/program/pilotos.cjs',
  ]
  return needed.filter((path) => !paths.has(path))
}

/** Windows and macOS do not tell such files apart. */
function sameInAnyCase(paths: ReadonlySet<string>): string[] {
  const seen = new Set<string>()
  return [...paths]
    .filter((path) => {
      const folded = path.normalize('NFC').toLowerCase()
      const isTwice = seen.has(folded)
      seen.add(folded)
      return isTwice
    })
    .map((path) => `${path} differs from another path in capitals only`)
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

function nativeProblems(
  { path, content, isExecutable }: Entry,
  paths: ReadonlySet<string>,
  target: Target,
): string[] {
  const native = readNativeFile(content)
  const isNamedNative = /\.(node|dll|exe|dylib|so(\.\d+)*)$/.test(path) || path === 'runtime/node'
  if (!native) return isNamedNative ? ['is no native file'] : []
  const problems: string[] = []
  if (native.os !== target.os || native.cpu !== target.cpu) problems.push(`is for ${native.os}-${native.cpu}`)
  if (native.isSigned === false && target.cpu === 'arm64') problems.push('has no signature')
  if (path.startsWith('runtime/') && !isExecutable) problems.push('is not executable')
  return [
    ...problems,
    ...missingImports(path, native, paths).map((name) => `needs ${name}, which is not there`),
  ]
}

/** Checks the line ends, and that a person can start the launchers. */
function launcherProblems({ path, content, isExecutable }: Entry): string[] {
  const text = content.toString('latin1')
  if (path === 'PilotOS.cmd')
    return /[^\r]\n/.test(text) || !isAscii(content) ? ['has line feeds only, or is not ASCII'] : []
  if (!['pilotos', 'PilotOS.command', 'PilotOS.desktop'].includes(path)) return []
  return [
    ...(text.includes('\r') ? ['has carriage returns'] : []),
    ...(isExecutable ? [] : ['is not executable']),
  ]
}

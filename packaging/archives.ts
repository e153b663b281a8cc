/** Checks and writes archives and their sums, without anything that depends on the machine or the moment. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Zippable, zipSync } from 'fflate'
import { readmeName } from './launchers.ts'
import type { Platform } from './platforms.ts'

/** The higher levels of xz save a tenth of the size, and take eight times as long. */
const compressors = { '.tar.xz': 'xz -1 --threads=1', '.tar.gz': 'gzip -9 --no-name' }

/** Packs the folder `name` in `parent` into an archive, whose name ends with its kind. Every file gets `time`. */
export async function pack(parent: string, name: string, archive: string, time: Date): Promise<void> {
  const [kind] = /\.(zip|tar\.gz|tar\.xz)$/.exec(archive) ?? []
  if (kind === '.zip') return writeFile(archive, await zip(parent, name, time))
  const compressor = compressors[kind as keyof typeof compressors]
  const options = [
    '--format=posix',
    '--pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime',
    '--sort=name',
    '--owner=root:0',
    '--group=root:0',
    '--mode=u=rwX,go=rX',
    `--mtime=@${time.getTime() / 1000}`,
  ]
  execFileSync('tar', ['-c', '-f', archive, '-I', compressor, '-C', parent, ...options, name])
}

/** Returns the paths of all files below a folder, with slashes, in an order that no locale changes. */
export async function filesIn(folder: string): Promise<string[]> {
  const paths = await readdir(folder, { recursive: true })
  const kinds = await Promise.all(paths.map(async (path) => (await stat(join(folder, path))).isFile()))
  return paths
    .filter((_, index) => kinds[index])
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
}

async function zip(parent: string, name: string, time: Date): Promise<Uint8Array> {
  const files: Zippable = {}
  for (const path of await filesIn(join(parent, name))) {
    const content = await readFile(join(parent, name, path))
    files[`${name}/${path}`] = [content, { level: 9, mtime: localTime(time) }]
  }
  return zipSync(files)
}

/** A ZIP has local times without a zone, so the time in UTC is written as if it were local. */
function localTime(time: Date): Date {
  return new Date(time.getTime() + time.getTimezoneOffset() * 60_000)
}

const sumsName = 'SHA256SUMS'

/** Matches the files of a release. */
const ours = /^(pilotos[-_].+\.(zip|tar\.gz|tar\.xz|deb)|SHA256SUMS)$/

/** Removes the files of an earlier release from a folder, and no other file. */
export async function emptyRelease(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const name of await readdir(folder)) if (ours.test(name)) await rm(join(folder, name))
}

/** Writes the sums of all files of a release, in the form that `sha256sum --check` reads. */
export async function writeSums(folder: string): Promise<void> {
  const lines: string[] = []
  for (const name of (await readdir(folder)).filter((one) => ours.test(one) && one !== sumsName).sort()) {
    const sum = createHash('sha256').update(await readFile(join(folder, name)))
    lines.push(`${sum.digest('hex')}  ${name}\n`)
  }
  await writeFile(join(folder, sumsName), lines.join(''))
}

type Target = Pick<Platform, 'os' | 'cpu'>

/** Returns the files of `packaging/licences` for programs inside packages that have only the licence of their wrapper. */
export function licencesFor(os: Platform['os']): Record<string, string> {
  return {
    '@hyzyla/pdfium/dist/pdfium.LICENSE.txt': 'pdfium.txt',
    ...(os === 'win32' && { 'pdf-to-printer/dist/SumatraPDF.LICENSE.txt': 'sumatrapdf.txt' }),
  }
}

/**
 * Checks the paths in an archive for a platform that the build does not run on. Returns the problems in English, or nothing
 * for a good archive. The paths are those below its top folder.
 */
export function findProblems(paths: readonly string[], target: Target): string[] {
  return [
    ...missingFiles(paths, target).map((path) => `${path} is missing`),
    ...sameInAnyCase(paths).map((path) => `${path} differs from another path in capitals only`),
    ...paths.flatMap((path) => pathProblems(path, target).map((problem) => `${path} ${problem}`)),
  ]
}

/** The files without which no release starts, or may be handed on. */
function missingFiles(paths: readonly string[], { os, cpu }: Target): string[] {
  const launcher = { linux: 'pilotos', win32: 'PilotOS.cmd', darwin: 'PilotOS.command' }[os]
  const needed = [
    launcher,
    readmeName,
    os === 'win32' ? 'runtime/node.exe' : 'runtime/node',
    `program/node_modules/fs-native-extensions/prebuilds/${os}-${cpu}/fs-native-extensions.node`,
    `program/node_modules/@img/sharp-${os}-${cpu}/package.json`,
    'program/node_modules/@hyzyla/pdfium/dist/pdfium.wasm',
    ...(os === 'win32' ? ['program/node_modules/pdf-to-printer/dist/SumatraPDF-3.4.6-32.exe'] : []),
    ...Object.keys(licencesFor(os)).map((path) => `program/node_modules/${path}`),
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

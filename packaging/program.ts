/** The program of a release: everything in `dist`, the file that starts it, and the packages outside the bundle. */
import { execFileSync } from 'node:child_process'
import { copyFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { externals, filePackages } from '../bin/project.js'
import { filesIn, licencesFor } from './archives.ts'
import type { Released } from './launchers.ts'
import type { Platform } from './platforms.ts'

/** Writes the program for a platform into an empty folder. The compile cache is for the Node of the clone. */
export async function writeProgram(root: string, folder: string, platform: Platform): Promise<void> {
  await installPackages(root, folder, platform)
  await writeFile(join(folder, 'package.json'), await manifestText(root, platform.os))
  await mkdir(join(folder, 'bin'))
  await copyFile(join(root, 'bin/pilotos.cjs'), join(folder, 'bin/pilotos.cjs'))
  const left = ['fingerprint', 'compile-cache']
  const filter = (path: string) => !left.includes(basename(path))
  await cp(join(root, 'dist'), join(folder, 'dist'), { recursive: true, filter })
}

/** Returns the `package.json` of a release, from which the program knows how it is installed. */
export async function manifestText(root: string, installation: Released): Promise<string> {
  const { name, version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  return `${JSON.stringify({ name, version, private: true, installation }, null, 2)}\n`
}

/** Installs the packages in the versions of the lock file, whose hashes npm checks, without what no program loads. */
async function installPackages(root: string, folder: string, platform: Platform): Promise<void> {
  const { version, dependencies, overrides } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const needed = [...externals, ...filePackages].map((name) => [name, dependencies[name]])
  const manifest = { name: 'pilotos', version, dependencies: Object.fromEntries(needed), overrides }
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest))
  const lock = join(folder, 'package-lock.json')
  await copyFile(join(root, 'package-lock.json'), lock)
  execFileSync('npm', ['install', ...options, `--os=${platform.os}`, `--cpu=${platform.cpu}`], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await rm(lock)
  const packages = join(folder, 'node_modules')
  for (const path of await filesIn(packages)) if (!isNeeded(path, platform)) await rm(join(packages, path))
  execFileSync('find', [packages, '-type', 'd', '-empty', '-delete'])
  for (const [path, file] of Object.entries(licencesFor(platform.os)))
    await copyFile(join(root, 'packaging/licences', file), join(packages, path))
}

const options = [
  '--omit=dev',
  '--libc=glibc',
  '--ignore-scripts',
  '--no-bin-links',
  '--prefer-offline',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
]

const license = /(^|\/)[^/]*(licen[cs]e|notice|copying|copyright)[^/]*$/i
const unneeded = [
  /(^|\/)\./,
  /(^|\/)(docs?|tests?|types|umd|scripts|tools|cf)\//,
  /(^|\/)node_modules\/[^@/]+\/src\/.*\.ts$/,
  /\.(map|md|d\.[cm]?ts|ts|cc?|h|css|scss|woff2|ya?ml|bare|opts|machine|gyp)$/,
  /(^|\/)(rollup|vitest|eslint)\.config\.[cm]?js$/,
  // The weights of a typeface that the cards do not have: see `server/pdf/typeface.ts`.
  /^@fontsource\/[^/]*-condensed\/files\/.*-([1-589]00-normal|italic)\.woff$/,
  // The builds of PDFium for browsers, and one of 5 MB as text.
  /^@hyzyla\/pdfium\/dist\/(?!index\.cjs$|pdfium\.wasm$)/,
  /^fs-native-extensions\/(CMakeLists\.txt|include\/|src\/)/,
]

/** Returns false for documents, tests, types, source maps, and addons of other platforms. Licences are kept. */
function isNeeded(path: string, { os, cpu }: Platform): boolean {
  const [, built] = /^fs-native-extensions\/prebuilds\/([^/]+)\//.exec(path) ?? []
  if (built && built !== `${os}-${cpu}`) return false
  // Its program runs on Windows only.
  if (path.startsWith('pdf-to-printer/') && os !== 'win32') return false
  return license.test(path) || !unneeded.some((pattern) => pattern.test(path))
}

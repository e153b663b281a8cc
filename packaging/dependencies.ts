/** The packages that the program needs at run time, for one platform, without what it does not load. */
import { execFileSync } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { externals, filePackages } from '../bin/externals.js'
import { type Entry, readEntries } from './entries.ts'
import type { Platform } from './platforms.ts'

/** Installs the packages from the lock file into an empty folder, and returns their files below `node_modules`. */
export async function dependencyEntries(root: string, platform: Platform): Promise<Entry[]> {
  const folder = await mkdtemp(join(tmpdir(), 'pilotos-packages-'))
  try {
    const { version, dependencies, overrides } = JSON.parse(
      await readFile(join(root, 'package.json'), 'utf8'),
    )
    const needed = [...externals, ...filePackages].map((name) => [name, dependencies[name]])
    const manifest = { name: 'pilotos', version, dependencies: Object.fromEntries(needed), overrides }
    await writeFile(join(folder, 'package.json'), JSON.stringify(manifest))
    await copyFile(join(root, 'package-lock.json'), join(folder, 'package-lock.json'))
    execFileSync('npm', ['install', ...options, `--os=${platform.os}`, `--cpu=${platform.cpu}`], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    await requireLocked(root, folder)
    return await readEntries(join(folder, 'node_modules'), 'node_modules', (path) => isNeeded(path, platform))
  } finally {
    await rm(folder, { recursive: true })
  }
}

const options = [
  '--omit=dev',
  '--libc=glibc',
  '--ignore-scripts',
  '--prefer-offline',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
]

interface Lock {
  packages: Record<string, { version?: string; integrity?: string }>
}

/** Compares the installed packages with the lock file of the project. @throws Error if one of them differs */
async function requireLocked(root: string, folder: string): Promise<void> {
  const read = async (path: string): Promise<Lock> => JSON.parse(await readFile(path, 'utf8'))
  const { packages: locked } = await read(join(root, 'package-lock.json'))
  const { packages: installed } = await read(join(folder, 'node_modules/.package-lock.json'))
  for (const [path, { version, integrity }] of Object.entries(installed)) {
    if (locked[path]?.version !== version || locked[path]?.integrity !== integrity)
      throw new Error(`${path} is ${version}, which is not what package-lock.json has`)
  }
}

const license = /(^|\/)[^/]*(licen[cs]e|notice|copying|copyright)[^/]*$/i
const unneeded = [
  /(^|\/)\./,
  /(^|\/)(docs?|tests?|types|umd|scripts|tools|cf)\//,
  /(^|\/)node_modules\/[^@/]+\/src\/.*\.ts$/,
  /\.(map|md|d\.[cm]?ts|ts|cc?|h|css|scss|woff2|ya?ml|bare|opts|machine|gyp)$/,
  /(^|\/)(rollup|vitest|eslint)\.config\.[cm]?js$/,
  /^fs-native-extensions\/(CMakeLists\.txt|include\/|src\/)/,
]

/** Returns false for documents, tests, types, source maps, and addons of other platforms. Licences are kept. */
function isNeeded(path: string, { os, cpu }: Platform): boolean {
  const [, built] = /^fs-native-extensions\/prebuilds\/([^/]+)\//.exec(path) ?? []
  if (built && built !== `${os}-${cpu}`) return false
  return license.test(path) || !unneeded.some((pattern) => pattern.test(path))
}

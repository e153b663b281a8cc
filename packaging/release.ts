/**
 * `npm run release`: builds the archives of all platforms, the Debian package and their sums into `release`. Arguments name
 * single platforms, and `--out` another folder. A release is a folder with its own Node: an executable that unpacks itself
 * is blocked by virus scanners, and cannot load sharp.
 */
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { emptyRelease, filesIn, findProblems, pack, writeSums } from './archives.ts'
import { canBuildDebian, writeDebianPackage } from './debian-package.ts'
import { writeLaunchers } from './launchers.ts'
import { type Platform, platforms, writeRuntime } from './platforms.ts'
import { writeProgram } from './program.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const { values, positionals } = parseArgs({ allowPositionals: true, options: { out: { type: 'string' } } })
const out = values.out ?? join(root, 'release')

const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()
if (git('status', '--porcelain') !== '')
  console.error('The work tree differs from the commit: this release cannot be built again.')
/** The time of the commit is the time of every file, so that a second build is identical. */
const time = new Date(Number(git('log', '-1', '--format=%ct')) * 1000)
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
execFileSync(process.execPath, [join(root, 'bin/build.js')], { stdio: ['ignore', 'ignore', 'inherit'] })
await emptyRelease(out)
for (const platform of wanted(positionals)) await release(platform)
await writeSums(out)

/** Returns the platforms that the arguments name, or all. @throws Error for an unknown name */
function wanted(names: readonly string[]): readonly Platform[] {
  const unknown = names.find((name) => !platforms.some((platform) => platform.name === name))
  if (unknown) throw new Error(`${unknown} is not one of ${platforms.map(({ name }) => name).join(', ')}`)
  return names.length === 0 ? platforms : platforms.filter(({ name }) => names.includes(name))
}

async function release(platform: Platform): Promise<void> {
  const parent = await mkdtemp(join(tmpdir(), 'pilotos-release-'))
  try {
    const name = `pilotos-${version}`
    const folder = join(parent, name)
    await mkdir(join(folder, 'program'), { recursive: true })
    await writeLaunchers(root, folder, platform, version)
    await writeRuntime(join(folder, 'runtime'), platform)
    await writeProgram(root, join(folder, 'program'), platform)
    const problems = findProblems(await filesIn(folder), platform)
    if (problems.length > 0) throw new Error(`${platform.name}:\n${problems.join('\n')}`)
    const archive = join(out, `${name}-${platform.name}.${platform.archive}`)
    await pack(parent, name, archive, time)
    await report(archive)
    if (platform.os === 'linux') await releaseDebian(folder)
  } finally {
    await rm(parent, { recursive: true })
  }
}

/** Builds the Debian package of the files in `folder`, if this machine can. */
async function releaseDebian(folder: string): Promise<void> {
  if (!canBuildDebian())
    return console.error('The Debian package is not built: this machine has no dpkg-deb.')
  const file = join(out, `pilotos_${version}_amd64.deb`)
  await writeDebianPackage({ root, folder, version, time, file })
  await report(file)
}

async function report(path: string): Promise<void> {
  const { size } = await stat(path)
  console.log(`${(size / 1e6).toFixed(1).padStart(6)} MB  ${path}`)
}

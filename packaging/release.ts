/**
 * `npm run release`: builds the archives of all platforms, the Debian package and their sums into `release`. Arguments
 * name single platforms, and `--out` another folder.
 */
import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { findProblems } from './archive-check.ts'
import { readCommit } from './commit.ts'
import { debianPackage } from './debian-package.ts'
import { dependencyEntries } from './dependencies.ts'
import { below, type Entry } from './entries.ts'
import { launcherEntries } from './launcher-entries.ts'
import { type Platform, platforms } from './platforms.ts'
import { programEntries } from './program.ts'
import { ReleaseFolder } from './release-folder.ts'
import { runtimeEntries } from './runtime.ts'
import { gzip, tar, xz } from './tarball.ts'
import { zip } from './zip.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const { values, positionals } = parseArgs({ allowPositionals: true, options: { out: { type: 'string' } } })

const commit = readCommit(root)
if (commit.isChanged)
  console.error('The work tree differs from the commit: this release cannot be built again.')
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
execFileSync(process.execPath, [join(root, 'bin/build.js')], { stdio: ['ignore', 'ignore', 'inherit'] })
const folder = await ReleaseFolder.open(values.out ?? join(root, 'release'))
for (const platform of wanted(positionals)) await release(platform)
await folder.writeSums()

/** Returns the platforms that the arguments name, or all. @throws Error for an unknown name */
function wanted(names: readonly string[]): readonly Platform[] {
  const unknown = names.find((name) => !platforms.some((platform) => platform.name === name))
  if (unknown) throw new Error(`${unknown} is not one of ${platforms.map(({ name }) => name).join(', ')}`)
  return names.length === 0 ? platforms : platforms.filter(({ name }) => names.includes(name))
}

async function release(platform: Platform): Promise<void> {
  const entries = await entriesFor(platform)
  const problems = findProblems(entries, platform)
  if (problems.length > 0) throw new Error(`${platform.name}:\n${problems.join('\n')}`)
  const archive = await pack(below(`pilotos-${version}`, entries), platform)
  await keep(`pilotos-${version}-${platform.name}.${platform.archive}`, archive)
  if (platform.os === 'linux')
    await keep(`pilotos_${version}_amd64.deb`, await debianPackage(root, entries, version, commit.time))
}

async function entriesFor(platform: Platform): Promise<Entry[]> {
  const program = [...(await programEntries(root, platform.os)), ...(await dependencyEntries(root, platform))]
  return [
    ...(await launcherEntries(root, platform, version)),
    ...(await runtimeEntries(platform)),
    ...below('program', program),
  ]
}

async function pack(entries: readonly Entry[], { archive }: Platform): Promise<Buffer> {
  switch (archive) {
    case 'zip':
      return zip(entries, commit.time)
    case 'tar.gz':
      return gzip(await tar(entries, commit.time))
    case 'tar.xz':
      return xz(await tar(entries, commit.time))
  }
}

async function keep(name: string, content: Buffer): Promise<void> {
  const path = await folder.add(name, content)
  console.log(`${(content.length / 1e6).toFixed(1).padStart(6)} MB  ${path}`)
}

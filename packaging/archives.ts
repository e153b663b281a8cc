/** Writes archives and their sums without anything that depends on the machine or the moment. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Zippable, zipSync } from 'fflate'

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

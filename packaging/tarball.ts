/** Writes and reads tar archives without anything that depends on the machine or the moment. */
import { spawn } from 'node:child_process'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { type Entry, foldersOf } from './entries.ts'

/** Returns the bytes of a tar archive with all entries and their folders, which belong to root. */
export async function tar(entries: readonly Entry[], mtime: Date): Promise<Buffer> {
  const archive = pack()
  const bytes = buffer(archive)
  for (const folder of foldersOf(entries))
    archive.entry({ name: `${folder}/`, type: 'directory', mode: 0o755, mtime })
  for (const { path, content, isExecutable } of entries)
    archive.entry({ name: path, mode: isExecutable ? 0o755 : 0o644, mtime }, content)
  archive.finalize()
  return bytes
}

/** Returns the files of a packed tar archive whose paths pass `keeps`. @throws Error for a link */
export async function untar(
  archive: Buffer,
  keeps: (path: string) => boolean = () => true,
): Promise<Entry[]> {
  const entries: Entry[] = []
  const reading = extract()
  reading.end(archive)
  for await (const entry of reading) {
    const { name: path, type, mode = 0 } = entry.header
    if (type !== 'file' && type !== 'directory') throw new Error(`${path} is a ${type}`)
    if (type === 'file' && keeps(path))
      entries.push({ path, content: await buffer(entry), isExecutable: (mode & 0o100) !== 0 })
    else entry.resume()
  }
  return entries
}

export const gunzip = gunzipSync

/** Compresses without a name and a time in the header. */
export function gzip(bytes: Buffer): Buffer {
  return gzipSync(bytes, { level: 9 })
}

/** Compresses with the program xz. Its higher levels save a tenth of the size, and take eight times as long. */
export async function xz(bytes: Buffer): Promise<Buffer> {
  const child = spawn('xz', ['-1', '--threads=1', '--stdout'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve, reject) => {
    child.on('error', (cause) =>
      reject(new Error('The release needs xz: on Debian, apt-get install xz-utils', { cause })),
    )
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`xz ended with ${code}`))))
  })
  child.stdin.end(bytes)
  const [packed] = await Promise.all([buffer(child.stdout), ended])
  return packed
}

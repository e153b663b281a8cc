/** Backups that no server of this version writes, such as malicious ones. */
import { writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { version } from '../../server/store/backup/backup.ts'

/** Writes a gzipped tar archive with the given files. */
export async function writeArchive(path: string, files: Record<string, string | Buffer>): Promise<void> {
  const archive = pack()
  for (const [name, content] of Object.entries(files)) archive.entry({ name }, content)
  archive.finalize()
  await writeFile(path, gzipSync(await buffer(archive)))
}

/** Returns the JSON file of a backup, by default one of nothing. */
export function backupHead(given: object = {}): string {
  const none = { revoked: [], accounts: [], count: 0, passages: 0 }
  return JSON.stringify({ version, at: '2026-01-01T00:00:00.000Z', desk: 'NORTE', ...none, ...given })
}

/** Returns one line of a history, as JSON. */
export function historyLine(number: number, change: object, isPast = false): string {
  const past = isPast || undefined
  return `${JSON.stringify({ number, at: '2026-01-01T00:00:00.000Z', change, past })}\n`
}

/** Writes an archive of a few hundred kilobytes that unpacks to one file of 300 MB of zeros. */
export async function writeBomb(path: string): Promise<void> {
  const zeros = Buffer.alloc(10 * 1024 * 1024)
  const archive = pack()
  archive.entry({ name: 'photos/0123456789AB.jpg', size: 30 * zeros.length })
  const header = await new Promise((resolve) => archive.once('data', resolve))
  // Concatenated gzip members are one file (RFC 1952, section 2.2), so it is enough to compress one part.
  const part = gzipSync(zeros)
  await writeFile(path, Buffer.concat([gzipSync(header as Buffer), ...Array(30).fill(part)]))
}

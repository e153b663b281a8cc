/** Finds traces of a person in every byte of a folder, also within archives. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { constants, gunzipSync } from 'node:zlib'

/** Returns the paths and what they contain of these texts and pictures, in their names or their bytes. */
export async function tracesIn(folder: string, needles: readonly (string | Buffer)[]): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    const contents = entry.isFile() ? contentsOf(await readFile(path)) : []
    for (const needle of needles) {
      const text = typeof needle === 'string' ? needle : 'a picture'
      if ([Buffer.from(entry.name), ...contents].some((content) => content.includes(needle)))
        found.push(`${path}: ${text}`)
    }
  }
  return found
}

/** Returns the bytes of a file, and those within if it is compressed, also if a kill has cut it short. */
function contentsOf(bytes: Buffer): Buffer[] {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return [bytes]
  return [bytes, gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH })]
}

/** The built program: everything in `dist`, and the files that start it. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Installation } from '../server/domain/installation.ts'
import { type Entry, readEntries } from './entries.ts'

export type Released = Exclude<Installation, 'clone'>

/** Returns the entries of the program. The code caches are for the Node that built them, so that a release has none. */
export async function programEntries(root: string, installation: Released): Promise<Entry[]> {
  return [
    await manifestEntry(root, installation),
    ...(await readEntries(join(root, 'bin'), 'bin', (path) => path.endsWith('.cjs'))),
    ...(await readEntries(join(root, 'dist'), 'dist', (path) => !/^fingerprint$|\.cache$/.test(path))),
  ]
}

/** Returns the `package.json` of a release, from which the program knows how it is installed. */
export async function manifestEntry(root: string, installation: Released): Promise<Entry> {
  const { name, version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const manifest = { name, version, private: true, installation }
  return { path: 'package.json', content: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) }
}

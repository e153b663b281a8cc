/** The files of an archive before it is written. Links do not occur: what a link names is read as a file. */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

export interface Entry {
  /** The path with slashes, relative to the top of the archive. */
  path: string
  content: Buffer
  isExecutable?: boolean
}

/** Reads all files of a folder whose path in the folder passes `keeps`, in a fixed order, and puts them below `prefix`. */
export async function readEntries(
  folder: string,
  prefix: string,
  keeps: (path: string) => boolean = () => true,
): Promise<Entry[]> {
  const paths = (await readdir(folder, { recursive: true })).map((path) => path.replaceAll('\\', '/'))
  const entries: Entry[] = []
  for (const path of paths.sort()) {
    const file = join(folder, path)
    if (keeps(path) && (await stat(file)).isFile())
      entries.push({ path: `${prefix}/${path}`, content: await readFile(file) })
  }
  return entries
}

/** Puts all entries into a folder, in the order of the bytes of their paths, which no locale changes. */
export function below(folder: string, entries: readonly Entry[]): Entry[] {
  return entries
    .map((entry) => ({ ...entry, path: `${folder}/${entry.path}` }))
    .sort((one, other) => Buffer.compare(Buffer.from(one.path), Buffer.from(other.path)))
}

/** Returns the folders of the entries, each after the folder that contains it. */
export function foldersOf(entries: readonly Entry[]): string[] {
  const folders = new Set<string>()
  for (const { path } of entries) {
    const parts = path.split('/').slice(0, -1)
    for (let depth = 1; depth <= parts.length; depth++) folders.add(parts.slice(0, depth).join('/'))
  }
  return [...folders].sort()
}

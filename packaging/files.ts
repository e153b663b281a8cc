/** The files of a folder that becomes an archive. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Returns the paths of all files below a folder, with slashes, in an order that no locale changes. */
export async function filesIn(folder: string): Promise<string[]> {
  const paths = await readdir(folder, { recursive: true })
  const kinds = await Promise.all(paths.map(async (path) => (await stat(join(folder, path))).isFile()))
  return paths
    .filter((_, index) => kinds[index])
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
}

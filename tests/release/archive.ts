/** The archives that `npm run release` has built. */
import { execFileSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { unzipSync } from 'fflate'
import type { Platform } from '../../packaging/platforms.ts'
import { root } from '../support/root.ts'

export const release = join(root, 'release')
export const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
/** The folder in each archive. */
export const top = `pilotos-${version}`

export function archiveOf({ name, archive }: Platform): string {
  return join(release, `${top}-${name}.${archive}`)
}

export async function unpackInto(place: string, archive: string): Promise<void> {
  if (!archive.endsWith('.zip')) {
    execFileSync('tar', ['-xf', archive, '-C', place])
    return
  }
  for (const [path, bytes] of Object.entries(unzipSync(await readFile(archive)))) {
    await mkdir(dirname(join(place, path)), { recursive: true })
    await writeFile(join(place, path), bytes)
  }
}

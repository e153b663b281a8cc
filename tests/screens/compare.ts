/** Compares two folders of pictures. */
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

/**
 * Lists the pictures that differ, with the number of differing pixels, and returns how many they are. The folder
 * `differences` in `after` gets a picture of each: before, after, and the differing pixels in red.
 */
export async function compare(before: string, after: string): Promise<number> {
  const [old, new_] = await Promise.all([before, after].map(picturesIn))
  const names = [...new Set([...(old ?? []), ...(new_ ?? [])])].sort()
  const shown = join(after, 'differences')
  await mkdir(shown, { recursive: true })
  let differing = 0
  for (const name of names) {
    const result = !old?.includes(name)
      ? 'only after'
      : !new_?.includes(name)
        ? 'only before'
        : await differ()
    if (!result) continue
    differing += 1
    console.log(`${name}  ${result}`)

    async function differ(): Promise<string> {
      const count = await showDifference(join(before, name), join(after, name), join(shown, name))
      return count > 0 ? `${count} pixels` : ''
    }
  }
  console.log(`${differing} of ${names.length} pictures differ${differing > 0 ? `: see ${shown}` : ''}`)
  return differing
}

async function picturesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.png'))
}

/** Returns the number of pixels that differ, and writes the two pictures and their difference side by side. */
async function showDifference(before: string, after: string, to: string): Promise<number> {
  const sizes = await Promise.all([before, after].map((path) => sharp(path).metadata()))
  const width = Math.max(...sizes.map((size) => size.width))
  const height = Math.max(...sizes.map((size) => size.height))
  const [one, other] = await Promise.all(
    [before, after].map((path, index) =>
      sharp(path)
        .ensureAlpha()
        .extend({
          right: width - (sizes[index]?.width ?? 0),
          bottom: height - (sizes[index]?.height ?? 0),
          background: '#0000',
        })
        .raw()
        .toBuffer(),
    ),
  )
  if (!one || !other || one.equals(other)) return 0
  const marked = Buffer.alloc(one.length, 255)
  let count = 0
  for (let at = 0; at < one.length; at += 4) {
    const isSame = one.readUInt32LE(at) === other.readUInt32LE(at)
    if (!isSame) count += 1
    // The equal parts stay to be seen, faded.
    for (let part = 0; part < 3; part += 1)
      marked[at + part] = isSame ? 200 + (other[at + part] ?? 0) / 5 : part === 0 ? 220 : 0
  }
  const raw = { width, height, channels: 4 as const }
  await sharp({ create: { width: 3 * width + 40, height, channels: 3, background: '#888' } })
    .composite(
      [one, other, marked].map((input, index) => ({ input, raw, left: index * (width + 20), top: 0 })),
    )
    .png()
    .toFile(to)
  return count
}

/** Makes small photos for gates, and keeps them in memory. */
import { LRUCache } from 'lru-cache'
import type { PhotoName } from '#domain/pilot/pilot'
import type { PhotoStore } from '../store/contract/photo-store.ts'

/** The longest side, in pixels. */
const side = 96

/** The most bytes of one photo. */
const maxBytes = 4096

/** The qualities that are tried until a photo is small enough. The last one always is. */
const qualities = [70, 45, 20, 1]

/** The most bytes of all photos in memory: more than 2,000 of them. */
const cacheBytes = 10 * 1024 * 1024

export class SmallPhotos {
  #cache = new LRUCache<PhotoName, Buffer>({ maxSize: cacheBytes, sizeCalculation: ({ length }) => length })
  #making = new Map<PhotoName, Promise<Buffer>>()

  constructor(private readonly photos: Pick<PhotoStore, 'read'>) {}

  /** Returns a WebP of at most 4 KB. @throws NotFoundError */
  async read(name: PhotoName): Promise<Buffer> {
    const cached = this.#cache.get(name)
    if (cached) return cached
    const making = this.#making.get(name) ?? this.#make(name)
    this.#making.set(name, making)
    try {
      const photo = await making
      this.#cache.set(name, photo)
      return photo
    } finally {
      this.#making.delete(name)
    }
  }

  async #make(name: PhotoName): Promise<Buffer> {
    const jpeg = await this.photos.read(name)
    const { default: sharp } = await import('sharp')
    const resized = sharp(jpeg).autoOrient().resize({ width: side, height: side, fit: 'inside' })
    let photo = Buffer.alloc(0)
    for (const quality of qualities) {
      photo = await resized.clone().webp({ quality }).toBuffer()
      if (photo.length <= maxBytes) break
    }
    return photo
  }
}

/** Keeps the small photos for gates in memory. */
import { LRUCache } from 'lru-cache'
import type { PhotoName } from '#domain/pilot/pilot'
import type { PhotoStore } from '../store/contract/stores.ts'
import type { PictureWork } from './picture-work.ts'

/** The most bytes of all photos in memory: more than 2,000 of them. */
const cacheBytes = 10 * 1024 * 1024

export class SmallPhotos {
  #cache = new LRUCache<PhotoName, Buffer>({ maxSize: cacheBytes, sizeCalculation: ({ length }) => length })
  #making = new Map<PhotoName, Promise<Buffer>>()

  constructor(
    private readonly photos: Pick<PhotoStore, 'read'>,
    private readonly pictures: PictureWork,
  ) {}

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
    return this.pictures.shrinkPhoto(await this.photos.read(name))
  }
}

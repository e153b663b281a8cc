/**
 * Converts pictures in worker threads, two at a time. Logos have a process of their own, one at a time: nothing else
 * ends an SVG that takes hours to draw.
 */
import { InvalidError, PilotosError } from '#domain/errors'
import { type PhotoName, photoTooSlow } from '#domain/pilots/pilot'
import type { PhotoStore } from '../store/shared/stores.ts'
import type { RunOptions, Workers } from '../workers/workers.ts'
import { logoTooComplex } from './prepare-logo.ts'

/** The longest time for one picture, in milliseconds. The largest photos take three seconds. */
const longest = { photo: 30_000, logo: 10_000 }

/** The errors are those of `preparePhoto`, `prepareLogo` and `shrinkPhoto`. */
export class PictureWork {
  constructor(private readonly workers: Workers) {}

  /** @throws InvalidError too if the picture takes too long */
  preparePhoto(picture: Uint8Array, signal?: AbortSignal): Promise<Buffer> {
    const limit = { time: longest.photo, error: new InvalidError({ _img: photoTooSlow }) }
    return this.#run('prepare-photo', picture, { signal, limit, kind: 'picture' })
  }

  /** @throws InvalidError too if the logo takes too long or too much memory */
  prepareLogo(picture: Uint8Array): Promise<Buffer> {
    const tooComplex = new InvalidError({ logo: logoTooComplex })
    const limit = { time: longest.logo, error: tooComplex }
    return this.#run('prepare-logo', picture, { limit, kind: 'isolated' }).catch((error) => {
      throw error instanceof PilotosError && error.kind === 'too-large' ? tooComplex : error
    })
  }

  /** The roster of a gate has hundreds of photos, so they come after the pictures that people wait for. */
  shrinkPhoto(photo: Uint8Array): Promise<Buffer> {
    return this.#run('shrink-photo', photo, { kind: 'picture', priority: -1 })
  }

  async #run(
    job: 'prepare-photo' | 'prepare-logo' | 'shrink-photo',
    picture: Uint8Array,
    options: RunOptions,
  ): Promise<Buffer> {
    const made = await this.workers.run(job, picture, options)
    return Buffer.from(made.buffer, made.byteOffset, made.byteLength)
  }
}

/** The most small photos in memory, of at most 4 KB each. */
const maxSmallPhotos = 2500

/** Keeps the small photos for gates in memory. */
export class SmallPhotos {
  /** The photos and those that are being made, the oldest first. */
  #photos = new Map<PhotoName, Promise<Buffer>>()

  constructor(
    private readonly photos: Pick<PhotoStore, 'read'>,
    private readonly pictures: PictureWork,
  ) {}

  /** Returns a WebP of at most 4 KB. @throws NotFoundError */
  read(name: PhotoName): Promise<Buffer> {
    const known = this.#photos.get(name)
    if (known) return known
    const photo = this.#make(name)
    this.#photos.set(name, photo)
    photo.catch(() => this.#photos.delete(name))
    const [oldest = name] = this.#photos.keys()
    if (this.#photos.size > maxSmallPhotos) this.#photos.delete(oldest)
    return photo
  }

  /** Forgets the photos: one of them may be of a person who was erased. */
  clear(): void {
    this.#photos.clear()
  }

  async #make(name: PhotoName): Promise<Buffer> {
    return this.pictures.shrinkPhoto(await this.photos.read(name))
  }
}

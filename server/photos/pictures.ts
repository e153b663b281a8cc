/**
 * Converts pictures: into the JPEG that is stored as a photo, into the small photo that gates show and keep, and into the
 * PNG of a logo. `PictureWork` has threads do it. Every picture is written anew by sharp, so that no metadata of a phone is
 * stored.
 */
import { InvalidError, PilotosError, TooLargeError } from '#domain/errors'
import {
  isPictureHead,
  maxPhotoBytes,
  maxPhotoPixels,
  type PhotoName,
  photoInvalid,
  photoTooLarge,
  photoTooManyPixels,
  photoTooSlow,
} from '#domain/pilots/pilot'
import { loadSharp } from '../files/sharp.ts'
import type { PhotoStore } from '../store/shared/stores.ts'
import type { RunOptions, Workers } from '../workers/workers.ts'

const maxSide = 800

/** The longest side of a small photo, in pixels. */
const smallSide = 96

/** The most bytes of a small photo. */
const maxSmallBytes = 4096

/** The qualities that are tried until a small photo is small enough. The last one always is. */
const qualities = [70, 45, 20, 1]

/**
 * Converts a JPEG, PNG or WebP into an upright JPEG of at most 800 pixels a side, without metadata. Recognises the
 * format by the content, not by the name. Loads sharp with the first photo.
 * @throws InvalidError if the content has another format or over 40 megapixels, TooLargeError if it has over 10 MB
 */
export async function preparePhoto(picture: Uint8Array): Promise<Buffer> {
  if (picture.length > maxPhotoBytes) throw new TooLargeError(photoTooLarge)
  // libvips recognizes other formats too, and lays out a whole SVG to tell its size, which nothing can end.
  if (!isPictureHead(picture)) throw new InvalidError({ _img: photoInvalid })
  const sharp = await loadSharp()
  try {
    const { width, height } = await sharp(picture, { limitInputPixels: false }).metadata()
    if (width * height > maxPhotoPixels) throw new InvalidError({ _img: photoTooManyPixels })
    return await sharp(picture, { limitInputPixels: maxPhotoPixels })
      .autoOrient()
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .jpeg({ quality: 85 })
      .toBuffer()
  } catch (error) {
    if (error instanceof InvalidError) throw error
    throw new InvalidError({ _img: photoInvalid })
  }
}

/** Returns a WebP of at most 4 KB. Loads sharp with the first photo. */
export async function shrinkPhoto(jpeg: Uint8Array): Promise<Buffer> {
  const sharp = await loadSharp()
  const resized = sharp(jpeg).autoOrient().resize({ width: smallSide, height: smallSide, fit: 'inside' })
  let photo = Buffer.alloc(0)
  for (const quality of qualities) {
    photo = await resized.clone().webp({ quality }).toBuffer()
    if (photo.length <= maxSmallBytes) break
  }
  return photo
}

/** The largest file of a logo, in bytes. */
const maxLogoBytes = 2 * 1024 * 1024
const maxPixels = 40_000_000
const formats = ['jpeg', 'png', 'svg']
/** The size of the box that the stored logo fits into, in pixels: 30 × 10 mm at 500 dpi. */
const box = { width: 600, height: 200 }
/** The most elements of an SVG. */
const maxElements = 10_000

const logoInvalid = 'El logo no es una imagen PNG, JPEG o SVG que se pueda leer'
const logoTooComplex = 'El logo es demasiado complejo para dibujarlo: guárdelo como PNG y elija ese archivo'
const logoTooLarge = 'El logo admite hasta 2 MB'

/**
 * Converts a PNG, JPEG or SVG into a PNG of at most 600 × 200 pixels, without its blank margin. The scripts, links
 * and files that an SVG may refer to have no effect on the PNG. An SVG may take any time to draw. Loads sharp with the
 * first logo.
 * @throws InvalidError with a problem of `logo`
 */
export async function prepareLogo(picture: Uint8Array): Promise<Buffer> {
  if (picture.length > maxLogoBytes) throw new InvalidError({ logo: logoTooLarge })
  // The elements of a compressed SVG cannot be counted.
  if (picture[0] === 0x1f && picture[1] === 0x8b) throw new InvalidError({ logo: logoInvalid })
  const sharp = await loadSharp()
  try {
    const { format, width, height, density = 72 } = await sharp(picture).metadata()
    if (!formats.includes(format) || width * height > maxPixels) throw new InvalidError({ logo: logoInvalid })
    if (format === 'svg' && countElements(picture) > maxElements)
      throw new InvalidError({ logo: logoTooComplex })
    // An SVG is drawn at the size that is stored, so that its edges are sharp.
    const scale = Math.max(box.width / width, box.height / height)
    const options = format === 'svg' ? { density: Math.min(2400, Math.max(1, density * scale)) } : {}
    const drawn = sharp(picture, { ...options, limitInputPixels: maxPixels }).autoOrient()
    const bounded = await drawn
      .resize({ width: 2400, height: 2400, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer()
    return await sharp(bounded)
      .trim()
      .resize({ ...box, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer()
  } catch (error) {
    if (error instanceof InvalidError) throw error
    throw new InvalidError({ logo: logoInvalid })
  }
}

function countElements(svg: Uint8Array): number {
  return (
    Buffer.from(svg)
      .toString('latin1')
      .match(/<[^/!?]/g)?.length ?? 0
  )
}

/** The longest time for one picture, in milliseconds. The largest photos take three seconds. */
const longest = { photo: 30_000, logo: 10_000 }

/**
 * Converts pictures in worker threads, two at a time. Logos have a process of their own, one at a time: nothing else
 * ends an SVG that takes hours to draw.
 * The errors are those of `preparePhoto`, `prepareLogo` and `shrinkPhoto`.
 */
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

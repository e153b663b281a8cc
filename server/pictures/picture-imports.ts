/**
 * The imports of ZIPs of pictures. A ZIP arrives in chunks, so that a slow or interrupted network loses at most one of
 * them, and lies on the disk until its pictures are photos.
 */
import { randomBytes } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { MalformedError, NotFoundError, PilotosError, QueueFullError, TooLargeError } from '#domain/errors'
import { fileNameOf, type PictureProblem, samePilot } from '#domain/import/pictures'
import { maxZipBytes } from '#domain/web/pictures'
import { importWithPhotos, type PhotoImportReport, pictureOwners } from '../actions/import-with-photos.ts'
import type { PictureWork } from '../actions/picture-work.ts'
import { diskError } from '../files/atomic-file.ts'
import { TemporaryFolder, type TemporaryPlace } from '../files/temporary-folder.ts'
import type { Stores } from '../store/contract/stores.ts'
import { PictureZip } from './picture-zip.ts'

/** The preview of an import. */
export interface PicturePreview {
  /** The number of pilots without a photo who get one. */
  fresh: number
  /** The number of pilots with a photo whose picture is in the ZIP too. */
  replacing: number
  /** The pictures that match no pilot, or a pilot who has another picture in the ZIP. */
  unmatched: PictureProblem[]
  /** The files that are no pictures. */
  unreadable: PictureProblem[]
}

export interface PictureImport {
  readonly id: string
  /** The size of the ZIP, in bytes. */
  readonly size: number
  /** The number of bytes that have arrived. */
  received: number
  /** The number of pictures that are prepared, of `total`. */
  done: number
  total: number
  report?: Omit<PhotoImportReport, 'report'>
}

interface Job extends PictureImport {
  path: string
  file: FileHandle
  stop: AbortController
  timer?: NodeJS.Timeout
  work?: Promise<void>
  error?: unknown
}

/** The place of uploaded files. */
export type UploadPlace = TemporaryPlace

/** The time after its last call for which an import is kept, in milliseconds. */
const retention = 30 * 60 * 1000

/** The most imports at once: each may have a large file on the disk. */
const maxOpen = 3

export class PictureImports {
  #jobs = new Map<string, Job>()
  #opening = 0
  #folder: TemporaryFolder

  constructor(
    private readonly stores: Stores,
    place: TemporaryPlace,
    private readonly pictureWork: PictureWork,
  ) {
    this.#folder = new TemporaryFolder(place)
  }

  /** Begins the upload of a ZIP of `size` bytes. @throws TooLargeError, QueueFullError, MachineError */
  async create(size: number): Promise<PictureImport> {
    if (size > maxZipBytes) throw new TooLargeError('El ZIP pesa más de 4 GB: divídalo en varios')
    if (this.#jobs.size + this.#opening >= maxOpen)
      throw new QueueFullError('Ya se están poniendo fotos de otros ZIP: espere a que terminen, o cancélelos')
    this.#opening += 1
    try {
      const id = randomBytes(16).toString('base64url')
      const path = join(await this.#folder.path(), `${id}.zip`)
      const file = await open(path, 'wx+', 0o600).catch((error) => {
        throw diskError(error, path)
      })
      const stop = new AbortController()
      const job: Job = { id, size, received: 0, done: 0, total: 0, path, file, stop }
      this.#jobs.set(id, job)
      this.#keep(job)
      return job
    } finally {
      this.#opening -= 1
    }
  }

  /**
   * Stores a chunk. A chunk that arrives again, since its answer was lost, changes nothing.
   * @throws NotFoundError, MalformedError if there is a gap before the chunk or it is too long, DiskFullError
   */
  async write(id: string, offset: number, chunk: Uint8Array): Promise<number> {
    const job = this.#find(id)
    if (offset > job.received || offset + chunk.length > job.size)
      throw new MalformedError(`Van ${job.received} de ${job.size} bytes: siga desde ahí`)
    await job.file.write(chunk, 0, chunk.length, offset).catch((error) => {
      throw job.stop.signal.aborted ? gone() : diskError(error, job.path)
    })
    job.received = Math.max(job.received, offset + chunk.length)
    return job.received
  }

  /** Says what the import would do. @throws NotFoundError, MalformedError, TooLargeError */
  async preview(id: string): Promise<PicturePreview> {
    const job = this.#find(id)
    return this.#withZip(job, async (zip) => {
      const { paths } = zip
      const owners = await pictureOwners(this.stores, paths)
      const preview: PicturePreview = { fresh: 0, replacing: 0, unmatched: [], unreadable: [...zip.others] }
      const firsts = new Map<unknown, string>()
      for (const path of paths) {
        job.stop.signal.throwIfAborted()
        const name = fileNameOf(path)
        const owner = owners.find(path)
        const first = firsts.get(owner)
        if (typeof owner === 'string') preview.unmatched.push({ name, reason: owner })
        else if (first) preview.unmatched.push({ name, reason: samePilot(first) })
        else {
          const reason = await zip.problemOf(path)
          if (reason) preview.unreadable.push({ name, reason })
          else {
            firsts.set(owner, path)
            preview[owner.pilot.photo ? 'replacing' : 'fresh'] += 1
          }
        }
      }
      return preview
    })
  }

  /** Begins to make photos of the pictures; a second call changes nothing. @throws NotFoundError, MalformedError */
  start(id: string, options: { by: string; keepsPhotos: boolean }): void {
    const job = this.#find(id)
    requireComplete(job)
    job.work ??= this.#import(job, options).catch((error) => {
      job.error = error
    })
  }

  /** Returns an import. @throws NotFoundError, or the error of the import if it failed */
  get(id: string): PictureImport {
    const job = this.#find(id)
    if (job.error) throw job.error
    return job
  }

  /** Stops an import, of which nothing is stored unless it is complete, and removes its file. @throws NotFoundError */
  async cancel(id: string): Promise<void> {
    await this.#remove(this.#find(id))
  }

  async close(): Promise<void> {
    await Promise.all([...this.#jobs.values()].map((job) => this.#remove(job)))
    await this.#folder.remove()
  }

  /** Makes all photos, and then stores them with their pilots in one change. */
  #import(job: Job, options: { by: string; keepsPhotos: boolean }): Promise<void> {
    return this.#withZip(job, async (zip) => {
      const { paths } = zip
      job.total = paths.length
      const readPhoto = async (path: string) => {
        // Other requests are answered between two pictures.
        await setImmediate()
        this.#keep(job)
        return this.pictureWork.preparePhoto(await zip.read(path), job.stop.signal)
      }
      const onPictures = (done: number) => {
        job.stop.signal.throwIfAborted()
        job.done = done
      }
      const { photos, kept, problems } = await importWithPhotos(this.stores, [], options, {
        paths,
        readPhoto,
        onPictures,
      })
      job.report = { photos, kept, problems: [...zip.others, ...problems] }
    })
  }

  async #withZip<Result>(job: Job, use: (zip: PictureZip) => Promise<Result>): Promise<Result> {
    requireComplete(job)
    const zip = await PictureZip.open(job.path)
    try {
      return await use(zip)
    } catch (error) {
      if (error instanceof PilotosError || !job.stop.signal.aborted) throw error
      throw gone()
    } finally {
      zip.close()
    }
  }

  #find(id: string): Job {
    const job = this.#jobs.get(id)
    if (!job) throw gone()
    this.#keep(job)
    return job
  }

  #keep(job: Job): void {
    clearTimeout(job.timer)
    job.timer = setTimeout(() => this.#remove(job).catch(() => {}), retention)
    job.timer.unref()
  }

  async #remove(job: Job): Promise<void> {
    this.#jobs.delete(job.id)
    job.stop.abort()
    await job.work
    clearTimeout(job.timer)
    await job.file.close()
    await rm(job.path, { force: true })
  }
}

function requireComplete({ received, size }: PictureImport): void {
  if (received < size) throw new MalformedError('El ZIP no llegó entero: envíelo otra vez')
}

function gone(): NotFoundError {
  return new NotFoundError('Ese ZIP ya no está: elíjalo otra vez')
}

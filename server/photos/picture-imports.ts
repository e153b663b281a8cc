/** The imports of ZIPs of pictures. A ZIP lies on the disk until its pictures are photos. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { NotFoundError, PilotosError, QueueFullError } from '#domain/errors'
import type { PicturePreviewInfo } from '#domain/photos/calls'
import { fileNameOf, maxZipBytes, samePilot, zipTooLarge } from '#domain/photos/pictures'
import { removeFile } from '../files/atomic-file.ts'
import { receiveFile, TemporaryFolder, type TemporaryPlace } from '../files/temporary-folder.ts'
import {
  importWithPhotos,
  type PhotoImportReport,
  pictureOwners,
} from '../store/shared/import-with-photos.ts'
import type { Stores } from '../store/shared/stores.ts'
import type { PictureZip } from './picture-zip.ts'
import type { PictureWork } from './pictures.ts'

/** The preview of an import. */
export type PicturePreview = Pick<PicturePreviewInfo, 'fresh' | 'replacing' | 'unmatched' | 'unreadable'>

export interface PictureImport {
  readonly id: string
  /** The number of pictures that are prepared, of `total`. */
  done: number
  total: number
  report?: Omit<PhotoImportReport, 'report'>
}

interface Job extends PictureImport {
  /** The path of the ZIP. */
  path: string
  stop: AbortController
  timer?: NodeJS.Timeout
  /** The upload with its preview, and then the import; resolves when it has ended. */
  work: Promise<unknown>
  isPreviewed?: boolean
  isStarted?: boolean
  error?: unknown
}

/** The time after its last call for which an import is kept, in milliseconds. */
const timeToLive = 30 * 60 * 1000

/** The most imports at once: each may have a large file on the disk. */
const maxOpen = 3

export class PictureImports {
  #jobs = new Map<string, Job>()
  #folder: TemporaryFolder

  constructor(
    private readonly stores: Stores,
    place: TemporaryPlace,
    private readonly pictureWork: PictureWork,
  ) {
    this.#folder = new TemporaryFolder(place)
  }

  /**
   * Receives a ZIP, and says what its import would do. `leaving` aborts if the client leaves, and removes the import.
   * @throws QueueFullError, MalformedError, TooLargeError, MachineError, DiskFullError
   */
  async create(body: Readable, leaving: AbortSignal): Promise<PicturePreview & { id: string }> {
    if (this.#jobs.size >= maxOpen)
      throw new QueueFullError('Ya se están poniendo fotos de otros ZIP: espere a que terminen, o cancélelos')
    const id = randomBytes(16).toString('base64url')
    const stop = new AbortController()
    const job: Job = { id, done: 0, total: 0, path: '', stop, work: Promise.resolve() }
    this.#jobs.set(id, job)
    leaving.addEventListener('abort', () => void this.#remove(job).catch(() => {}))
    const received = this.#receive(job, body)
    job.work = received.catch(() => {})
    try {
      const preview = await received
      job.isPreviewed = true
      return { id, ...preview }
    } catch (error) {
      await this.#remove(job)
      throw error
    }
  }

  /** Begins to make photos of the pictures; a second call changes nothing. @throws NotFoundError */
  start(id: string, options: { by: string; keepsPhotos: boolean }): void {
    const job = this.#find(id)
    if (job.isStarted) return
    job.isStarted = true
    job.work = this.#import(job, options).catch((error) => {
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

  /**
   * Removes the imports that nobody has started: they may have a picture of a person who was erased meanwhile. An erasure
   * does not wait for a ZIP that is being received, which is compared with the riders when its import starts.
   */
  async clear(): Promise<void> {
    const idle = [...this.#jobs.values()].filter(({ isPreviewed, isStarted }) => isPreviewed && !isStarted)
    await Promise.all(idle.map((job) => this.#remove(job)))
  }

  async close(): Promise<void> {
    await Promise.all([...this.#jobs.values()].map((job) => this.#remove(job)))
    await this.#folder.remove()
  }

  async #receive(job: Job, body: Readable): Promise<PicturePreview> {
    job.path = join(await this.#folder.path(), `${job.id}.zip`)
    await receiveFile(body, job.path, {
      maxBytes: maxZipBytes,
      tooLarge: zipTooLarge,
      cut: 'El ZIP no llegó entero: envíelo otra vez',
    })
    this.#keep(job)
    return this.#withZip(job, (zip) => this.#preview(job, zip))
  }

  async #preview({ stop }: Job, zip: PictureZip): Promise<PicturePreview> {
    const { paths } = zip
    const owners = await pictureOwners(this.stores, paths)
    const preview: PicturePreview = { fresh: 0, replacing: 0, unmatched: [], unreadable: [...zip.others] }
    const firsts = new Map<unknown, string>()
    for (const path of paths) {
      stop.signal.throwIfAborted()
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
    const zip = await (await import('./picture-zip.ts')).PictureZip.open(job.path)
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
    job.timer = setTimeout(() => this.#remove(job).catch(() => {}), timeToLive)
    job.timer.unref()
  }

  async #remove(job: Job): Promise<void> {
    this.#jobs.delete(job.id)
    job.stop.abort()
    await job.work
    clearTimeout(job.timer)
    await removeFile(job.path)
  }
}

function gone(): NotFoundError {
  return new NotFoundError('Ese ZIP ya no está: elíjalo otra vez')
}

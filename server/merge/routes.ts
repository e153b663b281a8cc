/** Lets admins upload the backup of another desk, see what its merge would do, merge it, and undo merges and imports. */
import { randomBytes } from 'node:crypto'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import {
  asError,
  MalformedError,
  NotFoundError,
  PilotosError,
  QueueFullError,
  TooLargeError,
} from '#domain/errors'
import type { MergeChoices, MergeReport, MergeUploadInfo } from '#domain/merge/calls'
import { backupTooLarge, maxBackupBytes } from '#domain/merge/merge'
import { removeFile } from '../files/atomic-file.ts'
import { receiveFile, TemporaryFolder, type TemporaryPlace } from '../files/temporary-folder.ts'
import { onErasure, type Routes, serve } from '../http/serve.ts'
import { slowUploads } from '../http/transfers.ts'
import { BackupReader } from '../store/backup/backup-reader.ts'
import type { Stores } from '../store/shared/stores.ts'
import { type MergePreview, mergeDesk, type OtherDesk, previewMerge, readOtherBackup } from './merge.ts'
import { undoImportOrMerge } from './undo.ts'

const backupType = 'application/gzip'

export const merges: Routes = async (app, parts) => {
  const { stores, guard, uploadPlace, readerFile, backupFolder, writePause } = parts
  const reader = new BackupReader({ readerFile })
  app.addHook('onClose', async () => reader.close())
  const uploads = new MergeUploads(stores, uploadPlace, reader)
  onErasure(app, stores, () => uploads.clear())
  app.addHook('onClose', () => uploads.close())
  app.addContentTypeParser(backupType, (_request, body, done) => done(null, body))

  serve(app, 'POST /api/merges', async (request, reply) => {
    const { body, headers } = request
    if (!(body instanceof Readable)) throw new MalformedError(`La copia va como ${backupType}`)
    if (Number(headers['content-length']) > maxBackupBytes) throw new TooLargeError(backupTooLarge)
    // It changes nothing, and a merge or a restore would wait for it.
    writePause.leave(request)
    const created = await slowUploads.during(request, reply, (leaving) => uploads.create(body, leaving))
    return { data: [created] }
  })

  serve(app, 'POST /api/merges/:id/preview', async ({ params, body }) => ({
    data: [await uploads.preview(params.id, body)],
  }))

  serve(app, 'POST /api/merges/:id', async (request) => {
    const { params, body } = request
    const how = { by: guard.authorOf(request), folder: backupFolder }
    const { isStored, ...result } = await writePause.during(request, 'merge', () =>
      uploads.confirm(params.id, body, how),
    )
    return { data: [{ stored: isStored, ...result }] }
  })

  serve(app, 'DELETE /api/merges/:id', async ({ params }) => uploads.discard(params.id))
}

/** Lists the last imports and merges, and undoes one of them. */
export const undoneImports: Routes = async (app, { stores, guard, backupFolder }) => {
  serve(app, 'GET /api/imports', async () => {
    return { data: await stores.pilots.imports() }
  })

  serve(app, 'POST /api/import/undo', async (request) => {
    const how = { by: guard.authorOf(request), folder: backupFolder }
    return { data: [await undoImportOrMerge(stores, request.body.change, how)] }
  })
}

/** The result of a merge that a person has confirmed. */
type ConfirmedMerge =
  | {
      isStored: true
      report: MergeReport
      change?: number
      /** The name of the backup that was made before. */
      backup?: string
    }
  /** The merge would do something else than the person was shown last. */
  | { isStored: false; report: MergePreview }

interface Upload {
  path: string
  /** The backup, once it was read. */
  other?: OtherDesk
  /** The last report that the person was shown. */
  shown?: MergePreview
  /** The merge, once it was confirmed. A further confirmation, because its answer was lost, gets the same result. */
  merged?: Promise<ConfirmedMerge>
  /** True from a confirmation until its merge is stored or refused. */
  isMerging?: boolean
  /** Resolves when the upload and its first preview have ended. */
  received: Promise<unknown>
  timer?: NodeJS.Timeout
}

/** The time after its last call for which an upload is kept, in milliseconds. */
const timeToLive = 60 * 60 * 1000

/** The most uploads at once: each has a large file on the disk, and its pilots in memory. */
const maxOpen = 2

/** The uploaded backups of other desks. Each lies on the disk until it is merged or discarded. */
class MergeUploads {
  #uploads = new Map<string, Upload>()
  #folder: TemporaryFolder

  constructor(
    private readonly stores: Stores,
    place: TemporaryPlace,
    private readonly reader: BackupReader,
  ) {
    this.#folder = new TemporaryFolder(place)
  }

  /**
   * Receives a backup, and says what its merge would do. `leaving` aborts if the client leaves, and removes the upload.
   * @throws QueueFullError, MalformedError, TooLargeError, MachineError, DiskFullError
   */
  async create(body: Readable, leaving: AbortSignal): Promise<MergeUploadInfo> {
    await this.#makeRoom()
    const id = randomBytes(16).toString('base64url')
    const upload: Upload = { path: '', received: Promise.resolve() }
    this.#uploads.set(id, upload)
    leaving.addEventListener('abort', () => void this.#remove(id).catch(() => {}))
    const received = this.#receive(id, upload, body)
    upload.received = received.catch(() => {})
    try {
      return { id, report: await received }
    } catch (error) {
      await this.#remove(id)
      throw withoutPath(error, upload.path)
    }
  }

  /**
   * Removes the upload that was not used for the longest time, if there are too many: its page may have been closed.
   * @throws QueueFullError if all of them are being received or merged
   */
  async #makeRoom(): Promise<void> {
    if (this.#uploads.size < maxOpen) return
    const [idle] = this.#idle()
    if (idle === undefined)
      throw new QueueFullError('Ya se están uniendo otras copias: espere a que terminen')
    await this.#remove(idle)
  }

  /** Returns the uploads that are neither being received nor merged, the one that was not used for the longest first. */
  #idle(): string[] {
    return [...this.#uploads].filter(([, upload]) => isRead(upload) && !upload.isMerging).map(([id]) => id)
  }

  /** Says what a merge would do with the choices of a person. @throws NotFoundError */
  async preview(id: string, choices: MergeChoices): Promise<MergePreview> {
    const upload = this.#find(id)
    upload.shown = await previewMerge(this.stores, upload.other, choices)
    return upload.shown
  }

  /**
   * Merges, unless the merge would do something else than the last preview said. `folder` is that of the backups.
   * @throws NotFoundError, ConflictError, MachineError, DiskFullError
   */
  async confirm(
    id: string,
    choices: MergeChoices,
    { by, folder }: { by: string; folder: string },
  ): Promise<ConfirmedMerge> {
    const upload = this.#find(id)
    upload.merged ??= this.#merge(upload, choices, { by, folder })
    upload.isMerging = true
    try {
      const result = await upload.merged
      if (result.isStored) await removeFile(upload.path)
      else {
        upload.merged = undefined
        upload.shown = result.report
      }
      return result
    } catch (error) {
      upload.merged = undefined
      throw error
    } finally {
      upload.isMerging = false
    }
  }

  /** Removes an upload. @throws NotFoundError */
  async discard(id: string): Promise<void> {
    this.#find(id)
    await this.#remove(id)
  }

  /**
   * Removes the uploads that wait for a person: they may have somebody who was erased meanwhile. Those that are being
   * received are compared with the tombstones later, and an erasure does not wait for a slow network.
   */
  async clear(): Promise<void> {
    await Promise.all(this.#idle().map((id) => this.#remove(id)))
  }

  async close(): Promise<void> {
    await Promise.all([...this.#uploads.keys()].map((id) => this.#remove(id)))
    await this.#folder.remove()
  }

  async #receive(id: string, upload: Upload, body: Readable): Promise<MergePreview> {
    upload.path = join(await this.#folder.path(), `${id}.tar.gz`)
    await receiveFile(body, upload.path, {
      maxBytes: maxBackupBytes,
      tooLarge: backupTooLarge,
      cut: 'La copia no llegó entera: envíela otra vez',
    })
    this.#keep(id, upload)
    upload.other = await readOtherBackup(upload.path, this.reader)
    upload.shown = await previewMerge(this.stores, upload.other)
    return upload.shown
  }

  async #merge(
    { other, shown }: ReadUpload,
    choices: MergeChoices,
    { by, folder }: { by: string; folder: string },
  ): Promise<ConfirmedMerge> {
    const accept = (preview: MergePreview) => isDeepStrictEqual(preview, shown)
    const how = { choices, by, folder, accept }
    const { report, change, saved, refused } = await mergeDesk(this.stores, other, how)
    if (refused) return { isStored: false, report: refused }
    return {
      isStored: true,
      report,
      ...(change !== undefined && { change }),
      ...(saved !== undefined && { backup: basename(saved) }),
    }
  }

  #find(id: string): ReadUpload {
    const upload = this.#uploads.get(id)
    if (!upload || !isRead(upload)) throw new NotFoundError('Esa copia ya no está: elíjala otra vez')
    this.#keep(id, upload)
    return upload
  }

  #keep(id: string, upload: Upload): void {
    // The map is in the order of the last use.
    this.#uploads.delete(id)
    this.#uploads.set(id, upload)
    clearTimeout(upload.timer)
    upload.timer = setTimeout(() => this.#remove(id).catch(() => {}), timeToLive)
    upload.timer.unref()
  }

  async #remove(id: string): Promise<void> {
    const upload = this.#uploads.get(id)
    if (!upload) return
    this.#uploads.delete(id)
    await upload.received
    await upload.merged?.catch(() => {})
    clearTimeout(upload.timer)
    await removeFile(upload.path)
  }
}

type ReadUpload = Upload & Required<Pick<Upload, 'other' | 'shown'>>

function isRead(upload: Upload): upload is ReadUpload {
  return upload.other !== undefined && upload.shown !== undefined
}

/** Returns an error whose message has no path of the server's temporary folder, which means nothing to the person. */
function withoutPath(thrown: unknown, path: string): Error {
  const error = asError(thrown)
  if (!(error instanceof PilotosError) || !path || !error.message.includes(path)) return error
  return new PilotosError(error.kind, error.message.replaceAll(path, 'El archivo'), error.details, {
    cause: error,
  })
}

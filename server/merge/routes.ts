/** Lets admins upload the backup of another desk, see what its merge would do, and merge it. */
import { Readable } from 'node:stream'
import { MalformedError, TooLargeError } from '#domain/errors'
import { backupTooLarge, maxBackupBytes } from '#domain/merge/merge'
import { serve } from '../http/serve.ts'
import { slowUploads } from '../http/slow-uploads.ts'
import { onErasure, type Routes } from '../services.ts'
import { BackupReader } from '../store/backup/backup-reader.ts'
import { MergeUploads } from './uploads.ts'

const backupType = 'application/gzip'

export const merges: Routes = async (app, { stores, uploadPlace, readerFile, ...services }) => {
  const { backupFolder, writePause, guard } = services
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

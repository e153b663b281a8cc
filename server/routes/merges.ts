/** Lets admins upload the backup of another desk, see what its merge would do, and merge it. */
import { Readable } from 'node:stream'
import * as Type from 'typebox'
import { MalformedError, TooLargeError } from '#domain/errors'
import { backupTooLarge, maxBackupBytes } from '#domain/merge/upload'
import { mergePath, mergePreviewPath } from '#domain/web/addresses'
import { mergeAnswer, mergeChoices, mergeReport, mergeUpload } from '#domain/web/merge-schemas'
import { bytes, dataOf, empty, text } from '#domain/web/schema-parts'
import { BackupReader } from '../backup/backup-reader.ts'
import { MergeUploads } from '../backup/merge-uploads.ts'
import { answers } from './route-schemas.ts'
import { onErasure, type Routes } from './services.ts'
import { slowUploads } from './slow-uploads.ts'

const params = Type.Object({ id: text('The identifier of the merge.') })

/** The size limit of choices, in bytes: that of `maxChoices` conflicts and answers. */
const maxChoicesBytes = 4 * 1024 * 1024

const backupType = 'application/gzip'

export const merges: Routes = async (app, { stores, uploadPlace, readerFile, ...services }) => {
  const { backupFolder, writePause, guard } = services
  const reader = new BackupReader({ readerFile })
  app.addHook('onClose', async () => reader.close())
  const uploads = new MergeUploads(stores, uploadPlace, reader)
  onErasure(app, stores, () => uploads.clear())
  app.addHook('onClose', () => uploads.close())
  app.addContentTypeParser(backupType, (_request, body, done) => done(null, body))

  const toCreate = {
    summary: 'Takes the backup of another desk, of at most 4 GB, and says what its merge would do.',
    description:
      'Nothing is stored before the merge is confirmed. The file is removed after the merge, an hour after the last ' +
      'call, and when the server stops. 400 if it is no backup, or one of a newer version. 429 if there are two already.',
    consumes: [backupType],
    body: bytes('The bytes of the backup.'),
    response: answers({ 201: dataOf(mergeUpload) }),
  }
  app.post(mergePath(), { schema: toCreate, bodyLimit: maxBackupBytes }, async (request, reply) => {
    const { body, headers } = request
    if (!(body instanceof Readable)) throw new MalformedError(`La copia va como ${backupType}`)
    if (Number(headers['content-length']) > maxBackupBytes) throw new TooLargeError(backupTooLarge)
    // It changes nothing, and a merge or a restore would wait for it.
    writePause.leave(request)
    const created = await slowUploads.during(request, reply, (leaving) => uploads.create(body, leaving))
    return reply.code(201).send({ data: [created] })
  })

  const previewing = {
    summary: 'Answers with what a merge would do with the choices of a person. Changes nothing.',
    params,
    body: mergeChoices,
    response: answers({ 200: dataOf(mergeReport) }),
  }
  app.post(
    mergePreviewPath(':id'),
    { schema: previewing, bodyLimit: maxChoicesBytes },
    async ({ params, body }) => ({ data: [await uploads.preview(params.id, body)] }),
  )

  const confirming = {
    summary: 'Merges a backup as a whole, after a backup of what is there.',
    description:
      'If the merge would do something else than the last preview says, because something was changed meanwhile, ' +
      'nothing is stored, and the answer is the new preview. Requests that could change something are refused with ' +
      '503 meanwhile, and those that have begun are waited for. A second confirmation has the same answer.',
    params,
    body: mergeChoices,
    response: answers({ 200: dataOf(mergeAnswer) }),
  }
  app.post(mergePath(':id'), { schema: confirming, bodyLimit: maxChoicesBytes }, async (request) => {
    const { params, body } = request
    const how = { by: guard.authorOf(request), folder: backupFolder }
    const { isStored, ...result } = await writePause.during(request, 'merge', () =>
      uploads.confirm(params.id, body, how),
    )
    return { data: [{ stored: isStored, ...result }] }
  })

  const discarding = {
    summary: 'Removes an uploaded backup.',
    params,
    response: answers({ 204: empty }),
  }
  app.delete(mergePath(':id'), { schema: discarding }, async ({ params }, reply) => {
    await uploads.discard(params.id)
    return reply.code(204).send()
  })
}

/** Lets admins make a backup, list the backups of the server, and download them. */
import * as Type from 'typebox'
import { BusyError, failureText } from '#domain/errors'
import { backupsPath } from '#domain/web/addresses'
import { dataOf, text } from '#domain/web/schema-parts'
import { backupsInfo } from '#domain/web/settings-schemas'
import { BackupDownloads, listBackups, openBackup } from '../backup/backup-files.ts'
import { answers, file } from './route-schemas.ts'
import type { Routes } from './services.ts'

/** The most backups that are made at once: each reads all photos. */
const atOnce = 2

/** The wait before another try, in seconds. */
const wait = 10

const mediaType = 'application/gzip'

export const backups: Routes = async (app, { stores, uploadPlace, ...services }) => {
  const { backupFolder, backupFailure, nextBackup } = services
  const downloads = new BackupDownloads(stores, uploadPlace)
  app.addHook('onClose', () => downloads.close())
  let running = 0

  const listing = {
    summary: 'Lists the backups of the server, the newest first.',
    response: answers({ 200: dataOf(backupsInfo) }),
  }
  app.get(backupsPath(), { schema: listing }, async () => {
    const files = await listBackups(backupFolder)
    const info = {
      folder: backupFolder,
      is_automatic: backupFailure !== undefined,
      next: nextBackup?.()?.toISOString() ?? null,
      failure: backupFailure?.current ? failureText(backupFailure.current) : null,
      files: files.map((one) => ({ ...one, at: one.at.toISOString() })),
    }
    return { data: [info] }
  })

  const creation = {
    summary: 'Makes a backup, which `pilotos restore` reads, and sends it. It is not stored on the server.',
    description: 'An answer that is cut off is no backup. 503 if two are being made already.',
    response: answers({ 200: file([mediaType]) }),
  }
  app.post(backupsPath(), { schema: creation }, async (_request, reply) => {
    if (running >= atOnce) throw new BusyError('Ya se está haciendo otra copia: espere a que termine', wait)
    running += 1
    const leaving = new AbortController()
    reply.raw.once('close', () => {
      running -= 1
      leaving.abort()
    })
    const { name, file: backup } = await downloads.make(leaving.signal)
    const { size } = await backup.stat()
    return reply
      .type(mediaType)
      .header('content-length', size)
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(backup.createReadStream())
  })

  const download = {
    summary: 'Sends a file of `GET /api/backups`.',
    params: Type.Object({ name: text('The name of the file.') }),
    response: answers({ 200: file([mediaType]) }),
  }
  app.get(backupsPath(':name'), { schema: download }, async ({ params }, reply) => {
    const backup = await openBackup(backupFolder, params.name)
    const { size } = await backup.stat()
    return reply
      .type(mediaType)
      .header('content-length', size)
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(params.name)}`)
      .send(backup.createReadStream())
  })
}

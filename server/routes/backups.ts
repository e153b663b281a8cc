/** Lets admins make a backup, list the backups of the server, and download them. */
import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as Type from 'typebox'
import { BusyError, failureText } from '#domain/errors'
import { backupsPath } from '#domain/web/addresses'
import { backupsInfo, one } from '#domain/web/schemas'
import type { BackupFailure } from '../backup/automatic-backups.ts'
import { writeBackup } from '../backup/backup.ts'
import { listBackups, openBackup } from '../backup/backup-files.ts'
import { backupFileName } from '../files/backup-names.ts'
import { TemporaryFolder, type TemporaryPlace } from '../files/temporary-folder.ts'
import type { Stores } from '../store/contract/stores.ts'
import { answers, file } from './answers.ts'

export interface BackupOptions {
  /** The folder of the backups. */
  backupFolder: string
  /** The failure of the last automatic backup, which is sent to staff. Absent if there are no automatic backups. */
  backupFailure?: BackupFailure
  /** Returns the time of the next automatic backup. */
  nextBackup?: () => Date | undefined
}

interface BackupRouteOptions extends BackupOptions {
  stores: Stores
  /** The place of backups until they are downloaded. */
  uploadPlace: TemporaryPlace
  report: (error: Error) => void
}

/** The most backups that are made at once: each reads all photos. */
const atOnce = 2

/** The wait before another try, in seconds. */
const wait = 10

const mediaType = 'application/gzip'

export const backups: FastifyPluginAsyncTypebox<BackupRouteOptions> = async (app, options) => {
  const { stores, report, backupFolder, backupFailure, nextBackup, uploadPlace } = options
  const folder = new TemporaryFolder(uploadPlace)
  app.addHook('onClose', () => folder.remove())
  let running = 0

  app.get(backupsPath(), { schema: { response: answers({ 200: one(backupsInfo) }) } }, async () => {
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

  const ofNew = { response: answers({ 200: file([mediaType]) }) }
  app.post(backupsPath(), { schema: ofNew }, async (_request, reply) => {
    if (running >= atOnce) throw new BusyError('Ya se está haciendo otra copia: espere a que termine', wait)
    running += 1
    const leaving = new AbortController()
    const path = join(await folder.path(), randomUUID())
    reply.raw.once('close', () => {
      running -= 1
      leaving.abort()
      void rm(path, { force: true }).catch(report)
    })
    await writeBackup(stores, path, leaving.signal)
    const backup = await open(path)
    const { size } = await backup.stat()
    return reply
      .type(mediaType)
      .header('content-length', size)
      .header('content-disposition', `attachment; filename="${backupFileName()}"`)
      .send(backup.createReadStream())
  })

  const ofFile = {
    params: Type.Object({ name: Type.String() }),
    response: answers({ 200: file([mediaType]) }),
  }
  app.get(backupsPath(':name'), { schema: ofFile }, async ({ params }, reply) => {
    const backup = await openBackup(backupFolder, params.name)
    const { size } = await backup.stat()
    return reply
      .type(mediaType)
      .header('content-length', size)
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(params.name)}`)
      .send(backup.createReadStream())
  })
}

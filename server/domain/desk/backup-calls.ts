/** The calls of the backups of a server. */
import * as Type from 'typebox'
import type { Calls } from '../api/call.ts'
import {
  answered,
  boolean,
  dataOf,
  file,
  integer,
  nullable,
  oneOf,
  requested,
  text,
} from '../api/schema-parts.ts'
import { rider } from '../merge/calls.ts'

/** `automatic`, or the command before which a backup was made. */
const backupKinds = ['automatic', 'import', 'restore', 'merge', 'day', 'other'] as const
export type BackupKind = (typeof backupKinds)[number]

/** The backups of a server. */
const backupsInfo = answered({
  folder: text('The folder of the files, on the machine of the server.'),
  is_automatic: boolean('True if the server makes backups by itself, which it does for a folder.'),
  next: nullable(text('The time at which it next checks if one is due. Null during a backup.')),
  failure: nullable(text('Why the last automatic backup failed, in Spanish.')),
  files: Type.Array(
    answered({
      name: text('The name of the file.'),
      at: text('The time of the backup.'),
      size: integer('The size, in bytes.'),
      kind: oneOf(
        backupKinds,
        '`import`, `restore` and `merge` were made before one, and `day` before a day was closed.',
      ),
    }),
  ),
})
export type BackupsInfo = Type.Static<typeof backupsInfo>

const storedNumbers = answered({
  pilots: integer('The number of pilots.'),
  photos: integer('The number of pilots with a photo.'),
  passages: nullable(
    integer('The number of passages. Null if the backup has none of its own: those of now stay.'),
  ),
})

/** The numbers of pilots, photos and passages that a restore would replace, and those of the backup. */
const restorePreview = answered({
  now: storedNumbers,
  backup: storedNumbers,
  desk: text('The name of the machine that made the backup, or of another desk if it is unknown.'),
  erases: Type.Array(answered(rider), {
    description:
      'Riders whom another desk erased for ever, as the backup lists them. They stay without `eraseToo`.',
  }),
})
export type RestorePreview = Type.Static<typeof restorePreview>

/** The decisions of a person about a restore. */
const restoreOrder = Type.Union([
  Type.Null(),
  requested('La restauración va como un objeto JSON', {
    eraseToo: Type.Optional(
      boolean('True if the riders of `erases` are erased here for ever.', {
        message: 'eraseToo es true o false',
      }),
    ),
  }),
])

/** The result of a restore. */
const restoredBackup = answered({
  pilots: integer('The number of restored pilots.'),
  photos: integer('The number of restored photos.'),
  erased: integer('The number of persons who were left out, since they were erased for ever.'),
  bad_photos: integer('The number of photos in the backup that are no JPEG, and were left out.'),
  passages: integer('The number of restored passages.'),
  saved: text('The name of the backup with what was there before.'),
})
export type RestoredBackup = Type.Static<typeof restoredBackup>

const backupType = 'application/gzip'
const params = Type.Object({ name: text('The name of the file.') })

export const backupCalls = {
  'GET /api/backups': {
    role: 'admin',
    summary: 'Lists the backups of the server, the newest first.',
    answers: { 200: dataOf(backupsInfo) },
  },

  'POST /api/backups': {
    role: 'admin',
    summary: 'Makes a backup, which `pilotos restore` reads, and sends it. It is not stored on the server.',
    description: 'An answer that is cut off is no backup. 503 if two are being made already.',
    answers: { 200: file([backupType]) },
  },

  'GET /api/backups/:name': {
    role: 'admin',
    summary: 'Sends a file of `GET /api/backups`.',
    params,
    answers: { 200: file([backupType]) },
  },

  'GET /api/backups/:name/restore': {
    role: 'admin',
    summary: 'Answers with what a restore of a backup would replace. Changes nothing.',
    params,
    answers: { 200: dataOf(restorePreview) },
  },

  'POST /api/backups/:name/restore': {
    role: 'admin',
    summary: 'Restores a backup of the server, after a backup of what is there.',
    description:
      'Requests that could change something are refused with 503 meanwhile, and those that have begun are waited for. ' +
      'If the restore fails, everything is as before. The account that restores and the paired phones stay as they are; ' +
      'the other accounts are those of the backup. Persons whom the backup lists as erased at another desk, and who are ' +
      'here, stay without `eraseToo`. 409 if the data is in a database, which other servers may use.',
    params,
    body: restoreOrder,
    answers: { 200: dataOf(restoredBackup) },
  },
} satisfies Calls

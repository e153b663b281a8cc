/**
 * The calls about the server itself, which are its change feed, the description of its API and the commands of its machine;
 * about its backups; and about the end of a day.
 */
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
  publicUrl,
  requested,
  text,
} from '../api/schema-parts.ts'
import type { ErrorDetails, ErrorKind } from '../errors.ts'
import { eventId } from '../events/calls.ts'
import { eraseToo, rider } from '../merge/calls.ts'
import { publicDataNames } from '../staff/roles.ts'
import { lentChip, tillSums } from '../till/schemas.ts'

/** The stores of which a command may call methods. */
export const storeNames = [
  'pilots',
  'photos',
  'accounts',
  'settings',
  'passages',
  'merges',
  'erasures',
] as const

const serverInfo = Type.Object({ publicUrl: publicUrl })

/** The call of a method of a store. Bytes are sent as `{ base64 }`. */
const remoteCall = Type.Object({
  part: oneOf(storeNames, 'A store.'),
  method: text('The name of a method of that store.'),
  args: Type.Array(Type.Unknown(), { description: 'Its arguments. Bytes are `{"base64": "…"}`.' }),
})

export type RemoteCall = Type.Static<typeof remoteCall>

/** The answer to such a call. */
export type RemoteAnswer =
  | { result: unknown }
  | { failure: { kind: ErrorKind; message: string; details: ErrorDetails } }

const remoteAnswer = Type.Unsafe<RemoteAnswer>(
  Type.Union([
    Type.Object({ result: Type.Unknown({ description: 'Its result.' }) }),
    Type.Object({
      failure: Type.Object({
        kind: text('The kind of an expected failure: see `ErrorKind`.'),
        message: text('The message of that failure, in Spanish.'),
      }),
    }),
  ]),
)

const description =
  'The commands of the same machine use this call while a server runs on their data folder. The header ' +
  '`x-pilotos-secret` must contain the secret of the server; without it the answer is 404. The call may change with ' +
  'each version, and is not for other programs.'

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
  passages: integer('The number of passages.'),
})

/** The numbers of pilots, photos and passages that a restore would replace, and those of the backup. */
const restorePreview = answered({
  now: storedNumbers,
  backup: storedNumbers,
  desk: text('The name of the machine that made the backup.'),
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
    eraseToo,
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

const inside = Type.Array(
  answered({
    id: Type.Optional(text('The identifier of the pilot now. It is absent for a removed pilot.')),
    name: Type.Optional(text('The full name. It is absent for a removed pilot.')),
    npiloto: Type.Optional(text('The number. It is absent for a removed pilot.')),
    since: text('The time of the last entry.'),
    gate: text('The gate of the last entry.'),
  }),
)

const phone = answered({
  user: text('The account of the phone.'),
  gate: text('The gate of the pairing.'),
  device: Type.Optional(text('A description of the phone.')),
  last_seen: Type.Optional(text('The time of its last request, within a minute. Absent without a session.')),
})

const till = {
  /** The drawers that are not closed, by their events: the open one first. */
  tills: Type.Array(
    answered({
      event: eventId,
      title: Type.Optional(text('The name of an event before the open one.')),
      currency: tillSums.currency,
      drawers: tillSums.drawers,
    }),
  ),
  /** The chips that riders have. */
  lent: Type.Array(lentChip),
}

/** The people who are inside and the phones that are paired, before a day is closed. */
const openDay = answered({
  /** Those who have been inside for the longest time first. */
  inside,
  /** Those that were not heard of for the longest time first. */
  phones: Type.Array(phone),
  ...till,
})
export type OpenDay = Type.Static<typeof openDay>
export type RiderInside = OpenDay['inside'][number]

/** The result of closing a day. */
const closedDay = answered({
  backup: answered({
    name: text('The name of the backup: see `GET /api/backups`.'),
    size: integer('Its size, in bytes.'),
  }),
  ended: integer('The number of phones whose pairing has ended.'),
  inside,
  ...till,
})
export type ClosedDay = Type.Static<typeof closedDay>

/** How much of each thing is set: the figures of *Ajustes*. */
const overview = answered({
  event: text('The name of the open event, which may be empty.'),
  categories: integer('The number of its categories.'),
  without_numbers: integer('The number of categories that have no numbers of their own.'),
  reserved: integer('The number of reserved numbers.'),
  prices: integer('The number of prices.'),
  waiver: integer('The version of the text of the waiver; 0 without a text.'),
  reception: boolean('True while riders can apply on their own phones.'),
  waiting: integer('The number of applications that wait.'),
  gates: integer('The number of gates.'),
  phones: integer('The number of phones that are paired with gates.'),
  modalidades: integer('The number of modalidades that can be chosen.'),
  licencias: integer('The number of licencias that can be chosen.'),
  fields: integer('The number of fields of one’s own.'),
  consent: integer('The version of the text of the consent; 0 without a text.'),
  accounts: integer('The number of accounts of people.'),
  printers: integer('The number of chosen printers.'),
  public_data: oneOf(publicDataNames, 'What a scan without a session shows.'),
  pilots: integer('The number of pilots.'),
  no_photo: integer('The number of pilots without a photo.'),
  no_card: integer('The number of pilots without a printed card.'),
  entered: integer('The number of pilots who are entered in the open event.'),
})
export type Overview = Type.Static<typeof overview>

export const deskCalls = {
  'GET /api/changes': {
    role: 'puerta',
    needsKiosk: true,
    summary: 'Keeps the connection open and sends server-sent events, whose data is JSON.',
    answers: { 200: file(['text/event-stream']) },
  },

  // They say nothing that the desk may not know, and strangers need none of it.
  'GET /api/openapi.json': {
    role: 'mesa',
    summary: 'Answers with this document.',
    answers: { 200: file(['application/json']) },
  },

  'GET /api/docs': {
    role: 'mesa',
    summary: 'Answers with a page to read this document, which needs no script and no internet.',
    answers: { 200: file(['text/html']) },
  },

  'GET /terminal': {
    role: 'terminal',
    summary: 'Answers a command with the public address.',
    description,
    answers: { 200: serverInfo },
  },

  'POST /terminal': {
    role: 'terminal',
    summary: 'Calls a method of a store for a command.',
    description,
    body: remoteCall,
    bodyLimit: 512 * 1024 * 1024,
    answers: { 200: file([], remoteAnswer) },
  },

  'GET /api/overview': {
    role: 'admin',
    summary: 'Answers with how much of each thing of the settings is set.',
    answers: { 200: dataOf(overview) },
  },

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
    isFinal: true,
    needsKiosk: true,
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

  'GET /api/day': {
    role: 'admin',
    summary:
      'Answers with who is still inside, the phones that are paired with gates, the drawers that are not closed, and who has a chip.',
    description:
      'A person is inside by the last counted passage: see `GET /api/passages/summary`. The server does not know which ' +
      'scans a phone has not sent yet.',
    answers: { 200: dataOf(openDay) },
  },

  'POST /api/day': {
    role: 'admin',
    isFinal: true,
    summary: 'Closes the day: makes a backup on the server, and then ends the pairings of all phones.',
    description:
      'If the backup fails, nothing else is done. The backup is never removed automatically, and is downloaded like any ' +
      'other. A second call makes another backup, and ends what was paired since. 503 while another call runs.',
    answers: { 200: dataOf(closedDay) },
  },
} satisfies Calls

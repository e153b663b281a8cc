/** The calls of the merge of another desk's backup in the browser. */
import * as Type from 'typebox'
import type { Calls } from '../api/call.ts'
import {
  answered,
  boolean,
  bytes,
  dataOf,
  empty,
  integer,
  oneOf,
  orOwn,
  requested,
  text,
  textList,
} from '../api/schema-parts.ts'
import { changedNames } from '../pilots/history/history.ts'
import { roles } from '../staff/roles.ts'
import { maxBackupBytes, maxChoices, mergeSides } from './merge.ts'

/** The length limit of an identifier. */
const maxIdLength = 40

function givenId(description: string) {
  return text(description, { maxLength: maxIdLength, message: 'Un identificador va como texto' })
}

function givenSide(description: string) {
  return oneOf(mergeSides, description, { message: 'El lado es this u other' })
}

/** More than the form of an account accepts, since a file of another desk may have any name. */
const accountName = { maxLength: 1000, message: 'admins es una lista con los nombres de las cuentas' }

export const eraseToo = Type.Optional(
  boolean('True if the riders of `erases` are erased here for ever.', {
    message: 'eraseToo es true o false',
  }),
)

/** The choices of a person about a merge. */
const mergeChoices = requested('Las elecciones van como un objeto JSON', {
  prefer: Type.Optional(givenSide('The side of all conflicts without a choice of their own.')),
  conflicts: Type.Optional(
    Type.Array(
      requested('Una elección va como un objeto JSON', {
        id_driver: givenId('The pilot of a conflict.'),
        field: orOwn(changedNames, 'Its field.', { message: 'field es el campo de una diferencia' }),
        side: givenSide('The side whose value is kept.'),
      }),
      { maxItems: maxChoices, message: 'Son demasiadas elecciones: elija un lado para todas las que quedan' },
    ),
  ),
  same: Type.Optional(
    Type.Array(
      requested('Una respuesta va como un objeto JSON', {
        this: givenId('The pilot of this side in a question.'),
        other: givenId('The pilot of the other side, who is the same person.'),
      }),
      { maxItems: maxChoices, message: 'Son demasiadas respuestas: únalas en varias veces' },
    ),
  ),
  admins: Type.Optional(
    Type.Array(text('An account with the role admin that is added.', accountName), {
      maxItems: maxChoices,
      message: accountName.message,
    }),
  ),
  eraseToo,
})

export type MergeChoices = Type.Static<typeof mergeChoices>
export type ConflictChoice = NonNullable<MergeChoices['conflicts']>[number]
export type SamePerson = NonNullable<MergeChoices['same']>[number]

export const rider = {
  id_driver: text('The identifier of a pilot.'),
  name: text('The full name.'),
  document: text('The document, as people read it.'),
}

const origin = {
  by: text('The author of the change; empty if unknown.'),
  at: text('Its time; empty if unknown.'),
  desk: text('The desk where it was made.'),
}

const mergeValue = answered(
  { value: text('The value, as people read it; empty if there is none. A photo has its name.'), ...origin },
  { title: 'MergeValue' },
)

export type MergeValue = Type.Static<typeof mergeValue>

/** The report of a merge: of one that is asked for, or of one that is done. */
const mergeReport = answered(
  {
    desk: text('The name of the other desk.'),
    new: integer('The number of pilots that are added.'),
    same: integer('The number of pilots that are equal on both sides.'),
    joined: integer('The number of pilots that get values of the other side.'),
    removed: integer('The number of pilots that are removed.'),
    conflicts: Type.Array(
      answered({
        id_driver: rider.id_driver,
        name: rider.name,
        field: orOwn(changedNames, 'A field that both desks changed to different values.'),
        label: text('The label of the field.'),
        this: mergeValue,
        other: mergeValue,
        side: oneOf(mergeSides, 'The side whose value is kept.'),
        isChosen: boolean('True if a choice or `prefer` names the side.'),
        onlySide: Type.Optional(text('Why the other value cannot be chosen, in Spanish.')),
      }),
    ),
    questions: Type.Array(answered({ this: answered(rider), other: answered(rider) }), {
      description:
        'Riders with the same name and birth date, with the same name of whom one has no document, or with one document and ' +
        'other names and birth dates, of whom the new one is stored without it. They stay two unless `same` says otherwise.',
    }),
    kept: Type.Array(answered({ ...rider, removed: answered(origin) }), {
      description: 'Riders whom one desk removed and the other changed afterwards. They stay.',
    }),
    revoked: Type.Array(
      answered({ ...rider, code: text('The revoked code.'), at: text('The time of the revocation.') }),
      { description: 'Riders whose card one desk revoked, while it is valid for the other.' },
    ),
    cards: Type.Array(answered({ ...rider, code: text('The other valid code.') }), {
      description: 'Riders whom both desks registered, and whose two cards stay valid.',
    }),
    numbers: Type.Array(
      answered({
        modalidad: text('A modalidad.'),
        npiloto: text('A number that riders of both desks have in it.'),
        riders: Type.Array(answered(rider)),
      }),
    ),
    accounts: Type.Array(
      answered({
        user: text('The name of an account that this desk does not have.'),
        role: oneOf(roles, 'Its role.'),
        isAdded: boolean('True if it is added: an admin only if `admins` names the account.'),
      }),
    ),
    events: Type.Array(
      answered({
        name: text('The name of an event that is added.'),
        isOpen: boolean('True if it is open then, and no longer the event that was open here.'),
      }),
    ),
    fields: Type.Optional(
      textList(
        'What becomes of the fields of one’s own, the classes, the categories, the reserved numbers and the money of the other desk, in Spanish. Absent if nothing.',
      ),
    ),
    passages: integer('The number of passages that are added.'),
    photos: integer('The number of photos that are added.'),
    erased: integer('The number of pilots who are left out, since one of the desks erased them for ever.'),
    erases: Type.Array(answered(rider), {
      description:
        'Riders of this desk whom the other one erased for ever. They stay unless `eraseToo` says otherwise.',
    }),
    hasChanges: Type.Optional(
      boolean('False if the merge would store nothing, not even a history. Only previews have it.'),
    ),
  },
  { title: 'MergeReport' },
)

export type MergeReport = Type.Static<typeof mergeReport>
export type MergeConflict = MergeReport['conflicts'][number]
export type MergedRider = MergeReport['erases'][number]

/** An uploaded backup. */
const mergeUpload = answered({
  id: text('The identifier of the merge.'),
  report: mergeReport,
})
export type MergeUploadInfo = Type.Static<typeof mergeUpload>

/** The answer to a person who confirms a merge. */
const mergeAnswer = answered({
  stored: boolean(
    'True if the merge is stored. False if `report` differs from the last preview, because something changed meanwhile.',
  ),
  report: mergeReport,
  change: Type.Optional(
    integer('The number of the merge, by which it is undone. Absent if there was nothing to store.'),
  ),
  backup: Type.Optional(text('The name of the backup that was made before.')),
})
export type MergeAnswer = Type.Static<typeof mergeAnswer>

const params = Type.Object({ id: text('The identifier of the merge.') })

/** The size limit of choices, in bytes: that of `maxChoices` conflicts and answers. */
const maxChoicesBytes = 4 * 1024 * 1024

export const mergeCalls = {
  'POST /api/merges': {
    role: 'admin',
    needsKiosk: true,
    summary: 'Takes the backup of another desk, of at most 4 GB, and says what its merge would do.',
    description:
      'Nothing is stored before the merge is confirmed. The file is removed after the merge, an hour after the last ' +
      'call, and when the server stops. 400 if it is no backup, or one of a newer version. 429 if there are two already.',
    consumes: ['application/gzip'],
    body: bytes('The bytes of the backup.'),
    bodyLimit: maxBackupBytes,
    answers: { 201: dataOf(mergeUpload) },
  },

  'POST /api/merges/:id/preview': {
    role: 'admin',
    needsKiosk: true,
    summary: 'Answers with what a merge would do with the choices of a person. Changes nothing.',
    params,
    body: mergeChoices,
    bodyLimit: maxChoicesBytes,
    answers: { 200: dataOf(mergeReport) },
  },

  'POST /api/merges/:id': {
    role: 'admin',
    needsKiosk: true,
    summary: 'Merges a backup as a whole, after a backup of what is there.',
    description:
      'If the merge would do something else than the last preview says, because something was changed meanwhile, ' +
      'nothing is stored, and the answer is the new preview. Requests that could change something are refused with ' +
      '503 meanwhile, and those that have begun are waited for. A second confirmation has the same answer.',
    params,
    body: mergeChoices,
    bodyLimit: maxChoicesBytes,
    answers: { 200: dataOf(mergeAnswer) },
  },

  'DELETE /api/merges/:id': {
    role: 'admin',
    needsKiosk: true,
    summary: 'Removes an uploaded backup.',
    params,
    answers: { 204: empty },
  },
} satisfies Calls

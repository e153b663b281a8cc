/** The calls that erase a person, list the pilots who are due by the rules of retention, and empty a group of their fields. */
import * as Type from 'typebox'
import type { Calls } from '../api/call.ts'
import { answered, choice, dataList, dataOf, integer, orOwn, requested, text } from '../api/schema-parts.ts'
import { idsBody, maxIdsBytes, pilotParams } from '../pilots/schemas.ts'
import { retentionGroups } from '../stored/limits.ts'
import { forgettableNames } from './retention.ts'

/** The order to erase a person for ever. */
const erasureOrder = requested('El borrado va como {"document": "70123456"}', {
  document: Type.String({
    maxLength: 200,
    description:
      'The document of the person or, of an incomplete rider without one, the full name, typed by the one who confirms.',
  }),
})

/** The report of an erasure. */
const erasureReport = answered({
  persons: integer('The number of persons who were erased.'),
  photos: integer('The number of photos.'),
  passages: integer('The number of passages, which stay without the person.'),
  backups: integer('The number of backups on this laptop that were written anew.'),
  unread: Type.Array(text('The name of a backup that cannot be read, and may still have the person.')),
  removed: Type.Array(text('The name of a file with damaged data that was set aside earlier.')),
})
export type ErasureReport = Type.Static<typeof erasureReport>

/** The numbers of pilots who are due. */
const retentionNumbers = answered({
  health: integer('The number of pilots whose health data is due.'),
  contact: integer('The number of pilots whose contacts are due.'),
  everything: integer('The number of pilots who are due as a whole.'),
})
export type RetentionNumbers = Type.Static<typeof retentionNumbers>

/** The group in the path of a list or of an order. */
const dueParams = Type.Object({
  group: choice('El grupo', retentionGroups, 'The group.'),
})

/** A pilot who is due. */
const duePilot = answered({
  id_driver: text('The identifier of the pilot.'),
  name: text('The full name.'),
  last: Type.Optional(
    text('The day of the last registration, renewal, print or passage. Absent if none is known.'),
  ),
  fields: Type.Array(orOwn(forgettableNames, 'A field that would be emptied.'), {
    description: 'The fields that would be emptied, `medical` for the last day of the medical certificate.',
  }),
})
export type DueRecord = Type.Static<typeof duePilot>

/** The result of an order. */
const forgotten = answered({
  pilots: integer('The number of pilots whose fields were emptied, or who were erased. It can be 0.'),
  left: integer('The number of those in the order who were not due any more.'),
  erasure: Type.Optional(erasureReport),
})
export type Forgotten = Type.Static<typeof forgotten>

export const privacyCalls = {
  'POST /api/pilots/:id/erase': {
    role: 'admin',
    isFinal: true,
    summary:
      'Erases a person for ever, also a removed one: from the data, the history and the backups of this laptop.',
    description:
      'It cannot be undone. Passages stay, without the person. 422 if `document` is not that of the person. The answer ' +
      'comes when the backups are written anew, which takes seconds for each.',
    params: pilotParams,
    body: erasureOrder,
    answers: { 200: dataOf(erasureReport) },
  },

  'GET /api/retention': {
    role: 'admin',
    summary: 'Answers with the numbers of pilots who are due by the rules of retention in the settings.',
    answers: { 200: dataOf(retentionNumbers) },
  },

  'GET /api/retention/:group': {
    role: 'admin',
    summary: 'Lists the pilots who are due for a group, those with the oldest activity first.',
    description:
      'A pilot is due when the last registration, renewal, print or passage was so many months ago. For `health` and ' +
      '`contact`, only pilots with a value to empty are listed.',
    params: dueParams,
    answers: { 200: dataList(duePilot) },
  },

  'POST /api/retention/:group': {
    role: 'admin',
    isFinal: true,
    summary: 'Empties the fields of a group for those of the given pilots who are still due, in one change.',
    description:
      'For `everything`, it erases them for ever. The values of before leave the history and the backups of this laptop ' +
      'too. A last day of the policy or of the medical certificate stays while the credential would be valid without it.',
    params: dueParams,
    body: idsBody,
    bodyLimit: maxIdsBytes,
    answers: { 200: dataOf(forgotten) },
  },
} satisfies Calls

/** The call that erases a person. */
import * as Type from 'typebox'
import type { Calls } from '../api/call.ts'
import { answered, dataOf, integer, requested, text } from '../api/schema-parts.ts'
import { pilotParams } from '../pilots/pilot-schemas.ts'

/** The order to erase a person for ever. */
const erasureOrder = requested('El borrado va como {"document": "70123456"}', {
  document: Type.String({
    maxLength: 60,
    description: 'The document of the person, typed by the one who confirms.',
  }),
})

/** The report of an erasure. */
export const erasureReport = answered({
  persons: integer('The number of persons who were erased.'),
  photos: integer('The number of photos.'),
  passages: integer('The number of passages, which stay without the person.'),
  backups: integer('The number of backups on this laptop that were written anew.'),
  unread: Type.Array(text('The name of a backup that cannot be read, and may still have the person.')),
  removed: Type.Array(text('The name of a file with damaged data that was set aside earlier.')),
})

export const erasureCalls = {
  'POST /api/pilots/:id/erase': {
    role: 'admin',
    summary:
      'Erases a person for ever, also a removed one: from the data, the history and the backups of this laptop.',
    description:
      'It cannot be undone. Passages stay, without the person. 422 if `document` is not that of the person. The answer ' +
      'comes when the backups are written anew, which takes seconds for each.',
    params: pilotParams,
    body: erasureOrder,
    answers: { 200: dataOf(erasureReport) },
  },
} satisfies Calls

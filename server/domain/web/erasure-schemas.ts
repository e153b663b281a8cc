/** The JSON schemas of the erasure of a person. */
import * as Type from 'typebox'
import { answered, integer, requested, text } from './schema-parts.ts'

/** The order to erase a person for ever. */
export const erasureOrder = requested('El borrado va como {"document": "70123456"}', {
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

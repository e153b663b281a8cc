/** The JSON schemas of retention: the pilots who are due, and the order to empty a group of their fields. */
import * as Type from 'typebox'
import { fieldNames } from '../pilot/fields.ts'
import { type RetainedName, retentionGroups } from '../retention/retention.ts'
import { enumerate } from '../text/text.ts'
import { erasureReport } from './erasure-schemas.ts'
import { answered, integer, oneOf, text } from './schema-parts.ts'

/** The numbers of pilots who are due. */
export const retentionNumbers = answered({
  health: integer('The number of pilots whose health data is due.'),
  contact: integer('The number of pilots whose contacts are due.'),
  everything: integer('The number of pilots who are due as a whole.'),
})
export type RetentionNumbers = Type.Static<typeof retentionNumbers>

/** The group in the path of a list or of an order. */
export const dueParams = Type.Object({
  group: oneOf(retentionGroups, 'The group.', { message: `El grupo es ${enumerate(retentionGroups, 'o')}` }),
})

const retainedNames: RetainedName[] = [...fieldNames, 'medical']

/** A pilot who is due. */
export const duePilot = answered({
  id_driver: text('The identifier of the pilot.'),
  name: text('The full name.'),
  last: Type.Optional(
    text('The day of the last registration, renewal, print or passage. Absent if none is known.'),
  ),
  fields: Type.Array(oneOf(retainedNames, 'A field that would be emptied.'), {
    description: 'The fields that would be emptied, `medical` for the last day of the medical certificate.',
  }),
})
export type DueRecord = Type.Static<typeof duePilot>

/** The result of an order. */
export const forgotten = answered({
  pilots: integer('The number of pilots whose fields were emptied, or who were erased. It can be 0.'),
  left: integer('The number of those in the order who were not due any more.'),
  erasure: Type.Optional(erasureReport),
})
export type Forgotten = Type.Static<typeof forgotten>

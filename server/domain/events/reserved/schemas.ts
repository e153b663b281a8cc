/** The schemas of the reserved numbers of an event. */
import * as Type from 'typebox'
import { answered, givenDay, requested, text } from '../../api/schema-parts.ts'
import { modalidad, namedCategory, typedNumber } from '../categories/schemas.ts'
import { maxReserved, maxReservedFor } from './reserved.ts'

const properties = {
  number: typedNumber('The number, as the plate shows it.'),
  modalidad,
  category: Type.Optional(namedCategory('The identifier of the category. Absent for the whole modalidad.')),
  for: text('The full name or the document of the person.', {
    maxLength: maxReservedFor,
    message: `El nombre o el documento tiene hasta ${maxReservedFor} letras`,
  }),
  until: Type.Optional(givenDay('The last day. Absent for this event alone.')),
}

const listOf = <Item extends Type.TSchema>(item: Item) =>
  Type.Array(item, {
    maxItems: maxReserved,
    message: `Caben hasta ${maxReserved} números reservados`,
    description: 'The reserved numbers.',
  })

export const givenReserved = listOf(requested('Un número reservado va como un objeto JSON', properties))
export const reservedList = listOf(answered(properties))

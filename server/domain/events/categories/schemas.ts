/** The schemas of the categories and of the reserved numbers of an event. */
import * as Type from 'typebox'
import {
  answered,
  choice,
  givenDay,
  nullable,
  requested,
  requestedByName,
  text,
  version,
} from '../../api/schema-parts.ts'
import { maxClassName } from '../../pilots/classes/classes.ts'
import { maxCategoryId, maxEntryNumber, strokeNames } from '../../stored/limits.ts'
import { maxReserved, maxReservedFor } from '../reserved/reserved.ts'
import {
  ageDayNames,
  categoryNameTooLong,
  maxCategories,
  maxCategoryName,
  maxNumbersText,
} from './category.ts'
import { maxCategoryReason } from './choice.ts'

const whole = (description: string) =>
  Type.Optional(Type.Integer({ description, message: 'Van números enteros, como 125' }))

export const modalidad = text('The modalidad.', {
  maxLength: maxClassName,
  message: 'modalidad es una de las de Ajustes, Clases',
})

/** Returns the schema of the identifier of a category as an order names it. */
export const namedCategory = (description: string) =>
  text(description, {
    maxLength: maxCategoryId,
    message: 'category es el identificador de una categoría del evento',
  })

/** Returns the schema of a number as it is typed. */
export const typedNumber = (description: string) =>
  text(description, {
    maxLength: maxEntryNumber,
    message: `El número tiene hasta ${maxEntryNumber} letras`,
  })

const properties = {
  modalidad,
  name: text('The name.', { maxLength: maxCategoryName, message: categoryNameTooLong }),
  age: Type.Optional(
    requested('age va como un objeto JSON', {
      from: whole('The least age, in years.'),
      to: whole('The greatest age.'),
      on: choice(
        'on',
        ageDayNames,
        'The day on which the age counts: in the year of the event, or its first day.',
      ),
    }),
  ),
  engine: Type.Optional(
    requested('engine va como un objeto JSON', {
      from: whole('The least displacement, in cubic centimetres.'),
      to: whole('The greatest displacement.'),
      strokes: Type.Optional(
        choice('strokes', strokeNames, 'The strokes. Without them, both kinds of engine.'),
      ),
    }),
  ),
  numbers: Type.Optional(
    text('The ranges of numbers, such as `1-199, 901`. Without them, all numbers.', {
      maxLength: maxNumbersText,
      message: `Los números van como 1-199, 901, con hasta ${maxNumbersText} letras`,
    }),
  ),
  places: whole('The most riders of one start.'),
}

const id = text('The identifier, which follows from the first name and stays.', {
  maxLength: maxCategoryId,
  message: 'id es el identificador de la categoría',
})

const listOf = <Item extends Type.TSchema>(item: Item) =>
  Type.Array(item, {
    maxItems: maxCategories,
    message: `Caben hasta ${maxCategories} categorías`,
    description: 'The categories of the modalidades.',
  })

/** The categories of an event. */
export const categoryList = listOf(requested('Una categoría va como un objeto JSON', { id, ...properties }))

/** An identifier of the form of `storedCategories`: it is a part of keys, filters and texts of the history. */
const givenId = text('The identifier, which follows from the first name and stays.', {
  maxLength: maxCategoryId,
  pattern: '^[a-z\\d-]+$',
  message: 'id es el identificador de la categoría, con letras minúsculas, cifras y guiones',
})

/** The categories that a request gives: a new one has no identifier yet. */
export const givenCategories = listOf(
  requested('Una categoría va como un objeto JSON', { id: Type.Optional(givenId), ...properties }),
)

const { modalidad: _modalidad, ...changed } = properties

/** The parts of the calls of one category. */
export const categoryOrders = {
  listed: answered({ id, ...properties, version }),
  given: changed,
  added: { modalidad },
  key: { id },
}

/** The category of an entry as a person chooses it. */
export const categoryChoice = requested('La categoría de una inscripción va como un objeto JSON', {
  id: nullable(id),
  reason: Type.Optional(
    text('The reason for a category that does not fit: its age or its engine.', {
      maxLength: maxCategoryReason,
      message: `El motivo tiene hasta ${maxCategoryReason} letras`,
    }),
  ),
})

export const categoryChoices = Type.Optional(
  requestedByName(
    'Las categorías van como un objeto JSON',
    categoryChoice,
    'The categories by modalidad, with a null `id` for none. Without it, the rider is in the one that fits.',
  ),
)

const reservedProperties = {
  number: typedNumber('The number, as the plate shows it.'),
  modalidad,
  category: Type.Optional(namedCategory('The identifier of the category. Absent for the whole modalidad.')),
  for: text('The full name or the document of the person.', {
    maxLength: maxReservedFor,
    message: `El nombre o el documento tiene hasta ${maxReservedFor} letras`,
  }),
  until: Type.Optional(givenDay('The last day. Absent for this event alone.')),
}

const reservedListOf = <Item extends Type.TSchema>(item: Item) =>
  Type.Array(item, {
    maxItems: maxReserved,
    message: `Caben hasta ${maxReserved} números reservados`,
    description: 'The reserved numbers.',
  })

export const givenReserved = reservedListOf(
  requested('Un número reservado va como un objeto JSON', reservedProperties),
)
export const reservedList = reservedListOf(answered(reservedProperties))

const idOfReserved = text('The identifier: its modalidad, category and number.')

/** The parts of the calls of one reserved number. */
export const reservedOrders = {
  listed: answered({ id: idOfReserved, ...reservedProperties, version }),
  given: reservedProperties,
  added: {},
  key: { id: idOfReserved },
}

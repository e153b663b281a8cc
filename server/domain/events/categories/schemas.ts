/** The schemas of the categories of an event. */
import * as Type from 'typebox'
import { oneOf, requested, text } from '../../api/schema-parts.ts'
import { maxClassName } from '../../pilots/classes/classes.ts'
import { enumerate } from '../../text/text.ts'
import { strokeNames } from '../motorcycle/motorcycle.ts'
import {
  ageDayNames,
  categoryNameTooLong,
  maxCategories,
  maxCategoryId,
  maxCategoryName,
  maxNumbersText,
} from './category.ts'

const whole = (description: string) =>
  Type.Optional(Type.Integer({ description, message: 'Van números enteros, como 125' }))

const properties = {
  modalidad: text('The modalidad.', {
    maxLength: maxClassName,
    message: 'modalidad es una de las de Ajustes, Clases',
  }),
  name: text('The name.', { maxLength: maxCategoryName, message: categoryNameTooLong }),
  age: Type.Optional(
    requested('age va como un objeto JSON', {
      from: whole('The least age, in years.'),
      to: whole('The greatest age.'),
      on: oneOf(ageDayNames, 'The day on which the age counts: in the year of the event, or its first day.', {
        message: `on es ${enumerate(ageDayNames, 'o')}`,
      }),
    }),
  ),
  engine: Type.Optional(
    requested('engine va como un objeto JSON', {
      from: whole('The least displacement, in cubic centimetres.'),
      to: whole('The greatest displacement.'),
      strokes: Type.Optional(
        oneOf(strokeNames, 'The strokes. Without them, both kinds of engine.', {
          message: `strokes es ${enumerate(strokeNames, 'o')}`,
        }),
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

/** The categories that a request gives: a new one has no identifier yet. */
export const givenCategories = listOf(
  requested('Una categoría va como un objeto JSON', { id: Type.Optional(id), ...properties }),
)

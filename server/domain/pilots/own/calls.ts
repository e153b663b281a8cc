/** The calls of the fields of one's own, which admins define. */
import * as Type from 'typebox'
import type { Calls } from '../../api/call.ts'
import { answered, boolean, dataList, integer, oneOf, requested, text } from '../../api/schema-parts.ts'
import { enumerate } from '../../text/text.ts'
import { dataGroups } from '../field.ts'
import type { Definitions } from './definitions.ts'
import { maxOption, maxOptions, maxOwnLabel, ownAudienceNames } from './own-fields.ts'
import { ownKindNames } from './own-name.ts'

/** The longest text that is read at all; `decideAddField` refuses shorter ones with a message for people. */
const maxGiven = 200

const truth = (description: string) => Type.Optional(Type.Literal(true, { description }))

/** A stored definition: see `OwnField`. */
const ownFieldInfo = answered(
  {
    label: text('The label.'),
    options: Type.Optional(Type.Array(Type.String(), { description: 'The choices, of the kind `opcion`.' })),
    audience: oneOf(ownAudienceNames, 'The people who see it, besides the desk.'),
    isRequired: truth('Present if a pilot must have a value.'),
    isOnCard: truth('Present if printed cards have it.'),
    dataGroup: Type.Optional(oneOf(dataGroups, 'The group with which its values are forgotten.')),
    order: Type.Number({ description: 'The place among the others.' }),
    isRetired: truth('Present if nobody is asked for it any more. Its values stay.'),
  },
  { title: 'Field' },
)

/** The stored classes of a field, by their keys: see `ClassOption`. */
const classOptions = Type.Optional(
  Type.Record(
    Type.String(),
    answered({
      name: text('The name.'),
      spellings: Type.Optional(
        Type.Array(Type.String(), { description: 'Other words that files use for it.' }),
      ),
      formerNames: Type.Optional(Type.Array(Type.String(), { description: 'The names that it had before.' })),
      order: Type.Number({ description: 'The place among the others.' }),
      isRetired: truth('Present if nobody can choose it any more.'),
    }),
    { description: 'The options that were added or changed, by their first names.' },
  ),
)

/** All definitions by their names. */
export const definitionsInfo = Type.Unsafe<Definitions>(
  Type.Object(
    { modalidad: classOptions, licencia: classOptions },
    {
      additionalProperties: ownFieldInfo,
      description:
        'The fields of one’s own by their names, which are those of their values in `data_driver`, and the options of ' +
        '`modalidad` and `licencia`.',
    },
  ),
)

/** A definition with its name, and the number of pilots with a value. */
const listedField = answered({
  name: text('The name, such as `propio_opcion_talla`: `propio_`, the kind, and the first label.'),
  ...ownFieldInfo.properties,
  pilots: integer('The number of pilots who have a value.'),
})
export type ListedField = Type.Static<typeof listedField>

const given = {
  label: text(`The label, of at most ${maxOwnLabel} characters.`, {
    maxLength: maxGiven,
    message: `El nombre admite hasta ${maxOwnLabel} caracteres`,
  }),
  options: Type.Optional(
    Type.Array(
      Type.String({ maxLength: maxGiven, message: `Una opción admite hasta ${maxOption} caracteres` }),
      {
        maxItems: 10 * maxOptions,
        message: `Caben hasta ${maxOptions} opciones`,
        description: 'The choices.',
      },
    ),
  ),
  audience: oneOf(ownAudienceNames, 'The people who see it, besides the desk.', {
    message: `audience es ${enumerate(ownAudienceNames, 'o')}`,
  }),
  isRequired: Type.Optional(boolean('True if a pilot must have a value.')),
  isOnCard: Type.Optional(boolean('True if printed cards have it.')),
  dataGroup: Type.Optional(
    oneOf(dataGroups, 'The group with which its values are forgotten.', {
      message: `dataGroup es ${enumerate(dataGroups, 'o')}`,
    }),
  ),
}

const params = Type.Object({ name: text('The name of the field.') })
const answers = { 200: dataList(listedField) }

export const ownFieldCalls = {
  'GET /api/fields': {
    role: 'mesa',
    summary: 'Lists the fields of one’s own in their order, also those that are retired.',
    description:
      'Their values are in `data_driver` under their names: texts, numbers with at most two decimals, days as ' +
      '`YYYY-MM-DD`, one of the options, or `Sí`. A form without one leaves the value as it is.',
    answers,
  },

  'POST /api/fields': {
    role: 'admin',
    summary: 'Adds a field of one’s own, and lists all.',
    description:
      '422 with the reason in `fields` for a label that another field has, and for a thirteenth field. The same field ' +
      'again, as after an answer that was lost, changes nothing.',
    body: requested('El campo va como un objeto JSON', {
      kind: oneOf(ownKindNames, 'The kind, which stays.', {
        message: `kind es ${enumerate(ownKindNames, 'o')}`,
      }),
      ...given,
    }),
    answers,
  },

  'PUT /api/fields/:name': {
    role: 'admin',
    summary: 'Changes a field of one’s own, and lists all. The kind and the values stay.',
    description:
      '`base` is the field before the edit. If it has changed since, the answer is 409, and nothing is stored. Without ' +
      '`base`, the last change counts.',
    params,
    body: requested('El campo va como un objeto JSON', {
      ...given,
      base: Type.Optional(requested('base va como un objeto JSON', given)),
    }),
    answers,
  },

  'POST /api/fields/:name/retire': {
    role: 'admin',
    summary: 'Retires a field of one’s own, or takes it back, and lists all. The values stay.',
    params,
    body: requested('Va {"retired": true} o {"retired": false}', {
      retired: boolean('True to retire it.', { message: 'retired es true o false' }),
    }),
    answers,
  },

  'POST /api/fields/:name/move': {
    role: 'admin',
    summary: 'Moves a field of one’s own before the one above it, or after the one below, and lists all.',
    params,
    body: requested('Va {"up": true} o {"up": false}', {
      up: boolean('True to move it up.', { message: 'up es true o false' }),
    }),
    answers,
  },
} satisfies Calls

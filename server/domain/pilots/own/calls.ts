/** The calls of the definitions, which admins make: the fields of one's own, and the options of modalidad and of licencia. */
import * as Type from 'typebox'
import type { Calls } from '../../api/call.ts'
import {
  answered,
  boolean,
  choice,
  closed,
  integer,
  text,
  textList,
  version,
} from '../../api/schema-parts.ts'
import { listCalls } from '../../collections/calls.ts'
import { fields, ownField } from '../../stored/setting-shapes.ts'
import { classFields, maxClasses, maxClassName, maxSpellings } from '../classes/classes.ts'
import { dataGroups } from '../field.ts'
import type { Definitions } from './definitions.ts'
import { maxDefinitions, maxOption, maxOptions, maxOwnLabel, ownAudienceNames } from './own-fields.ts'
import { ownKindNames } from './own-name.ts'

/** The longest text that is read at all; the decisions refuse shorter ones with a message for people. */
const maxGiven = 200

/** A definition with its name, and the number of pilots with a value. */
const listedField = answered({
  name: text('The name, such as `propio_opcion_talla`: `propio_`, the kind, and the first label.'),
  ...ownField.properties,
  version,
  pilots: integer('The number of pilots who have a value.'),
})
export type ListedField = Type.Static<typeof listedField>

const givenField = {
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
  audience: choice('audience', ownAudienceNames, 'The people who see it, besides the desk.'),
  isRequired: Type.Optional(boolean('True if a pilot must have a value.')),
  isOnCard: Type.Optional(boolean('True if printed cards have it.')),
  dataGroup: Type.Optional(choice('dataGroup', dataGroups, 'The group with which its values are forgotten.')),
}

/** A class, and the number of pilots who have it. */
const listedClass = answered({
  field: choice('field', classFields, 'The field whose option it is.'),
  key: text('The first name, which stays.'),
  name: text('The name, which is the value of the pilots who have it.'),
  spellings: textList('Other words that files use for it.'),
  formerNames: textList('The names that it had before, which are read too.'),
  isRetired: boolean('True if nobody can choose it any more.'),
  version,
  pilots: integer('The number of pilots who have it, or an entry in it.'),
})
export type ListedClass = Type.Static<typeof listedClass>
const { field } = listedClass.properties

const givenClass = {
  name: text(`The name, of at most ${maxClassName} characters.`, {
    maxLength: maxGiven,
    message: `El nombre admite hasta ${maxClassName} caracteres`,
  }),
  spellings: Type.Optional(
    Type.Array(Type.String({ maxLength: maxGiven, message: `Admite hasta ${maxClassName} caracteres` }), {
      maxItems: 10 * maxSpellings,
      message: `Caben hasta ${maxSpellings} palabras`,
      description: 'Other words that files use for it.',
    }),
  ),
}

/** All definitions by their names. */
export const definitionsInfo = Type.Unsafe<Definitions>(
  closed(fields, {
    description:
      'The fields of one’s own by their names, which are those of their values in `data_driver`, and the options of ' +
      '`modalidad` and `licencia`.',
  }),
)

export const definitionCalls = {
  ...listCalls('/api/fields', ':name', {
    one: 'a field of one’s own',
    many: 'the fields of one’s own',
    listed: listedField,
    given: givenField,
    added: { kind: choice('kind', ownKindNames, 'The kind, which stays.') },
    of: {},
    place: {},
    key: { name: text('The name of the field.') },
    most: maxDefinitions,
    bodyMessage: 'El campo va como un objeto JSON',
    says: {
      list:
        'Their values are in `data_driver` under their names: texts, numbers with at most two decimals, days as ' +
        '`YYYY-MM-DD`, one of the options, or `Sí`. A form without one leaves the value as it is.',
      add:
        '422 with the reason in `fields` for a label that another field has, and for a thirteenth field. The same field ' +
        'again, as after an answer that was lost, changes nothing.',
      change: 'The kind and the values stay.',
    },
    leaves: { retire: 'The values stay.' },
  }),
  ...listCalls('/api/classes', ':field/:key', {
    one: 'a modalidad or a licencia',
    many: 'the modalidades and the licencias',
    listed: listedClass,
    given: givenClass,
    added: {},
    of: { field },
    place: {},
    key: { field, key: text('The key of the class.') },
    most: maxClasses,
    bodyMessage: 'La opción va como un objeto JSON',
    says: {
      list: 'They are the options of the form.',
      add: '422 with the reason in `fields` for a name or a spelling that another one has.',
      change:
        'The pilots, entries and rules with the name follow, and the name before is a spelling from then on.',
    },
    leaves: { retire: 'Those who have it keep it.' },
  }),
} satisfies Calls

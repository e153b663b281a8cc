/** The calls of the classes, which admins define: the options of modalidad and of licencia. */
import * as Type from 'typebox'
import type { Calls } from '../../api/call.ts'
import { answered, boolean, dataList, integer, oneOf, requested, text } from '../../api/schema-parts.ts'
import { enumerate } from '../../text/text.ts'
import { classFields, maxClassName, maxSpellings } from './classes.ts'

/** The longest text that is read at all; `decideClasses` refuses shorter ones with a message for people. */
const maxGiven = 200

const listedClass = answered({
  field: oneOf(classFields, 'The field whose option it is.'),
  key: text('The first name, which stays.'),
  name: text('The name, which is the value of the pilots who have it.'),
  spellings: Type.Array(Type.String(), { description: 'Other words that files use for it.' }),
  formerNames: Type.Array(Type.String(), {
    description: 'The names that it had before, which are read too.',
  }),
  isRetired: boolean('True if nobody can choose it any more.'),
  pilots: integer('The number of pilots who have it, or an entry in it.'),
})
export type ListedClass = Type.Static<typeof listedClass>

const given = {
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

const field = oneOf(classFields, 'The field.', { message: `field es ${enumerate(classFields, 'o')}` })
const params = Type.Object({ field, key: text('The key of the class.') })
const answers = { 200: dataList(listedClass) }

export const classCalls = {
  'GET /api/classes': {
    role: 'mesa',
    summary: 'Lists the modalidades and the licencias in their order, also those that are retired.',
    answers,
  },

  'POST /api/classes': {
    role: 'admin',
    summary: 'Adds a modalidad or a licencia, and lists all.',
    description: '422 with the reason in `fields` for a name or a spelling that another one has.',
    body: requested('La opción va como un objeto JSON', { field, ...given }),
    answers,
  },

  'PUT /api/classes/:field/:key': {
    role: 'admin',
    summary: 'Changes the name or the spellings of a modalidad or a licencia, and lists all.',
    description:
      'The pilots, entries and rules with the name follow, and the name before is a spelling from then on. `base` is the ' +
      'class before the edit. If it has changed since, the answer is 409, and nothing is stored.',
    params,
    body: requested('La opción va como un objeto JSON', {
      ...given,
      base: Type.Optional(requested('base va como un objeto JSON', given)),
    }),
    answers,
  },

  'POST /api/classes/:field/:key/retire': {
    role: 'admin',
    summary: 'Retires a modalidad or a licencia, or takes it back, and lists all. Those who have it keep it.',
    params,
    body: requested('Va {"retired": true} o {"retired": false}', {
      retired: boolean('True to retire it.', { message: 'retired es true o false' }),
    }),
    answers,
  },

  'POST /api/classes/:field/:key/move': {
    role: 'admin',
    summary:
      'Moves a modalidad or a licencia before the one above it, or after the one below, and lists all.',
    params,
    body: requested('Va {"up": true} o {"up": false}', {
      up: boolean('True to move it up.', { message: 'up es true o false' }),
    }),
    answers,
  },
} satisfies Calls

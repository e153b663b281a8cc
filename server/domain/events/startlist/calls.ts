/** The calls of the start lists of the open event. */
import * as Type from 'typebox'
import type { Calls } from '../../api/call.ts'
import {
  answered,
  boolean,
  choice,
  dataList,
  file,
  integer,
  optionQuery,
  requested,
  text,
  textList,
} from '../../api/schema-parts.ts'
import { mediaTypes } from '../../import/columns.ts'
import { listKinds } from '../../stored/limits.ts'
import { eventId } from '../calls.ts'
import { modalidad, namedCategory } from '../categories/schemas.ts'
import { maxAtATime, maxHeat, maxPasted, maxSeed, startOrders } from './start-list.ts'

/** The forms of the file of a list, with their media types. */
export const startForms = { pdf: 'application/pdf', csv: mediaTypes.csv } as const
export type StartForm = keyof typeof startForms

const kind = choice('kind', listKinds, 'Whether the list is provisional or final.')

/** A group of riders: without `category`, the whole modalidad. */
const group = {
  modalidad,
  category: Type.Optional(
    namedCategory('The identifier of a category of the modalidad; empty for the riders without one.'),
  ),
}

/** An issue of the list of a group. */
const issue = {
  ...group,
  title: text('The group for people, such as `MOTOCROSS · MX2`.'),
  kind,
  version: integer('The version. Of a preview, the one that it would have.'),
  at: text('The moment of the issue: ISO 8601. Of a preview, now.'),
}

/** A number of riders, or of minutes. */
function atATime(description: string, words: string) {
  const message = `${words} de 1 a ${maxAtATime}`
  return Type.Optional(
    Type.Integer({ minimum: 1, maximum: maxAtATime, message, description: `${description} By default 1.` }),
  )
}

/** The list to make. */
const startOrder = requested('La lista de salida va como un objeto JSON', {
  event: eventId,
  ...group,
  modalidad: Type.Optional(modalidad),
  kind,
  order: choice('order', startOrders, 'The order of the riders.'),
  heat: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxHeat,
      message: `En una manga caben de 1 a ${maxHeat}`,
      description:
        'The riders of a heat at most. Without it, the places of the category; else all are in one.',
    }),
  ),
  seed: Type.Optional(
    text('The seed of the order `draw`: the same one gives the same order.', {
      maxLength: maxSeed,
      message: `La semilla tiene hasta ${maxSeed} letras`,
    }),
  ),
  numbers: Type.Optional(
    text('The numbers of the order `list`, separated by spaces, commas or lines.', {
      maxLength: maxPasted,
      message: `Los números tienen hasta ${maxPasted} letras`,
    }),
  ),
  from: Type.Optional(
    text('The time of the first start, `HH:MM`, for riders who start one after another.', {
      maxLength: 5,
      pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
      message: 'La hora de la primera salida va como 08:00',
    }),
  ),
  together: atATime('The riders who start at one time.', 'Salen juntos'),
  minutes: atATime('The minutes from one start to the next.', 'Entre dos salidas hay'),
  cross: Type.Optional(
    boolean('True to cross out riders who lack a check. By default from the first day of the event on.'),
  ),
  grid: Type.Optional(boolean('True for a PDF with a grid of two columns, as for karting.')),
  starter: Type.Optional(boolean('True for the file of the starter: number, name and category only.')),
  issue: Type.Optional(boolean('True to issue the list, as every file does. Otherwise, it is a preview.')),
})
export type StartListOrder = Type.Static<typeof startOrder>

const startListInfo = answered({
  ...issue,
  order: text('The order in Spanish, with the seed of a draw, and the times of the starts.'),
  heats: Type.Array(
    answered({
      title: text('The heat, and the number of its riders.'),
      riders: Type.Array(
        answered({
          number: text('The number; empty without one.'),
          name: text('The full name.'),
          club: text('The club; may be empty.'),
          category: Type.Optional(text('The name of the category, if the rider is in one.')),
          lacks: text('The checks that are missing, in Spanish: the rider is crossed out. Empty for none.'),
          time: Type.Optional(text('The time of the start, `HH:MM`, with `from`.')),
        }),
        { description: 'The riders in their order.' },
      ),
    }),
    { description: 'The heats.' },
  ),
  notes: textList(
    'What a person should look at, in Spanish: pasted numbers that nobody has, riders left out.',
  ),
})
export type StartListInfo = Type.Static<typeof startListInfo>

const issuedInfo = answered({
  ...issue,
  riders: integer('The number of riders on it.'),
  changes: textList('The changes since, in Spanish. The list is out of date unless there are none.'),
})
export type IssuedInfo = Type.Static<typeof issuedInfo>

export const startListCalls = {
  'GET /api/start-lists': {
    role: 'mesa',
    summary:
      'Lists the last start list of each group of riders of the open event, with what has changed since.',
    answers: { 200: dataList(issuedInfo) },
  },

  'POST /api/start-lists': {
    role: 'mesa',
    summary: 'Answers with the start list of a group of riders, or sends it as a file.',
    description:
      'Without `modalidad`, the lists are those of all categories, and of each modalidad without one: with `from`, those ' +
      'of a modalidad start one after another. A file, or `issue`, issues the list: it then has the next version of the ' +
      'group, unless it is the same as the last one. Riders who lack a check are crossed out: see `cross`. 409 if the event is not open any more, and 422 with ' +
      '`fields` for a group without riders.',
    query: Type.Object({
      format: optionQuery('format', Object.keys(startForms) as StartForm[], 'The form of the file.'),
    }),
    body: startOrder,
    answers: { 200: file(Object.values(startForms), dataList(startListInfo)) },
  },
} satisfies Calls

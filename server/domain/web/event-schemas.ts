/** The JSON schemas of events and of their entries. */
import * as Type from 'typebox'
import { countryCodes } from '../countries.ts'
import { checkNames, maxEntryNumber, maxEntryTransponder } from '../event/entry.ts'
import {
  eventNameTooLong,
  eventPlaceTooLong,
  gateDemands,
  maxEventName,
  maxEventPlace,
} from '../event/event.ts'
import { modalidadNames } from '../pilot/fields.ts'
import { enumerate } from '../text/text.ts'
import { pilotIds, pilotRecord, selection } from './pilot-schemas.ts'
import { answered, boolean, integer, nullable, oneOf, requested, text } from './schema-parts.ts'

const modalidad = oneOf(modalidadNames, 'The modalidad.', { message: 'modalidad es una de las del registro' })

const eventId = text('The identifier of the event.', {
  maxLength: 20,
  message: 'event es el identificador del evento',
})

const dayOrNone = (description: string) =>
  text(description, {
    pattern: '^(\\d{4}-\\d{2}-\\d{2})?$',
    maxLength: 10,
    message: 'El día va como 2026-12-31, o vacío',
  })

const country = oneOf(
  ['', ...countryCodes],
  'The country: its code of ISO 3166-1, such as PE. Empty if nobody has chosen one.',
  { message: 'country es el código de un país del que PilotOS sabe, como PE, o vacío' },
)

const eventProperties = {
  name: text('The name. Empty for the first event of a folder until somebody names it.', {
    maxLength: maxEventName,
    message: eventNameTooLong,
  }),
  place: text('The place; may be empty.', {
    maxLength: maxEventPlace,
    message: eventPlaceTooLong,
  }),
  first: dayOrNone('The first day; empty if nobody has set it.'),
  last: dayOrNone('The last day; empty if nobody has set it.'),
  modalidades: Type.Array(modalidad, {
    maxItems: modalidadNames.length,
    message: 'modalidades son algunas de las del registro',
    description: 'The modalidades that ride.',
  }),
  checks: Type.Array(oneOf(checkNames, 'A check.', { message: `checks son ${enumerate(checkNames)}` }), {
    maxItems: checkNames.length,
    message: `checks son algunas de ${enumerate(checkNames)}`,
    description: 'The checks that the event wants before a rider starts.',
  }),
  demand: oneOf(gateDemands, 'What a gate demands besides a valid credential.', {
    message: `demand es ${enumerate(gateDemands, 'o')}`,
  }),
}

/** The data of an event as people set it: a new one, or that of the open one. Without a country, the country stays. */
export const eventData = requested('El evento va como un objeto JSON', {
  ...eventProperties,
  country: Type.Optional(country),
})

/** An event, with its numbers. */
export const eventInfo = answered(
  {
    id: eventId,
    ...eventProperties,
    country,
    opened_at: text('The moment at which it was opened. Empty for the first.'),
    closed_at: nullable(text('The moment at which the next one was opened. Null for the open event.')),
  },
  { title: 'Event' },
)
export type EventInfo = Type.Static<typeof eventInfo>

/** The path of one event. */
export const eventParams = Type.Object({ id: eventId })

const number = nullable(
  text('The number; null for none.', {
    maxLength: maxEntryNumber,
    message: `El número tiene hasta ${maxEntryNumber} letras`,
  }),
)

/** Enters the selected riders in the open event. */
export const enterOrder = requested('La inscripción va como un objeto JSON', {
  event: eventId,
  ...selection,
  modalidades: Type.Optional(
    Type.Array(modalidad, {
      minItems: 1,
      maxItems: modalidadNames.length,
      message: 'modalidades son algunas de las del registro',
      description: 'The modalidades to enter each rider in. Without it, each is entered in his own.',
    }),
  ),
  number: Type.Optional(number),
  numbers: Type.Optional(
    requested(
      'Los números van como un objeto JSON',
      Object.fromEntries(modalidadNames.map((name) => [name, Type.Optional(number)])) as Record<
        (typeof modalidadNames)[number],
        Type.TOptional<typeof number>
      >,
    ),
  ),
})
export type EnterOrder = Type.Static<typeof enterOrder>

/** The numbers that are taken in one modalidad of the open event. */
export const takenNumbersInfo = answered({
  modalidad: text('The modalidad.'),
  numbers: Type.Array(text('A number that a rider has in it.')),
})
export type TakenNumbersInfo = Type.Static<typeof takenNumbersInfo>

/** Enters the riders of another event. */
export const carryOrder = requested('El pedido va como un objeto JSON', {
  event: eventId,
  from: text('The identifier of the other event.', {
    maxLength: 20,
    message: 'from es el identificador de un evento',
  }),
})
export type CarryOrder = Type.Static<typeof carryOrder>

/** Changes one entry. What is absent stays. */
export const entryChange = requested('La inscripción va como un objeto JSON', {
  event: eventId,
  modalidad,
  to: requested('El cambio va como un objeto JSON', {
    modalidad: Type.Optional(modalidad),
    number: Type.Optional(number),
    transponder: Type.Optional(
      nullable(
        text('The transponder; null for none.', {
          maxLength: maxEntryTransponder,
          message: `El transponder tiene hasta ${maxEntryTransponder} letras`,
        }),
      ),
    ),
    checks: Type.Optional(
      requested(
        'Los requisitos van como un objeto JSON',
        Object.fromEntries(
          checkNames.map((name) => [name, Type.Optional(boolean('True for done, false for not done.'))]),
        ) as Record<(typeof checkNames)[number], Type.TOptional<Type.TBoolean>>,
      ),
    ),
  }),
})
export type EntryChangeOrder = Type.Static<typeof entryChange>

/** Takes riders out of the open event or, with `modalidad`, out of that modalidad. */
export const withdrawOrder = requested('El retiro va como un objeto JSON', {
  event: eventId,
  ids: pilotIds,
  modalidad: Type.Optional(modalidad),
})
export type WithdrawOrder = Type.Static<typeof withdrawOrder>

/** The result of an order. */
export const entriesReport = answered({
  changed: integer('The number of entries that were made, changed or taken out.'),
  unchanged: integer('The number of entries that are as they were ordered already.'),
  refused: Type.Array(
    answered({
      id: text('The identifier of a rider who was not entered.'),
      name: text('The full name.'),
      modalidad: text('The modalidad.'),
      reason: text('The reason, in Spanish.'),
      other: Type.Optional(text('The identifier of the rider who has the number, if that is the reason.')),
    }),
    { description: 'At most 100 riders who were not entered.' },
  ),
  refused_total: integer('The number of all riders who were not entered, by modalidad.'),
  pilots: Type.Array(pilotRecord, { description: 'The changed riders, if they are at most 50.' }),
})
export type EntriesReportInfo = Type.Static<typeof entriesReport>

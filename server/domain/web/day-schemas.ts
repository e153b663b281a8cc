/** The JSON schemas of the end of a day: who is still inside, the phones whose pairing ends, and the backup. */
import * as Type from 'typebox'
import { answered, integer, text } from './schema-parts.ts'

const inside = Type.Array(
  answered({
    id: Type.Optional(text('The identifier of the pilot now. It is absent for a removed pilot.')),
    name: Type.Optional(text('The full name. It is absent for a removed pilot.')),
    npiloto: Type.Optional(text('The number. It is absent for a removed pilot.')),
    since: text('The time of the last entry.'),
    gate: text('The gate of the last entry.'),
  }),
)

const phone = answered({
  user: text('The account of the phone.'),
  gate: text('The gate of the pairing.'),
  device: Type.Optional(text('A description of the phone.')),
  last_seen: Type.Optional(text('The time of its last request, within a minute. Absent without a session.')),
})

/** What a day would end with. */
export const openDay = answered({
  /** Those who have been inside for the longest time first. */
  inside,
  /** Those that were not heard of for the longest time first. */
  phones: Type.Array(phone),
})
export type OpenDay = Type.Static<typeof openDay>
export type RiderInside = OpenDay['inside'][number]

/** What a day has ended with. */
export const closedDay = answered({
  backup: answered({
    name: text('The name of the backup: see `GET /api/backups`.'),
    size: integer('Its size, in bytes.'),
  }),
  ended: integer('The number of phones whose pairing has ended.'),
  inside,
})
export type ClosedDay = Type.Static<typeof closedDay>

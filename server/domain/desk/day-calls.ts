/** The calls of the end of a day: who is still inside, the phones whose pairing ends, and the backup. */
import * as Type from 'typebox'
import type { Calls } from '../api/call.ts'
import { answered, dataOf, integer, text } from '../api/schema-parts.ts'

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
const openDay = answered({
  /** Those who have been inside for the longest time first. */
  inside,
  /** Those that were not heard of for the longest time first. */
  phones: Type.Array(phone),
})
export type OpenDay = Type.Static<typeof openDay>
export type RiderInside = OpenDay['inside'][number]

/** What a day has ended with. */
const closedDay = answered({
  backup: answered({
    name: text('The name of the backup: see `GET /api/backups`.'),
    size: integer('Its size, in bytes.'),
  }),
  ended: integer('The number of phones whose pairing has ended.'),
  inside,
})
export type ClosedDay = Type.Static<typeof closedDay>

export const dayCalls = {
  'GET /api/day': {
    role: 'admin',
    summary: 'Answers with who is still inside, and with the phones that are paired with gates.',
    description:
      'A person is inside by the last counted passage: see `GET /api/passages/summary`. The server does not know which ' +
      'scans a phone has not sent yet.',
    answers: { 200: dataOf(openDay) },
  },

  'POST /api/day': {
    role: 'admin',
    summary: 'Closes the day: makes a backup on the server, and then ends the pairings of all phones.',
    description:
      'If the backup fails, nothing else is done. The backup is never removed automatically, and is downloaded like any ' +
      'other. A second call makes another backup, and ends what was paired since. 503 while another call runs.',
    answers: { 200: dataOf(closedDay) },
  },
} satisfies Calls

/** The calls of gates: scans, passages, incidents, the roster, and the emergency contact of a pilot. */
import * as Type from 'typebox'
import type { Calls } from '../api/call.ts'
import {
  answered,
  dataList,
  dataOf,
  empty,
  file,
  flag,
  givenDay,
  integer,
  nullable,
  onceQuery,
  oneOf,
  optionQuery,
  pageQuery,
  requested,
  text,
} from '../api/schema-parts.ts'
import { downloadTypes, exportQuery } from '../import/calls.ts'
import { emergencyNames } from '../pilots/fields.ts'
import { pilotParams } from '../pilots/schemas.ts'
import { directions, maxScans, passageResults } from './passage.ts'
import { gateName, gateRoster, passageAnswer, passageNumbers, passageRecord, scan } from './schemas.ts'

/** The body of `POST /api/passages`. */
const passagesBody = requested('Las lecturas van como un objeto JSON', {
  passages: Type.Array(scan, {
    minItems: 1,
    maxItems: maxScans,
    message: `passages es una lista de 1 a ${maxScans} lecturas`,
  }),
})

/** The filter of passages, in an address. */
const passagesFilter = {
  gate: onceQuery('gate', 'Only passages of this gate.'),
  result: optionQuery('result', passageResults, 'Only passages with this result.', 'uno de: '),
  direction: Type.Optional(
    oneOf(directions, 'Only passages in this direction.', { message: 'direction es in u out' }),
  ),
  pilot: onceQuery('pilot', 'Only passages of the pilot with this identifier, by any of its codes.'),
  incidents: flag('Only open incidents: nobody took them back or settled them.'),
  settled: flag('Only settled incidents.'),
  event: onceQuery('event', 'Only passages of the event with this identifier, or of the one that is `open`.'),
  from: Type.Optional(givenDay('The first day of the scans, where the laptop is.')),
  to: Type.Optional(givenDay('The last day.')),
}

/** The filter and the page of the list of passages, in an address. */
const passagesQuery = Type.Object({ ...passagesFilter, ...pageQuery('a page has 50 passages') })
export type PassagesQuery = Type.Static<typeof passagesQuery>

/** The filter and the format of an export of passages, in an address. */
const passagesExportQuery = Type.Object({ ...passagesFilter, ...exportQuery.properties })

/** The path of one passage. */
const passageParams = Type.Object({ id: text('The `id` of the passage.') })

/** The body that settles an incident. */
const settlementBody = requested('El motivo va como un objeto JSON', {
  /** `settlementReason` refuses shorter texts than this, with a message for people. */
  reason: text('The reason: one line, 1–200 characters.', { maxLength: 4000, message: 'reason es un texto' }),
})

/** One page of passages, the newest first. */
const passagesAnswer = answered({
  data: Type.Array(passageRecord),
  total: integer('The number of passages on all pages.'),
  /** For the filter. */
  gates: Type.Array(text('The name of a gate of any passage, in alphabetical order.')),
})

/** The gate that asks for an emergency contact. */
const contactOrder = requested('La puerta va como un objeto JSON', { gate: gateName })

/** The emergency contact of a pilot. */
const emergencyContact = answered(
  Object.fromEntries(
    emergencyNames.map((name) => [name, nullable(text(`The value of \`${name}\`, or null without one.`))]),
  ) as Record<(typeof emergencyNames)[number], Type.TUnion<[Type.TString, Type.TNull]>>,
)
export type EmergencyContact = Type.Static<typeof emergencyContact>

export const gateCalls = {
  'POST /api/passages': {
    role: 'puerta',
    needsKiosk: true,
    summary: 'Records 1 to 500 scans in their order, and answers each in the same order.',
    description:
      'A scan with the `id` of a stored one changes nothing and gets the stored result. A passage is **counted** if the ' +
      'person was let through, it is no repeat, and nobody took it back. The result is decided as follows:\n\n' +
      '1. A code that belongs to nobody is `unknown`. The code of a removed pilot is unknown too.\n' +
      '2. A scan of a pilot at the same gate, in the same direction, at most a minute before or after a counted ' +
      'passage is a `repeat`, unless the pilot has passed in the other direction in between.\n' +
      '3. An exit of a known pilot is a `pass`.\n' +
      '4. A credential that is not valid on the day of the scan is `expired` or `suspended`, and a revoked card is ' +
      '`revoked`. A card that was scanned offline before it was revoked is not.\n' +
      '5. An entry is `again` if the last counted passage before it, or the first one after it, is an entry of the same ' +
      'day. The setting `daily` counts all entries of the day, and `after-exit` also those of the last seven days. ' +
      'Only `warn`, the default, lets the person through.\n' +
      '6. Any other entry is a `pass`.\n\n' +
      'A device that could not reach the server has answered by itself: the server stores what happened (`admitted`). ' +
      'Entries that were let through, although their result is neither `pass` nor `repeat`, are **incidents**. So are ' +
      'these:\n\n' +
      '- A scan with the `id` of an earlier one, but with another `scanned`, `direction` or `corrects`: the result is ' +
      '`conflict`, and nobody is let through. The passage gets another `id`.\n' +
      '- An offline scan whose `at` is before the pairing or the sign-in of its device (at the laptop itself: more than ' +
      'seven days ago) or after now. `at` is then the time of the server, and `doubt` is `time`.\n' +
      '- An offline entry with a card that was revoked before the server learned of the scan: `doubt` is ' +
      '`revoked`.\n\n' +
      'The gate of a paired phone is that of its pairing, whatever it sends. Others name one of the gates of the ' +
      'settings; an offline scan may also name a gate that was renamed or removed since. Only staff of the desk take ' +
      'back a passage of another gate than that of the correction. Anything else is refused with 400.',
    body: passagesBody,
    answers: { 200: dataList(passageAnswer) },
  },

  'GET /api/passages/summary': {
    role: 'puerta',
    summary: 'Counts persons. Today begins at midnight where the laptop is.',
    answers: { 200: dataOf(passageNumbers) },
  },

  'GET /api/passages': {
    role: 'mesa',
    summary: 'Lists the passages, the newest first by their arrival. Reading counts nothing.',
    query: passagesQuery,
    answers: { 200: passagesAnswer },
  },

  'PUT /api/passages/:id/settlement': {
    role: 'mesa',
    summary: 'Settles an incident with a reason, and answers with it.',
    description:
      'The same reason of the same person again changes nothing. 409 if another person has settled it, or if the ' +
      'passage is no incident, also since it was taken back.',
    params: passageParams,
    body: settlementBody,
    answers: { 200: dataOf(passageRecord) },
  },

  'DELETE /api/passages/:id/settlement': {
    role: 'mesa',
    summary: 'Opens a settled incident again, and answers with it. An incident that is open stays so.',
    params: passageParams,
    answers: { 200: dataOf(passageRecord) },
  },

  'GET /api/passages/export': {
    role: 'mesa',
    summary: 'Sends the passages that a filter finds as a file, the oldest first.',
    query: passagesExportQuery,
    answers: { 200: file(downloadTypes) },
  },

  'POST /api/pilots/:id/emergency-contact': {
    role: 'puerta',
    summary: 'Shows a gate the emergency contact of a pilot, once the history of the pilot has who saw it.',
    description:
      'The entry of the history has the gate: that of the pairing for a paired phone, whatever it sends, and one of the ' +
      'gates of the settings for others. Nothing is noted for a pilot without a contact, all of whose values are null. ' +
      'If the entry cannot be stored, the answer is an error without the contact.',
    params: pilotParams,
    body: contactOrder,
    answers: { 200: dataOf(emergencyContact) },
  },

  'GET /api/gate/roster': {
    role: 'puerta',
    needsKiosk: true,
    summary: 'Sends the pilots that a gate needs when it cannot reach the server.',
    description:
      'The answer has an `ETag`, and is 304 without content for a request whose `If-None-Match` names the current one. ' +
      'It is compressed with gzip for a client that accepts this.',
    answers: { 200: file([], dataOf(gateRoster)), 304: empty },
  },
} satisfies Calls

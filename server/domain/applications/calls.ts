/** The calls by which riders apply on their own phones, and the desk decides on their applications. */
import * as Type from 'typebox'
import type { Calls } from '../api/call.ts'
import {
  answered,
  boolean,
  bytes,
  choice,
  dataList,
  dataOf,
  empty,
  file,
  integer,
  nullable,
  onceQuery,
  oneOf,
  requested,
  text,
} from '../api/schema-parts.ts'
import { definitionsInfo } from '../pilots/own/calls.ts'
import { maxWifi } from '../stored/limits.ts'
import { guardianInfo, waiverInfo } from '../waivers/schemas.ts'
import { maxApplicationText, maxRefusal } from './application.ts'

const states = ['waiting', 'approved', 'refused'] as const

const turn = integer('The number that the desk calls, from 1 to 999.')

/** The form on a phone. */
const formInfo = answered({
  event: text('The name of the event.'),
  asks_private: boolean(
    'True if this page may ask for health data and the emergency contact: it is on https.',
  ),
  secure_url: nullable(text('The address of the form on https, if the server has one.')),
  consent: answered({ text: text('The text; empty if nobody is asked.'), version: integer('Its version.') }),
  waiver: nullable(waiverInfo),
  categories: Type.Array(
    answered({
      id: text('The identifier.'),
      name: text('The name.'),
      modalidad: text('The modalidad to which it belongs.'),
    }),
  ),
  fields: definitionsInfo,
  country: Type.Optional(
    text('The country of the event, whose documents the form takes: its code of ISO 3166-1.'),
  ),
})
export type ApplicationForm = Type.Static<typeof formInfo>

/** The parts of the form of a phone, as they are sent. Any others are dropped. */
export const applicationParts = requested('La autoinscripción va como multipart/form-data', {
  id: text(
    'A random text of 22 letters, digits, `-` and `_`. A second one with it is the same application.',
    {
      maxLength: 22,
      message: 'Falta la parte id',
    },
  ),
  code: text('The code of the poster.', { maxLength: 20, message: 'Falta la parte code' }),
  application: text('The application, as JSON: `values`, `consent`, `waiver`, `category` and `language`.', {
    maxLength: maxApplicationText,
    message: 'Falta la parte application',
  }),
  _img: Type.Optional(bytes('The photo: JPEG, PNG or WebP, of at most 10 MB.')),
})

/** The application as its phone sees it. It is the same for a rider whom the desk knows, and for a new one. */
const applicationStatus = answered({
  turn,
  state: oneOf(states, 'What the desk has decided.'),
  signed: Type.Optional(
    boolean('While it waits: true if it has a signature below the waiver of now. Absent if nobody signs.'),
  ),
  refused: Type.Optional(text('The reason, if it is refused.')),
  pilot: Type.Optional(text('The identifier of the credential, if it is approved.')),
})
export type ApplicationStatus = Type.Static<typeof applicationStatus>

const applicationProperties = {
  id: text('The identifier.'),
  turn,
  at: text('The time at which it arrived.'),
  name: text('The full name.'),
  document: text('The document, as people write it; empty if there is none.'),
  minor: boolean('True for a rider under 18.'),
  photo: nullable(text('The name of the photo.')),
  known: Type.Optional(text('The identifier of the pilot who has the document. Absent for a new rider.')),
  missing: Type.Array(Type.String(), { description: 'The required fields that are left to the desk.' }),
  category: Type.Optional(text('The identifier of the category that the rider asks for.')),
  signed: Type.Optional(
    boolean(
      'True if the rider has signed the waiver of now, on the phone or before. Absent if nobody signs.',
    ),
  ),
}

const applicationInfo = answered(applicationProperties)
export type ApplicationInfo = Type.Static<typeof applicationInfo>

const wholeApplication = answered({
  ...applicationProperties,
  waiver: Type.Optional(
    answered({
      version: integer('The version of the text that the rider has signed.'),
      strokes: text('The drawing: see `strokes.ts`.'),
      guardian: guardianInfo,
    }),
  ),
  data_driver: text('The values, as JSON, as in a record.'),
  version: text('Differs after each correction by the rider.'),
  consent: Type.Optional(
    answered({
      version: integer('The version of the text that the rider has accepted.'),
      guardian: Type.Optional(text('The adult who has accepted it for a rider under 18.')),
    }),
  ),
})

const receptionInfo = answered({
  is_open: boolean('True if riders may apply now.'),
  until: text('The moment at which it closes by itself; empty without one.'),
  wifi: text('The name of the Wi-Fi on the poster; may be empty.'),
  url: text('The address on the poster; empty before it was opened for the first time.'),
  waiting: integer('The number of applications that wait.'),
})

export type ReceptionInfo = Type.Static<typeof receptionInfo>

const params = Type.Object({ id: text('The identifier of the application.') })

export const applicationCalls = {
  'GET /api/applications/form': {
    role: 'public',
    needsKiosk: true,
    summary:
      'Answers with what the form on the phone of a rider asks for. 409 if nobody may apply now, and 410 for a poster with an earlier code.',
    query: Type.Object({ code: onceQuery('code', 'The code of the poster.', { maxLength: 20 }) }),
    answers: { 200: dataOf(formInfo) },
  },

  'POST /api/applications': {
    role: 'public',
    needsKiosk: true,
    summary: 'Takes an application of a rider, which waits until the desk decides.',
    description:
      'A rider whom the desk knows is answered exactly as a new one. 429 if 5 applications of the device wait already, or 200 ' +
      'in all. 409 with `strokes` in `fields` if the text of the waiver has changed since it was signed.',
    consumes: ['multipart/form-data'],
    body: applicationParts,
    answers: { 201: dataOf(applicationStatus) },
  },

  'GET /api/applications/:id/status': {
    role: 'public',
    needsKiosk: true,
    summary: 'Answers the phone that has sent an application.',
    params,
    answers: { 200: dataOf(applicationStatus) },
  },

  'GET /api/applications/:id/card.png': {
    role: 'public',
    needsKiosk: true,
    summary: 'Sends the card to the phone whose application was approved, as a PNG. 404 for any other.',
    params,
    answers: { 200: file(['image/png']) },
  },

  'GET /api/applications/:id/qr.svg': {
    role: 'public',
    needsKiosk: true,
    summary: 'Sends the QR with which the desk opens an application.',
    params,
    answers: { 200: file(['image/svg+xml']) },
  },

  'GET /api/applications': {
    role: 'mesa',
    needsKiosk: true,
    summary: 'Lists the applications that wait, in the order of their arrival.',
    answers: { 200: dataList(applicationInfo) },
  },

  'GET /api/applications/:id': {
    role: 'mesa',
    needsKiosk: true,
    summary: 'Answers with an application that waits. Approving it is `POST /api` with `application`.',
    params,
    answers: { 200: dataOf(wholeApplication) },
  },

  'POST /api/applications/:id/refuse': {
    role: 'mesa',
    isFinal: true,
    needsKiosk: true,
    summary: 'Refuses an application, with a reason that its phone shows.',
    params,
    body: requested('El rechazo va como {"reason": "Falta la licencia"}', {
      reason: text('The reason.', {
        pattern: '\\S',
        maxLength: maxRefusal,
        message: `Escriba el motivo, de hasta ${maxRefusal} letras: el piloto lo lee en su teléfono`,
      }),
    }),
    answers: { 200: dataOf(applicationStatus) },
  },

  'DELETE /api/applications/:id': {
    role: 'mesa',
    isFinal: true,
    needsKiosk: true,
    summary: 'Removes an application without a trace.',
    params,
    answers: { 204: empty },
  },

  'GET /api/reception': {
    role: 'mesa',
    summary: 'Answers whether riders may apply on their own phones.',
    answers: { 200: dataOf(receptionInfo) },
  },

  'GET /api/reception/poster.pdf': {
    role: 'mesa',
    summary: 'Sends the poster with the QR of the form, as a PDF of one page. 409 before the first opening.',
    answers: { 200: file(['application/pdf']) },
  },

  'PUT /api/reception': {
    role: 'admin',
    summary: 'Opens or closes the reception of applications, for the open event. Absent properties stay.',
    body: requested('La autoinscripción se abre con {"is_open": true}', {
      is_open: Type.Optional(boolean('True to open it.', { message: 'is_open es true o false' })),
      until: Type.Optional(
        text('The moment at which it closes: ISO 8601, UTC; empty without one.', {
          maxLength: 30,
          message: 'until es un momento, como 2026-11-28T18:00:00.000Z',
        }),
      ),
      wifi: Type.Optional(
        text('The name of the Wi-Fi.', {
          maxLength: maxWifi,
          message: `El nombre del Wi-Fi tiene hasta ${maxWifi} letras`,
        }),
      ),
      renew: Type.Optional(
        choice('renew', ['code'], '`code` for another code: the posters before it are useless then.'),
      ),
    }),
    answers: { 200: dataOf(receptionInfo) },
  },
} satisfies Calls

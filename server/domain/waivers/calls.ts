/** The calls by which riders sign the waiver, and admins write its text. */
import * as Type from 'typebox'
import type { Calls } from '../api/call.ts'
import {
  answered,
  boolean,
  dataList,
  dataOf,
  file,
  requested,
  seenVersion,
  text,
} from '../api/schema-parts.ts'
import { pilotParams } from '../pilots/schemas.ts'
import { drawing, signedInfo, waiverInfo } from './schemas.ts'
import { maxWaiverText, waiverTextTooLong } from './waiver.ts'

const signature = requested('La firma va como un objeto JSON', {
  ...drawing,
  strokes: Type.Optional(drawing.strokes),
  paper: Type.Optional(
    boolean('True without `strokes`, if the desk has seen the signature on paper.', {
      message: 'paper es true o false',
    }),
  ),
  at: Type.Optional(
    text('With `offline`: the time of the signature by the clock of the device, with a time zone.', {
      maxLength: 40,
      message: 'at es una fecha y hora ISO 8601',
    }),
  ),
  offline: Type.Optional(
    boolean('True if the device kept the signature while it could not reach the server.', {
      message: 'offline es true o false',
    }),
  ),
})
export type SignatureBody = Type.Static<typeof signature>

export const waiverCalls = {
  'GET /api/waiver': {
    role: 'puerta',
    summary: 'Answers with the text that riders of the open event sign. The list is empty if there is none.',
    answers: { 200: dataList(waiverInfo) },
  },

  'PUT /api/waiver': {
    role: 'admin',
    summary: 'Changes the text for the open event and those after it. Everybody signs a new text anew.',
    description:
      '409 if another admin has changed it since `version`: the hash of the text, or `ninguno` if there was none.',
    body: requested('El deslinde va como {"text": "…"}', {
      text: text('The new text. With an empty one nobody signs any more.', {
        maxLength: maxWaiverText,
        message: waiverTextTooLong,
      }),
      version: seenVersion,
    }),
    answers: { 200: dataList(waiverInfo) },
  },

  'POST /api/pilots/:id/waiver': {
    role: 'puerta',
    summary: 'Stores the signature of a rider, who may be named by any code.',
    description:
      'A second one below the same text changes nothing, but for one with a guardian after one without, and a drawing after one on paper. 409 if the text has changed, ' +
      'unless the signature is `offline`: then it stands below the text that was signed.',
    params: pilotParams,
    body: signature,
    answers: { 200: dataOf(signedInfo) },
  },

  'DELETE /api/pilots/:id/waiver': {
    role: 'mesa',
    isFinal: true,
    summary: 'Takes back the signature of a rider below the text of the open event.',
    params: pilotParams,
    answers: { 200: dataOf(answered({ removed: boolean('True if there was one.') })) },
  },

  'GET /api/pilots/:id/waiver.pdf': {
    role: 'mesa',
    summary: 'Sends the signatures of a rider, each on one page, the last one first. 404 without any.',
    params: pilotParams,
    answers: { 200: file(['application/pdf']) },
  },

  'GET /api/events/:id/waivers.pdf': {
    role: 'mesa',
    summary:
      'Sends the signatures below the text of an event, of all riders who are entered in it, by last name. 404 without any.',
    params: Type.Object({ id: text('The identifier of the event, or `open`.') }),
    answers: { 200: file(['application/pdf']) },
  },
} satisfies Calls

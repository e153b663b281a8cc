/** The calls about the server itself: its change feed, the description of its API, and the commands of its machine. */
import * as Type from 'typebox'
import type { Calls } from '../api/call.ts'
import { file, oneOf, publicUrl, text } from '../api/schema-parts.ts'
import type { ErrorDetails, ErrorKind } from '../errors.ts'

/** The stores of which a command may call methods. */
export const storeNames = [
  'pilots',
  'photos',
  'accounts',
  'settings',
  'passages',
  'merges',
  'erasures',
] as const

const serverInfo = Type.Object({ publicUrl: publicUrl })

/** The call of a method of a store. Bytes are sent as `{ base64 }`. */
const remoteCall = Type.Object({
  part: oneOf(storeNames, 'A store.'),
  method: text('The name of a method of that store.'),
  args: Type.Array(Type.Unknown(), { description: 'Its arguments. Bytes are `{"base64": "…"}`.' }),
})

export type RemoteCall = Type.Static<typeof remoteCall>

/** The answer to such a call. */
export type RemoteAnswer =
  | { result: unknown }
  | { failure: { kind: ErrorKind; message: string; details: ErrorDetails } }

const remoteAnswer = Type.Unsafe<RemoteAnswer>(
  Type.Union([
    Type.Object({ result: Type.Unknown({ description: 'Its result.' }) }),
    Type.Object({
      failure: Type.Object({
        kind: text('The kind of an expected failure: see `ErrorKind`.'),
        message: text('The message of that failure, in Spanish.'),
      }),
    }),
  ]),
)

const description =
  'The commands of the same machine use this call while a server runs on their data folder. The header ' +
  '`x-pilotos-secret` must contain the secret of the server; without it the answer is 404. The call may change with ' +
  'each version, and is not for other programs.'

export const serverCalls = {
  'GET /api/changes': {
    role: 'puerta',
    summary: 'Keeps the connection open and sends server-sent events, whose data is JSON.',
    answers: { 200: file(['text/event-stream']) },
  },

  // They say nothing that the desk may not know, and strangers need none of it.
  'GET /api/openapi.json': {
    role: 'mesa',
    summary: 'Answers with this document.',
    answers: { 200: file(['application/json']) },
  },

  'GET /api/docs': {
    role: 'mesa',
    summary: 'Answers with a page to read this document, which needs no script and no internet.',
    answers: { 200: file(['text/html']) },
  },

  'GET /terminal': {
    role: 'terminal',
    summary: 'Answers a command with the public address.',
    description,
    answers: { 200: serverInfo },
  },

  'POST /terminal': {
    role: 'terminal',
    summary: 'Calls a method of a store for a command.',
    description,
    body: remoteCall,
    bodyLimit: 512 * 1024 * 1024,
    answers: { 200: file([], remoteAnswer) },
  },
} satisfies Calls

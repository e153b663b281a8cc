/**
 * The calls of the API, each of which is defined once, in the `calls.ts` of its feature. The server registers a route for
 * each of them (`server/http/serve.ts`), and the roles and the OpenAPI document follow. A page calls them by name
 * (`client/api/call.ts`), and knows only their types, so that no schema is in its scripts.
 */
import type * as Type from 'typebox'
import { applicationCalls } from '../applications/calls.ts'
import { credentialCalls } from '../credential/calls.ts'
import { printingCalls } from '../credential/printing-calls.ts'
import { deskCalls } from '../desk/calls.ts'
import { settingsCalls } from '../desk/settings-calls.ts'
import { eventCalls } from '../events/calls.ts'
import { entryCalls } from '../events/entry-calls.ts'
import { reportCalls } from '../events/report/calls.ts'
import { startListCalls } from '../events/startlist/calls.ts'
import { gateCalls } from '../gate/calls.ts'
import { importCalls } from '../import/calls.ts'
import { mergeCalls } from '../merge/calls.ts'
import { photoCalls } from '../photos/calls.ts'
import { pilotCalls } from '../pilots/calls.ts'
import { definitionCalls } from '../pilots/own/calls.ts'
import { privacyCalls } from '../privacy/calls.ts'
import { staffCalls } from '../staff/calls.ts'
import { tillCalls } from '../till/calls.ts'
import { waiverCalls } from '../waivers/calls.ts'
import type { WrittenAnswer } from './call.ts'

export const calls = {
  ...pilotCalls,
  ...definitionCalls,
  ...credentialCalls,
  ...printingCalls,
  ...deskCalls,
  ...importCalls,
  ...photoCalls,
  ...staffCalls,
  ...applicationCalls,
  ...settingsCalls,
  ...gateCalls,
  ...waiverCalls,
  ...tillCalls,
  ...eventCalls,
  ...entryCalls,
  ...reportCalls,
  ...startListCalls,
  ...privacyCalls,
  ...mergeCalls,
}

type CallTable = typeof calls
export type CallName = keyof CallTable

/** The value of a part of a call: `params`, `query` or `body`. Undefined if the call has no such part. */
export type PartOf<Name extends CallName, Part extends string> =
  CallTable[Name] extends Record<Part, infer Schema extends Type.TSchema> ? Type.Static<Schema> : undefined

/** The JSON of the successful answers of a call. */
export type AnswerOf<Name extends CallName> = JsonOf<AnswersOf<Name>>

/** The schemas of the successful answers of a call. */
export type AnswersOf<Name extends CallName> = CallTable[Name]['answers'][keyof CallTable[Name]['answers']]

type JsonOf<Answer> =
  Answer extends WrittenAnswer<infer Json>
    ? Type.Static<Json>
    : Answer extends Type.TSchema
      ? Type.Static<Answer>
      : never

/** The parameters of the address of a call. */
export type AddressInput<Name extends CallName> = Given<'params', PartOf<Name, 'params'>> &
  Given<'query', PartOf<Name, 'query'>>

/** A property that may be left out if all of its own properties may be. */
type Given<Part extends string, Value> = Value extends undefined
  ? unknown
  : Record<never, never> extends Value
    ? { [Key in Part]?: Value }
    : { [Key in Part]: Value }

/** The data that a page sends with a call: the parameters of its address, and its body. */
export type CallInput<Name extends CallName> = AddressInput<Name> & Sent<BodyOf<Name>>

type Sent<Body> = Body extends undefined ? unknown : { body: Body }

/** Files, and forms with files, are sent as they are. */
type BodyOf<Name extends CallName> = CallTable[Name] extends { consumes: string[] }
  ? FormData | Blob
  : Buffer extends PartOf<Name, 'body'>
    ? FormData | Blob
    : Unchanged<PartOf<Name, 'body'>>

type Unchanged<Value> = Value extends object
  ? { readonly [Key in keyof Value]: Unchanged<Value[Key]> }
  : Value

/** The arguments after the name of a call: none are needed if all of them may be left out. */
export type Rest<Input> = Record<never, never> extends Input ? [input?: Input] : [input: Input]

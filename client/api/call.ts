/** Calls the API by the names of its calls, of which the page knows the types: see `server/domain/api/calls.ts`. */
import { type Parameters, writeAddress } from '#domain/api/call-address'
import type { AnswerOf, CallInput, CallName, Rest } from '#domain/api/calls'
import type { CredentialPilot, ShownPilot } from '#domain/api/wire'
import type { PilotRecord } from '#domain/pilots/pilot-schemas'
import { type Answer, first, pilotOf, readAnswer, request as send } from './api.ts'

/** The data that a call sends, with the options of `fetch` that a caller may give. Only a call without a body has headers. */
export type Input<Name extends CallName> = CallInput<Name> &
  Pick<RequestInit, 'signal' | 'keepalive' | 'headers' | 'cache'>

/** An item of the answer to a call. */
export type ItemOf<Name extends CallName> =
  AnswerOf<Name> extends { data: readonly (infer Item)[] } ? Item : never

/** Returns the answer of the server, which is empty if it has no content. @throws ApiError if the server refuses or does not answer */
export async function call<Name extends CallName>(
  name: Name,
  ...input: Rest<Input<Name>>
): Promise<Answer<ItemOf<Name>> & AnswerOf<Name>> {
  const answer = await readAnswer<ItemOf<Name>>(await request(name, ...input))
  return answer as Answer<ItemOf<Name>> & AnswerOf<Name>
}

/** Returns the first item of the answer of the server. @throws ApiError */
export async function callForOne<Name extends CallName>(
  name: Name,
  ...input: Rest<Input<Name>>
): Promise<ItemOf<Name>> {
  return first(await call(name, ...input))
}

/** Returns the items of the answer of the server. @throws ApiError */
export async function callForList<Name extends CallName>(
  name: Name,
  ...input: Rest<Input<Name>>
): Promise<ItemOf<Name>[]> {
  return (await call(name, ...input)).data
}

/** The calls that answer with pilots. */
type PilotCall = { [Name in CallName]: ItemOf<Name> extends PilotRecord ? Name : never }[CallName]

/** Returns the pilot of the answer of the server. @throws ApiError */
export async function callForPilot<Name extends PilotCall>(
  name: Name,
  ...input: Rest<Input<Name>>
): Promise<ShownPilot> {
  return pilotOf((await call(name, ...input)) as Answer<PilotRecord>)
}

/** Returns one pilot, with the fields that this browser may see. */
export function loadPilot(id: string, signal?: AbortSignal): Promise<CredentialPilot> {
  return callForPilot('GET /api', { query: { list: id }, signal })
}

/** Returns the response of the server, with any status. @throws ApiError if no response arrives */
export function request<Name extends CallName>(name: Name, ...input: Rest<Input<Name>>): Promise<Response> {
  const [{ params, query, body, ...options } = {}] = input as [AnyInput?]
  const [method] = name.split(' ')
  return send(writeAddress(name, { params, query }), { method, ...options, ...(body && sent(body)) })
}

interface AnyInput extends Parameters, Omit<RequestInit, 'body'> {
  body?: object
}

/** Sends files, and forms with files, as they are, and anything else as JSON. */
function sent(body: object): RequestInit {
  if (body instanceof Blob || body instanceof FormData) return { body }
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

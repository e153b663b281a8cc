/** Calls the API by the names of its calls (specification, section 7), of which the page knows the types. */
import { type Parameters, writeAddress } from '#domain/api/addresses'
import { orderHeader } from '#domain/api/call'
import type { AnswerOf, CallInput, CallName, Rest } from '#domain/api/calls'
import { fromRecord, type ShownPilot } from '#domain/api/wire'
import type { ErrorDetails } from '#domain/errors'
import type { PilotRecord } from '#domain/pilots/schemas'
import { inOrder, parseJson } from '#domain/text/text'
import { whileAnswering } from './silence.ts'

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
  const answer = await readAnswer<ItemOf<Name>>(await callForResponse(name, ...input))
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

/** Returns the response of the server to a call, with any status. @throws ApiError if no response arrives */
export function callForResponse<Name extends CallName>(
  name: Name,
  ...input: Rest<Input<Name>>
): Promise<Response> {
  const [{ params, query, body, ...options } = {}] = input as [AnyInput?]
  const [method] = name.split(' ')
  const address = writeAddress(name, { params, query })
  const init = { method, ...options, ...(body && sent(body)) }
  return method === 'GET' ? request(address, init) : sendOrder(address, init)
}

/** The identifiers of orders that are not answered yet, or whose answers were lost, by what they say. */
const openOrders = new Map<string, string>()

/** The time in milliseconds after which a press for the same is another order. */
const sameFor = 600_000

/** Sends an order with its identifier. A second press, also after a failure, is the same order, which the kiosk does once. */
async function sendOrder(address: string, { headers, ...init }: RequestInit): Promise<Response> {
  const said = `${init.method} ${address} ${textOf(init.body)}`
  const id = openOrders.get(said) ?? crypto.getRandomValues(new Uint32Array(3)).join('-')
  openOrders.set(said, id)
  setTimeout(() => openOrders.delete(said), sameFor)
  const response = await request(address, { ...init, headers: { ...headers, [orderHeader]: id } })
  if (response.status < 500) openOrders.delete(said)
  return response
}

/** Returns the text of a body, in which a file is its size. */
function textOf(body: unknown): unknown {
  if (body instanceof FormData) return Array.from(body, (part) => part.map(textOf)).join()
  return body instanceof Blob ? body.size : body
}

/** Returns the response of the server, with any status. @throws ApiError if no response arrives */
export function request(path: string, { signal, ...init }: RequestInit = {}): Promise<Response> {
  const cut = new AbortController()
  const abort = () => cut.abort()
  signal?.addEventListener('abort', abort)
  if (signal?.aborted) abort()
  return whileAnswering(fetch(path, { ...init, signal: cut.signal })).catch((error) => {
    abort()
    throw signal?.aborted ? error : new ApiError(0, noAnswer)
  })
}

interface AnyInput extends Parameters, Omit<RequestInit, 'body'> {
  body?: object
}

/** Sends files, and forms with files, as they are, and anything else as JSON. */
function sent(body: object): RequestInit {
  if (body instanceof Blob || body instanceof FormData) return { body }
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

/** A refusal by the server, or a missing answer (`status` 0). The message is Spanish text for people. */
export class ApiError extends Error {
  /** One message per field, by its name on the wire. */
  readonly fields: Record<string, string>

  constructor(
    readonly status: number,
    message: string,
    readonly details: ErrorDetails = {},
  ) {
    super(message)
    this.fields = details.fields ?? {}
  }

  /** Returns true if a retry of the request may succeed. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status >= 500
  }
}

export interface Answer<Item> {
  data: Item[]
  total?: number
  total_capped?: boolean
  approximate?: boolean
}

export const noAnswer =
  'El kiosco no responde. Revise que siga abierto en la laptop y que este equipo esté en su red.'

/** Reads the answer in a response. @throws ApiError if it is a refusal or has no data */
export async function readAnswer<Item>(response: Response): Promise<Answer<Item>> {
  const body = await whileAnswering(response.text()).then(parseAnswer<Item>, () => undefined)
  return answerOf({ status: response.status, body })
}

/** Parses the body of an answer, whose texts are shown. Returns undefined if it is not JSON. */
export function parseAnswer<Item>(text: string): Received<Item>['body'] {
  return parseJson(inOrder(text)) as Received<Item>['body']
}

/** Reads a response of the server. @throws ApiError if it is a refusal or has no data */
export function answerOf<Item>({ status, body }: Received<Item>): Answer<Item> {
  if (status === 204) return { data: [] }
  if (status >= 400) throw new ApiError(status, body?.error ?? noAnswer, body)
  if (!Array.isArray(body?.data)) throw new ApiError(0, noAnswer)
  return { ...body, data: body.data }
}

export function pilotOf(answer: Answer<PilotRecord>): ShownPilot {
  const pilot = fromRecord(first(answer))
  if (!pilot) throw new ApiError(0, noAnswer)
  return pilot
}

export function first<Item>({ data: [item] }: Answer<Item>): Item {
  if (item === undefined) throw new ApiError(0, noAnswer)
  return item
}

interface Received<Item> {
  status: number
  /** Undefined if the body is not JSON. */
  body?: Partial<Answer<Item>> & ErrorDetails & { error?: string }
}

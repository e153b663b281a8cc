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

/** The orders that are on their way, or whose answers were lost, by what they say, with the number of times on the way. */
const openOrders = new Map<string, { id: string; sent: number }>()

/**
 * Sends an order with its identifier. A second press, also after a failure, is the same order, which the kiosk does once,
 * unless another order was answered meanwhile: it may have taken back what this one did.
 */
async function sendOrder(address: string, { headers, ...init }: RequestInit): Promise<Response> {
  const said = `${init.method} ${address} ${textOf(init.body)}`
  const order = openOrders.get(said) ?? { id: crypto.getRandomValues(new Uint32Array(3)).join('-'), sent: 0 }
  openOrders.set(said, order)
  order.sent += 1
  const response = await request(address, {
    ...init,
    headers: { ...headers, [orderHeader]: order.id },
  }).finally(() => {
    order.sent -= 1
  })
  if (response.status < 500 && (await isWhole(response)))
    for (const [one, { sent }] of openOrders) if (one === said || sent === 0) openOrders.delete(one)
  return response
}

/** Returns false for an answer whose end is lost. A file may be long, and is not waited for. */
async function isWhole(response: Response): Promise<boolean> {
  if (!response.headers.get('content-type')?.includes('json')) return true
  const copy = response.clone()
  return copy.text().then(Boolean, () => false)
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

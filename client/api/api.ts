/** The server calls that every page may make (specification, section 7). Only this file calls `fetch`. */

import type { ErrorDetails } from '#domain/errors'
import { inOrder, parseJson } from '#domain/text/text'
import { recordPath } from '#domain/web/addresses'
import type { PilotRecord } from '#domain/web/pilot-schemas'
import { type CredentialPilot, fromRecord, type ShownPilot } from '#domain/web/wire'

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

/** The pause before a retry after a temporary failure, in milliseconds. */
export const retryAfter = 3000

/** The calls of staff are in `staff-api.ts`, because a page for a scanned credential need not load them. */
export const api = {
  /** Returns one pilot, with the fields that this browser may see. */
  credential: (id: string, signal?: AbortSignal): Promise<CredentialPilot> =>
    callForPilot(recordPath(id), { signal }),
}

export interface Answer<Item> {
  data: Item[]
  total?: number
  total_capped?: boolean
  approximate?: boolean
}

export const noAnswer =
  'El kiosco no responde. Revise que siga abierto en la laptop y que este equipo esté en su red.'

/** Returns the answer of the server. @throws ApiError if the server refuses or does not answer */
export async function call<Item>(path: string, init?: RequestInit): Promise<Answer<Item>> {
  return readAnswer<Item>(await request(path, init))
}

/** Returns the first item of the answer of the server. @throws ApiError */
export async function callForOne<Item>(path: string, init?: RequestInit): Promise<Item> {
  return first(await call<Item>(path, init))
}

/** Returns the pilot of the answer of the server. @throws ApiError */
export async function callForPilot(path: string, init?: RequestInit): Promise<ShownPilot> {
  return pilotOf(await call<PilotRecord>(path, init))
}

/** Reads the answer in a response. @throws ApiError if it is a refusal or has no data */
export async function readAnswer<Item>(response: globalThis.Response): Promise<Answer<Item>> {
  const body = await response.text().then(parseAnswer<Item>, () => undefined)
  return answerOf({ status: response.status, body })
}

/** Parses the body of an answer, whose texts are shown. Returns undefined if it is not JSON. */
export function parseAnswer<Item>(text: string): Response<Item>['body'] {
  return parseJson(inOrder(text)) as Response<Item>['body']
}

/** Reads a response of the server. @throws ApiError if it is a refusal or has no data */
export function answerOf<Item>({ status, body }: Response<Item>): Answer<Item> {
  if (status === 204) return { data: [] }
  if (status >= 400) throw new ApiError(status, body?.error ?? noAnswer, body)
  if (!Array.isArray(body?.data)) throw new ApiError(0, noAnswer)
  return { ...body, data: body.data }
}

/** Returns the options of a POST request that sends JSON. */
export function posted(body: object): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
}

/** Returns the options of a PUT request that sends JSON. */
export function put(body: object): RequestInit {
  return { ...posted(body), method: 'PUT' }
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

interface Response<Item> {
  status: number
  /** Undefined if the body is not JSON. */
  body?: Partial<Answer<Item>> & ErrorDetails & { error?: string }
}

/** Returns the response of the server, with any status. @throws ApiError if no response arrives */
export function request(path: string, init?: RequestInit): Promise<globalThis.Response> {
  return fetch(path, init).catch((error) => {
    if (init?.signal?.aborted) throw error
    throw new ApiError(0, noAnswer)
  })
}

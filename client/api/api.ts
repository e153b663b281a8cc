/** The requests of a page and the answers of the server (specification, section 7). Only this file calls `fetch`. */

import { fromRecord, type ShownPilot } from '#domain/api/wire'
import type { ErrorDetails } from '#domain/errors'
import type { PilotRecord } from '#domain/pilots/pilot-schemas'
import { inOrder, parseJson } from '#domain/text/text'

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

export interface Answer<Item> {
  data: Item[]
  total?: number
  total_capped?: boolean
  approximate?: boolean
}

export const noAnswer =
  'El kiosco no responde. Revise que siga abierto en la laptop y que este equipo esté en su red.'

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

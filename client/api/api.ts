/** The calls of the server (specification, section 7) that every page may make: the only place that fetches. */
import type { Pilot } from '#domain/pilot/pilot'
import { recordPath, sessionPath } from '#domain/web/addresses'
import {
  answersElement,
  type CredentialPilot,
  fromRecord,
  type PilotRecord,
  type SessionInfo,
} from '#domain/web/wire'

/** What the server refused, or that it did not answer (`status` 0). The message is for people. */
export class ApiError extends Error {
  /** One message a field, by its name on the wire. */
  readonly fields: Record<string, string>

  constructor(
    readonly status: number,
    message: string,
    readonly details: ErrorDetails = {},
  ) {
    super(message)
    this.fields = details.fields ?? {}
  }

  /** Whether the same may go well a little later. */
  get isPassing(): boolean {
    return this.status === 0 || this.status >= 500
  }
}

/** Before what failed in passing is asked once more, in milliseconds. */
export const retryAfter = 3000

/** What the server says besides the message. */
interface ErrorDetails {
  fields?: Record<string, string>
  /** The pilot that stands in the way. */
  id?: string
  /** When the credential was revoked: ISO 8601, UTC. */
  revoked_at?: string
  /** How many of `total` have a card already. */
  printed?: number
  total?: number
  /** Whether nobody knows if it was stored; the message says so. */
  unknown?: true
}

/** Those of staff stand in `staff-api.ts`, for whoever scans a credential need not load them. */
export const api = {
  /** One pilot, as much of it as this browser may see. */
  async credential(id: string, signal?: AbortSignal): Promise<CredentialPilot> {
    return pilotOf(await call<PilotRecord>(recordPath(id), { signal }))
  },

  async session(signal?: AbortSignal): Promise<SessionInfo> {
    return first(await call<SessionInfo>(sessionPath, { signal }))
  },

  async signIn(user: string, password: string): Promise<SessionInfo> {
    return first(await call<SessionInfo>(sessionPath, posted({ user, password })))
  },

  async signOut(): Promise<void> {
    await call(sessionPath, { method: 'DELETE' })
  },
}

export interface Answer<Item> {
  data: Item[]
  total?: number
}

export const noAnswer =
  'El kiosco no responde. Revise que siga abierto en la laptop y que este equipo esté en su red.'

/** @throws ApiError */
export async function call<Item>(path: string, init: RequestInit): Promise<Answer<Item>> {
  const { status, body } = (init.method ? undefined : broughtAnswer(path)) ?? (await ask(path, init))
  if (status === 204) return { data: [] }
  if (status >= 400) throw new ApiError(status, body?.error ?? noAnswer, body)
  if (!Array.isArray(body?.data)) throw new ApiError(0, noAnswer)
  return { ...body, data: body.data }
}

/** A request that sends JSON. */
export function posted(body: object): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
}

export function pilotOf(answer: Answer<PilotRecord>): Pilot {
  const pilot = fromRecord(first(answer))
  if (!pilot) throw new ApiError(0, noAnswer)
  return pilot
}

export function first<Item>({ data: [item] }: Answer<Item>): Item {
  if (item === undefined) throw new ApiError(0, noAnswer)
  return item
}

interface Response {
  status: number
  /** Undefined where it is no JSON. */
  body?: Partial<Answer<never>> & ErrorDetails & { error?: string }
}

async function ask(path: string, init: RequestInit): Promise<Response> {
  const response = await request(path, init)
  return { status: response.status, body: await response.json().catch(() => undefined) }
}

/** What the server answers with, whatever it is. @throws ApiError where none comes */
export function request(path: string, init?: RequestInit): Promise<globalThis.Response> {
  return fetch(path, init).catch((error) => {
    if (init?.signal?.aborted) throw error
    throw new ApiError(0, noAnswer)
  })
}

/** The answer that the page has brought along; it is good once, since later another may be true. */
function broughtAnswer(path: string): Response | undefined {
  brought ??= JSON.parse(document.getElementById(answersElement)?.textContent || '{}') as Brought
  const { [path]: answer, ...others } = brought
  brought = others
  return answer
}

type Brought = Record<string, Response>

let brought: Brought | undefined

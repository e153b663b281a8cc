/** The calls of the server (specification, section 7): the only place that fetches. */
import { apiPath, recordPath, sessionPath } from '#domain/addresses'
import { fieldNames } from '#domain/fields'
import { pageSize } from '#domain/list-query'
import type { Pilot } from '#domain/pilot'
import {
  answersElement,
  type CredentialPilot,
  fromRecord,
  type PilotRecord,
  type SessionInfo,
} from '#domain/wire'

/** What the server refused, or that it did not answer (`status` 0). The message is for people. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** One message a field, by its name on the wire. */
    readonly fields: Record<string, string> = {},
    /** The pilot that stands in the way. */
    readonly id?: string,
  ) {
    super(message)
  }
}

/** One page, with the question that it answers. */
export interface PilotList {
  search: string
  page: number
  pilots: Pilot[]
  total: number
}

/** What the form sends: raw values by field, and the photo where one was chosen. */
export interface Submission {
  values: Record<string, unknown>
  photo?: File
}

export const api = {
  async list({ search, page }: { search: string; page: number }, signal?: AbortSignal): Promise<PilotList> {
    const query = new URLSearchParams({ list: 'all', page: String(page), per_page: String(pageSize) })
    if (search) query.set('search', search)
    const { data, total = data.length } = await call<PilotRecord>(`${apiPath}?${query}`, { signal })
    return { search, page, pilots: data.flatMap((record) => fromRecord(record) ?? []), total }
  },

  /** One pilot, whole, as the form needs it: what is shown to others is not enough. */
  async get(id: string, signal?: AbortSignal): Promise<Pilot> {
    const pilot = await api.credential(id, signal)
    if (!isWhole(pilot)) throw new ApiError(401, 'Inicie sesión para continuar')
    return pilot
  },

  /** One pilot, as much of it as this browser may see. */
  async credential(id: string, signal?: AbortSignal): Promise<CredentialPilot> {
    return pilotOf(await call<PilotRecord>(recordPath(id), { signal }))
  },

  async register(submission: Submission): Promise<Pilot> {
    return pilotOf(await call<PilotRecord>(apiPath, { method: 'POST', body: formOf(submission) }))
  },

  async update(id: string, submission: Submission): Promise<Pilot> {
    const body = formOf(submission)
    body.set('id_driver', id)
    return pilotOf(await call<PilotRecord>(apiPath, { method: 'POST', body }))
  },

  async session(signal?: AbortSignal): Promise<SessionInfo> {
    return first(await call<SessionInfo>(sessionPath, { signal }))
  },

  async signIn(user: string, password: string): Promise<SessionInfo> {
    const body = JSON.stringify({ user, password })
    const headers = { 'content-type': 'application/json' }
    return first(await call<SessionInfo>(sessionPath, { method: 'POST', headers, body }))
  },

  async signOut(): Promise<void> {
    await call(sessionPath, { method: 'DELETE' })
  },
}

interface Answer<Item> {
  data: Item[]
  total?: number
}

const noAnswer =
  'El kiosco no responde. Revise que siga abierto en la laptop y que este equipo esté en su red.'

async function call<Item>(path: string, init: RequestInit): Promise<Answer<Item>> {
  const { status, body } = (init.method ? undefined : broughtAnswer(path)) ?? (await ask(path, init))
  if (status === 204) return { data: [] }
  if (status >= 400) throw new ApiError(status, body?.error ?? noAnswer, body?.fields, body?.id)
  if (!Array.isArray(body?.data)) throw new ApiError(0, noAnswer)
  return { ...body, data: body.data }
}

interface Response {
  status: number
  /** Undefined where it is no JSON. */
  body?: Partial<Answer<never>> & { error?: string; fields?: Record<string, string>; id?: string }
}

async function ask(path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(path, init).catch((error) => {
    if (init.signal?.aborted) throw error
    throw new ApiError(0, noAnswer)
  })
  return { status: response.status, body: await response.json().catch(() => undefined) }
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

function formOf({ values, photo }: Submission): FormData {
  const form = new FormData()
  form.set('data_driver', JSON.stringify(values))
  if (photo) form.set('_img', photo)
  return form
}

function isWhole(pilot: CredentialPilot): pilot is Pilot {
  return fieldNames.every((name) => pilot[name] !== undefined)
}

function pilotOf(answer: Answer<PilotRecord>): Pilot {
  const pilot = fromRecord(first(answer))
  if (!pilot) throw new ApiError(0, noAnswer)
  return pilot
}

function first<Item>({ data: [item] }: Answer<Item>): Item {
  if (item === undefined) throw new ApiError(0, noAnswer)
  return item
}

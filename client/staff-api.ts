/** The calls of the server that only staff make. */
import { apiPath } from '#domain/addresses'
import { fieldNames } from '#domain/fields'
import { pageSize } from '#domain/list-query'
import type { Pilot } from '#domain/pilot'
import { type CredentialPilot, fromRecord, type PilotRecord } from '#domain/wire'
import { ApiError, api, call, pilotOf } from './api.ts'

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

export const staffApi = {
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

  async register(submission: Submission): Promise<Pilot> {
    return pilotOf(await call<PilotRecord>(apiPath, { method: 'POST', body: formOf(submission) }))
  },

  async update(id: string, submission: Submission): Promise<Pilot> {
    const body = formOf(submission)
    body.set('id_driver', id)
    return pilotOf(await call<PilotRecord>(apiPath, { method: 'POST', body }))
  },
}

function formOf({ values, photo }: Submission): FormData {
  const form = new FormData()
  form.set('data_driver', JSON.stringify(values))
  if (photo) form.set('_img', photo)
  return form
}

function isWhole(pilot: CredentialPilot): pilot is Pilot {
  return fieldNames.every((name) => pilot[name] !== undefined)
}

/** The calls of the server that only staff make. */
import type { PrintOptions } from '#domain/cards'
import type { ExportOptions } from '#domain/import/export'
import type { ImportOptions } from '#domain/import/import'
import { type ListFilter, type ListView, type PilotCounts, pageSize } from '#domain/list-query'
import { fieldNames } from '#domain/pilot/fields'
import type { HistoryEntry } from '#domain/pilot/history'
import type { Pilot } from '#domain/pilot/pilot'
import {
  apiPath,
  countPath,
  exportAddress,
  importAddress,
  listPath,
  pilotPath,
  printPath,
} from '#domain/web/addresses'
import {
  type CredentialPilot,
  fromRecord,
  type ImportAnswer,
  type PilotRecord,
  type PrintInfo,
  type PrintProgress,
  toRecord,
} from '#domain/web/wire'
import { ApiError, api, call, first, noAnswer, pilotOf, posted, request } from './api.ts'

/** One page, with the question that it answers. */
export interface PilotList {
  view: ListView
  pilots: Pilot[]
  total: number
}

/** What the form sends: raw values by field, and the photo where one was chosen; null removes the stored one. */
export interface Submission {
  values: Record<string, unknown>
  photo?: File | null
}

/** A file as it is saved. */
export interface NamedFile {
  name: string
  content: Blob
}

/** Some pilots by their identifiers, or those that a search and filters find. */
export interface Selection extends ListFilter {
  ids?: readonly string[]
}

/** Which cards are printed, and how. */
export interface PrintOrder extends PrintOptions, Selection {
  /** Those that have a card too, or only those that have none. */
  again?: boolean
  only_new?: boolean
}

export const staffApi = {
  async list(view: ListView, signal?: AbortSignal): Promise<PilotList> {
    const { data, total = data.length } = await call<PilotRecord>(listPath(view, pageSize), { signal })
    return { view, pilots: data.flatMap((record) => fromRecord(record) ?? []), total }
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

  /** `base` is the pilot that the edit began with. @throws ApiError 409 where somebody has changed it since */
  async update(id: string, submission: Submission, base?: Pilot): Promise<Pilot> {
    const body = formOf(submission)
    body.set('id_driver', id)
    if (base) body.set('base', JSON.stringify(toRecord(base)))
    return pilotOf(await call<PilotRecord>(apiPath, { method: 'POST', body }))
  },

  /** Gives what was removed, which `undoRemove` brings back. */
  async remove(id: string): Promise<Pilot> {
    return pilotOf(await call<PilotRecord>(pilotPath(id), { method: 'DELETE' }))
  },

  async undoRemove(id: string): Promise<Pilot> {
    return pilotOf(await call<PilotRecord>(pilotPath(id, 'undo-remove'), { method: 'POST' }))
  },

  /** Gives the pilot with the new code. */
  async revoke(id: string): Promise<Pilot> {
    return pilotOf(await call<PilotRecord>(pilotPath(id, 'revoke'), { method: 'POST' }))
  },

  /** The oldest first. */
  async history(id: string, signal?: AbortSignal): Promise<HistoryEntry[]> {
    return (await call<HistoryEntry>(pilotPath(id, 'history'), { signal })).data
  },

  async count(signal?: AbortSignal): Promise<PilotCounts> {
    return first(await call<PilotCounts>(countPath, { signal }))
  },

  /** Imports the bytes of a spreadsheet, or with `dryRun` says what that would do. */
  async import(body: ArrayBuffer, options: ImportOptions, signal?: AbortSignal): Promise<ImportAnswer> {
    return first(await call<ImportAnswer>(importAddress(options), { method: 'POST', body, signal }))
  },

  /** A file with the pilots of a selection; with all of them where it is empty. */
  async export(options: ExportOptions, { ids, ...filter }: Selection = {}): Promise<NamedFile> {
    const response = await request(exportAddress(options, filter), ids && posted(ids))
    if (!response.ok) {
      const { error = noAnswer } = await response.json().catch(() => ({}))
      throw new ApiError(response.status, error)
    }
    const [, name = `pilotos.${options.format}`] =
      /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
    const content = await response.blob().catch(() => {
      throw new ApiError(0, noAnswer)
    })
    return { name, content }
  },

  /** What is known of the printer. */
  async printer(signal?: AbortSignal): Promise<PrintInfo> {
    return first(await call<PrintInfo>(printPath(), { signal }))
  },

  /** Begins to prepare the cards, and gives the name of the job. @throws ApiError with `printed` where some have one */
  async print(order: PrintOrder): Promise<string> {
    return first(await call<{ job: string }>(printPath(), posted(order))).job
  },

  async printProgress(job: string, signal?: AbortSignal): Promise<PrintProgress> {
    return first(await call<PrintProgress>(printPath(job), { signal }))
  },

  /** Reaches the server even from a page that is being closed. */
  async cancelPrint(job: string): Promise<void> {
    await call(printPath(job), { method: 'DELETE', keepalive: true })
  },
}

function formOf({ values, photo }: Submission): FormData {
  const form = new FormData()
  form.set('data_driver', JSON.stringify(values))
  if (photo) form.set('_img', photo)
  if (photo === null) form.set('remove_img', '1')
  return form
}

function isWhole(pilot: CredentialPilot): pilot is Pilot {
  return fieldNames.every((name) => pilot[name] !== undefined)
}

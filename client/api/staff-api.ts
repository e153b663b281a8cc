/** The server calls that only staff make. */

import { queryOf } from '#domain/api/addresses'
import type { PartOf } from '#domain/api/calls'
import { type CredentialPilot, fromRecord, fromRemovedRecord, type ShownPilot } from '#domain/api/wire'
import type { PrintOrder } from '#domain/credential/print-calls'
import { type TimingProgram, timingFiles } from '#domain/events/timing/programs'
import type { ExportOptions } from '#domain/import/export'
import type { ImportOptions } from '#domain/import/import'
import type { ImportMapping } from '#domain/import/mapping/mapping'
import type { DuplicateQuery } from '#domain/pilots/checks/duplicates'
import { requiredNames } from '#domain/pilots/fields'
import type { RemovedPage, RemovedView, UndoneRemoval } from '#domain/pilots/history/removed'
import type { Pilot } from '#domain/pilots/pilot'
import { toRecord } from '#domain/pilots/records'
import {
  type FoundTotal,
  type ListFilter,
  type ListView,
  maxListTotal,
  pageSize,
} from '#domain/pilots/search/list-query'
import type { Consent } from '#domain/privacy/consent'
import { ApiError, call, callForList, callForOne, callForPilot, loadPilot } from './call.ts'
import { callForFile, type NamedFile } from './files.ts'

/** One page of the list, with the view that it answers. */
export interface PilotList extends FoundTotal {
  view: ListView
  pilots: ShownPilot[]
  /** True if no pilot fits the search exactly, and these fit it with one error in a word. */
  isApproximate: boolean
}

/** The data that the form sends: raw values by field, and the chosen photo, if any; null removes the stored photo. */
export interface Submission {
  values: Record<string, unknown>
  photo?: File | null
  /** The consent that is given; null withdraws it, and undefined leaves it as it is. */
  consent?: Pick<Consent, 'version' | 'guardian'> | null
  /** True if the entries in the open event do not follow a changed number, modalidad or transponder. */
  keepsEntries?: boolean
}

/** Pilots by their identifiers, or the pilots that a search and filters find. */
export interface Selection extends ListFilter {
  ids?: string[]
}

/** An order to print the cards of a selection. */
export interface PrintRequest
  extends Selection,
    Pick<PrintOrder, 'layout' | 'start' | 'offset' | 'bleed' | 'again' | 'only_new'> {}

/** The options of an import, and how its file is read. */
interface ImportOrder extends ImportOptions {
  mapping: ImportMapping
  /** Ignores the mapping that was chosen for an earlier file. */
  forget?: boolean
}

export const staffApi = {
  /** Returns a page of the screen's list, whose total may be capped at `maxListTotal`. */
  list(view: ListView, signal?: AbortSignal): Promise<PilotList> {
    return pageOf(view, { per_page: pageSize, max_total: maxListTotal }, signal)
  },

  /** Returns a page of a list with its exact total. */
  countedPage(view: ListView, perPage: number, signal?: AbortSignal): Promise<PilotList> {
    return pageOf(view, { per_page: perPage }, signal)
  },

  /** Returns one pilot with all fields, as the form needs it. @throws ApiError 401 if fields are hidden */
  async get(id: string, signal?: AbortSignal): Promise<Pilot> {
    const pilot = await loadPilot(id, signal)
    if (!isFullPilot(pilot)) throw new ApiError(401, 'Inicie sesión para continuar')
    return pilot
  },

  register: (submission: Submission): Promise<Pilot> =>
    callForPilot('POST /api', { body: formOf(submission) }),

  /** Updates a pilot; `base` is the pilot before the edit. @throws ApiError 409 if the pilot has changed since */
  async update(id: string, submission: Submission, base?: Pilot): Promise<Pilot> {
    const body = formOf(submission)
    body.set('id_driver', id)
    if (base) body.set('base', JSON.stringify(toRecord(base)))
    return callForPilot('POST /api', { body })
  },

  /** Removes several pilots or, with ApiError 404 and `missing`, none. Returns the removed pilots. */
  async removeMany(ids: readonly string[]): Promise<Pilot[]> {
    const removed = await callForList('POST /api/pilots/remove', { body: { ids } })
    return removed.flatMap((record) => fromRecord(record) ?? [])
  },

  /** Restores those of several removed pilots who can be restored, and returns why the others are not. */
  async undoRemoveMany(ids: readonly string[]): Promise<UndoneRemoval> {
    const answer = await callForOne('POST /api/pilots/undo-remove', { body: { ids } })
    return {
      pilots: answer.restored.flatMap((record) => fromRecord(record) ?? []),
      refused: answer.refused,
    }
  },

  /** Returns one page of the removed pilots, the newest removal first. */
  async removed({ search, page = 1 }: RemovedView, signal?: AbortSignal): Promise<RemovedPage> {
    const query = { search, page, per_page: pageSize }
    const { data, total } = await call('GET /api/removed', { query, signal })
    return { removed: data.flatMap((record) => fromRemovedRecord(record) ?? []), total }
  },

  /** Returns the pilots who already have the values of a form. */
  duplicates: ({ dni, ...query }: DuplicateQuery, signal?: AbortSignal) =>
    callForOne('GET /api/duplicates', { query: { dni: dni ?? undefined, ...query }, signal }),

  /**
   * Imports a spreadsheet, or with `dryRun` only reports what the import would do.
   * @throws ApiError 400 with `preview` if the columns cannot be imported as they are mapped
   */
  import(file: Blob, { mapping, dryRun, replaceSuspensions, ...options }: ImportOrder, signal?: AbortSignal) {
    const body = new FormData()
    // The mapping goes first, because the server reads it before the file.
    body.set('mapping', JSON.stringify(mapping))
    body.set('file', file)
    const query = { dry_run: dryRun, replace_suspensions: replaceSuspensions, ...options }
    return callForOne('POST /api/import', { query, body, signal })
  },

  /** Returns a file with the pilots of a selection, or with all pilots if it is empty. */
  export(
    { format, plain }: ExportOptions,
    selection: Selection,
    onBytes: (bytes: number) => void,
    signal: AbortSignal,
  ): Promise<NamedFile> {
    return exported({ format, plain }, selection, signal, `pilotos.${format}`, onBytes)
  },

  /** Returns the file of a selection for a timing program. */
  timingFile(
    program: TimingProgram,
    selection: Selection,
    onBytes: (bytes: number) => void,
    signal: AbortSignal,
  ): Promise<NamedFile> {
    const name = `${program}.${timingFiles[program].extension}`
    return exported({ for: program }, selection, signal, name, onBytes)
  },

  /** Returns what is odd about the riders of such a file. */
  timingWarnings(program: TimingProgram, { ids, ...filter }: Selection, signal: AbortSignal) {
    const query = { for: program, ...queryOf(filter) }
    return ids
      ? callForList('POST /api/timing', { query, body: ids, signal })
      : callForList('GET /api/timing', { query, signal })
  },
}

/** Returns the file of an export: of chosen pilots in their order, or of those that a filter finds. */
function exported(
  how: PartOf<'POST /api/export', 'query'>,
  { ids, ...filter }: Selection,
  signal: AbortSignal,
  fallbackName: string,
  onBytes: (bytes: number) => void,
): Promise<NamedFile> {
  const query = { ...how, ...queryOf(filter) }
  return ids
    ? callForFile('POST /api/export', { query, body: ids, signal }, fallbackName, onBytes)
    : callForFile('GET /api/export', { query, signal }, fallbackName, onBytes)
}

async function pageOf(
  view: ListView,
  page: { per_page: number; max_total?: number },
  signal?: AbortSignal,
): Promise<PilotList> {
  const answer = await call('GET /api', { query: { list: 'all', ...queryOf(view), ...page }, signal })
  const {
    data,
    total = data.length,
    total_capped: isTotalCapped,
    approximate: isApproximate = false,
  } = answer
  const pilots = data.flatMap((record) => fromRecord(record) ?? [])
  return { view, pilots, total, isTotalCapped, isApproximate }
}

/** Returns an order with the names that its selection has on the wire. */
export function toWire<Order extends Selection>({ noPhoto, noCard, ...order }: Order) {
  return { ...order, no_photo: noPhoto, no_card: noCard }
}

function formOf({ values, photo, consent, keepsEntries }: Submission): FormData {
  const form = new FormData()
  form.set('data_driver', JSON.stringify(values))
  if (photo) form.set('_img', photo)
  if (photo === null) form.set('remove_img', '1')
  if (consent !== undefined) form.set('consent', JSON.stringify(consent))
  if (keepsEntries) form.set('keep_entries', '1')
  return form
}

function isFullPilot(pilot: CredentialPilot): pilot is Pilot {
  return requiredNames.every((name) => pilot[name] !== undefined)
}

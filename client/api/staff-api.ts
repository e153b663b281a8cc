/** The server calls that only staff make. */

import type { ErasureReport } from '#domain/erasure/report'
import type { ExportOptions } from '#domain/import/export'
import type { ImportOptions } from '#domain/import/import'
import type { ImportMapping } from '#domain/import/mapping'
import type { StoredImport, UndoneImport } from '#domain/import/undo'
import { type FoundTotal, type ListFilter, type ListView, maxListTotal, pageSize } from '#domain/list-query'
import type { Consent } from '#domain/pilot/consent'
import type { DuplicateQuery, Duplicates } from '#domain/pilot/duplicates'
import { requiredNames } from '#domain/pilot/fields'
import type { HistoryEntry } from '#domain/pilot/history'
import type { Pilot } from '#domain/pilot/pilot'
import type { RemovedPage, RemovedView, UndoneRemoval } from '#domain/pilot/removed'
import { type TimingProgram, timingFiles } from '#domain/timing/programs'
import {
  apiPath,
  clubsPath,
  consentPath,
  countAddress,
  duplicatesAddress,
  exportAddress,
  exportPath,
  importAddress,
  importsPath,
  listPath,
  pilotPath,
  pilotsPath,
  removedAddress,
  renewalsPath,
  termsPath,
  timingAddress,
  timingPath,
  undoImportPath,
} from '#domain/web/addresses'
import type { ImportAnswer, TimingWarningInfo } from '#domain/web/file-schemas'
import type {
  ClubList,
  PilotCounts,
  PilotRecord,
  RemovedRecord,
  RenewalOrder,
  RenewalReport,
  RestoredAnswer,
  TermsChange,
} from '#domain/web/pilot-schemas'
import type { PrintOrder } from '#domain/web/print-calls'
import { toRecord } from '#domain/web/records'
import type { ConsentInfo } from '#domain/web/settings-calls'
import { type CredentialPilot, fromRecord, fromRemovedRecord, type ShownPilot } from '#domain/web/wire'
import { ApiError, api, call, callForOne, callForPilot, posted, put, request } from './api.ts'
import { download, type NamedFile } from './download.ts'

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
    return pageOf(view, listPath(view, pageSize, maxListTotal), signal)
  },

  /** Returns a page of a list with its exact total. */
  countedPage(view: ListView, perPage: number, signal?: AbortSignal): Promise<PilotList> {
    return pageOf(view, listPath(view, perPage), signal)
  },

  /** Returns one pilot with all fields, as the form needs it. @throws ApiError 401 if fields are hidden */
  async get(id: string, signal?: AbortSignal): Promise<Pilot> {
    const pilot = await api.credential(id, signal)
    if (!isFullPilot(pilot)) throw new ApiError(401, 'Inicie sesión para continuar')
    return pilot
  },

  register: (submission: Submission): Promise<Pilot> =>
    callForPilot(apiPath, { method: 'POST', body: formOf(submission) }),

  /** Updates a pilot; `base` is the pilot before the edit. @throws ApiError 409 if the pilot has changed since */
  async update(id: string, submission: Submission, base?: Pilot): Promise<Pilot> {
    const body = formOf(submission)
    body.set('id_driver', id)
    if (base) body.set('base', JSON.stringify(toRecord(base)))
    return callForPilot(apiPath, { method: 'POST', body })
  },

  /** Removes a pilot and returns it; `undoRemove` restores it. */
  remove: (id: string): Promise<Pilot> => callForPilot(pilotPath(id), { method: 'DELETE' }),

  undoRemove: (id: string): Promise<Pilot> => callForPilot(pilotPath(id, 'undo-remove'), { method: 'POST' }),

  /** Removes several pilots or, with ApiError 404 and `missing`, none. Returns the removed pilots. */
  async removeMany(ids: readonly string[]): Promise<Pilot[]> {
    const { data } = await call<PilotRecord>(pilotsPath('remove'), posted({ ids }))
    return data.flatMap((record) => fromRecord(record) ?? [])
  },

  /** Restores those of several removed pilots who can be restored, and returns why the others are not. */
  async undoRemoveMany(ids: readonly string[]): Promise<UndoneRemoval> {
    const answer = await callForOne<RestoredAnswer>(pilotsPath('undo-remove'), posted({ ids }))
    return {
      pilots: answer.restored.flatMap((record) => fromRecord(record) ?? []),
      refused: answer.refused,
    }
  },

  /** Returns one page of the removed pilots, the newest removal first. */
  async removed(view: RemovedView, signal?: AbortSignal): Promise<RemovedPage> {
    const { data, total = data.length } = await call<RemovedRecord>(removedAddress(view, pageSize), {
      signal,
    })
    return { removed: data.flatMap((record) => fromRemovedRecord(record) ?? []), total }
  },

  /** Returns the last imports, the newest first. */
  async imports(signal?: AbortSignal): Promise<StoredImport[]> {
    return (await call<StoredImport>(importsPath, { signal })).data
  },

  /** Undoes an import as a whole. @throws ApiError 409 if its pilots have changed since */
  undoImport: (change: number) => callForOne<UndoneImport>(undoImportPath, posted({ change })),

  /** Revokes a credential and returns the pilot with the new code. */
  revoke: (id: string): Promise<Pilot> => callForPilot(pilotPath(id, 'revoke'), { method: 'POST' }),

  /** Returns the pilot as a change of terms would make it. @throws ApiError 422 with `fields` */
  previewTerms: (id: string, change: TermsChange, signal: AbortSignal) =>
    callForPilot(termsPath(id, true), { ...put(change), signal }),

  /**
   * Changes the terms of a pilot. Absent ones stay, and null removes one.
   * @throws ApiError 409 if the terms are not those of `base` any more, 422 with `fields`
   */
  changeTerms: (id: string, change: TermsChange) => callForPilot(termsPath(id), put(change)),

  /** Renews the credentials of a selection, on the server's day unless `issued` is given. @throws ApiError 404 if the filter finds nobody any more */
  renew(selection: Selection, issued?: string) {
    const order: RenewalOrder = { ...toWire(selection), issued }
    return callForOne<RenewalReport>(renewalsPath, posted(order))
  },

  /** Returns what a renewal would do. */
  previewRenewal(selection: Selection, issued: string | undefined, signal: AbortSignal) {
    const order: RenewalOrder = { ...toWire(selection), issued, dry_run: true }
    return callForOne<RenewalReport>(renewalsPath, { ...posted(order), signal })
  },

  /** Returns the history of a pilot, oldest entry first. */
  async history(id: string, signal?: AbortSignal): Promise<HistoryEntry[]> {
    return (await call<HistoryEntry>(pilotPath(id, 'history'), { signal })).data
  },

  /** Returns the ZIP with all data about a pilot. `onBytes` receives the number of bytes so far. */
  async personalData(id: string, onBytes: (bytes: number) => void, signal: AbortSignal): Promise<NamedFile> {
    return download(await request(pilotPath(id, 'personal-data'), { signal }), 'datos.zip', onBytes)
  },

  /** Erases a person for ever. @throws ApiError 422 if `document` is not that of the person */
  erase: (id: string, document: string) =>
    callForOne<ErasureReport>(pilotPath(id, 'erase'), posted({ document })),

  /** Counts the pilots that a filter finds. */
  count: (filter: ListFilter, signal?: AbortSignal) =>
    callForOne<PilotCounts>(countAddress(filter), { signal }),

  /** Returns the clubs, those with the most pilots first. */
  async clubs(signal?: AbortSignal): Promise<string[]> {
    return (await callForOne<ClubList>(clubsPath, { signal })).clubs
  },

  /** Returns the text of the consent. */
  consentText: (signal?: AbortSignal) => callForOne<ConsentInfo>(consentPath, { signal }),

  /** Returns the pilots who already have the values of a form. */
  duplicates: (query: DuplicateQuery, signal?: AbortSignal) =>
    callForOne<Duplicates>(duplicatesAddress(query), { signal }),

  /**
   * Imports a spreadsheet, or with `dryRun` only reports what the import would do.
   * @throws ApiError 400 with `preview` if the columns cannot be imported as they are mapped
   */
  import(file: Blob, { mapping, ...options }: ImportOrder, signal?: AbortSignal) {
    const body = new FormData()
    // The mapping goes first, because the server reads it before the file.
    body.set('mapping', JSON.stringify(mapping))
    body.set('file', file)
    return callForOne<ImportAnswer>(importAddress(options), { method: 'POST', body, signal })
  },

  /** Returns a file with the pilots of a selection, or with all pilots if it is empty. */
  async export(
    options: ExportOptions,
    { ids, ...filter }: Selection,
    onBytes: (bytes: number) => void,
    signal: AbortSignal,
  ): Promise<NamedFile> {
    const address = exportAddress(options, filter)
    const response = await request(address, { ...(ids && posted(ids)), signal })
    return download(response, `pilotos.${options.format}`, onBytes)
  },

  /** Returns the file of a selection for a timing program. */
  async timingFile(
    program: TimingProgram,
    { ids, ...filter }: Selection,
    onBytes: (bytes: number) => void,
    signal: AbortSignal,
  ): Promise<NamedFile> {
    const address = timingAddress(exportPath, program, filter)
    const response = await request(address, { ...(ids && posted(ids)), signal })
    return download(response, `${program}.${timingFiles[program].extension}`, onBytes)
  },

  /** Returns what is odd about the riders of such a file. */
  async timingWarnings(
    program: TimingProgram,
    { ids, ...filter }: Selection,
    signal: AbortSignal,
  ): Promise<TimingWarningInfo[]> {
    const address = timingAddress(timingPath, program, filter)
    return (await call<TimingWarningInfo>(address, { ...(ids && posted(ids)), signal })).data
  },
}

async function pageOf(view: ListView, path: string, signal?: AbortSignal): Promise<PilotList> {
  const answer = await call<PilotRecord>(path, { signal })
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

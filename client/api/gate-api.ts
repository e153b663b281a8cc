/** The server calls of gates, of the screens that show passages, and of the pairing of phones with gates. */

import type { Scan } from '#domain/gate/passage'
import type { ExportFormat } from '#domain/import/export'
import {
  gateRosterPath,
  type PassageView,
  passageExportAddress,
  passageSummaryPath,
  passagesAddress,
  passagesPath,
  pilotPath,
  settlementPath,
} from '#domain/web/addresses'
import type { GateRoster, PassageAnswer, PassageNumbers, PassageRecord } from '#domain/web/gate-schemas'
import type { EmergencyContact } from '#domain/web/pilot-schemas'
import { type Answer, call, callForOne, first, posted, put, readAnswer, request } from './api.ts'
import { download, type NamedFile } from './download.ts'
import { compareClocks } from './server-clock.ts'

/** A roster, and its version, by which the next request learns whether it is still current. */
export interface VersionedRoster {
  roster: GateRoster
  version: string | undefined
}

/** One page of passages, the newest first. */
export interface PassageList {
  passages: PassageRecord[]
  /** The number of passages on all pages. */
  total: number
  /** The names of the gates of all passages. */
  gates: string[]
}

export const gateApi = {
  /** Sends at most `maxScans` scans, and returns the answers in their order. A scan that was sent before counts once. */
  async send(passages: readonly Scan[], signal?: AbortSignal): Promise<PassageAnswer[]> {
    return (await call<PassageAnswer>(passagesPath, { ...posted({ passages }), signal })).data
  },

  /** Returns the emergency contact of a pilot, which the history then says that the gate saw. */
  emergencyContact: (id: string, gate: string, signal: AbortSignal) =>
    callForOne<EmergencyContact>(pilotPath(id, 'emergency-contact'), { ...posted({ gate }), signal }),

  numbers: (signal?: AbortSignal) => callForOne<PassageNumbers>(passageSummaryPath, { signal }),

  async passages(view: PassageView, perPage: number, signal?: AbortSignal): Promise<PassageList> {
    const answer: Answer<PassageRecord> & { gates?: string[] } = await call<PassageRecord>(
      passagesAddress(view, perPage),
      { signal },
    )
    const { data, total = data.length, gates = [] } = answer
    return { passages: data, total, gates }
  },

  /**
   * Settles an incident, and returns it. The same reason of the same person again changes nothing.
   * @throws ApiError 409 if another person has settled it or it is no incident any more, 422 with `fields`
   */
  settle: (id: string, reason: string) => callForOne<PassageRecord>(settlementPath(id), put({ reason })),

  /** Opens a settled incident again, and returns it. */
  reopen: (id: string) => callForOne<PassageRecord>(settlementPath(id), { method: 'DELETE' }),

  /** Returns a file with the passages of a filter. */
  async export(
    view: PassageView,
    format: ExportFormat,
    onBytes: (bytes: number) => void,
    signal: AbortSignal,
  ): Promise<NamedFile> {
    const response = await request(passageExportAddress(view, format), { signal })
    return download(response, `lecturas.${format}`, onBytes)
  },

  /** Returns undefined if the roster with this version is still current. */
  async roster(version?: string, signal?: AbortSignal): Promise<VersionedRoster | undefined> {
    // The page compares the versions itself, so that the answer needs no cache of the browser.
    const headers = version === undefined ? undefined : { 'if-none-match': version }
    const response = await request(gateRosterPath, { headers, signal, cache: 'no-store' })
    compareClocks(response)
    if (response.status === 304) return undefined
    const answer = await readAnswer<GateRoster>(response)
    return { roster: first(answer), version: response.headers.get('etag') ?? undefined }
  },
}

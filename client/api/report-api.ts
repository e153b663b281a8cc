/** The server calls of the report of an event. */
import { eventsPath, reportAddress, reportFilePath, reportPath } from '#domain/web/addresses'
import type { EventInfo } from '#domain/web/event-schemas'
import type { EventReport } from '#domain/web/report-schemas'
import { call, callForOne, request } from './api.ts'
import { download, type NamedFile } from './download.ts'

export const reportApi = {
  /** Returns the report of an event, or of the open one. */
  get: (event: string | undefined, signal: AbortSignal) =>
    callForOne<EventReport>(reportAddress(reportPath, event), { signal }),

  /** Returns all events, the open one first. */
  events: async (signal: AbortSignal) => (await call<EventInfo>(eventsPath(), { signal })).data,

  /** Returns the PDF of the report. */
  async file(
    event: string | undefined,
    onBytes: (bytes: number) => void,
    signal: AbortSignal,
  ): Promise<NamedFile> {
    return download(await request(reportAddress(reportFilePath, event), { signal }), 'informe.pdf', onBytes)
  },
}

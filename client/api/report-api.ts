/** The server calls of the report of an event. */

import type { EventReport } from '#domain/report/calls'
import { reportAddress, reportFilePath, reportPath } from '#domain/web/addresses'
import { callForOne, request } from './api.ts'
import { download, type NamedFile } from './download.ts'

export const reportApi = {
  /** Returns the report of an event, or of the open one. */
  get: (event: string | undefined, signal: AbortSignal) =>
    callForOne<EventReport>(reportAddress(reportPath, event), { signal }),

  /** Returns the PDF of the report. */
  async file(
    event: string | undefined,
    onBytes: (bytes: number) => void,
    signal: AbortSignal,
  ): Promise<NamedFile> {
    return download(await request(reportAddress(reportFilePath, event), { signal }), 'informe.pdf', onBytes)
  },
}

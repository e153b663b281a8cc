/** The formats and options of an export, which the browser, the server and the commands share. */

export const exportFormats = ['csv', 'json', 'xlsx'] as const

export type ExportFormat = (typeof exportFormats)[number]

export interface ExportOptions {
  format: ExportFormat
  /** True for a CSV that is written for programs, not for Excel. */
  plain?: boolean
}

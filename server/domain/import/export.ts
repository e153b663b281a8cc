/** An export, as the browser, the server and the commands speak of it: its formats and options. */

export const exportFormats = ['csv', 'json', 'xlsx'] as const

export type ExportFormat = (typeof exportFormats)[number]

export interface ExportOptions {
  format: ExportFormat
  /** A CSV for programs, not for Excel. */
  plain?: boolean
}

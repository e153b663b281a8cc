/** The formats and options of an export, and the table of a workbook. */

export const exportFormats = ['csv', 'json', 'xlsx'] as const

export type ExportFormat = (typeof exportFormats)[number]

/** The media type of each format, for the Content-Type header. */
export const mediaTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export interface ExportOptions {
  format: ExportFormat
  /** True for a CSV that is written for programs, not for Excel. */
  plain?: boolean
}

export interface SheetColumn {
  label: string
  /** In characters, the unit of Excel. */
  width?: number
  /** The format of its numbers. The default is that of whole numbers. */
  format?: string
  /** True if its texts are days (`YYYY-MM-DD`), which become dates. */
  isDay?: boolean
}

export type CellValue = string | number | null | undefined

export interface Sheet {
  /** The name of the sheet. */
  sheet: string
  columns: readonly SheetColumn[]
  rows: readonly (readonly CellValue[])[]
}

/** A workbook. Most have one sheet. */
export interface Book extends Sheet {
  /** Its further sheets. */
  more?: readonly Sheet[]
}

/** Pilots as a file, in each of the formats that an import reads back field for field. */
import { excelForm, plainForm, writeCsv } from './csv.ts'
import { writeJson } from './json.ts'
import type { Pilot } from './pilot.ts'

export const exportFormats = ['csv', 'json', 'xlsx'] as const

export type ExportFormat = (typeof exportFormats)[number]

export interface ExportOptions {
  format: ExportFormat
  /** A CSV for programs, not for Excel. */
  plain?: boolean
}

/** The whole file, or its text in parts that are made as they are asked for. */
export async function writeExport(
  pilots: readonly Pilot[],
  { format, plain }: ExportOptions,
): Promise<Uint8Array | Iterable<string>> {
  if (format === 'xlsx') return (await import('./xlsx-writer.ts')).writeXlsx(pilots)
  return format === 'json' ? writeJson(pilots) : writeCsv(pilots, plain ? plainForm : excelForm)
}

/** What a browser is told of each. */
export const mediaTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Writes pilots as a file, in each of the formats that an import reads back field for field. */
import type { ExportFormat, ExportOptions } from '#domain/import/export'
import type { Pilot } from '#domain/pilot/pilot'
import { excelForm, plainForm, writeCsv } from './formats/csv.ts'
import { writeJson } from './formats/json.ts'

/** Returns the bytes of the whole file, or its text in parts that are generated during iteration. */
export async function writeExport(
  pilots: readonly Pilot[],
  { format, plain }: ExportOptions,
): Promise<Uint8Array | Iterable<string>> {
  if (format === 'xlsx') return (await import('./formats/xlsx/writer.ts')).writeXlsx(pilots)
  return format === 'json' ? writeJson(pilots) : writeCsv(pilots, plain ? plainForm : excelForm)
}

/** The media type of each format, for the Content-Type header. */
export const mediaTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

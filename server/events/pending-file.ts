/** Writes the pending entries of an event as a file: a CSV, an Excel workbook, or the JSON of the HTTP API. */
import { type Category, categoryOf } from '#domain/events/categories/category'
import type { PendingRider } from '#domain/events/entry-calls'
import type { ExportOptions } from '#domain/import/columns'
import type { WriteBook } from '../spreadsheets/pilot-file.ts'
import { type RecordColumn, writeRecords } from '../spreadsheets/records-file.ts'

const columnsWith = (categories: readonly Category[]): readonly RecordColumn<PendingRider>[] => [
  { label: 'Modalidad', value: ({ modalidad }) => modalidad, width: 18 },
  ...(categories.length > 0
    ? [{ label: 'Categoría', value: (one: PendingRider) => categoryOf({ categories }, one)?.name, width: 18 }]
    : []),
  { label: 'N°', value: ({ number }) => number, width: 8 },
  { label: 'Piloto', value: ({ name }) => name, width: 34 },
  { label: 'Documento', value: ({ document }) => document, width: 16 },
  { label: 'Motivo', value: ({ reason }) => reason, width: 60 },
  { label: 'Código', value: ({ id }) => id, width: 16 },
]

export function writePending(
  riders: readonly PendingRider[],
  categories: readonly Category[],
  options: ExportOptions,
  write: WriteBook,
): Promise<string | Uint8Array> {
  return writeRecords([riders], { sheet: 'Por inscribir', columns: columnsWith(categories) }, options, write)
}

/** Writes the pending entries of an event as a file: a CSV, an Excel workbook, or the JSON of the HTTP API. */
import type { PendingRider } from '#domain/events/calls'
import type { ExportOptions } from '#domain/import/columns'
import { excelForm, plainForm, writeLine } from '../spreadsheets/formats/csv.ts'
import { writeBook } from '../spreadsheets/pilot-file.ts'

/** The columns of a spreadsheet. Widths are in characters. */
const columns: readonly { label: string; width: number; of: (rider: PendingRider) => string | undefined }[] =
  [
    { label: 'Modalidad', width: 18, of: ({ modalidad }) => modalidad },
    { label: 'N°', width: 8, of: ({ number }) => number },
    { label: 'Piloto', width: 34, of: ({ name }) => name },
    { label: 'Documento', width: 16, of: ({ document }) => document },
    { label: 'Motivo', width: 60, of: ({ reason }) => reason },
    { label: 'Código', width: 16, of: ({ id }) => id },
  ]

/** `write` writes a workbook; the default does so in this thread. */
export async function writePending(
  riders: readonly PendingRider[],
  { format, plain }: ExportOptions,
  write = writeBook,
): Promise<string | Uint8Array> {
  if (format === 'json') return `${JSON.stringify(riders, null, 2)}\n`
  const rows = riders.map((rider) => columns.map(({ of }) => of(rider)))
  if (format === 'xlsx')
    return write({
      sheet: 'Por inscribir',
      columns: columns.map(({ label, width }) => ({ label, width })),
      rows,
    })
  const form = plain ? plainForm : excelForm
  const labels = columns.map(({ label }) => label)
  return form.start + [labels, ...rows].map((row) => writeLine(row, form)).join('')
}

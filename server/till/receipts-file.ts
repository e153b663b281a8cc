/** Writes the receipts of an event as a file, one line for each rider of a receipt: a CSV, an Excel workbook or JSON. */
import type { ExportOptions } from '#domain/import/columns'
import { formatMoment } from '#domain/text/date'
import { amountText } from '#domain/till/money'
import type { TillReport } from '#domain/till/schemas'
import type { WriteBook } from '../spreadsheets/pilot-file.ts'
import { type RecordColumn, writeRecords } from '../spreadsheets/records-file.ts'

interface ReceiptLine {
  receipt: TillReport['receipts'][number]
  rider: TillReport['receipts'][number]['riders'][number]
  amount: number
}

const columns: readonly RecordColumn<ReceiptLine>[] = [
  { label: 'Recibo', value: ({ receipt }) => receipt.name, width: 12 },
  { label: 'Fecha', value: ({ receipt }) => formatMoment(receipt.payment.at), width: 18 },
  { label: 'Piloto', value: ({ rider }) => rider.name, width: 34 },
  { label: 'Documento', value: ({ rider }) => rider.document, width: 16 },
  { label: 'N°', value: ({ rider }) => rider.number, width: 8 },
  { label: 'Concepto', value: ({ rider }) => rider.concept, width: 40 },
  { label: 'Monto', value: ({ amount }) => amount, width: 12, format: 'General' },
  { label: 'Moneda', value: ({ receipt }) => receipt.payment.currency, width: 8 },
  { label: 'Forma de pago', value: ({ receipt }) => receipt.payment.means, width: 16 },
  { label: 'Operación', value: ({ receipt }) => receipt.payment.reference, width: 18 },
  { label: 'Caja', value: ({ receipt }) => receipt.payment.drawer, width: 16 },
  { label: 'Turno', value: ({ receipt }) => String(receipt.payment.shift), width: 8 },
  { label: 'Cobró', value: ({ receipt }) => receipt.payment.by, width: 16 },
  { label: 'Anula', value: ({ receipt }) => receipt.voids, width: 12 },
  { label: 'Anulado por', value: ({ receipt }) => receipt.voidedBy, width: 12 },
  { label: 'Motivo', value: ({ receipt }) => receipt.payment.reason, width: 40 },
]

export function writeReceipts(
  { receipts }: Pick<TillReport, 'receipts'>,
  options: ExportOptions,
  write?: WriteBook,
): Promise<string | Uint8Array> {
  const lines = receipts.flatMap((receipt) =>
    receipt.riders.map((rider) => ({
      ...{ receipt, rider },
      // A spreadsheet program sums numbers, and no texts.
      amount: Number(amountText(rider.cents, receipt.payment.currency)),
    })),
  )
  return writeRecords([lines], { sheet: 'Recibos', columns }, options, write)
}

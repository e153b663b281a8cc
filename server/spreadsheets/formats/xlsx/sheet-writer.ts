/** Writes any table as an Excel workbook with one sheet. */
import type { Cell } from 'write-excel-file/node'
import { codeOf } from '#domain/text/control-characters'

interface SheetColumn {
  label: string
  /** In characters, the unit of Excel. */
  width?: number
}

/** Returns the bytes of a workbook. Texts stay texts, whatever they look like. */
export async function writeSheet(
  sheet: string,
  columns: readonly SheetColumn[],
  rows: readonly (readonly (string | number | undefined)[])[],
): Promise<Buffer> {
  const { default: write } = await import('write-excel-file/node')
  const head: Cell[] = columns.map(({ label }) => ({ value: label, fontWeight: 'bold' }))
  const book = write([head, ...rows.map((row) => row.map(cellOf))], {
    sheet,
    columns: columns.map(({ width = 18 }) => ({ width })),
    stickyRowsCount: 1,
  })
  return book.toBuffer()
}

export function textCell(text: string): Cell {
  return { value: escaped(text), type: String }
}

function cellOf(value: string | number | undefined): Cell {
  if (value === undefined) return null
  return typeof value === 'number' ? { value, type: Number } : textCell(value)
}

/**
 * Writes characters that XML or its writer cannot represent as `_xHHHH_`, and escapes texts that look like such a
 * code (ECMA-376, part 1, section 22.9.2.19).
 */
function escaped(text: string): string {
  return text.replace(/_(?=x[0-9a-f]{4})|(?![\t\n])\p{Control}|[\ufffd-\uffff]/giu, codeOf)
}

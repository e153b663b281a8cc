/** Reads imported files in tests. */
import { readTable } from '../../server/spreadsheets/read.ts'
import type { ImportTable, TableRow } from '../../server/spreadsheets/table.ts'

interface WholeTable extends ImportTable {
  rows: TableRow[]
}

/** Reads all rows of a file, given as its text or its bytes. */
export async function tableOf(content: string | Uint8Array): Promise<WholeTable> {
  const table = await readTable(typeof content === 'string' ? Buffer.from(content) : content)
  return { ...table, rows: [...table.rows] }
}

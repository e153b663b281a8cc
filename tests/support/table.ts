/** Reads imported files in tests. */
import type { FileRow } from '#domain/import/row-reader'
import type { MappingRequest } from '../../server/spreadsheets/mapping/map-file.ts'
import { readTable } from '../../server/spreadsheets/read.ts'
import type { ImportTable } from '../../server/spreadsheets/table.ts'

interface WholeTable extends ImportTable {
  rows: FileRow[]
}

/** Reads all rows of a file, given as its text or its bytes, with the choices of a person. */
export async function tableOf(content: string | Uint8Array, request?: MappingRequest): Promise<WholeTable> {
  const table = await readTable(typeof content === 'string' ? Buffer.from(content) : content, request)
  return { ...table, rows: [...table.rows] }
}

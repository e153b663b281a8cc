/** Reads imported files in tests. */
import type { FileRow } from '#domain/import/row-reader'
import type { Content } from '../../server/spreadsheets/export.ts'
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

/** Reads the content of a written file to its end. */
export async function bytesOf(content: Content): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of content) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}

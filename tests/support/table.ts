/** Reads and writes spreadsheets in tests. */
import type { MappingRequest } from '../../server/spreadsheets/mapping/map-file.ts'
import type { ImportTable } from '../../server/spreadsheets/table.ts'
import { readTable } from '../../server/spreadsheets/table-reader.ts'

/** Reads a file, given as its text or its bytes, with the choices of a person. */
export async function tableOf(content: string | Uint8Array, request?: MappingRequest): Promise<ImportTable> {
  return readTable(typeof content === 'string' ? Buffer.from(content) : content, request)
}

/** Returns the bytes of a written file. */
export async function bytesOf(content: Promise<string | Uint8Array>): Promise<Buffer> {
  return Buffer.from(await content)
}

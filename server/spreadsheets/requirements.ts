/** Refuses files from which nothing can be imported. */
import { MalformedError } from '#domain/errors'
import { columnLabel } from '#domain/import/columns'
import { fieldNames } from '#domain/pilot/fields'
import { enumerate } from '#domain/text/text'
import type { Header } from './header.ts'
import type { ImportTable } from './table.ts'

/**
 * Requires every column in a file of new pilots. A file of updates only needs the DNI or the identifier, and the
 * columns that it changes.
 * @throws MalformedError if a required column is missing
 */
export function requireColumns(header: Header, { update = false }: { update?: boolean }): void {
  const missing = fieldNames.filter((name) => !header.includes(name))
  if (!update && missing.length > 0) {
    throw new MalformedError(`Al archivo le faltan columnas: ${enumerate(missing.map(columnLabel))}`)
  }
  if (update && missing.includes('dni') && !header.includes('id_driver')) {
    throw new MalformedError(
      `Para cambiar pilotos, el archivo necesita la columna ${columnLabel('dni')} o ${columnLabel('id_driver')}`,
    )
  }
}

/** Requires a row after the header. @throws MalformedError if there is none */
export function requireRows({ rows }: ImportTable): void {
  for (const _ of rows) return
  throw new MalformedError('El archivo no trae ningún piloto: después del encabezado no hay filas')
}

/** Refuses files from which nothing can be imported. */
import { MalformedError, UnmappedError } from '#domain/errors'
import { columnLabel, reasonColumn } from '#domain/import/columns'
import { fullName, missingFields } from '#domain/import/mapping'
import { fieldNames } from '#domain/pilot/fields'
import { enumerate } from '#domain/text/text'
import { conflictsOf, type Header } from './mapping/header.ts'
import { previewOf } from './preview.ts'
import type { ImportTable } from './table.ts'

/**
 * Requires every column in a file of new pilots. A file of updates only needs the DNI or the identifier, and the
 * columns that it changes.
 * @throws UnmappedError with the preview of the file, in which a person can change what is missing
 */
export function requireColumns(table: ImportTable, { update = false }: { update?: boolean }): void {
  const problem = problemOf(table, update)
  if (problem) throw new UnmappedError(problem, previewOf(table))
}

function problemOf(
  { header, mapping: { columns, defaults } }: ImportTable,
  update: boolean,
): string | undefined {
  const targets = new Set(columns.map(({ target }) => target).filter((target) => target !== reasonColumn))
  targets.delete(null)
  if (targets.size === 0 && header === 0 && columns.length > 0)
    return 'El archivo no tiene un encabezado: diga el campo de cada columna'
  if (targets.size === 0)
    return `El archivo no tiene un encabezado. Una de sus primeras filas debe nombrar las columnas: ${enumerate(fieldLabels)}`
  const conflicts = conflictsOf(columns)
  if (conflicts.length > 0) return conflicts.join('. ')
  const hasNames = targets.has('name') || targets.has('lastname')
  if (targets.has(fullName) && hasNames) return tooManyNames(columns)
  const missing = missingFields(columns, defaults)
  if (!update && missing.length > 0)
    return `Al archivo le faltan columnas: ${enumerate(missing.map(columnLabel))}`
  if (update && missing.includes('dni') && !targets.has('id_driver'))
    return `Para cambiar pilotos, el archivo necesita la columna ${columnLabel('dni')} o ${columnLabel('id_driver')}`
  return undefined
}

function tooManyNames(columns: Header): string {
  const named = (...wanted: readonly unknown[]) =>
    enumerate(columns.filter(({ target }) => wanted.includes(target)).map(({ name }) => `«${name}»`))
  return `${named(fullName)} tiene los nombres completos, y ${named('name', 'lastname')} también nombres: deje de usar una`
}

const fieldLabels = fieldNames.map(columnLabel)

/** Requires a row after the header. @throws MalformedError if there is none */
export function requireRows({ rows }: ImportTable): void {
  for (const { isAside } of rows) if (!isAside) return
  throw new MalformedError('El archivo no trae ningún piloto: después del encabezado no hay filas')
}

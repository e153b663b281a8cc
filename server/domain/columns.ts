/** The columns of a spreadsheet, and which field of a pilot each one is. */
import { MalformedError } from './errors.ts'
import { type FieldName, fieldNames, fields } from './fields.ts'
import { count, enumerate, fold } from './text.ts'
import type { Column } from './wire.ts'

export const columns: readonly Column[] = ['id_driver', 'attachment', ...fieldNames]

/** The column that a file of rejected rows adds, and that an import passes over. */
export const reasonColumn = 'motivo'

/** What the header of a file says: the column in each place. */
export type Header = readonly (Column | typeof reasonColumn)[]

/**
 * Reads the names of a header: those of `data_driver` or the labels of the form, in any case, with or
 * without accents.
 * @throws MalformedError naming every column that is unknown or stands twice
 */
export function readHeader(names: readonly string[]): Header {
  const found = names.map((name) => columnsByName.get(fold(name.trim())))
  const unknown = names.filter((_, place) => !found[place]).map(quoted)
  if (unknown.length === names.length) {
    throw new MalformedError(
      `La primera línea no es un encabezado. Debe nombrar las columnas: ${enumerate(fieldNames)}`,
    )
  }
  const doubled = names.filter((_, place) => found.indexOf(found[place]) < place && found[place]).map(quoted)
  const problems = [
    unknown.length > 0 &&
      `${count(unknown.length, 'columna desconocida', 'columnas desconocidas')}: ${enumerate(unknown)}. ` +
        `Quítelas o cámbieles el nombre; las columnas son ${enumerate(columns)}`,
    doubled.length > 0 &&
      `${count(doubled.length, 'columna repetida', 'columnas repetidas')}: ${enumerate(doubled)}`,
  ].filter(Boolean)
  if (problems.length > 0) throw new MalformedError(problems.join('. '))
  return found as Header
}

/** The fields that a header lacks for registering pilots. */
export function missingFields(header: Header): FieldName[] {
  return fieldNames.filter((name) => !header.includes(name))
}

const columnsByName = new Map<string, Header[number]>([
  [reasonColumn, reasonColumn],
  ...columns.map((column) => [column, column] as const),
  ...fieldNames.map((name) => [fold(fields[name].label), name] as const),
])

function quoted(name: string): string {
  return name.trim() ? `«${name.trim()}»` : 'una sin nombre'
}

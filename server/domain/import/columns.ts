/** The columns of a flat file of pilots, as an export writes them and an import reads them. */
import { type FieldName, fieldNames, fields } from '../pilot/fields.ts'

export type Column = 'id_driver' | 'attachment' | FieldName

/** All columns, in the order in which they are written. */
export const columns: readonly Column[] = ['id_driver', 'attachment', ...fieldNames]

/** The column that a file of rejected rows adds. An import skips it. */
export const reasonColumn = 'motivo'

/** Returns the name of a column as people read it. */
export function columnLabel(column: Column): string {
  return column === 'id_driver' ? 'Identificador' : column === 'attachment' ? 'Foto' : fields[column].label
}

/** The columns of a flat file of pilots, as an export writes them and an import reads them. */
import { type FieldName, fieldNames, fields, isOptional, kindOf, requiredNames } from '../pilot/fields.ts'
import { termsLabels } from '../validity/terms.ts'

/** The columns of the terms, which a file has only if a pilot has some, with their names as people read them. */
const termsColumnLabels = {
  emitida: termsLabels.issued,
  valida_hasta: termsLabels.until,
  medico_hasta: termsLabels.medical,
  suspendida_desde: 'Suspendida desde',
  suspendida_hasta: 'Suspendida hasta',
  suspendida_motivo: 'Motivo de la suspensión',
} as const

export type TermsColumn = keyof typeof termsColumnLabels

export type Column = 'id_driver' | 'attachment' | FieldName | TermsColumn

export const termsColumns = Object.keys(termsColumnLabels) as TermsColumn[]

/** The columns that every export has. */
export const pilotColumns: readonly Column[] = ['id_driver', 'attachment', ...requiredNames]

/** The columns that an export has if a pilot fills them. */
export const optionalColumns: readonly Column[] = [...fieldNames.filter(isOptional), ...termsColumns]

/** All columns, in the order in which they are written. */
export const columns: readonly Column[] = [...pilotColumns, ...optionalColumns]

/** The columns that contain days. */
export const dayColumns: readonly DayColumn[] = [
  ...fieldNames.filter((name): name is DayField => kindOf(name) === 'day'),
  'emitida',
  'valida_hasta',
  'medico_hasta',
  'suspendida_desde',
  'suspendida_hasta',
]

type DayField = {
  [Name in FieldName]: (typeof fields)[Name]['control'] extends 'date' ? Name : never
}[FieldName]

export type DayColumn = DayField | Exclude<TermsColumn, 'suspendida_motivo'>

export function isDayColumn(column: unknown): column is DayColumn {
  return dayColumns.some((one) => one === column)
}

/** The column that a file of rejected rows adds. An import skips it. */
export const reasonColumn = 'motivo'

/** Returns the name of a column as people read it. */
export function columnLabel(column: Column): string {
  if (isTermsColumn(column)) return termsColumnLabels[column]
  return column === 'id_driver' ? 'Identificador' : column === 'attachment' ? 'Foto' : fields[column].label
}

function isTermsColumn(column: Column): column is TermsColumn {
  return Object.hasOwn(termsColumnLabels, column)
}

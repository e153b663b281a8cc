/** The formats and the columns of a flat file of pilots, as an export writes them and an import reads them. */
import { type FactColumnName, factColumns, facts, isFactColumn } from '../pilots/facts/facts.ts'
import {
  type FieldName,
  fieldNames,
  type fields,
  hasOptions,
  isOptional,
  kindOf,
  requiredNames,
} from '../pilots/fields.ts'
import { fixedFields, isPilotField, type PilotField } from '../pilots/own/field-table.ts'
import type { OwnName } from '../pilots/own/own-name.ts'

/** The columns of the terms, which an import reads. A file has them, as those of other facts, only if a pilot fills them. */
export type TermsColumn = keyof (typeof facts)['terms']['columns']

/** The column of the category of the open event that a file asks for: see `wishes.ts`. No export has it. */
export const categoryColumn = 'categoria_evento'

/** The columns of the motorcycle with which a rider rides in that category. No export has them. */
export const motorcycleColumns = ['moto_evento', 'cc_evento'] as const

type EventColumn = typeof categoryColumn | (typeof motorcycleColumns)[number]
export type Column = 'id_driver' | 'attachment' | EventColumn | PilotField | FactColumnName

/** Values by the columns of a file. */
export type ByColumn<Value> = Partial<Record<Exclude<Column, OwnName>, Value>> & { [Name in OwnName]: Value }

/** Values by fields. */
export type ByField<Value> = Partial<Record<FieldName, Value>> & { [Name in OwnName]: Value }

/** A column in which a person corrects the texts of a file. */
export type CorrectableColumn = PilotField | typeof categoryColumn

/** Values by the columns in which texts are corrected. */
export type ByCorrectable<Value> = ByField<Value> & { [categoryColumn]?: Value }

export function isCorrectable(column: unknown): column is CorrectableColumn {
  return column === categoryColumn || isPilotField(column)
}

/** Returns true for a column in which each value is one of some options. */
export function isChoice(column: unknown): column is CorrectableColumn {
  return column === categoryColumn || (isPilotField(column) && hasOptions(column))
}

export const termsColumns = Object.keys(facts.terms.columns) as TermsColumn[]

/** The columns that every export has. */
export const pilotColumns: readonly Column[] = ['id_driver', 'attachment', ...requiredNames]

/** The columns that an export has if a pilot fills them. */
export const optionalColumns: readonly Column[] = [
  ...fieldNames.filter(isOptional),
  ...(Object.keys(factColumns) as FactColumnName[]),
]

/** All columns that an import reads, in the order in which they are written. */
export const columns: readonly Column[] = [
  ...pilotColumns,
  ...fieldNames.filter(isOptional),
  categoryColumn,
  ...motorcycleColumns,
  ...termsColumns,
]

/** The columns that contain days. */
export const dayColumns: readonly DayColumn[] = [
  ...fieldNames.filter((name): name is DayField => kindOf(name) === 'day'),
  ...termsColumns.filter((name): name is DayOfTerms => factColumns[name].isDay === true),
]

type DayField = {
  [Name in FieldName]: (typeof fields)[Name]['control'] extends 'date' ? Name : never
}[FieldName]

type DayOfTerms = Exclude<TermsColumn, 'suspendida_motivo'>
export type DayColumn = DayField | DayOfTerms

export function isDayColumn(column: unknown): column is DayColumn {
  return dayColumns.some((one) => one === column)
}

/** The column that a file of rejected rows adds. An import skips it. */
export const reasonColumn = 'motivo'

/** The column of the number in the open event, which an export has if riders have one. An import skips it too. */
export const raceColumn = { name: 'numero_evento', label: 'Número en el evento', width: 12 }

/** Returns the name of a column as people read it. */
export function columnLabel(column: Column, { of } = fixedFields): string {
  if (isFactColumn(column)) return factColumns[column].label
  if (column === categoryColumn) return 'Categoría del evento'
  if (column === 'moto_evento' || column === 'cc_evento')
    return column === 'cc_evento' ? 'Cilindrada' : 'Moto'
  return column === 'id_driver' ? 'Identificador' : column === 'attachment' ? 'Foto' : of(column).label
}

export const exportFormats = ['csv', 'json', 'xlsx'] as const

export type ExportFormat = (typeof exportFormats)[number]

/** The media type of each format, for the Content-Type header. */
export const mediaTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export interface ExportOptions {
  format: ExportFormat
  /** True for a CSV that is written for programs, not for Excel. */
  plain?: boolean
}

/** A column of a workbook. */
export interface SheetColumn {
  label: string
  /** In characters, the unit of Excel. */
  width?: number
  /** The format of its numbers. The default is that of whole numbers. */
  format?: string
  /** True if its texts are days (`YYYY-MM-DD`), which become dates. */
  isDay?: boolean
}

export type CellValue = string | number | null | undefined

export interface Sheet {
  /** The name of the sheet. */
  sheet: string
  columns: readonly SheetColumn[]
  rows: readonly (readonly CellValue[])[]
}

/** A workbook. Most have one sheet. */
export interface Book extends Sheet {
  /** Its further sheets. */
  more?: readonly Sheet[]
}

/** The units that a line number counts: lines of a CSV, rows of a sheet, records of a JSON array. */
export const lineUnits = ['línea', 'fila', 'registro'] as const

export type LineUnit = (typeof lineUnits)[number]

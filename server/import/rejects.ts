/** Writes the rejected rows of a file, so that a person can correct them and import them again. */

import { type Column, columnLabel, reasonColumn } from '#domain/import/columns'
import { columnOfField } from '#domain/import/findings'
import type { ImportReport } from '#domain/import/import'
import { fullName, joinedTargets, type Target } from '#domain/import/mapping'
import { type FileRow, inOrder, joinedCells } from '#domain/import/row-reader'
import { type FieldTable, fixedFields, type PilotField } from '#domain/pilots/own/field-table'
import { joinFullName } from '#domain/text/person-names'
import { isBlank } from '#domain/text/text'
import { excelForm, writeLine } from '../spreadsheets/formats/csv.ts'
import { readName } from '../spreadsheets/mapping/column-names.ts'
import { type Header, readHeader } from '../spreadsheets/mapping/header.ts'
import type { ImportTable } from '../spreadsheets/table.ts'

/**
 * Returns the rejected rows as a CSV, with a column for the reason. Cells are as they were, except those that a person
 * changed. Columns are named so that they are recognized without the choices that a person made for the file.
 */
export function writeRejects(
  table: ImportTable,
  { rejected, rejectedLines }: Pick<ImportReport, 'rejected' | 'rejectedLines'>,
  fields = fixedFields,
): string {
  const columns = rejectColumns(table, fields)
  const reasons = new Map<number, string[]>(rejectedLines.map((line) => [line, []]))
  for (const { line, field, message } of rejected) {
    const name = columnOfField(field, table.mapping.columns)
    reasons.get(line)?.push(name ? `${name}: ${message}` : message)
  }
  const lines = table.rows.flatMap((row) => {
    const reason = reasons.get(row.line)
    if (!reason) return []
    const surplus = row.cells.slice(table.names.length)
    return writeLine(
      [...columns.map(({ cellOf }) => cellOf(row)), reason.join('. ') || unlisted, ...surplus],
      excelForm,
    )
  })
  const head = writeLine([...columns.map(({ name }) => name), reasonColumn], excelForm)
  return excelForm.start + head + lines.join('')
}

const unlisted = 'Hay demasiadas celdas mal para listarlas todas: importe la fila otra vez para ver qué tiene'

interface RejectColumn {
  name: string
  cellOf: (row: FileRow) => unknown
}

type CellReader = RejectColumn['cellOf']

/**
 * Returns the columns of the file with their names, except for names that would be recognized as something else, and
 * a column for each value that was chosen for all rows.
 */
function rejectColumns(
  { names, mapping }: Pick<ImportTable, 'names' | 'mapping'>,
  fields: FieldTable,
): RejectColumn[] {
  const { columns, defaults = {} } = mapping
  const present = new Set(columns.map(({ target }) => target))
  const parts: readonly string[] = present.has(fullName) ? ['name', 'lastname'] : []
  const added = (Object.keys(defaults) as PilotField[]).filter(
    (field) => !present.has(field) && !parts.includes(field),
  )
  const labelOf = (field: PilotField) => columnLabel(field, fields)
  const renamed = newNames(names, columns, added.map(labelOf), fields)
  return [
    ...columns.flatMap(({ target }, index) =>
      target === reasonColumn
        ? []
        : {
            name: renamed.get(index) ?? names[index] ?? '',
            cellOf: cellReader(columns, index, renamed.has(index)),
          },
    ),
    ...added.map(
      (field): RejectColumn => ({
        name: labelOf(field),
        cellOf: ({ values }) => values[field],
      }),
    ),
  ]
}

/** Returns the new names, by index, of the columns that `readHeader` would read as another target. */
function newNames(
  names: readonly string[],
  columns: Header,
  added: readonly string[],
  fields: FieldTable,
): ReadonlyMap<number, string> {
  const renamed = new Map<number, string>()
  // A new name can change how others are read, so that they are read again.
  for (;;) {
    const written = names.map((name, index) => renamed.get(index) ?? name)
    const read = readHeader([...written, ...added], [], fields)
    const wrong = columns.flatMap((_, index) =>
      renamed.has(index) || isReadAs(columns, read, index) ? [] : [index],
    )
    if (wrong.length === 0) return renamed
    for (const index of wrong.flatMap((one) => partsOf(columns, one)))
      renamed.set(index, newName(columns, index, fields))
  }
}

/** Returns true if a column is read with its target, and as the same part of it. */
function isReadAs(columns: Header, read: Header, index: number): boolean {
  const target = columns[index]?.target
  if (read[index]?.target !== target) return false
  // In another file, such numbers may seem to count the rows.
  if (target === 'npiloto' && readName(read[index]?.name ?? '')?.isWeak) return false
  const indexes = partsOf(columns, index)
  const parts = new Set(indexes.map((one) => read[one]?.part))
  return indexes.length === 1 || (parts.size === indexes.length && read[index]?.part === columns[index]?.part)
}

/** Returns the indexes of the columns that are joined with the column at `index`, in order, or only `index`. */
function partsOf(columns: Header, index: number): number[] {
  const target = columns[index]?.target
  if (!target || !joinedTargets.has(target as Target)) return [index]
  return inOrder(
    columns.flatMap((column, other) => (column.target === target ? [other] : [])),
    columns,
  )
}

function newName(columns: Header, index: number, fields: FieldTable): string {
  const { name, target } = columns[index] ?? { name: '', target: null }
  const isFirst = partsOf(columns, index)[0] === index
  if (target === null || target === reasonColumn || !isFirst) return `No se usa: ${name}`
  return target === fullName ? fullNameLabel : columnLabel(target, fields)
}

/** The label that says the order in which `joinFullName` writes. */
const fullNameLabel = 'Apellidos y Nombres'

/** Returns the function that reads a cell as it is in the file, unless a choice has changed its value. */
function cellReader(columns: Header, index: number, isRenamed: boolean): CellReader {
  const target = columns[index]?.target ?? null
  const parts = partsOf(columns, index)
  if (target === null || target === reasonColumn) return ({ cells }) => cells[index]
  if (target === fullName) return (row) => fullNameIn(row, index)
  if (parts.length > 1) return partReader(target, parts, index, isRenamed)
  return ({ cells, values }) =>
    index < cells.length || !isBlank(values[target]) ? values[target] : undefined
}

/** Returns the function that reads a part of a value. A value that a choice has changed is in the first part. */
function partReader(target: Column, parts: readonly number[], index: number, isRenamed: boolean): CellReader {
  const isFirst = parts[0] === index
  return ({ cells, values }) => {
    const isOriginal = isRenamed ? !isFirst : values[target] === joinedCells(cells, parts)
    if (isOriginal) return cells[index]
    return isFirst ? values[target] : ''
  }
}

/** Returns a full name that is divided in the same way again. */
function fullNameIn({ cells, values: { name, lastname } }: FileRow, index: number): unknown {
  const [given, surnames] = [isBlank(name) ? '' : String(name), isBlank(lastname) ? '' : String(lastname)]
  const isWhole = surnames === '' && given === String(cells[index] ?? '').trim()
  return isWhole || (given === '' && surnames === '')
    ? cells[index]
    : joinFullName({ name: given, lastname: surnames })
}

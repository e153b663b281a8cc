/** Groups the bad cells of an import by their field and problem, so that a person sees each problem once. */

import { duplicateTexts } from '../errors.ts'
import { type FieldName, fieldNames, hasOptions, isFieldName } from '../pilots/fields.ts'
import { firstNumber, nearestValue, noneIn } from '../pilots/pilot.ts'
import { type DamageKind, damageProblem } from './file/damage.ts'
import { excelErrorProblem } from './file/excel-errors.ts'
import type { Rejection } from './import.ts'
import { type Column, columnLabel } from './mapping/columns.ts'

export interface RejectionGroup {
  /** The problem in Spanish, which follows the number of rows: `con modalidad sin reconocer`. */
  problem: string
  field?: Rejection['field']
  /** The damage of all cells, which may be in several columns. */
  damage?: DamageKind
  /** True if every cell has more than one number, of which the first can be used: see `firstNumber`. */
  hasFirst?: true
  /** The different values, the most frequent first. */
  values: RejectedValue[]
  cells: Rejection[]
}

export interface RejectedValue {
  value: string
  rows: number
  /** The option that a person probably meant, or the words for no value. */
  nearest?: string
}

/** Returns the groups in the order of the fields, those of whole rows last. */
export function groupRejections(rejections: readonly Rejection[]): RejectionGroup[] {
  const groups = new Map<string, Rejection[]>()
  for (const rejection of rejections) {
    const key = keyOf(rejection)
    const group = groups.get(key)
    if (group) group.push(rejection)
    else groups.set(key, [rejection])
  }
  return Array.from(groups.values(), groupOf).sort((one, other) => orderOf(one) - orderOf(other))
}

function groupOf(cells: Rejection[]): RejectionGroup {
  const [first] = cells as [Rejection]
  const { field: only, damage } = first
  const field = damage ? undefined : only
  return {
    problem: problemOf(first),
    field,
    ...(damage && { damage: damage.kind }),
    ...(hasFirst(first) && { hasFirst: true as const }),
    values: valuesOf(cells),
    cells,
  }
}

function problemOf(rejection: Rejection): string {
  const { field, value, message, damage } = rejection
  if (damage) return damageProblem(damage.kind)
  if (!field) return `sin importar: ${generalized(message)}`
  const label = columnLabel(field)
  if (hasFirst(rejection))
    return `con ${label}: ${field === 'dni' ? 'lleva su dígito verificador' : 'hay más de uno'}`
  if (value === undefined) return `sin ${label}`
  return isUnknownOption(rejection) ? `con ${label} sin reconocer` : `con ${label}: ${generalized(message)}`
}

/** Returns a text that is equal for rejections with the same problem. */
function keyOf(rejection: Rejection): string {
  const { field = '', value, message, damage } = rejection
  if (damage) return `damage ${damage.kind}`
  if (hasFirst(rejection)) return `${field} 1`
  if (value === undefined && field) return `${field} -`
  return isUnknownOption(rejection) ? `${field} ?` : `${field} ${generalized(message)}`
}

function isUnknownOption({ field, value }: Rejection): boolean {
  return value !== undefined && isChoice(field)
}

function hasFirst({ field, value }: Rejection): boolean {
  return value !== undefined && isFieldName(field) && firstNumber(field, value) !== undefined
}

/** Returns true if cells are rejected because their pilots exist already, and are not to be changed. */
export function areDuplicates(cells: readonly { message: string }[]): boolean {
  return cells.some(({ message }) => duplicateMessages.has(message))
}

const duplicateMessages = new Set<string>(Object.values(duplicateTexts))

/** Returns true for a field that has options. */
export function isChoice(field: Column | undefined): field is FieldName {
  return isFieldName(field) && hasOptions(field)
}

/** Leaves out the position of another row, in which messages of one problem differ. */
function generalized(message: string): string {
  return message
    .replace(/, el de \d+$/, '')
    .replace(/^La fila tiene \d+ celdas?.*/, 'le sobran o le faltan celdas')
}

function valuesOf(cells: readonly Rejection[]): RejectedValue[] {
  const rows = new Map<string, number>()
  const meant = new Map(cells.map(({ value, damage }) => [value, damage?.meant]))
  for (const { value } of cells) if (value !== undefined) rows.set(value, (rows.get(value) ?? 0) + 1)
  const field = cells[0]?.field
  return [...rows]
    .map(([value, number]) => {
      const nearest =
        meant.get(value) ??
        (isFieldName(field) ? (nearestValue(field, value) ?? noneForError(field, value)) : undefined)
      return { value, rows: number, ...(nearest && { nearest }) }
    })
    .sort((one, other) => other.rows - one.rows || Number(!one.nearest) - Number(!other.nearest))
}

/** Returns the words for no value in place of the error of a formula, whose value nobody knows. */
function noneForError(field: FieldName, value: string): string | undefined {
  return excelErrorProblem(value) === undefined ? undefined : noneIn(field)
}

function orderOf({ field, damage }: RejectionGroup): number {
  if (damage) return -1
  if (!field) return fieldNames.length
  return fieldNames.indexOf(field as never)
}

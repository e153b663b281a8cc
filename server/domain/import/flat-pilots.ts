/** Pilots as flat objects, which an export writes, and the columns of their terms, which an import reads back. */

import { type StatusBasis, statusKinds, statusTexts } from '../credential/status.ts'
import { isSuspensionOver, reasonTooLong, type Suspension, type Terms } from '../credential/terms.ts'
import {
  changedTerms,
  dayInvalid,
  laterSuspensionProblem,
  suspensionBackwards,
} from '../credential/validity-changes.ts'
import { type FactColumnName, type Facts, factColumns, factNames, factOf } from '../pilots/facts/facts.ts'
import { isFieldName, noneOf } from '../pilots/fields.ts'
import { fixedFields } from '../pilots/own/field-table.ts'
import type { Pilot, StoredDraft } from '../pilots/pilot.ts'
import { maxReasonLength } from '../stored/limits.ts'
import { parseSerial, readDay } from '../text/date.ts'
import { enteredText } from '../text/names.ts'
import { isBlank } from '../text/text.ts'
import {
  type CellValue,
  type Column,
  optionalColumns,
  pilotColumns,
  type TermsColumn,
  termsColumns,
} from './columns.ts'
import type { ImportRow } from './import.ts'

/** One pilot as one flat object: a line of a CSV, or an element of the JSON that an export writes. */
export type FlatPilot = { id_driver: string; attachment: string | null } & StoredDraft &
  FlatFacts & {
    /** The word of the status, such as `vigente`. No import uses it, since it follows from the terms. */
    estado?: string
  }

/** Returns pilots as flat objects. With a `basis`, each pilot has its status. */
export function flatPilots(pilots: readonly Pilot[], basis?: StatusBasis): FlatPilot[] {
  if (!basis) return pilots.map(flatPilot)
  const kindOf = statusKinds(basis)
  return pilots.map((pilot) => ({ ...flatPilot(pilot), estado: statusTexts[kindOf(pilot)].toLowerCase() }))
}

/** Returns one pilot as a flat object. */
export function flatPilot({ id, photo, ...pilot }: Pilot): FlatPilot {
  return { id_driver: id, attachment: photo, ...pilot, ...besideColumns, ...factColumnsOf(pilot) }
}

/** Returns the value of a cell: no value as the words that an import reads as such. */
export function writtenCell(flat: Partial<Record<Column, CellValue>>, column: Column): CellValue {
  const value = flat[column]
  return value === null && isFieldName(column) ? noneOf(column) : value
}

type FlatFacts = Partial<Record<FactColumnName, string>>

/** The facts that an export has as columns: as JSON, a property without a value is absent. */
const besideColumns = Object.fromEntries(
  factNames.filter((name) => factOf(name).columns).map((name) => [name, undefined]),
)

/** Returns the filled columns of facts. */
function factColumnsOf(pilot: Facts): FlatFacts {
  const texts = Object.entries(factColumns).map(([column, { fact, text }]) => {
    const stored = pilot[fact]
    return [column, stored === undefined ? undefined : text(stored)] as const
  })
  return Object.fromEntries(texts.filter(([, text]) => text))
}

/** Returns the columns of an export: those that are not in every export only if a pilot fills them. */
export function writtenColumns(pilots: readonly Pilot[], { own } = fixedFields): readonly Column[] {
  const filled = new Set<string>()
  for (const pilot of pilots) for (const column in flatPilot(pilot)) filled.add(column)
  return [...pilotColumns, ...[...optionalColumns, ...own].filter((column) => filled.has(column))]
}

type Problem = readonly [column: TermsColumn, message: string]

const noFirstDay = 'Falta el primer día de la suspensión'

interface TermsReading {
  terms?: Terms
  problems: Problem[]
  /** The suspension of the row, if it differs from the one of the pilot that is not over. */
  otherSuspension?: Suspension
}

/**
 * Reads the terms of a row. A blank cell leaves a term as it is. A first day of a suspension gives the whole suspension,
 * but one that is not over on `day` stays, unless the person says that the file replaces it.
 */
export function readTerms(
  { values, badCells = {} }: ImportRow,
  earlier: Terms | undefined,
  { day, replaceSuspensions = false }: { day: string; replaceSuspensions?: boolean },
): TermsReading {
  const problems: Problem[] = []
  const filled = termsColumns.filter((column) => !isBlank(values[column]) || badCells[column])
  if (filled.length === 0) return { terms: earlier, problems }
  const dayIn = (column: TermsColumn) => {
    if (badCells[column] || isBlank(values[column])) return undefined
    const text = String(values[column]).trim()
    const day = readDay(text) ?? parseSerial(text)
    if (day === undefined) problems.push([column, dayInvalid])
    return day
  }
  const issued = dayIn('emitida')
  const until = dayIn('valida_hasta')
  const medical = dayIn('medico_hasta')
  const from = dayIn('suspendida_desde')
  const to = dayIn('suspendida_hasta')
  const reason = isBlank(values.suspendida_motivo) ? '' : enteredText(String(values.suspendida_motivo))
  if (reason.length > maxReasonLength) problems.push(['suspendida_motivo', reasonTooLong])
  if (from && to && to < from) problems.push(['suspendida_hasta', suspensionBackwards])
  const partOfSuspension = filled.find((column) => column.startsWith('suspendida_'))
  if (partOfSuspension && isBlank(values.suspendida_desde)) problems.push([partOfSuspension, noFirstDay])
  for (const column of filled) {
    const message = badCells[column]
    if (message) problems.push([column, message])
  }
  if (problems.length > 0) return { problems }
  const dated = changedTerms(earlier, { issued, until, medical }, day)
  if (!from) return { terms: dated, problems }
  const suspension = { from, ...(to && { to }), reason }
  const stands =
    earlier?.suspension && !isSuspensionOver(earlier.suspension, day) ? earlier.suspension : undefined
  if (!stands) return { terms: { ...dated, suspension }, problems }
  if (saysTheSame(suspension, stands)) return { terms: dated, problems }
  if (!replaceSuspensions) return { terms: dated, problems, otherSuspension: suspension }
  const later = laterSuspensionProblem(stands, suspension, day)
  if (later) return { problems: [['suspendida_desde', later]] }
  return { terms: { ...dated, suspension }, problems, otherSuspension: suspension }
}

/** Returns true if the filled cells of a suspension say what is stored. */
function saysTheSame({ from, to, reason }: Suspension, stored: Suspension): boolean {
  return from === stored.from && (!to || to === stored.to) && (reason === '' || reason === stored.reason)
}

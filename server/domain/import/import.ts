/** The rows, the options and the report of an import, which the browser, the server and the commands share. */

import { describeSuspension, type Suspension } from '../credential/terms.ts'
import type { RaceEvent } from '../events/event.ts'
import type { WarningKind } from '../pilots/checks/rider-warnings.ts'
import type { Definitions } from '../pilots/own/definitions.ts'
import type { PilotField } from '../pilots/own/field-table.ts'
import { type CheckedDraft, fullName, type Pilot } from '../pilots/pilot.ts'
import type { Damage } from './cells/cells.ts'
import type { ByColumn, Column } from './columns.ts'
import type { ImportAnswer } from './schemas.ts'

/** The largest file that an import reads, in bytes: about 400,000 pilots. */
export const maxFileBytes = 100 * 1024 * 1024

/** The advice for a file that is too large. */
export const splitAdvice = 'divídalo en varios e impórtelos uno por uno'

export const fileTooLarge = `El archivo pesa más de 100 MB: ${splitAdvice}`

/** The largest number of bad cells that a report lists. Further bad cells are only counted. */
export const maxRejections = 10_000

export interface ImportRow {
  /** The row's position in the file, from 1: the line of a CSV, the row of a sheet, the item of a JSON array. */
  line: number
  values: ByColumn<unknown>
  /** The result of checking the values, if they were checked before the import. */
  checked?: CheckedDraft
  /** The reasons why cells cannot be used, even if their values follow the rules of their fields. */
  badCells?: ByColumn<string>
  /** The bad cells that another program has damaged, with their texts. */
  damages?: ByColumn<Damage & { text: string }>
  /** The fields whose values hold only for new pilots: an existing pilot keeps its own. */
  defaulted?: PilotField[]
  /** True if a person has said that the whole sheet is of the modalidad that the row has by default. */
  isOfSheet?: true
  /** The reason why the whole row cannot be used. */
  problem?: string
  /** The fields that the rider may lack for now: see `deferredIn`. */
  deferred?: readonly PilotField[]
  /** True if the row is no rider, such as a total or a signature. The import leaves it aside. */
  isAside?: true
  /** The names that are in capitals in the file, as they are there: see `fixCapitals`. */
  capitals?: { name?: string; lastname?: string }
  /** The answer whether the rider is the one who has the document under other names: see `isOtherPerson`. */
  isSamePerson?: boolean
  /** True if the division of the full name into name and surname is uncertain. */
  isUnsure?: true
}

export interface ImportOptions {
  /** Changes the pilots whose document or identifier exists. Without it, such rows are rejected as duplicates. */
  update?: boolean
  /** Stores riders without the required values that are missing, as incomplete ones. Without it, such rows are rejected. */
  incomplete?: boolean
  /** Registers and changes nothing if any row is bad. */
  strict?: boolean
  /** Takes the suspensions of the file in place of others that are not over. Without it, those stay. */
  replaceSuspensions?: boolean
  /** Registers persons again who were erased for ever. Without it, such rows are rejected. */
  erased?: boolean
  /** Reports what the import would do, and stores nothing. */
  dryRun?: boolean
}

/** An import with its author, and the name of its file. */
export interface ImportOrder extends ImportOptions {
  /** The open event, whose entries follow the riders that an update changes. Without it, they stay as they are. */
  event?: RaceEvent
  /** The fields of one's own. Without them, values of theirs are left out. */
  fields?: Definitions
  by?: string
  file?: string
}

/** The longest name of a file that is stored, in characters. */
export const maxFileName = 120

/** One bad cell, or a whole bad row if `field` is absent. */
export interface Rejection {
  line: number
  field?: Column
  value?: string
  message: string
  /** The full name in the row, if it has one. */
  rider?: string
  /** The damage that another program has done to the cell. */
  damage?: Damage
}

/** The largest number of such rows, and of such texts, that a report lists. */
const maxOtherSuspensions = 100
const maxUnread = 100

/** The beginning of the question about a row with the document of a rider who has other names: see `isOtherPerson`. */
export const otherPerson = 'Es de otra persona'

/** The numbers of rows and riders that the answer tells too. */
type Counts = ImportAnswer['report']

/** The result of an import, counted in rows. */
export interface ImportReport extends Counts {
  /** The number of the texts that nobody understood, without which riders are stored. */
  unreadTexts: number
  /** The first of them. */
  unread: ImportAnswer['unread']['listed']
  /** The number of the rows whose suspension differs from one that is not over. That one stays unless it is replaced. */
  otherSuspensionRows: number
  /** The first of them. */
  otherSuspensions: ImportAnswer['suspensions']['listed']
  /** The number of the riders who get a pending entry in the category that the file asks for. Absent without any. */
  wishes?: number
  /** The number of the riders whose motorcycle is not stored: see `leavesMotorcycle`. Absent without any. */
  leftMotorcycles?: number
  /** The rows that ask for another category than that in which the rider is entered. Absent without any. */
  otherCategories?: { rows: number; listed: NonNullable<ImportAnswer['categories']>['listed'] }
  /** The warnings that the form would give about accepted rows. Absent without any. */
  warnings?: ImportAnswer['warnings']
  /** The number of the change, by which the import is undone. Absent if nothing was stored. */
  change?: number
  /** The lines of all rejected rows. */
  rejectedLines: number[]
  /** The number of bad cells, to which a row that is bad as a whole adds one. */
  badCells: number
  /** The bad cells of the first rejected rows, at most `maxRejections`. */
  rejected: Rejection[]
}

/** Counts a rejected row and its problems, and lists the problems while the list has room for all of them. */
export function noteRejected(
  report: ImportReport,
  { line }: ImportRow,
  rejected: readonly Rejection[],
): void {
  const areAllListed = report.rejected.length === report.badCells
  report.rejectedRows += 1
  report.rejectedLines.push(line)
  report.badCells += rejected.length
  if (areAllListed && report.badCells <= maxRejections) report.rejected.push(...rejected)
}

export function noteWarnings(
  report: ImportReport,
  { line }: ImportRow,
  pilot: Pilot,
  warnings: readonly { kind: WarningKind; text: string }[],
): void {
  for (const { kind, text } of warnings) {
    report.warnings ??= {}
    report.warnings[kind] ??= { total: 0, listed: [] }
    const warned = report.warnings[kind]
    warned.total += 1
    if (warned.listed.length < maxUnread) warned.listed.push({ line, rider: fullName(pilot), text })
  }
}

export function noteUnread(report: ImportReport, texts: ImportReport['unread']): void {
  report.unreadTexts += texts.length
  report.unread.push(...texts.slice(0, maxUnread - report.unread.length))
}

/** The counts of rows that store nothing and are not bad. */
export type SkippedRows = 'repeatedRows' | 'otherPersonRows'

export function noteSkipped(report: ImportReport, kind: SkippedRows): void {
  report[kind] = (report[kind] ?? 0) + 1
}

/** Notes the category of the file, and the one in which the rider is entered and stays. */
export function noteOtherCategory(
  report: ImportReport,
  { line }: ImportRow,
  pilot: Pilot,
  [stored, given]: [stored: string, given: string],
): void {
  report.otherCategories ??= { rows: 0, listed: [] }
  const { otherCategories } = report
  otherCategories.rows += 1
  if (otherCategories.listed.length >= maxOtherSuspensions) return
  otherCategories.listed.push({ line, rider: fullName(pilot), stored, given })
}

export function noteSuspension(
  report: ImportReport,
  { line }: ImportRow,
  pilot: Pilot,
  suspensions: [stored: Suspension, given: Suspension],
): void {
  report.otherSuspensionRows += 1
  if (report.otherSuspensions.length >= maxOtherSuspensions) return
  const [stored, given] = suspensions.map(describeSuspension)
  report.otherSuspensions.push({ line, rider: fullName(pilot), stored: stored ?? '', given: given ?? '' })
}

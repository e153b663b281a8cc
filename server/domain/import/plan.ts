/** Decides what an import does with all of its rows, before any row is stored. */

import { withCardOf } from '../credential/printed-card.ts'
import type { Suspension } from '../credential/terms.ts'
import { PilotosError } from '../errors.ts'
import type { EntryNote } from '../events/entry.ts'
import type { RaceEvent } from '../events/event.ts'
import { FollowingEntries } from '../events/following.ts'
import { RiderWarnings } from '../pilots/checks/rider-warnings.ts'
import { documentField, type RiderIdentity, readIdentity, type StoredDocument } from '../pilots/document.ts'
import { type ExistingPilots, NamedPilots } from '../pilots/existing.ts'
import { sameFact, withFact } from '../pilots/facts/fact-values.ts'
import { type FieldName, requiredNames } from '../pilots/fields.ts'
import { isIncomplete } from '../pilots/incomplete.ts'
import { type FieldTable, fieldTable } from '../pilots/own/field-table.ts'
import { fullName, type Pilot, type StoredDraft, sameData, withDraft } from '../pilots/pilot.ts'
import { type PilotId, readPilotId } from '../pilots/pilot-id.ts'
import { today } from '../text/date.ts'
import { isBlank, shortened } from '../text/text.ts'
import type { Damage } from './cells/cells.ts'
import { type Column, categoryColumn } from './columns.ts'
import { readTerms } from './flat-pilots.ts'
import { filled, findConflicts, type Identity, identify, mayLack, type Problem, textOf } from './identity.ts'
import {
  type ImportOptions,
  type ImportOrder,
  type ImportReport,
  type ImportRow,
  noteOtherCategory,
  noteRejected,
  noteSkipped,
  noteSuspension,
  noteUnread,
  noteWarnings,
  type Rejection,
  type SkippedRows,
} from './import.ts'
import { checkRow, Seen } from './row-check.ts'
import {
  hasWish,
  leavesMotorcycle,
  readWish,
  wishText,
  withoutFollowing,
  withoutWished,
  withWish,
} from './wishes.ts'

export interface ImportPlan {
  create: Pilot[]
  update: Pilot[]
  report: ImportReport
}

/** The arguments of a decision on an import. */
export interface ImportQuestion {
  rows: Iterable<ImportRow>
  pilots: ExistingPilots
  options: ImportOptions & Pick<ImportOrder, 'event' | 'fields' | 'by'>
  /** The riders with an entry in the event of the options. */
  entered?: readonly Pilot[]
  /** Returns an identifier that no pilot has. */
  newId: () => PilotId
  /** The time at which new pilots are registered: ISO 8601, UTC. */
  now: string
  /** Returns true for the document and birth date, or for a code, of a person who was erased for ever. */
  isErased?: (rider: StoredDocument & Partial<RiderIdentity>, code?: PilotId) => boolean
  /** Receives each accepted row with its pilot. */
  onAccepted?: (row: ImportRow, pilot: Pilot) => void
}

/** Decides on every row. */
export function planImport({
  rows,
  pilots,
  options,
  newId,
  now,
  isErased = () => false,
  entered = [],
  onAccepted,
}: ImportQuestion): ImportPlan {
  const plan: ImportPlan = {
    create: [],
    update: [],
    report: {
      registered: 0,
      incomplete: 0,
      unreadTexts: 0,
      unread: [],
      updated: 0,
      unchanged: 0,
      rejectedRows: 0,
      rejectedLines: [],
      otherSuspensionRows: 0,
      otherSuspensions: [],
      erasedRows: 0,
      badCells: 0,
      rejected: [],
    },
  }
  const { report } = plan
  const update = options.update === true
  const suspensions = { day: today(new Date(now)), replaceSuspensions: options.replaceSuspensions }
  const context = {
    pilots,
    seen: new Seen(update),
    named: new NamedPilots(pilots),
    update,
    incomplete: options.incomplete,
    suspensions,
    newId,
    now,
    isErased,
    allowsErased: options.erased === true,
    table: fieldTable(options.fields),
    event: options.event,
    note: { at: now, ...(options.by !== undefined && { by: options.by }) },
    following: options.event && new FollowingEntries(options.event, entered),
  }
  const warnings = new RiderWarnings(() => pilots.all(), new Date(now))
  for (const row of rows) {
    if (row.isAside) continue
    const decision = decide(row, context)
    const { pilot, existing, isErased, rejected } = decision
    if (isErased) report.erasedRows += 1
    if (decision.skipped) {
      noteSkipped(report, decision.skipped)
      continue
    }
    if (!pilot) {
      noteRejected(report, row, rejected)
      continue
    }
    context.seen.add(row, pilot)
    noteAccepted(report, row, pilot, decision)
    noteWarnings(report, row, pilot, warnings.of(pilot, existing))
    onAccepted?.(row, pilot)
    if (!existing) {
      plan.create.push(pilot)
      warnings.add(pilot)
    } else if (isUnchanged(pilot, existing)) report.unchanged += 1
    else plan.update.push(pilot)
  }
  if (options.strict && report.rejectedRows > 0) {
    plan.create = []
    plan.update = []
    report.unchanged = 0
    report.otherCategories = undefined
    report.wishes = undefined
    report.leftMotorcycles = undefined
  }
  report.registered = plan.create.length
  report.incomplete = plan.create.filter(isIncomplete).length
  report.updated = plan.update.length
  return plan
}

/** Notes what a person should know of an accepted row. */
function noteAccepted(report: ImportReport, row: ImportRow, pilot: Pilot, decision: Decision): void {
  const { existing, otherSuspension, otherCategory, hasWish, unread = [] } = decision
  noteUnread(
    report,
    unread.map((field) => ({
      line: row.line,
      rider: fullName(pilot),
      field,
      text: excerpt(row.values[field]) ?? '',
    })),
  )
  if (existing?.terms?.suspension && otherSuspension)
    noteSuspension(report, row, existing, [existing.terms.suspension, otherSuspension])
  if (hasWish) report.wishes = (report.wishes ?? 0) + 1
  if (decision.leavesMotorcycle) report.leftMotorcycles = (report.leftMotorcycles ?? 0) + 1
  if (otherCategory) noteOtherCategory(report, row, pilot, otherCategory)
}

/** Returns the riders of an import whose documents nobody has. */
export function newRiders(
  rows: readonly ImportRow[],
  pilots: Pick<ExistingPilots, 'byDocument'>,
): (RiderIdentity & { id?: PilotId })[] {
  return rows.flatMap(({ values }) => {
    const rider = readIdentity(values)
    const id = readPilotId(String(values.id_driver ?? ''))
    return rider && !pilots.byDocument(rider) ? [{ ...rider, id }] : []
  })
}

interface Decision {
  pilot?: Pilot
  existing?: Pilot
  otherSuspension?: Suspension
  /** The names of the category in which the rider is entered, and of that which the row asks for. */
  otherCategory?: [stored: string, given: string]
  /** True if the rider gets a pending entry, and if the motorcycle of the row is not stored. */
  hasWish?: boolean
  leavesMotorcycle?: boolean
  /** True if the person was erased for ever, and is not registered since. */
  isErased?: boolean
  /** The fields with a text that nobody understood, and that is not stored. */
  unread?: readonly FieldName[]
  /** The count of the report in which the row is, if it stores nothing and is not bad. */
  skipped?: SkippedRows
  rejected: Rejection[]
}

/** The arguments of `planImport` on which the decision about a row depends, and the rows before it. */
interface Context {
  pilots: ExistingPilots
  seen: Seen
  named: NamedPilots
  update: boolean
  incomplete?: boolean
  suspensions: { day: string; replaceSuspensions?: boolean }
  newId: () => PilotId
  now: string
  isErased: Required<ImportQuestion>['isErased']
  allowsErased: boolean
  table: FieldTable
  event?: RaceEvent
  note: EntryNote
  following?: FollowingEntries
}

function decide(given: ImportRow, context: Context): Decision {
  const { line, problem } = given
  if (problem) return { rejected: [{ line, message: problem }] }
  const identity = identify(given, context)
  const { existing } = identity
  if (identity.isLeftOut) return { skipped: 'otherPersonRows', rejected: [] }
  const { row, wish, problems: ofWish } = readWish(given, existing, context)
  const { values } = row
  const isLacking = (name: FieldName) => !(name in values) && !mayLack(row, name, context)
  if (context.update && !existing && requiredNames.some(isLacking)) {
    return { rejected: [{ line, message: 'No existe ese piloto, y faltan columnas para registrarlo' }] }
  }
  const { draft, problems, unread } = checkRow(withoutWished(row, existing, wish), existing, context)
  const isErased = isErasedRow(identity, draft, context)
  const twin = context.seen.find(row, draft, identity.id ?? existing?.id)
  const { terms, otherSuspension, problems: ofTerms } = readTerms(row, existing?.terms, context.suspensions)
  const isGood = problems.length + identity.problems.length + ofTerms.length + ofWish.length === 0
  if (
    draft &&
    isGood &&
    twin &&
    hasWish(twin.pilot, wish, row) &&
    isRepeated(identity, { ...draft, terms }, twin.pilot)
  )
    return { skipped: 'repeatedRows', rejected: [] }
  const all = [
    ...identity.problems,
    ...(ofWish.length > 0 ? withoutFollowing(problems, row) : problems),
    ...findConflicts(identity, draft, twin, context),
    ...ofWish,
    ...ofTerms,
  ]
  if (draft && isErased && !context.allowsErased) all.push([documentField(draft), erasedMessage])
  if (draft && all.length === 0) {
    // The code of an erased person stays erased.
    const pilot = toPilot(
      draft,
      isErased ? { ...identity, id: undefined, photo: undefined } : identity,
      context,
    )
    const followed = follow(pilot, existing, context)
    if (!Array.isArray(followed)) {
      const termed = withFact(followed, 'terms', terms)
      const { rider, otherCategory } = withWish(termed, wish, context.note, row)
      return {
        pilot: rider,
        existing,
        otherSuspension,
        otherCategory,
        hasWish: rider !== termed,
        leavesMotorcycle: leavesMotorcycle(row, rider, context.event),
        isErased,
        unread,
        rejected: [],
      }
    }
    all.push(...followed)
  }
  const rider = riderIn(values)
  const rejected = all.map(([field, message]) => {
    const { text, ...damage } = (message === row.badCells?.[field] ? row.damages?.[field] : undefined) ?? {}
    return {
      line,
      field,
      value: excerpt(
        text ?? (field === categoryColumn ? wishText(values[field], row, context.table) : values[field]),
      ),
      message,
      ...(rider && { rider }),
      ...(text !== undefined && { damage: damage as Damage }),
    }
  })
  return { isErased, rejected }
}

/** Returns true for a row that says of a rider what a row before has said. */
function isRepeated(
  { id, photo }: Identity,
  draft: StoredDraft & Pick<Pilot, 'terms'>,
  twin: Pilot,
): boolean {
  if ((id && id !== twin.id) || (photo && photo !== twin.photo)) return false
  return isUnchanged({ ...draft, id: twin.id, photo: twin.photo, pending: twin.pending }, twin)
}

/** Returns a rider whose card and entries follow the change, or why they cannot. */
function follow(
  pilot: Pilot,
  existing: Pilot | undefined,
  { following, table, note }: Context,
): Pilot | Problem[] {
  if (!existing) return pilot
  const changed = withCardOf(existing, pilot, table)
  try {
    return following?.follow(existing, changed, note) ?? changed
  } catch (error) {
    if (!(error instanceof PilotosError)) throw error
    const { fields = {} } = error.details
    return Object.entries(fields).map(([name, message]) => [name as Column, message])
  }
}

function isUnchanged(pilot: Pilot, existing: Pilot): boolean {
  return (
    (['terms', 'pending'] as const).every((fact) => sameFact(fact, pilot[fact], existing[fact])) &&
    sameData(pilot, existing)
  )
}

/** Returns true for a row of a person who was erased for ever, and is not registered since. */
function isErasedRow(
  { id, existing }: Identity,
  draft: StoredDraft | undefined,
  { pilots, isErased }: Context,
): boolean {
  return draft !== undefined && !existing && !pilots.byDocument(draft) && isErased(draft, id)
}

const erasedMessage =
  'Quien tiene este documento se borró para siempre: se registra otra vez solo si la persona lo pide'

function toPilot(draft: StoredDraft, { id, photo, existing }: Identity, context: Context): Pilot {
  const { newId, now } = context
  if (!existing) return withDraft({ id: id ?? newId(), photo: photo ?? null, since: now }, draft)
  return withDraft({ ...existing, photo: photo ?? existing.photo }, draft)
}

/** Returns the full name in a row, shortened to 60 characters. */
function riderIn({ name, lastname }: ImportRow['values']): string | undefined {
  const text = [name, lastname].filter(filled).map(textOf).join(' ')
  return text === '' ? undefined : shortened(text, 60)
}

/** Returns at most 200 characters of a value, for the list of problems. Returns undefined for a blank value. */
function excerpt(value: unknown): string | undefined {
  return isBlank(value) ? undefined : textOf(value).trim().slice(0, 200)
}

/**
 * Finds the riders whom two desks have in common, and merges each of them: value by value, by what each desk has seen of
 * the other.
 */
import { withLastCard } from '../credential/printed-card.ts'
import type { Revocation } from '../pilots/change.ts'
import { personKey } from '../pilots/checks/duplicates.ts'
import { isOtherPerson } from '../pilots/checks/other-person.ts'
import { documentOf, documentText } from '../pilots/document.ts'
import { DocumentIndex } from '../pilots/documents/document-key.ts'
import { NamedPilots } from '../pilots/existing.ts'
import { factValueOf, withFactValue } from '../pilots/facts/fact-values.ts'
import { factValues, isFactValue } from '../pilots/facts/facts.ts'
import type { HistoryChange } from '../pilots/history/history.ts'
import type { FieldTable } from '../pilots/own/field-table.ts'
import { fullName, type PhotoName, type Pilot } from '../pilots/pilot.ts'
import type { PilotId } from '../pilots/pilot-id.ts'
import { betterSpelling } from '../text/person-names.ts'
import type {
  MergeChoices,
  MergeConflict,
  MergedRider,
  MergeReport,
  MergeValue,
  SamePerson,
} from './calls.ts'
import { CodeGroups, type CodeLink, codeAlone, joinedCode, type Revocations } from './codes.ts'
import type { DeskHistory, Writer, Written } from './desk-history.ts'
import type { MergeSideName } from './merge.ts'
import {
  type ChosenName,
  chosenNames,
  lacksValue,
  reportedField,
  valueKey,
  valueLabel,
  valueText,
  withValue,
} from './values.ts'

interface DeskRiders {
  pilots: readonly Pilot[]
  revoked: readonly Revocation[]
}

/** A rider of one desk or of both. */
export interface Match {
  own?: Pilot
  other?: Pilot
  /** All codes that the rider has had at either desk. */
  codes: readonly PilotId[]
  /** True if both desks have the rider from a common past: the same code, or codes that belong together. */
  hasCommonPast: boolean
}

export interface Matches {
  all: Match[]
  /**
   * Riders of one desk each who may be the same person: of one name and birth date, with one document, which may be stored in
   * other ways, or see `mayBeSame`.
   */
  questions: { own: Pilot; other: Pilot }[]
}

/**
 * The same identifier, also an earlier one, is the same rider, and then the same document, unless it seems to be that of
 * two persons: see `isOtherPerson`. `same` are the answers of a
 * person to the questions. The riders of this desk come first, in its order.
 */
export function matchRiders(own: DeskRiders, other: DeskRiders, same: readonly SamePerson[] = []): Matches {
  const codes = new CodeGroups([...own.revoked, ...other.revoked])
  const byCode = new Map(other.pilots.map((pilot) => [codes.groupOf(pilot.id), pilot]))
  const isOtherId = new Set(other.pilots.map(({ id }) => id))
  const byId = new Map(other.pilots.map((pilot) => [pilot.id, pilot]))
  const pairs = new Map<Pilot, Pilot>()
  const taken = new Set<Pilot>()
  const pair = (one: Pilot, found: Pilot | undefined) => {
    if (!found || taken.has(found) || pairs.has(one)) return
    pairs.set(one, found)
    taken.add(found)
  }
  for (const pilot of own.pilots) pair(pilot, byId.get(pilot.id))
  const ownIds = new Set(own.pilots.map(({ id }) => id))
  for (const pilot of own.pilots) {
    const found = isOtherId.has(pilot.id) ? undefined : byCode.get(codes.groupOf(pilot.id))
    // Riders whom one desk took for the same person, and the other for two, stay two.
    if (found && !ownIds.has(found.id)) pair(pilot, found)
  }
  const byDocument = new DocumentIndex((pilot: Pilot) => pilot, other.pilots)
  for (const pilot of own.pilots) {
    const found = byDocument.find(pilot).find((one) => documentOf(one) === documentOf(pilot))
    if (found && !isOtherPerson(pilot, found)) pair(pilot, found)
  }
  const ownById = new Map(own.pilots.map((pilot) => [pilot.id, pilot]))
  for (const answer of same) {
    const one = ownById.get(answer.this)
    if (one) pair(one, byId.get(answer.other))
  }
  const match = (one?: Pilot, found?: Pilot): Match => {
    const ids = [one, found].flatMap((pilot) => pilot?.id ?? [])
    const groups = new Set(ids.map((id) => codes.of(id)))
    const groupNames = new Set(ids.map((id) => codes.groupOf(id)))
    return {
      own: one,
      other: found,
      codes: [...new Set([...groups].flatMap((group) => [...group]))],
      hasCommonPast: groupNames.size === 1,
    }
  }
  return {
    all: [
      ...own.pilots.map((pilot) => match(pilot, pairs.get(pilot))),
      ...other.pilots.filter((pilot) => !taken.has(pilot)).map((pilot) => match(undefined, pilot)),
    ],
    questions: questionsAbout(
      own.pilots.filter((pilot) => !pairs.has(pilot)),
      other.pilots.filter((pilot) => !taken.has(pilot)),
    ),
  }
}

function questionsAbout(own: readonly Pilot[], others: readonly Pilot[]): { own: Pilot; other: Pilot }[] {
  const byDocument = new DocumentIndex((pilot: Pilot) => pilot, others)
  const byPerson = new Map(others.map((pilot) => [personKey(pilot), pilot]))
  const named = new NamedPilots({ all: () => others })
  return own.flatMap((pilot) => {
    const born = byPerson.get(personKey(pilot))
    const like = named.like(documentOf(pilot) === undefined ? undefined : pilot, () => pilot)
    return [...new Set([...(born ? [born] : []), ...like, ...byDocument.find(pilot)])].map((other) => ({
      own: pilot,
      other,
    }))
  })
}

export interface MergeContext {
  own: DeskHistory
  other: DeskHistory
  ownRevoked: Revocations
  otherRevoked: Revocations
  choices: MergeChoices
  /** The fields of both desks. */
  table: FieldTable
  isSamePhoto: (own: PhotoName, other: PhotoName) => boolean
}

/** A rider after the merge. Without `after`, this desk does not have the rider. */
export interface MergedPilot {
  match: Match
  after?: Pilot
  conflicts: MergeConflict[]
  /** The values of this side that a person chose, or a rule. */
  settled?: { name: ChosenName; overrules: string }[]
  /** The values of the conflicts that nobody has decided. */
  open?: ChosenName[]
  kept?: Omit<MergeValue, 'value'>
  revocation?: Pick<MergeReport['revoked'][number], 'code' | 'at'>
  /** Another code that leads to that of the rider from this merge on. */
  link?: CodeLink
}

export function mergeRider(match: Match, context: MergeContext): MergedPilot {
  const { own, other } = match
  if (own && other) return mergeBoth({ ...match, own, other }, context)
  return own ? mergeOwn(match, own, context) : mergeOther(match, other as Pilot, context)
}

export function riderOf(pilot: Pilot): MergedRider {
  return { id_driver: pilot.id, name: fullName(pilot), document: documentText(pilot) ?? '' }
}

/** A rider whom only this desk has: the other may have removed it. */
function mergeOwn(match: Match, own: Pilot, context: MergeContext): MergedPilot {
  const removal = context.other.removal(match.codes)
  if (!removal || context.own.knows(removal.key)) return { match, after: own, conflicts: [] }
  const unseen = hasReceipts(own) || isUnseen(own, match.codes, context.own, context.other)
  return unseen ? keptRider(match, own, removal, context.otherRevoked) : { match, conflicts: [] }
}

/** A rider whom only the other desk has: a new one, or one whom this desk has removed. */
function mergeOther(match: Match, other: Pilot, context: MergeContext): MergedPilot {
  const removal = context.own.removal(match.codes)
  if (!removal || context.other.knows(removal.key)) return alone(match, other, context.ownRevoked)
  const unseen = hasReceipts(other) || isUnseen(other, match.codes, context.other, context.own)
  return unseen ? keptRider(match, other, removal, context.ownRevoked) : { match, conflicts: [] }
}

/** Nobody removes a rider who has paid: one without was brought back from an older backup. */
function hasReceipts({ payments }: Pilot): boolean {
  return payments !== undefined
}

/** An edit wins over a removal. The revocation of a card does too. */
function keptRider(match: Match, pilot: Pilot, removal: Writer, revoked: Revocations): MergedPilot {
  const { by, at, desk } = removal
  return { ...alone(match, pilot, revoked), kept: { by, at, desk } }
}

/** A rider of one desk only, with the code that the other desk's revocations leave. */
function alone(match: Match, pilot: Pilot, revoked: Revocations): MergedPilot {
  const { id, revocation } = codeAlone(pilot, revoked)
  const { card, ...rest } = pilot
  return {
    match,
    after: { ...rest, id, ...(id === pilot.id && card && { card }) },
    conflicts: [],
    ...(revocation && { revocation: { code: pilot.id, at: revocation.at } }),
  }
}

/** Returns true if a desk has changed a rider in a way that the other has not seen. */
function isUnseen(pilot: Pilot, codes: readonly PilotId[], desk: DeskHistory, other: DeskHistory): boolean {
  return (
    !desk.existence(pilot, codes, other).isSeen ||
    [...chosenNames(pilot), 'card' as const, 'id' as const].some((name) => {
      const { isSeen, isUnchanged } = desk.written(pilot, codes, name, other)
      return !isSeen && !isUnchanged
    })
  )
}

type Both = Match & { own: Pilot; other: Pilot }

function mergeBoth(match: Both, context: MergeContext): MergedPilot {
  const { own, other } = match
  const { id, revocation, link } = joinedCode(own, other, context.ownRevoked, context.otherRevoked)
  const since = [own.since, other.since].filter((one) => one !== undefined).sort()[0]
  let after: Pilot = { ...own, id, ...(since && { since }) }
  const conflicts: MergeConflict[] = []
  const decided: Required<Pick<MergedPilot, 'settled' | 'open'>> = { settled: [], open: [] }
  for (const name of chosenNames(own, other)) {
    const { after: next, conflict, overrules } = mergeValue(after, name, match, context)
    after = next
    if (overrules !== undefined) decided.settled.push({ name, overrules })
    if (!conflict) continue
    conflicts.push({ ...conflict, id_driver: id })
    if (!conflict.isChosen) decided.open.push(name)
  }
  after = withCard(after, own, other, link?.isValid === true, context.table)
  return {
    match,
    after,
    conflicts,
    ...decided,
    link,
    ...(revocation && { revocation: { code: revocation.id, at: revocation.at } }),
  }
}

interface MergedValue {
  after: Pilot
  /** The change of the other desk that a rule or a choice overruled. The other side learns the decision as newer. */
  overrules?: string
  conflict?: Omit<MergeConflict, 'id_driver'>
}

function mergeValue(after: Pilot, name: ChosenName, match: Both, context: MergeContext): MergedValue {
  const { own, other } = match
  // A completed value wins, whoever changed it last.
  if (lacksValue(other, name)) return { after }
  if (lacksValue(own, name)) return { after: withValue(after, name, other) }
  // A country that only one desk knows is of both.
  if (name === 'dni' && documentOf(own) === documentOf(other) && !(own.paisdoc && other.paisdoc))
    return { after: withValue(after, name, own.paisdoc ? own : other) }
  const keys = [valueKey(own, name), valueKey(other, name)]
  if (keys[0] === keys[1]) return { after }
  if (name === 'photo' && own.photo && other.photo && context.isSamePhoto(own.photo, other.photo))
    return { after }
  const written = {
    this: context.own.written(own, match.codes, name, context.other),
    other: context.other.written(other, match.codes, name, context.own),
  }
  const taken = { this: after, other: withValue(after, name, other) }
  const onlyGrows = isFactValue(name) && factValues[name].onlyGrows
  const newer = match.hasCommonPast && !onlyGrows ? newerOf(written) : undefined
  if (newer) return { after: taken[newer] }
  const rule = ruleFor(name, match, written)
  if (rule) {
    const chosen = rule === 'both' ? joinedValues(after, name, own, other) : taken[rule]
    return {
      after: chosen,
      ...((rule === 'both' || valueKey(chosen, name) === keys[0]) && { overrules: written.other.key }),
    }
  }
  return conflictOf(name, match, written, taken, context)
}

/** Returns the side that alone changed a value since the other side saw it, if there is one. */
function newerOf({ this: own, other }: Record<MergeSideName, Written>): MergeSideName | undefined {
  if (own.overrules === other.key) return 'this'
  if (other.overrules === own.key) return 'other'
  if (own.isSeen !== other.isSeen) return own.isSeen ? 'other' : 'this'
  if (own.isSeen || own.isUnchanged === other.isUnchanged) return undefined
  return own.isUnchanged ? 'other' : 'this'
}

/**
 * Returns the side that a fixed rule chooses where both desks changed a value, or undefined if a person must choose. Of two
 * spellings of one name, the better one stays: MARIA and María are one.
 */
function ruleFor(
  name: ChosenName,
  { own, other, hasCommonPast }: Both,
  written: Record<MergeSideName, Written>,
): MergeSideName | 'both' | undefined {
  if (name === 'name' || name === 'lastname') {
    const better = betterSpelling(own[name], other[name])
    if (better !== undefined) return better === own[name] ? 'this' : 'other'
  }
  const fact = isFactValue(name) ? factValues[name] : undefined
  if (fact?.onlyGrows) return 'both'
  const isOptional = name === 'photo' || fact?.outweighsNone || !hasCommonPast
  if (isOptional && valueKey(own, name) === '') return 'other'
  if (isOptional && valueKey(other, name) === '') return 'this'
  if (fact?.merge === 'both') return 'both'
  if (name !== 'photo' && fact?.merge !== 'latest') return undefined
  const [mine, theirs] = [
    `${written.this.at} ${valueKey(own, name)}`,
    `${written.other.at} ${valueKey(other, name)}`,
  ]
  return mine > theirs ? 'this' : 'other'
}

function joinedValues(after: Pilot, name: ChosenName, own: Pilot, other: Pilot): Pilot {
  if (!isFactValue(name)) return after
  const { join } = factValues[name]
  return withFactValue(after, name, join?.(factValueOf(own, name), factValueOf(other, name)))
}

function conflictOf(
  name: ChosenName,
  { own, other }: Both,
  written: Record<MergeSideName, Written>,
  taken: Record<MergeSideName, Pilot>,
  { choices: { conflicts = [], prefer }, table }: MergeContext,
): MergedValue {
  const field: HistoryChange['field'] = reportedField(name, [own, other])
  const codes = [own.id, other.id]
  const choice = conflicts.find((one) => codes.includes(one.id_driver) && one.field === field)?.side ?? prefer
  const side = choice ?? 'this'
  const sideOf = (pilot: Pilot, { by, at, desk }: Written) => ({
    value: valueText(pilot, name),
    by,
    at,
    desk,
  })
  return {
    after: taken[side],
    ...(choice === 'this' && { overrules: written.other.key }),
    conflict: {
      field,
      side,
      isChosen: choice !== undefined,
      name: fullName(own),
      label: valueLabel(name, table),
      this: sideOf(own, written.this),
      other: sideOf(other, written.other),
    },
  }
}

/** The print mark belongs to a code: that of another code counts only while both codes are valid. */
function withCard(after: Pilot, own: Pilot, other: Pilot, areBothValid: boolean, table: FieldTable): Pilot {
  return withLastCard(
    after,
    [own, other].filter(({ id }) => areBothValid || id === after.id),
    table,
  )
}

/** Decides a merge: see `decideMerge`. */

import { PilotosError } from '../errors.ts'
import { type Numbered, numberPlaceOf } from '../events/numbers.ts'
import { CodeHistory } from '../gate/code-history.ts'
import { entryKey, type LogEntry, type PassageChanges, passagesOf } from '../gate/log-entry.ts'
import { groupsBy } from '../groups.ts'
import type { Change, Revocation } from '../pilots/change.ts'
import { isOtherPerson } from '../pilots/checks/other-person.ts'
import { describeDocument, documentOf, documentText } from '../pilots/document.ts'
import { isSameDocument } from '../pilots/documents/document-key.ts'
import { sameFacts } from '../pilots/facts/fact-values.ts'
import { changeKey, type LoggedChange } from '../pilots/history/history.ts'
import { type FieldTable, fixedFields } from '../pilots/own/field-table.ts'
import { fullName, type PhotoName, type Pilot, sameData } from '../pilots/pilot.ts'
import { authorAt } from '../staff/roles.ts'
import { namesMatch } from '../text/names.ts'
import type { MergeChoices, MergeReport } from './calls.ts'
import { mergeRevocations, revocationsById } from './codes.ts'
import { DeskHistory } from './desk-history.ts'
import type { DeskAccount, MergeOrder } from './merge.ts'
import { type Match, type MergeContext, type MergedPilot, matchRiders, mergeRider, riderOf } from './rider.ts'
import { withValue } from './values.ts'

/** The data of one desk. */
export interface DeskData {
  /** The name of the desk. */
  desk: string
  /** In the order of registration. */
  pilots: readonly Pilot[]
  revoked: readonly Revocation[]
  /** The whole history as `changeLog` returns it. */
  log: readonly LoggedChange[]
  /** The log of passages. */
  passages: readonly LogEntry[]
  /** The accounts of staff, without phones. */
  accounts: readonly DeskAccount[]
}

export interface MergeOptions {
  choices?: MergeChoices
  /** Returns true if two photos have the same content. It is asked about the pairs of `photosToCompare` only. */
  isSamePhoto: (own: PhotoName, other: PhotoName) => boolean
  /** The fields of both desks. */
  table?: FieldTable
  /** The author of the merge: see `roles.ts`. */
  by?: string
  /** ISO 8601, UTC. */
  now: string
}

/** The result of a merge, before it is stored. */
export interface MergePlan extends MergeOrder {
  report: MergeReport
  /** The names of the accounts of the other desk to add. */
  accounts: string[]
  /** The photos of pilots of the other desk that no pilot of this side has. */
  photos: PhotoName[]
  /** True if there is anything to store. */
  hasChanges: boolean
}

/** Returns the pairs of photos of the same rider with different names. */
export function photosToCompare(
  own: DeskData,
  other: DeskData,
  { same }: MergeChoices = {},
): { own: PhotoName; other: PhotoName }[] {
  return matchRiders(own, other, same).all.flatMap(({ own: one, other: two }) =>
    one?.photo && two?.photo && one.photo !== two.photo ? [{ own: one.photo, other: two.photo }] : [],
  )
}

/**
 * Decides what a merge of the other desk's data into one's own changes. Riders are the same by their identifier, then by
 * their document. Each of their values is that of the desk which changed it last in knowledge of the other's; if both
 * changed it unseen, a person chooses, or a fixed rule.
 * @throws PilotosError if two riders would have the same document
 */
export function decideMerge(
  own: DeskData,
  other: DeskData,
  { choices = {}, isSamePhoto, table = fixedFields, by, now }: MergeOptions,
): MergePlan {
  const context: MergeContext = {
    own: new DeskHistory(own.desk, own.log, own.revoked, table.definitions),
    other: new DeskHistory(other.desk, other.log, other.revoked, table.definitions),
    ownRevoked: revocationsById(own.revoked),
    otherRevoked: revocationsById(other.revoked),
    choices,
    table,
    isSamePhoto,
  }
  const { all, questions } = matchRiders(own, other, choices.same)
  const merged = all.map((match) => mergeRider(match, context))
  separateDocuments(merged)
  const present = merged.flatMap(({ after }) => after ?? [])
  const links = merged.flatMap(({ link, after }): Revocation[] =>
    link && after
      ? [{ id: link.code, at: now, next: after.id, ...(link.isValid && { joined: true as const }) }]
      : [],
  )
  const codes = mergeRevocations(
    context.ownRevoked,
    [...other.revoked, ...links],
    new Set(present.map(({ id }) => id)),
  )
  const revoked = new Map(context.ownRevoked)
  for (const id of codes.unrevoke) revoked.delete(id)
  for (const one of codes.revoke) revoked.set(one.id, one)
  const passages = mergePassages(own.passages, other.passages, new CodeHistory([...revoked.values()]))
  const newAccounts = accountsIn(own, other, choices)
  const accounts = newAccounts.filter(({ isAdded }) => isAdded).map(({ user }) => user)
  const isNews = (logged: LoggedChange) => !logged.change.clear && !context.own.knows(changeKey(logged))
  const news = other.log.filter(isNews)
  const change: Change = {
    // The history of a rider says that a merge kept a value of this side.
    put: merged.flatMap(({ match, after, settled = [] }) =>
      after && (settled.length > 0 || !changesNothing(match.own, after)) ? [after] : [],
    ),
    remove: merged.flatMap(({ match, after }) =>
      match.own && match.own.id !== after?.id ? [match.own.id] : [],
    ),
    revoke: codes.revoke,
    unrevoke: codes.unrevoke,
    by,
    merged: {
      desk: other.desk,
      passages: passages.add.map(entryKey),
      moved: passagesOf(own.passages).flatMap(({ id, pilot }) =>
        passages.codes.some(({ from }) => from === pilot) && pilot ? [{ id, pilot }] : [],
      ),
      accounts,
      past: [...new Set(news.map(changeKey))],
      replaced: codes.replaced,
      settled: merged.flatMap(({ after, settled = [] }) =>
        settled.map(({ name, overrules }) => `${after?.id} ${name} ${overrules}`),
      ),
      open: merged.flatMap(({ after, open = [] }) => open.map((name) => `${after?.id} ${name}`)),
    },
  }
  const held = new Set(own.pilots.flatMap(({ photo }) => photo ?? []))
  return {
    report: {
      ...reportOf(merged, own),
      desk: other.desk,
      questions: questions.map(({ own: one, other: two }) => ({ this: riderOf(one), other: riderOf(two) })),
      accounts: newAccounts,
      passages: passagesOf(passages.add).length,
      photos: present.filter(({ photo }) => photo && !held.has(photo)).length,
      erased: 0,
      erases: [],
      events: [],
    },
    change,
    past: news
      .filter((logged) => !context.own.stores(changeKey(logged)))
      .map((one) => ofDesk(one, other.desk)),
    passages,
    accounts,
    photos: other.pilots.flatMap(({ photo }) => (photo && !held.has(photo) ? [photo] : [])),
    lastChange: context.own.lastChange,
    hasChanges:
      [change.put, change.remove, change.revoke, change.unrevoke].some((list) => list && list.length > 0) ||
      news.some(({ change: one }) => !isEmpty(one)) ||
      passages.add.length + passages.codes.length + accounts.length > 0,
  }
}

/** Returns the accounts that this desk lacks. An admin of another desk could read and change everything here. */
function accountsIn(own: DeskData, other: DeskData, { admins = [] }: MergeChoices): MergeReport['accounts'] {
  return other.accounts
    .filter(({ user }) => !own.accounts.some((one) => namesMatch(one.user, user)))
    .map((one) => ({ ...one, isAdded: one.role !== 'admin' || admins.includes(one.user) }))
}

/** Returns true for a change that says nothing of any rider, such as a merge of what its desk had already. */
function isEmpty({ put = [], remove = [], revoke = [], seen = [], unrevoke = [], merged }: Change): boolean {
  const lists = [put, remove, revoke, seen, unrevoke, merged?.settled ?? [], merged?.open ?? []]
  return lists.every((list) => list.length === 0)
}

/** Returns a change of the other desk with its name, which this desk's history then shows. */
function ofDesk({ number, at, change, past }: LoggedChange, desk: string): LoggedChange {
  if (past) return { number, at, change }
  const by = authorAt(desk, change.by)
  return { number, at, change: { ...change, ...(by !== undefined && { by }), desk } }
}

function changesNothing(before: Pilot | undefined, after: Pilot): boolean {
  return before !== undefined && before.id === after.id && sameData(before, after) && sameFacts(before, after)
}

/** Adds the entries that this desk lacks. The passages of a rider have the first code that the rider has now. */
function mergePassages(
  own: readonly LogEntry[],
  others: readonly LogEntry[],
  codes: CodeHistory,
): PassageChanges {
  const known = new Set(own.map(entryKey))
  const add = others.filter((entry) => !known.has(entryKey(entry)))
  const pilots = new Set(passagesOf([...own, ...add]).flatMap(({ pilot }) => pilot ?? []))
  const moves = [...pilots].map((from) => ({ from, to: codes.first(codes.current(from)) }))
  return { add, drop: [], codes: moves.filter(({ from, to }) => from !== to), move: [] }
}

type Counted = Omit<
  MergeReport,
  'desk' | 'questions' | 'accounts' | 'events' | 'fields' | 'passages' | 'photos' | 'erased' | 'erases'
>

function reportOf(merged: readonly MergedPilot[], { pilots, revoked }: DeskData): Counted {
  const known = new Set(revoked.map(({ id }) => id))
  const report: Counted = {
    new: 0,
    same: 0,
    joined: 0,
    removed: 0,
    conflicts: merged.flatMap(({ conflicts }) => conflicts),
    kept: [],
    revoked: [],
    cards: [],
    numbers: sameNumbers(merged, pilots),
  }
  for (const { match, after, conflicts, kept, revocation, link } of merged) {
    const kind = kindOf(match, after, conflicts.length > 0)
    if (kind) report[kind] += 1
    if (!after) continue
    if (kept) report.kept.push({ ...riderOf(after), removed: kept })
    if (revocation && !known.has(revocation.code)) report.revoked.push({ ...riderOf(after), ...revocation })
    if (link?.isValid && hasTwoCards(match)) report.cards.push({ ...riderOf(after), code: link.code })
  }
  return report
}

/** Returns as what a rider counts; riders whom only this desk has do not count. */
function kindOf(
  { own, other }: Match,
  after: Pilot | undefined,
  hasConflict: boolean,
): 'new' | 'same' | 'joined' | 'removed' | undefined {
  if (!after) return own && 'removed'
  if (!own) return 'new'
  if (!other) return undefined
  return hasConflict || !changesNothing(own, after) ? 'joined' : 'same'
}

function hasTwoCards({ own, other }: Match): boolean {
  return own?.card !== undefined && other?.card !== undefined
}

/**
 * Returns the riders of a modalidad or, in an event, of one of its categories with the same number, of whom some had it
 * here before the merge and others had not.
 */
function sameNumbers(merged: readonly MergedPilot[], before: readonly Pilot[]): MergeReport['numbers'] {
  const was = new Map(
    before.map((pilot) => [pilot.id, new Set(numbersOf(pilot).map(({ place }) => place))] as const),
  )
  const numbered = merged.flatMap(({ after: pilot }) =>
    pilot ? numbersOf(pilot).map((one) => ({ ...one, pilot })) : [],
  )
  const same = [...groupsBy(numbered, ({ place }) => place).values()].flatMap((group) => {
    const had = group.filter(({ place, pilot }) => was.get(pilot.id)?.has(place))
    const [first] = group
    if (!first || had.length === 0 || had.length === group.length) return []
    const { modalidad, npiloto } = first
    return [{ modalidad, npiloto, riders: group.map(({ pilot }) => riderOf(pilot)) }]
  })
  // Riders with the same number of their own mostly have it in an event too.
  return [...groupsBy(same, (one) => JSON.stringify(one)).values()].flatMap(([one]) => one ?? [])
}

/** Returns the number of a rider, and those in events, each with a text that no two riders should share. */
function numbersOf({ modalidad = '', npiloto, entries = [] }: Pilot) {
  const all: (Numbered & { event?: string })[] = [
    { modalidad, ...(npiloto && { number: npiloto }) },
    ...entries,
  ]
  return all.flatMap((one) => {
    const place = numberPlaceOf(one)
    const { event = '', modalidad, number: npiloto = '' } = one
    return place === undefined ? [] : [{ place: `${event}\n${place}`, modalidad, npiloto }]
  })
}

/**
 * Keeps two riders from having the same document, which happens if one desk gave it to another rider: the rider who would
 * get it keeps the document of the other side. Of two persons, one of whom has a mistyped document, the one who is new here
 * is stored without it, and completed by the desk. @throws PilotosError if that does not help
 */
function separateDocuments(merged: MergedPilot[]): void {
  for (let round = 0; round < 3; round += 1) {
    const doubles = sameDocument(merged)
    if (doubles.length === 0) return
    for (const group of doubles) for (const one of group.slice(1)) keepOtherDocument(one, group[0])
  }
  const [[one, two] = []] = sameDocument(merged)
  if (!one?.after || !two?.after) return
  throw new PilotosError(
    'conflict',
    `No se unió nada: ${fullName(one.after)} y ${fullName(two.after)} quedarían con el mismo documento, ` +
      `${documentText(one.after)}. Corrija uno de los dos en su laptop y una otra vez`,
  )
}

/**
 * Returns the riders who would have the same document. The first of them keeps it: first who has no other document, and had
 * it here before.
 */
function sameDocument(merged: readonly MergedPilot[]): MergedPilot[][] {
  const present = merged.filter(({ after }) => after && documentOf(after) !== undefined)
  const order = ({ match, after }: MergedPilot) => {
    const [own, other] = [match.own, match.other].map((one) => one && documentOf(one))
    const hasTwo = own !== undefined && other !== undefined && own !== other
    return `${hasTwo ? 2 : after && own === documentOf(after) ? 0 : 1} ${after?.id}`
  }
  return [...groupsBy(present, ({ after }) => after && documentOf(after)).values()]
    .map((group) => group.filter((one) => group.some((two) => one !== two && haveOne(one, two))))
    .filter((group) => group.length > 1)
    .map((group) => group.sort((one, two) => (order(one) < order(two) ? -1 : 1)))
}

function haveOne({ after: one }: MergedPilot, { after: two }: MergedPilot): boolean {
  return one !== undefined && two !== undefined && isSameDocument(one, two)
}

/**
 * Gives a rider the document of the other side, if it has another, and reports both as a conflict. A person who is new here
 * beside the holder has none on this side.
 */
function keepOtherDocument(one: MergedPilot, holder: MergedPilot | undefined): void {
  const { match, after, conflicts } = one
  const { other } = match
  const isApart = !match.own && after && holder?.after && isOtherPerson(after, holder.after)
  const own = isApart ? withoutDocument(after) : match.own
  if (!own || !other || !after || documentOf(own) === documentOf(other)) return
  const side = documentOf(after) === documentOf(own) ? 'other' : 'this'
  const onlySide = `${documentText(after)} es de ${holder?.after ? fullName(holder.after) : 'otra persona'}`
  one.open = [...(one.open ?? []), 'dni']
  one.settled = one.settled?.filter(({ name }) => name !== 'dni')
  one.after = withValue(after, 'dni', side === 'this' ? own : other)
  const known = conflicts.find(({ field }) => field === 'dni' || field === 'documento')
  if (known) Object.assign(known, { side, onlySide })
  else conflicts.push({ ...documentConflict(own, other, after), side, onlySide })
}

function withoutDocument(pilot: Pilot): Pilot {
  const { dni: _dni, tipodoc: _tipodoc, documento: _documento, paisdoc: _paisdoc, ...rest } = pilot
  return rest
}

function documentConflict(own: Pilot, other: Pilot, after: Pilot): MergedPilot['conflicts'][number] {
  const valueIn = (pilot: Pilot) => ({ value: describeDocument(pilot) ?? '', by: '', at: '', desk: '' })
  return {
    id_driver: after.id,
    field: 'dni',
    name: fullName(after),
    label: 'Documento',
    side: 'this',
    isChosen: false,
    this: valueIn(own),
    other: valueIn(other),
  }
}

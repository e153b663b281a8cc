/** The log of all changes, as both stores keep it, and the history of a pilot, change by change. */

import { withCategoryName } from '../../events/categories/shown.ts'
import type { RaceEvent } from '../../events/event.ts'
import { authorAt } from '../../staff/roles.ts'
import type { Change } from '../change.ts'
import { documentNumber } from '../document.ts'
import { changedFactKind, factChangeText, factDifferences } from '../facts/fact-values.ts'
import {
  type FactKind,
  type FactValueName,
  factKinds,
  factValueNames,
  isFactKind,
  isFactValue,
} from '../facts/facts.ts'
import { fieldNames, fields, fieldText, noneOf } from '../fields.ts'
import { isIncomplete } from '../incomplete.ts'
import type { FieldTable, PilotField } from '../own/field-table.ts'
import { isOwnName, ownNamesIn } from '../own/own-name.ts'
import { type Pilot, sameData, sameValue } from '../pilot.ts'
import type { PilotId } from '../pilot-id.ts'

export interface HistoryEntry {
  /** The time of the change: ISO 8601, UTC. */
  at: string
  /** The author of the change: see `roles.ts`. Older changes have none. */
  by?: string
  /** The name of the other desk where it was done, if it came with a merge. */
  desk?: string
  kind: keyof typeof historyTexts
  /** True if the desk approved what the rider had typed on the own phone. */
  applied?: true
  /** The gate that was shown the emergency contact. */
  gate?: string
  /** The differences from the previous state, if the pilot was changed. */
  changes?: HistoryChange[]
}

export interface HistoryChange {
  field: PilotField | 'photo' | FactValueName
  /** The label of a field of one's own. */
  label?: string
  before: string
  after: string
}

/** The text for each kind of change. */
const historyTexts = {
  registered: 'Registrado',
  changed: 'Cambiado',
  completed: 'Completado',
  ...(Object.fromEntries(Object.entries(factKinds).map(([kind, { title }]) => [kind, title])) as Record<
    FactKind,
    string
  >),
  printed: 'Credencial impresa',
  revoked: 'Credencial anulada: tiene un código nuevo',
  removed: 'Borrado',
  recovered: 'Recuperado',
  restored: 'Recuperado de una copia',
  merged: 'Unido con los datos de otra mesa',
  forgotten: 'Datos olvidados: ya no están en el historial',
  contact: 'Contacto de emergencia visto',
} as const

/** The kinds of entries for changes of the pilot itself. */
export type PilotChangeKind = Exclude<HistoryEntry['kind'], 'contact'>

/** Describes an entry, such as `Puerta Norte vio el contacto de emergencia`. */
export function entryText({ kind, gate, applied }: HistoryEntry): string {
  if (gate !== undefined) return `${gate} vio el contacto de emergencia`
  return applied ? `${historyTexts[kind]} por autoinscripción` : historyTexts[kind]
}

/** Names the author of a change, and the other desk where it was made: `marta, en NORTE`. Empty if both are unknown. */
export function authorText({ by, desk }: Pick<HistoryEntry, 'by' | 'desk'>): string {
  if (!desk) return by ?? ''
  const author = authorAt(desk, by)
  if (!author) return `en ${desk}`
  // A text such as `la laptop NORTE` names the desk.
  return author.endsWith(` ${desk}`) ? author : `${author}, en ${desk}`
}

export const historyKinds = Object.keys(historyTexts) as HistoryEntry['kind'][]

/** Describes a change for people, such as `Club: «Uno» → «Dos»`. The text for a photo has no values. */
export function changeText({ field, label, before, after }: HistoryChange): string {
  if (field === 'photo') return after ? (before ? 'Foto cambiada' : 'Foto puesta') : 'Foto quitada'
  if (isFactValue(field)) return factChangeText({ field, before, after })
  const quoted = (text: string) => `«${text === noneOf(field) ? text : fieldText(field, text)}»`
  return `${label ?? (isOwnName(field) ? field : fields[field].label)}: ${quoted(before)} → ${quoted(after)}`
}

/** Returns the fields in which two states of a pilot differ, including the photo, and then the facts. */
export function differences(before: Pilot, after: Pilot): HistoryChange[] {
  const fields = [...fieldNames, ...ownNamesIn(before, after), 'photo' as const]
    .filter((field) => !staysSame(field, before, after))
    .map((field) => ({ field, before: textIn(before, field), after: textIn(after, field) }))
    // A text that an older program stored can be the words for no value.
    .filter((change) => change.before !== change.after)
  return [...fields, ...factDifferences(before, after)]
}

function staysSame(field: PilotField | 'photo', before: Pilot, after: Pilot): boolean {
  return field === 'photo' ? before.photo === after.photo : sameValue(field, before[field], after[field])
}

function textIn(pilot: Pilot, field: PilotField | 'photo'): string {
  const value = pilot[field]
  if (value && pilot.paisdoc && field === 'dni') return `${pilot.paisdoc} ${documentNumber(pilot)}`
  return value === null && field !== 'photo' ? fieldText(field, null) : String(value ?? '')
}

/** Entries with the same number and time are the same change, or parts of one change that affects many pilots. */
export interface LoggedChange {
  number: number
  /** The time of the change: ISO 8601, UTC. */
  at: string
  change: Change
  /** True if the change came from a backup or another desk: this store did not make it. */
  past?: true
}

export interface ChangeLogPage {
  changes: LoggedChange[]
  /** The position at which the next page begins. The last page has none. */
  next?: string
}

/** Yields the pages of a log, the oldest first. `read` returns the page that begins at a position. */
export async function* pagesOf<Page extends { next?: string }>(
  read: (after?: string) => Promise<Page>,
): AsyncGenerator<Page> {
  for (let after: string | undefined; ; ) {
    const page = await read(after)
    yield page
    if (page.next === undefined) return
    after = page.next
  }
}

/** Returns the changes of all pages: see `pagesOf`. */
export async function wholeLog(read: (after?: string) => Promise<ChangeLogPage>): Promise<LoggedChange[]> {
  const log: LoggedChange[] = []
  for await (const { changes } of pagesOf(read)) for (const change of changes) log.push(change)
  return log
}

/** Returns a text that only this change has, in the logs of all desks. */
export function changeKey({ at, number }: Pick<LoggedChange, 'at' | 'number'>): string {
  return `${at} ${number}`
}

/** Returns the history of the pilot that has had these identifiers. The log is ordered from the oldest change on. */
export function historyOf(log: Iterable<LoggedChange>, ids: ReadonlySet<PilotId>): HistoryEntry[] {
  const entries: HistoryEntry[] = []
  const states = new DeskStates()
  let wasThere = false
  for (const logged of log) {
    const { put = [], seen = [] } = logged.change
    for (const { id, gate } of seen)
      if (ids.has(id)) entries.push({ ...authorOf(logged), kind: 'contact', gate })
    const before = states.before(logged.change)
    const after = put.find(({ id }) => ids.has(id))
    const kind = after
      ? isRevocation(logged.change, ids)
        ? 'revoked'
        : kindOf(before, after, wasThere, logged.change)
      : isRemoval(logged.change, ids)
        ? 'removed'
        : undefined
    if (kind) {
      entries.push(entryOf(logged, kind, before, after))
      states.set(logged.change, after)
    }
    wasThere ||= after !== undefined
  }
  return entries
}

/** The last states of a pilot at each desk: until they were merged, no desk knew those of the others. */
class DeskStates {
  /** The desk of the log has no name. */
  #states = new Map<string, Pilot | undefined>()

  /** Returns the state that a change was made to. */
  before({ desk = '' }: Change): Pilot | undefined {
    return this.#states.get(this.#states.has(desk) ? desk : '')
  }

  set({ desk = '', merged }: Change, after: Pilot | undefined): void {
    if (merged && !desk) this.#states.clear()
    this.#states.set(desk, after)
  }
}

/** Returns true if a pilot who has had these identifiers got another one, since a card was lost. */
function isRevocation({ revoke = [], clear, merged }: Change, ids: ReadonlySet<PilotId>): boolean {
  return !clear && !merged && revoke.some(({ id, next }) => ids.has(id) && ids.has(next))
}

/** Returns true if a change removes the pilot, and not only an identifier that leads to another one. */
function isRemoval({ remove = [], revoke = [] }: Change, ids: ReadonlySet<PilotId>): boolean {
  return remove.some((id) => ids.has(id) && !revoke.some((code) => code.id === id))
}

/**
 * Returns the last state of a pilot, including a pilot that was removed since. The log is ordered from the oldest
 * change on.
 */
export function lastStateOf(log: readonly LoggedChange[], id: PilotId): Pilot | undefined {
  const states = log.map(({ change }) => change.put?.find((pilot) => pilot.id === id))
  return states.findLast((state) => state !== undefined)
}

/** Returns the changes that the store itself made. */
export function ownChanges(log: readonly LoggedChange[]): LoggedChange[] {
  return log.filter(({ past }) => !past)
}

/**
 * Returns a log in the order in which its changes were made. A change that came from a backup or another desk counts once,
 * and not at all if the store itself made it: its parts have one key.
 */
export function withoutRepeats(log: readonly LoggedChange[]): LoggedChange[] {
  const own = ownChanges(log)
  const known = new Set(own.map(changeKey))
  const partKey = (one: LoggedChange) =>
    [changeKey(one), ...(one.change.put ?? []).map(({ id }) => id)].join(' ')
  const others = new Map(log.filter(({ past }) => past).map((one) => [partKey(one), one]))
  return mergeLogs(
    own,
    [...others.values()].filter((one) => !known.has(changeKey(one))),
  )
}

/**
 * Merges a store's own changes with changes that came from a backup. Own changes alone keep their order. Otherwise
 * the result is ordered by time, since the numbers of the two logs are not comparable.
 */
export function mergeLogs(own: readonly LoggedChange[], restored: readonly LoggedChange[]): LoggedChange[] {
  if (restored.length === 0) return [...own]
  return [...restored, ...own].sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
}

/** Returns the kind of a change that put a pilot. `wasThere` is true if the pilot existed at an earlier time. */
export function kindOf(
  before: Pilot | undefined,
  after: Pilot,
  wasThere: boolean,
  { clear, merged, forgotten }: Pick<Change, 'clear' | 'merged' | 'forgotten'> = {},
): PilotChangeKind {
  if (clear) return 'restored'
  if (merged) return 'merged'
  if (forgotten) return 'forgotten'
  if (!before) return wasThere ? 'recovered' : 'registered'
  if (isIncomplete(before) && !isIncomplete(after)) return 'completed'
  return (sameData(before, after) && changedFactKind(before, after)) || 'changed'
}

function authorOf({
  at,
  change: { by, desk, applied },
}: LoggedChange): Pick<HistoryEntry, 'at' | 'by' | 'desk' | 'applied'> {
  return { at, ...(by && { by }), ...(desk && { desk }), ...(applied && { applied }) }
}

/** The kinds whose entries tell the differences, besides those of facts. */
const toldKinds: ReadonlySet<PilotChangeKind> = new Set(['changed', 'completed', 'merged'])

function entryOf(logged: LoggedChange, kind: PilotChangeKind, before?: Pilot, after?: Pilot): HistoryEntry {
  const isTold = toldKinds.has(kind) || isFactKind(kind)
  const changes = isTold && before && after ? differences(before, after) : []
  return { ...authorOf(logged), kind, ...(changes.length > 0 && { changes }) }
}

/**
 * Returns a history whose changes of fields of one's own have their labels, and whose categories their names. `events` are
 * in the order of the last ones first.
 */
export function labelled(
  entries: readonly HistoryEntry[],
  { of }: Pick<FieldTable, 'of'>,
  events: readonly RaceEvent[] = [],
): HistoryEntry[] {
  const withLabel = (change: HistoryChange) => {
    const { field, before, after } = change
    if (isOwnName(field)) return { ...change, label: of(field).label }
    if (field !== 'entries' && field !== 'pending') return change
    return { ...change, before: withCategoryName(before, events), after: withCategoryName(after, events) }
  }
  return entries.map((entry) => (entry.changes ? { ...entry, changes: entry.changes.map(withLabel) } : entry))
}

/** The names of all that a change of a pilot can concern, except the fields of one's own. */
export const changedNames = [...fieldNames, 'photo' as const, ...factValueNames]

/** Selects pilots by their identifiers, by a search and filters, or by their attendance. */
import { NotFoundError, PilotosError } from '#domain/errors'
import { type EnteredFilter, type EntryFilter, enteredFilter } from '#domain/events/entry-filter'
import type { RaceEvent } from '#domain/events/event'
import { eventsOf, findEvent } from '#domain/events/events'
import { rowsOf, rowsOfEntries, type TimingRow } from '#domain/events/timing/timing-files'
import { amongOf, type EventDay } from '#domain/gate/attendance'
import { CodeHistory } from '#domain/gate/code-history'
import type { OwnClasses } from '#domain/pilots/classes/classes'
import type { Pilot } from '#domain/pilots/pilot'
import type { PilotId } from '#domain/pilots/pilot-id'
import type { FilterQuery } from '#domain/pilots/schemas'
import { type PilotFilter, readEntered } from '#domain/pilots/search/list-query'
import type { Stores } from '../shared/stores.ts'

/** Selects pilots by `ids`, or else by a search and filters; an empty selection means all pilots. */
export interface Selection extends PilotFilter {
  ids?: readonly PilotId[]
  /** Forgives no error in the words of the search. */
  isExact?: boolean
}

/**
 * Returns the selected pilots in the order of `ids`, or else in the order of registration.
 * @throws NotFoundError if one of `ids` does not exist or the search finds no pilot, RevokedError
 */
export async function selectPilots({ pilots }: Stores, selection: Selection): Promise<Pilot[]> {
  const { ids } = selection
  if (ids) return withoutRepeats(await Promise.all(Array.from(new Set(ids), (id) => pilots.get(id))))
  const found = await pilots.list({ ...filterOf(selection), isExact: selection.isExact, order: 'asc' })
  if (found.total === 0) throw new NotFoundError(whyNone(selection))
  return found.pilots
}

/** Returns each pilot once: two codes of a selection may be of the same pilot. */
export function withoutRepeats(pilots: readonly Pilot[]): Pilot[] {
  return [...new Map(pilots.map((pilot) => [pilot.id, pilot])).values()]
}

/**
 * Returns the identifiers of the pilots whose cards have some codes, each once. A code that was revoked stays as it is:
 * stores then say so.
 */
export async function holdersOf(
  { pilots }: Pick<Stores, 'pilots'>,
  codes: readonly PilotId[],
): Promise<PilotId[]> {
  const history = new CodeHistory(await pilots.revocations())
  return [...new Set(codes.map((code) => history.holder(code) ?? code))]
}

/** Returns the identifier of the pilot whose card has a code: see `holdersOf`. */
export async function holderOf(stores: Pick<Stores, 'pilots'>, code: PilotId): Promise<PilotId> {
  const [id = code] = await holdersOf(stores, [code])
  return id
}

/** Returns a pilot, or undefined if it was removed or has a new identifier. @throws MachineError */
export async function pilotIfThere(
  { pilots }: Pick<Stores, 'pilots'>,
  id: PilotId,
): Promise<Pilot | undefined> {
  try {
    return await pilots.get(id)
  } catch (error) {
    if (error instanceof PilotosError && ['not-found', 'gone'].includes(error.kind)) return undefined
    throw error
  }
}

/** Returns an upper bound for the number of selected pilots; repeated `ids` count several times. */
export async function countSelected({ pilots }: Stores, selection: Selection): Promise<number> {
  return selection.ids?.length ?? (await pilots.list({ ...filterOf(selection), perPage: 1 })).total
}

/** Returns the filter of a selection, which may have other properties, such as those of a print order. */
function filterOf(selection: Selection): PilotFilter {
  const { search, modalidad, licencia, status, since, noPhoto, noCard, invented, among, own } = selection
  const { enteredIn, notEnteredIn, pendingIn, lacks } = selection
  return {
    ...{ search, modalidad, licencia, status, since, noPhoto, noCard, invented, among, own },
    ...{ enteredIn, notEnteredIn, pendingIn, lacks },
  }
}

function whyNone(selection: Selection): string {
  const { search, ...others } = filterOf(selection)
  if (Object.values(others).some(Boolean)) return 'Ningún piloto queda con esos filtros'
  return search ? `Ningún piloto tiene todas estas palabras: ${search}` : 'Todavía no hay pilotos'
}

/**
 * Returns the rows of riders for a timing program: their entries in an event that meet a filter or, if nobody at all is
 * entered in the event, the riders as they are registered.
 */
export async function timingRows(
  { pilots: store, settings }: Pick<Stores, 'pilots' | 'settings'>,
  pilots: readonly Pilot[],
  filter: EntryFilter,
): Promise<TimingRow[]> {
  const { event } = filter
  const { total } = await store.list({ enteredIn: { event }, perPage: 1 })
  if (total === 0) return rowsOf(pilots)
  const { events } = await settings.read()
  return rowsOfEntries(pilots, findEvent(eventsOf(events), event), filter)
}

/** The open event, and its current day. */
export interface CurrentEvent {
  open: Pick<RaceEvent, 'id' | 'categories'>
  day: EventDay
  /** The classes of the folder, if it has any of its own. */
  classes?: OwnClasses
}

/**
 * Returns the part of a filter that depends on the open event: the entries, and the attendance of today. Only riders with
 * an entry are missing.
 * @throws MalformedError for an unknown modalidad or category
 */
export async function eventFilter(
  { pilots, passages }: Pick<Stores, 'pilots' | 'passages'>,
  { open, day, classes }: CurrentEvent,
  { attendance: kind, entered: given }: Pick<FilterQuery, 'attendance' | 'entered'>,
): Promise<Pick<PilotFilter, 'among' | keyof EnteredFilter>> {
  const entered = readEntered(given, classes, open)
  const ofEntries = {
    ...(kind === 'missing' && { enteredIn: { event: open.id } }),
    ...(entered !== undefined && enteredFilter(open, entered)),
  }
  if (kind === undefined) return ofEntries
  const [attendance, revocations] = await Promise.all([passages.attendance(day), pilots.revocations()])
  return { ...ofEntries, among: amongOf(kind, attendance, new CodeHistory(revocations)) }
}

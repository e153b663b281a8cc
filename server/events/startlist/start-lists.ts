/** The start lists of an event, for which the stores are read, and their files. */
import { createHash } from 'node:crypto'
import { undrawableText } from '#domain/credential/cards'
import { InvalidError } from '#domain/errors'
import { categoryOf } from '#domain/events/categories/category'
import { type Entry, entriesIn, lackingChecks, missingText } from '#domain/events/entry'
import { eventTitle, type RaceEvent } from '#domain/events/event'
import type { IssuedInfo, StartForm, StartListInfo, StartListOrder } from '#domain/events/startlist/calls'
import { EntryOrder } from '#domain/events/startlist/entry-order'
import {
  groupKey,
  groupOfKey,
  groupTitle,
  isInGroup,
  type StartGroup,
  separateGroups,
  startGroups,
} from '#domain/events/startlist/group'
import { changesSince, nextIssue } from '#domain/events/startlist/issue'
import { type StartSheet, startColumns, startListTitle, startRows } from '#domain/events/startlist/sheet'
import {
  crossesOut,
  heatTitle,
  orderText,
  type StartRider,
  startList,
  startTime,
} from '#domain/events/startlist/start-list'
import { requirementsOf } from '#domain/features'
import { CodeHistory } from '#domain/gate/code-history'
import { pagesOf } from '#domain/pilots/history/history'
import { fullName, type Pilot } from '#domain/pilots/pilot'
import type { PilotId } from '#domain/pilots/pilot-id'
import { maxListed } from '#domain/stored/limits'
import { today } from '#domain/text/date'
import { enumerate } from '#domain/text/text'
import { isDrawable, undrawableOf } from '../../pdf/document.ts'
import { writeRecords } from '../../spreadsheets/records-file.ts'
import type { Stores } from '../../store/shared/stores.ts'
import type { OnPaper } from '../../workers/jobs.ts'
import type { Workers } from '../../workers/workers.ts'

type ReadStores = Pick<Stores, 'pilots' | 'settings'>

/** The lists to make, in the open event. */
export type StartListWish = Omit<StartListOrder, 'event' | 'grid' | 'starter'>

/** An entry, and its rider on a list. */
interface Entered {
  entry: Entry
  rider: StartRider
}

/**
 * Returns the start list of a group of the open event or, without a modalidad, those of all. With `issue`, they are stored,
 * each with its version.
 * @throws InvalidError for a group without riders, PilotosError if another event is open by then
 */
export async function makeStartLists(
  stores: ReadStores,
  workers: Pick<Workers, 'run'>,
  event: RaceEvent,
  { modalidad, category, kind, issue, cross = crossesOut(event, today()), ...options }: StartListWish,
): Promise<StartListInfo[]> {
  if (options.order === 'draw' && !options.seed?.trim())
    throw new InvalidError({ seed: 'Escriba la semilla del sorteo' })
  const isOfAll = modalidad === undefined && category === undefined
  if (options.order === 'list' && isOfAll)
    throw new InvalidError({ numbers: 'Los números dados son para una sola lista' })
  if (options.order === 'list' && !options.numbers?.trim())
    throw new InvalidError({ numbers: 'Escriba o pegue los números, como 27 8 101' })
  const entered = await readEntered(stores, event, options.order === 'entry')
  const groups = startGroups(
    event,
    entered.map(({ entry }) => entry),
  )
  const wanted = isOfAll ? undefined : { modalidad: modalidad ?? '', category }
  const chosen = wanted
    ? groups.filter((group) => groupKey(group) === groupKey(wanted))
    : separateGroups(groups)
  if (chosen.length === 0) throw new InvalidError({ modalidad: nobodyIn(event, groups, wanted) })
  const drafts = chosen.map((group) => {
    const riders = ridersOf(group, entered).map((rider) => (cross ? rider : { ...rider, lacking: [] }))
    if (riders.length > maxListed)
      throw new InvalidError({
        modalidad: `Hay ${riders.length} inscritos, y una lista lleva hasta ${maxListed}`,
      })
    const heat = options.heat ?? categoryOf(event, group)?.places
    const { heats, left, notes } = startList(riders, { ...options, heat })
    if (heats.length === 0) throw new InvalidError({ numbers: 'Nadie tiene ninguno de esos números' })
    return { group, heats, left, notes }
  })
  const lists: StartListInfo[] = []
  const { together = 1 } = options
  let place = 0
  for (const [index, { group, heats, left, notes }] of drafts.entries()) {
    // The next list begins with a start of its own, and another modalidad with the first one.
    const isNext = drafts[index - 1]?.group.modalidad === group.modalidad
    place = isNext ? Math.ceil(place / together) * together : 0
    const content = {
      order: orderText(options),
      heats: heats.map((some, index) => ({
        title: heatTitle(index, heats),
        riders: some.map(({ key: _key, lacking, ...rider }) => {
          const time = startTime(options, place++)
          return { ...rider, lacks: missingText(lacking), ...(time && { time }) }
        }),
      })),
    }
    const list = {
      kind,
      at: new Date().toISOString(),
      digest: shortHash(JSON.stringify(content)),
      riders: heats.flat().map(({ key, number }) => [key, number] as const),
      left: left.map(({ key }) => key),
    }
    const { version, at } = issue
      ? await stores.settings.issueStartList({ event: event.id, group: groupKey(group), list })
      : nextIssue(event.startLists?.[groupKey(group)], list)
    const allNotes = [...notes, ...(await lettersNote(workers, heats))]
    lists.push({ ...group, title: groupTitle(event, group), kind, version, at, ...content, notes: allNotes })
  }
  return lists
}

/** Says that a group, or an event, has no riders, with the groups that have some. */
function nobodyIn(event: RaceEvent, groups: readonly StartGroup[], wanted?: StartGroup): string {
  const titles = groups.map((group) => groupTitle(event, group))
  const choice = titles.length > 0 ? `: los hay en ${enumerate(titles)}` : ''
  return `Nadie está inscrito en ${wanted ? groupTitle(event, wanted) : eventTitle(event)}${choice}`
}

/** Returns the last list of each group of an event, with what has changed since. */
export async function issuedLists(stores: ReadStores, event: RaceEvent): Promise<IssuedInfo[]> {
  const lists = Object.entries(event.startLists ?? {})
  if (lists.length === 0) return []
  const keyOf = await keysOf(stores)
  const { pilots } = await stores.pilots.list()
  const names = new Map(pilots.map((pilot) => [keyOf(pilot.id), fullName(pilot)]))
  const entered = pilots.flatMap((pilot) => enteredOf(pilot, event, keyOf))
  return lists.map(([key, list]) => {
    const group = groupOfKey(key)
    const { kind, version, at, riders } = list
    const inModalidad = new Map(
      entered
        .filter(({ entry }) => entry.modalidad === group.modalidad)
        .map(({ entry, rider }) => [rider.key, { entry, rider }]),
    )
    const changes = changesSince(list, ridersOf(group, entered), (rider) => {
      const found = inModalidad.get(rider)
      const now = found && groupTitle(event, { ...group, category: found.entry.category ?? '' })
      const name = found?.rider.name ?? names.get(rider)
      return name === undefined ? undefined : { name, now }
    })
    return { ...group, title: groupTitle(event, group), kind, version, at, riders: riders.length, changes }
  })
}

/** Returns the content of the file of some lists. */
export async function startListFile(
  workers: Pick<Workers, 'run'>,
  sheet: StartSheet & OnPaper,
  form: StartForm,
  signal?: AbortSignal,
): Promise<string | Uint8Array> {
  if (form === 'pdf') return workers.run('draw-start-lists', sheet, { kind: 'cards', signal })
  const columns = startColumns(sheet)
  return writeRecords([startRows(sheet.lists)], { sheet: startListTitle, columns }, { format: 'csv' })
}

/** Returns the entries of an event: with `inOrder`, in the order in which they were made. */
async function readEntered(stores: ReadStores, event: RaceEvent, inOrder: boolean): Promise<Entered[]> {
  const { pilots } = await stores.pilots.list({ enteredIn: { event: event.id }, order: 'asc' })
  const keyOf = await keysOf(stores)
  const order = new EntryOrder(event.id)
  if (inOrder)
    for await (const { changes } of pagesOf((after) => stores.pilots.changeLog(after)))
      for (const { change } of changes) order.add(change)
  return pilots
    .flatMap((pilot) =>
      enteredOf(pilot, event, keyOf).map((one) => ({ ...one, place: order.placeOf(pilot, one.entry) })),
    )
    .sort((one, other) => one.place - other.place)
}

function ridersOf(group: StartGroup, entered: readonly Entered[]): StartRider[] {
  return entered.filter(({ entry }) => isInGroup(group, entry)).map(({ rider }) => rider)
}

function enteredOf(pilot: Pilot, event: RaceEvent, keyOf: KeyOf): Entered[] {
  return entriesIn(pilot, event.id).map((entry) => {
    const category = categoryOf(event, entry)?.name
    const rider = {
      key: keyOf(pilot.id, entry.further),
      number: entry.number ?? '',
      name: fullName(pilot),
      club: pilot.club ?? '',
      ...(category !== undefined && { category }),
      lacking: lackingChecks(entry, event.checks, requirementsOf(pilot, event, today())),
    }
    return { entry, rider }
  })
}

type KeyOf = (id: PilotId, further?: string) => string

/**
 * Returns a function that hashes the first code of a pilot, and what tells a further entry apart: the key stays when a card is
 * lost, and does not lead from the settings to a person who was erased.
 */
async function keysOf({ pilots }: Pick<Stores, 'pilots'>): Promise<KeyOf> {
  const codes = new CodeHistory(await pilots.revocations())
  return (id, further = '') => shortHash(codes.first(id) + further)
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 12)
}

/** Names the riders in whose names no font has some letters. */
async function lettersNote(
  workers: Pick<Workers, 'run'>,
  heats: readonly (readonly StartRider[])[],
): Promise<string[]> {
  const rows = heats.flat().map(({ number, name, club }) => ({ name, text: [number, name, club].join(' ') }))
  const doubtful = rows.filter(({ text }) => !isDrawable(text))
  const boxes = await undrawableOf(workers, doubtful)
  return boxes.length > 0 ? [undrawableText(boxes, boxes.length)] : []
}

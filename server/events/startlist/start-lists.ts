/** The start lists of an event, for which the stores are read, and their files. */
import { createHash } from 'node:crypto'
import { undrawableText } from '#domain/credential/cards'
import { InvalidError } from '#domain/errors'
import { entryIn, lackingChecks, missingText } from '#domain/events/entry'
import type { RaceEvent } from '#domain/events/event'
import type { IssuedInfo, StartForm, StartListInfo, StartListOrder } from '#domain/events/startlist/calls'
import { EntryOrder } from '#domain/events/startlist/entry-order'
import { changesSince, nextIssue } from '#domain/events/startlist/issue'
import { maxListed } from '#domain/events/startlist/issued'
import { type StartSheet, startColumns, startRows } from '#domain/events/startlist/sheet'
import { heatTitle, orderText, type StartRider, startList } from '#domain/events/startlist/start-list'
import { CodeHistory } from '#domain/gate/code-history'
import { pagesOf } from '#domain/pilots/history/history'
import { fullName, isMinor, type Pilot } from '#domain/pilots/pilot'
import type { PilotId } from '#domain/pilots/pilot-id'
import { today } from '#domain/text/date'
import { isDrawable, undrawableOf } from '../../pdf/document.ts'
import { writeRecords } from '../../spreadsheets/records-file.ts'
import type { Stores } from '../../store/shared/stores.ts'
import type { Workers } from '../../workers/workers.ts'

type ReadStores = Pick<Stores, 'pilots' | 'settings'>

/** The list to make, in the open event. */
export type StartListWish = Omit<StartListOrder, 'event'>

/**
 * Returns a start list of the open event. With `issue`, it is stored, with its version.
 * @throws InvalidError for a modalidad without riders, PilotosError if another event is open by then
 */
export async function makeStartList(
  stores: ReadStores,
  workers: Pick<Workers, 'run'>,
  event: RaceEvent,
  { modalidad, kind, issue, ...options }: StartListWish,
): Promise<StartListInfo> {
  if (options.order === 'draw' && !options.seed?.trim())
    throw new InvalidError({ seed: 'Escriba la semilla del sorteo' })
  const riders = await readRiders(stores, event, modalidad, options.order === 'entry')
  if (riders.length === 0) throw new InvalidError({ modalidad: `Nadie está inscrito en ${modalidad}` })
  if (riders.length > maxListed)
    throw new InvalidError({
      modalidad: `Hay ${riders.length} inscritos, y una lista lleva hasta ${maxListed}`,
    })
  const { heats, left, notes } = startList(riders, options)
  if (heats.length === 0) throw new InvalidError({ numbers: 'Nadie tiene ninguno de esos números' })
  const content = {
    order: orderText(options),
    heats: heats.map((some, index) => ({
      title: heatTitle(index, heats),
      riders: some.map(({ number, name, club, lacking }) => ({
        ...{ number, name, club },
        lacks: missingText(lacking),
      })),
    })),
  }
  const list = {
    kind,
    at: new Date().toISOString(),
    digest: shortHash(JSON.stringify(content)),
    riders: heats.flat().map(({ key, number }) => [key, number] as const),
    left: left.map(({ key }) => key),
  }
  const issued = issue
    ? await stores.settings.issueStartList({ event: event.id, group: modalidad, list })
    : nextIssue(event.startLists?.[modalidad], list)
  const { version, at } = issued
  const allNotes = [...notes, ...(await lettersNote(workers, heats))]
  return { modalidad, kind, version, at, ...content, notes: allNotes }
}

/** Returns the last list of each modalidad of an event, with what has changed since. */
export async function issuedLists(stores: ReadStores, event: RaceEvent): Promise<IssuedInfo[]> {
  const lists = Object.entries(event.startLists ?? {})
  if (lists.length === 0) return []
  const keyOf = await keysOf(stores)
  const { pilots } = await stores.pilots.list()
  const names = new Map(pilots.map((pilot) => [keyOf(pilot.id), fullName(pilot)]))
  return lists.map(([modalidad, list]) => {
    const { kind, version, at, riders } = list
    const current = pilots.flatMap((pilot) => toRider(pilot, event, modalidad, keyOf))
    const changes = changesSince(list, current, (key) => names.get(key))
    return { modalidad, kind, version, at, riders: riders.length, changes }
  })
}

/** Returns the content of the file of a list. */
export async function startListFile(
  workers: Pick<Workers, 'run'>,
  sheet: StartSheet,
  form: StartForm,
  signal?: AbortSignal,
): Promise<string | Uint8Array> {
  if (form === 'pdf') return workers.run('draw-start-list', sheet, { kind: 'cards', signal })
  const columns = startColumns(sheet)
  return writeRecords([startRows(sheet.list)], { sheet: sheet.list.modalidad, columns }, { format: 'csv' })
}

/** Returns the riders of a modalidad: with `inOrder`, in the order of their entries. */
async function readRiders(
  stores: ReadStores,
  event: RaceEvent,
  modalidad: string,
  inOrder: boolean,
): Promise<StartRider[]> {
  const { pilots } = await stores.pilots.list({ enteredIn: { event: event.id, modalidad }, order: 'asc' })
  const keyOf = await keysOf(stores)
  const order = new EntryOrder(event.id, modalidad)
  if (inOrder)
    for await (const { changes } of pagesOf((after) => stores.pilots.changeLog(after)))
      for (const { change } of changes) order.add(change)
  return order.sorted(pilots).flatMap((pilot) => toRider(pilot, event, modalidad, keyOf))
}

function toRider(
  pilot: Pilot,
  event: RaceEvent,
  modalidad: string,
  keyOf: (id: PilotId) => string,
): StartRider[] {
  const entry = entryIn(pilot, event.id, modalidad)
  if (!entry) return []
  const lacking = lackingChecks(entry, event.checks, isMinor(pilot, today()))
  const { number = '' } = entry
  return [{ key: keyOf(pilot.id), number, name: fullName(pilot), club: pilot.club ?? '', lacking }]
}

/**
 * Returns a function that hashes the first code of a pilot: the key stays when a card is lost, and does not lead from the
 * settings to a person who was erased.
 */
async function keysOf({ pilots }: Pick<Stores, 'pilots'>): Promise<(id: PilotId) => string> {
  const codes = new CodeHistory(await pilots.revocations())
  return (id) => shortHash(codes.first(id))
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

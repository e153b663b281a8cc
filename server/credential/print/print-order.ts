/** A print order: prints its cards into a PDF file, and records them as printed. */

import { buffer } from 'node:stream/consumers'
import type { Layout, Offset, PrintOptions, Undrawable } from '#domain/credential/cards'
import { paperOf } from '#domain/credential/paper'
import { endOf } from '#domain/credential/status'
import { defaultRules, type ValidityRules } from '#domain/credential/validity-rules'
import { brandFor, defaultBrand, type ShownBrand } from '#domain/desk/brand'
import type { Settings } from '#domain/desk/settings'
import { NotFoundError } from '#domain/errors'
import { withRaceNumber } from '#domain/events/categories/race-number'
import { cardCategories } from '#domain/events/categories/shown'
import type { RaceEvent } from '#domain/events/event'
import { openEvent } from '#domain/events/events'
import { fieldNames, fields } from '#domain/pilots/fields'
import { isIncomplete } from '#domain/pilots/incomplete'
import { type FieldTable, fieldTable, fixedFields, ownFacts } from '#domain/pilots/own/field-table'
import { fullName, type Pilot, type PilotDraft } from '#domain/pilots/pilot'
import type { PilotId } from '#domain/pilots/pilot-id'
import { today } from '#domain/text/date'
import { writeAtomically } from '../../files/atomic-file.ts'
import { isDrawable, undrawableOf } from '../../pdf/document.ts'
import type { SettingsStore } from '../../store/documents/settings.ts'
import { pilotIfThere } from '../../store/queries/select.ts'
import { photoIfThere, type Stores } from '../../store/shared/stores.ts'
import type { CardOrder, CardPicture, CardsStyle } from '../../workers/jobs.ts'
import type { Workers } from '../../workers/workers.ts'
import { sheetTextsOf } from './emergency-sheet.ts'
import { cardTextsOf, requireReadableQr } from './face-parts.ts'

/** The last day on the card of each pilot, `YYYY-MM-DD`. */
type LastDays = Record<PilotId, string>

export interface PrintOrder extends PrintOptions {
  /** The pilots whose cards are printed. */
  ids: readonly PilotId[]
  /** The public address that the QRs carry. */
  address: string
  /** The last days on the cards. Undefined until the cards are drawn. */
  lastDays?: LastDays
  again?: boolean
  /** The author of the print: see `roles.ts`. */
  by: string
}

export interface PrintHooks {
  /** Receives the number of cards that are done. */
  onCards?: (done: number) => void
  /** Stops the work at once. */
  signal?: AbortSignal
  /** Is called with the last days on the cards once the PDF is complete; if it throws, no PDF is written. */
  beforeReplacing?: (lastDays: LastDays) => Promise<void>
}

/** The stores with the pilots to print, and the threads that draw their cards. */
export interface Printer {
  stores: Stores
  workers: Pick<Workers, 'stream'>
}

/**
 * Writes the PDF of an order to `path`, in a worker thread. Resolves to the last days on the cards.
 * @throws NotFoundError if there are no pilots, MalformedError if the address is too long for a QR or `start` is not a
 * position on the sheet, MachineError, or the reason of `signal`
 */
export async function printCards(
  { stores, workers }: Printer,
  pilots: Iterable<Pilot> | AsyncIterable<Pilot>,
  { layout, start, offset, bleed, address }: PrintOptions & { address: string },
  path: string,
  { onCards, signal, beforeReplacing }: PrintHooks = {},
): Promise<LastDays> {
  const { brand, rules, shown, paper } = await styleFor(stores, layout, address)
  const lastDays: LastDays = {}
  async function* cards(): AsyncGenerator<CardOrder> {
    let done = 0
    for await (const pilot of pilots) {
      const card = cardOf(pilot, rules, shown)
      yield { ...card, photo: await photoIfThere(stores, pilot) }
      lastDays[pilot.id] = card.lastDay
      done += 1
      onCards?.(done)
    }
    if (done === 0) throw new NotFoundError('No hay pilotos que imprimir')
  }
  const style: CardsStyle = { layout, start, offset, bleed, address, brand, paper }
  const pdf = workers.stream('draw-cards', style, cards(), { kind: 'cards', signal })
  await writeAtomically(path, pdf, { beforeReplacing: async () => beforeReplacing?.(lastDays) })
  return lastDays
}

/** Reads the brand, the rules and the fields that cards show now. @throws MalformedError if the address is too long */
async function styleFor({ settings }: Pick<Stores, 'settings'>, layout: Layout, address: string) {
  requireReadableQr(address, layout)
  const { brand = defaultBrand, events, validity: rules = defaultRules, fields } = await settings.read()
  const shown = { table: fieldTable(fields), event: openEvent(events) }
  return { brand: brandFor(brand, shown.event.name), rules, shown, paper: paperOf(shown.event) }
}

/** Returns the card of a pilot as it is printed now, without the photo. @throws MalformedError if the address is too long */
export async function orderOfCard(
  stores: Pick<Stores, 'settings'>,
  pilot: Pilot,
  address: string,
): Promise<CardPicture> {
  const layout = 'card'
  const { brand, rules, shown } = await styleFor(stores, layout, address)
  return { style: { layout, address, brand }, card: cardOf(pilot, rules, shown) }
}

/**
 * Returns the PDF of the emergency sheet of some pilots, by number, with their health data and emergency contacts.
 * @throws NotFoundError if there are no pilots
 */
export async function printEmergencySheet(
  { stores, workers }: { stores: Stores; workers: Pick<Workers, 'run'> },
  pilots: readonly Pilot[],
): Promise<Uint8Array> {
  if (pilots.length === 0) throw new NotFoundError('No hay pilotos que imprimir')
  const { brand = defaultBrand, events, fields } = await stores.settings.read()
  const event = openEvent(events)
  const { compare } = new Intl.Collator('es', { numeric: true })
  const sorted = pilots
    .map((pilot) => withRaceNumber(pilot, event.id))
    .sort(
      (one, other) =>
        compare(one.npiloto ?? '', other.npiloto ?? '') || compare(fullName(one), fullName(other)),
    )
  const sheet = {
    event: brandFor(brand, event.name).name,
    at: new Date().toISOString(),
    pilots: sorted,
    fields,
    paper: paperOf(event),
  }
  return workers.run('draw-emergency-sheet', sheet, { kind: 'cards' })
}

/**
 * Returns a PDF of the card of a pilot who does not exist, issued today, to show a brand before it is stored.
 * @throws MalformedError if `address` is too long for a QR
 */
export async function sampleCard(
  workers: Pick<Workers, 'stream'>,
  brand: ShownBrand,
  address: string,
  rules: ValidityRules,
  layout: Layout = 'card',
): Promise<Buffer> {
  requireReadableQr(address, layout)
  const style: CardsStyle = { layout, address, brand }
  return buffer(workers.stream('draw-cards', style, [cardOf(samplePilot, rules)], { kind: 'cards' }))
}

/** The fields of one's own and the open event, of which a card shows some. */
interface ShownOnCards {
  table: FieldTable
  event: RaceEvent
}

/** Returns the card of a pilot without the photo. */
export function cardOf(pilot: Pilot, rules: ValidityRules, shown?: ShownOnCards): CardOrder {
  const lastDay = endOf(pilot, rules, today()).until
  return { pilot: shown ? withRaceNumber(pilot, shown.event.id) : pilot, lastDay, ...shownOn(pilot, shown) }
}

function shownOn(
  pilot: Pilot,
  { table, event }: Partial<ShownOnCards> = {},
): Pick<CardOrder, 'own' | 'category'> {
  const own = ownFacts(table ?? fixedFields, pilot, 'card')
  const category = event && cardCategories(pilot, event)
  return { ...(own.length > 0 && { own }), ...(category && { category }) }
}

/** The number of pilots that are read at a time, so that a large order is never completely in memory. */
const readAtOnce = 100

/** Yields the current data of the pilots, without those who were removed, got another code or are incomplete by now. */
export async function* readPilots(stores: Stores, ids: readonly PilotId[]): AsyncGenerator<Pilot> {
  for (let start = 0; start < ids.length; start += readAtOnce) {
    const some = ids.slice(start, start + readAtOnce)
    for (const pilot of await Promise.all(some.map((id) => pilotIfThere(stores, id)))) {
      if (pilot && !isIncomplete(pilot)) yield pilot
    }
  }
}

/** Records the cards of an order as printed. @throws AlreadyPrintedError if another order printed them first */
export async function noteCards(
  stores: Stores,
  { ids, address, lastDays, again, by }: PrintOrder,
): Promise<void> {
  await stores.pilots.issueCards(ids, address, { lastDays, again, by })
}

/** Stores and returns the given `offset`, in millimetres; returns the stored offset if none is given. */
export async function resolveOffset(
  { settings }: { settings: SettingsStore },
  { offset }: Pick<Settings, 'offset'>,
): Promise<Offset | undefined> {
  if (!offset) return (await settings.read()).offset
  await settings.change({ offset })
  return offset
}

const samplePilot: Pilot = {
  id: '000000000000',
  photo: null,
  ...(Object.fromEntries(fieldNames.map((name) => [name, fields[name].example])) as PilotDraft),
}

/** Returns the riders of a print in whose texts no font has some characters. A thread reads the fonts, if need be. */
export function findUndrawable(
  workers: Pick<Workers, 'run'>,
  pilots: Iterable<Pilot>,
  print: 'cards' | 'emergency-sheet',
  shown?: Partial<ShownOnCards>,
): Promise<Undrawable[]> {
  const cardTexts = (pilot: Pilot) => cardTextsOf({ pilot, ...shownOn(pilot, shown) })
  const textsOf = print === 'cards' ? cardTexts : (pilot: Pilot) => sheetTextsOf(pilot, shown?.table)
  const candidates = [...pilots].filter(
    (pilot) => ![...Object.values(pilot), shownOn(pilot, shown).category].every(isDrawable),
  )
  return undrawableOf(
    workers,
    candidates.map((pilot) => ({ name: fullName(pilot), text: textsOf(pilot).join(' ') })),
  )
}

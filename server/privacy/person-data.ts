/** Gathers all that the stores have about one person, as the law lets the person ask for it. */
import { readScanned } from '#domain/credential/scanned'
import { type StatusBasis, termsLines } from '#domain/credential/status'
import type { Settings } from '#domain/desk/settings'
import { NotFoundError, PilotosError } from '#domain/errors'
import { categoryOf } from '#domain/events/categories/category'
import type { Entry } from '#domain/events/entry'
import { eventTitle } from '#domain/events/event'
import { eventsOf, type RaceEvents } from '#domain/events/events'
import { isReservedFor, type ReservedNumber } from '#domain/events/reserved/reserved'
import { CodeHistory } from '#domain/gate/code-history'
import type { ListedPassage } from '#domain/gate/passage-query'
import type { PassageRecord } from '#domain/gate/schemas'
import { describeDocument, documentOf, isDocumentOf } from '#domain/pilots/document'
import { type HistoryEntry, type LoggedChange, labelled, pagesOf } from '#domain/pilots/history/history'
import { type FieldTable, fieldTable } from '#domain/pilots/own/field-table'
import { type OwnName, ownNamesIn } from '#domain/pilots/own/own-name'
import type { Pilot } from '#domain/pilots/pilot'
import { type PilotId, readPilotId } from '#domain/pilots/pilot-id'
import { readBasis } from '../settings/current-settings.ts'
import { passageRecords } from '../store/queries/passage-records.ts'
import { passagePages } from '../store/shared/passages.ts'
import { photoIfThere, type Stores } from '../store/shared/stores.ts'

export interface PersonData {
  /** The time at which the data was read: ISO 8601, UTC. */
  at: string
  /** See `describeDocument`. */
  document: string
  /**
   * The newest first. Nearly everybody has one; a person who was removed and registered anew has two, which no code
   * connects.
   */
  registrations: Registration[]
  /** The backups of this machine that were made since the person is known, the newest first. */
  backups: PersonBackup[]
}

export interface Registration {
  /** The current state or, of a removed pilot, the last one. */
  pilot: Pilot
  /** False if the pilot is not in the list any more. */
  isListed: boolean
  codes: PersonCode[]
  /** The terms of the credential for people: see `termsLines`. */
  terms: [label: string, text: string][]
  /** The values of fields of one's own, also of retired ones. */
  own: { name: OwnName; label: string; value: string | number | null }[]
  /** The entries in all events, by event and modalidad, with the title of each event. */
  entries: PersonEntry[]
  /** The numbers that are reserved for the person in all events. */
  reserved: PersonReserved[]
  /** The texts of the waiver that the person has signed. */
  waiverTexts: Known['texts'][string][]
  photo?: Buffer
  /** The oldest entry first. */
  history: HistoryEntry[]
  /** The scans of all codes, the oldest first. */
  passages: PassageRecord[]
}

export interface PersonEntry extends Entry {
  title: string
  /** The name of the category. */
  categoryName?: string
}

export interface PersonReserved extends ReservedNumber {
  title: string
  /** The name of the category, or of the modalidad. */
  place: string
}

/** A code of a credential. One that a merge joined to another one stays valid. */
export interface PersonCode {
  code: PilotId
  state: 'current' | 'revoked' | 'joined'
  /** The time of the revocation or the merge: ISO 8601, UTC. */
  at?: string
}

export interface PersonBackup {
  name: string
  at: Date
}

type ReadStores = Pick<Stores, 'pilots' | 'photos' | 'passages' | 'settings'>

/**
 * Finds a person by a code or a document as people write it, also one who was removed. `backups` are those of this
 * machine. @throws NotFoundError if nobody has it, or if several persons have the document
 */
export async function findPersonData(
  stores: ReadStores,
  text: string,
  backups: readonly PersonBackup[],
): Promise<PersonData> {
  const at = new Date().toISOString()
  const revocations = await stores.pilots.revocations()
  const codes = new CodeHistory(revocations)
  const known = await knownPilots(stores, codes)
  const key = keyIn(known, codes, text)
  const found = [...known.values()].filter(({ pilot }) => keyOf(pilot) === key)
  const basis = await readBasis(stores)
  const { events, fields, waivers: texts = {} } = await stores.settings.read()
  const all = eventsOf(events)
  const table = fieldTable(fields)
  const registrations = await Promise.all(
    found.map(async ({ pilot, isListed }): Promise<Registration> => {
      const own = revocations.filter(({ id }) => codes.current(id) === pilot.id)
      const history = labelled(await historyOf(stores, pilot), table, all)
      return {
        isListed,
        codes: [
          { code: pilot.id, state: 'current' as const },
          ...own.map(
            ({ id, joined, at }) => ({ code: id, state: joined ? 'joined' : 'revoked', at }) as const,
          ),
        ],
        ...(await detailsOf(stores, pilot, { basis, all, table, texts })),
        history,
        passages: await passagesOf(stores, codes, pilot.id),
      }
    }),
  )
  registrations.sort((one, other) => (knownSince(one) < knownSince(other) ? 1 : -1))
  const since = knownSince(registrations.at(-1))
  const [{ pilot } = {}] = found
  return {
    at,
    document: (pilot && describeDocument(pilot)) ?? noDocument,
    registrations,
    backups: backups.filter((one) => one.at.toISOString() >= since),
  }
}

const noDocument = 'sin documento'

/** Returns the earliest known time of a registration, or an empty text if nothing says it. */
function knownSince(registration: Registration | undefined): string {
  const { pilot, history } = registration ?? {}
  return [pilot?.since, history?.[0]?.at].filter((one) => one !== undefined).sort()[0] ?? ''
}

interface KnownPilot {
  pilot: Pilot
  isListed: boolean
}

/** Returns the last states of all pilots who were ever stored, by their last identifiers. */
async function knownPilots(
  { pilots }: Pick<Stores, 'pilots'>,
  codes: CodeHistory,
): Promise<Map<PilotId, KnownPilot>> {
  const times = new Map<PilotId, string>()
  const known = new Map<PilotId, KnownPilot>()
  const note = ({ at, change: { put = [] } }: LoggedChange) => {
    for (const pilot of put) {
      // The history of another desk comes first, and may be newer.
      if (codes.current(pilot.id) !== pilot.id || (times.get(pilot.id) ?? '') > at) continue
      times.set(pilot.id, at)
      known.set(pilot.id, { pilot, isListed: false })
    }
  }
  for await (const { changes } of pagesOf((after) => pilots.changeLog(after))) changes.forEach(note)
  for (const pilot of (await pilots.list()).pilots) known.set(pilot.id, { pilot, isListed: true })
  return known
}

/** Returns what the registrations of one person share: the document or, of an incomplete rider without one, the code. */
function keyOf(pilot: Pilot): string {
  return documentOf(pilot) ?? pilot.id
}

/** Returns the key of the person whom a text names. @throws NotFoundError */
function keyIn(known: ReadonlyMap<PilotId, KnownPilot>, codes: CodeHistory, text: string): string {
  const code = readPilotId(text)
  const ofCode = code && known.get(codes.current(code))
  if (ofCode) return keyOf(ofCode.pilot)
  const named = [...known.values()].filter(({ pilot }) => isDocumentOf(pilot, text))
  const [document, other] = new Set(named.map(({ pilot }) => keyOf(pilot)))
  if (document === undefined)
    throw new NotFoundError(`Aquí no hay datos de nadie con el identificador o documento ${text}`)
  if (other !== undefined)
    throw new NotFoundError(
      `Varias personas tienen el documento ${text}: escriba también su tipo, o el identificador`,
    )
  return document
}

interface Known {
  basis: StatusBasis
  all: RaceEvents
  table: FieldTable
  texts: NonNullable<Settings['waivers']>
}

async function detailsOf(stores: Pick<Stores, 'photos'>, pilot: Pilot, { basis, all, table, texts }: Known) {
  const { entries = [], waivers = [] } = pilot
  const photo = await photoIfThere(stores, pilot)
  return {
    pilot,
    terms: termsLines(pilot, basis),
    own: ownNamesIn(pilot).map((name) => ({ name, label: table.of(name).label, value: pilot[name] ?? null })),
    entries: entries.map((entry): PersonEntry => {
      const event = all.find(({ id }) => id === entry.event)
      const categoryName = event && categoryOf(event, entry)?.name
      return {
        ...entry,
        title: event ? eventTitle(event) : entry.event,
        ...(categoryName && { categoryName }),
      }
    }),
    reserved: all.flatMap((event) =>
      event.reserved
        .filter((one) => isReservedFor(pilot, one))
        .map((one) => {
          const place = categoryOf(event, one)?.name ?? one.modalidad
          return { ...one, title: eventTitle(event), place }
        }),
    ),
    waiverTexts: waivers.flatMap(({ hash }) => texts[hash] ?? []),
    ...(photo && { photo }),
  }
}

/** Returns the history, which is empty if its files were lost. @throws MachineError */
async function historyOf({ pilots }: Pick<Stores, 'pilots'>, { id }: Pilot): Promise<HistoryEntry[]> {
  try {
    return await pilots.history(id)
  } catch (error) {
    if (error instanceof PilotosError && error.kind === 'not-found') return []
    throw error
  }
}

/**
 * Returns the scans of all codes of a pilot. The log names the pilot of a scan, unless nobody here knew the code yet: a
 * gate may have read a card of another desk before the data of both was merged.
 */
async function passagesOf(stores: ReadStores, codes: CodeHistory, id: PilotId): Promise<PassageRecord[]> {
  const own = await allPassages(stores, { pilot: codes.first(id) })
  const unknown = await allPassages(stores, { result: 'unknown' })
  const isOwn = ({ pilot, scanned }: ListedPassage) => {
    const code = pilot === undefined ? readScanned(scanned) : undefined
    return code !== undefined && codes.current(code) === id
  }
  const all = [...own, ...unknown.filter(isOwn)].sort((one, other) => one.number - other.number)
  return passageRecords(stores, all, codes)
}

async function allPassages(
  { passages }: Pick<Stores, 'passages'>,
  query: Parameters<Stores['passages']['listAfter']>[1],
): Promise<ListedPassage[]> {
  const all: ListedPassage[] = []
  for await (const page of passagePages((after) => passages.listAfter(after, query))) all.push(...page)
  return all
}

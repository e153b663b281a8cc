/** How a pilot stands on the wire (specification, section 7) and in a flat file. */
import type { Offset } from '../cards.ts'
import type { ImportReport } from '../import/import.ts'
import type { ImportPreview } from '../import/preview.ts'
import type { IssuedCard, Pilot, PilotDraft } from '../pilot/pilot.ts'

export interface PilotRecord {
  id_driver: string
  attachment: string | null
  /** A JSON-encoded `PilotDraft`. */
  data_driver: string
  /** The card that was printed last. */
  card?: IssuedCard
}

/** One pilot as one flat object: a line of a CSV, an element of the JSON that export writes. */
export type FlatPilot = { id_driver: string; attachment: string | null } & PilotDraft

export function toRecord({ id, photo, since: _since, card, ...draft }: Pilot): PilotRecord {
  return { id_driver: id, attachment: photo, data_driver: JSON.stringify(draft), ...(card && { card }) }
}

const minimal = ['name', 'lastname', 'nlicencia', 'licencia', 'npiloto', 'modalidad', 'club'] as const

/** A pilot as a credential shows it: at least this much, and all of it to staff. */
export type CredentialPilot = Pick<Pilot, 'id' | 'photo' | (typeof minimal)[number]> & Partial<Pilot>

/** What is enough to know whose credential it is: no document, telephone, birthday, mail, blood or history. */
export function toMinimalRecord(pilot: Pilot): PilotRecord {
  const data = Object.fromEntries(minimal.map((name) => [name, pilot[name]]))
  return { id_driver: pilot.id, attachment: pilot.photo, data_driver: JSON.stringify(data) }
}

/** The way back, for records of our own server; undefined where a record has no data. */
export function fromRecord({ id_driver, attachment, data_driver, card }: PilotRecord): Pilot | undefined {
  const draft = data_driver ? (JSON.parse(data_driver) as PilotDraft | null) : null
  return draft ? { id: id_driver, photo: attachment, ...draft, ...(card && { card }) } : undefined
}

function toFlat({ id, photo, since: _since, card: _card, ...draft }: Pilot): FlatPilot {
  return { id_driver: id, attachment: photo, ...draft }
}

/** The element of a page that has `BroughtAnswers` in it, as JSON. */
export const answersElement = 'answers'

/** What the server would answer to the calls that a page begins with, by their addresses: it need not ask. */
export type BroughtAnswers = Record<string, { status: number; body: unknown }>

/** As many pilots are written at a time. */
export const pilotsPerPart = 500

/** Flat pilots in parts, so that a large file need not be in memory as a whole. */
export function* flatParts(pilots: readonly Pilot[]): Generator<FlatPilot[]> {
  for (let start = 0; start < pilots.length; start += pilotsPerPart) {
    yield pilots.slice(start, start + pilotsPerPart).map(toFlat)
  }
}

/** How an import went or would go, with what was understood of its file. */
export interface ImportAnswer extends ImportPreview {
  report: Omit<ImportReport, 'rejected' | 'rejectedLines' | 'badCells'>
  /** The first bad cells: where, the value and what is wrong with it. */
  rejected: { place: string; value?: string; message: string }[]
  /** How many bad cells there are. */
  bad_cells: number
  /** The rejected rows as a CSV, with the reasons. */
  rejects: string | null
}

/** What whoever prints must know first. */
export interface PrintInfo {
  /** How far prints are moved to the right and down, in mm. */
  offset: Offset
  public_url: string
}

/** How far an order to print is, in cards; `url` is of the PDF, once it is whole. */
export interface PrintProgress {
  /** How many orders are prepared before this one. */
  before: number
  done: number
  total: number
  url: string | null
}

/** What an event says: how many changes there were, and of which pilots this one was, unless of very many. */
export interface ChangeEvent {
  number?: number
  ids?: readonly string[]
}

/** Whether what holds the data answers: said as a stream begins, and whenever it changes. */
export interface AvailabilityEvent {
  there: boolean
}

/** Why the last automatic backup could not be made, in Spanish; null while there is nothing to tell. */
export interface BackupEvent {
  failure: string | null
}

/** What `/api/session` says. */
export interface SessionInfo {
  /** The name that is signed in. */
  user: string | null
  /** Whether the list, the form and the writes are open to this browser. */
  staff: boolean
  /** Whether there is an account to sign in with. */
  has_accounts: boolean
  public_url: string
  country_code: string | null
}

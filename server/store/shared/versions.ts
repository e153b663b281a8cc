/** The versions of riders, and of what all desks share: an edit goes with the one that it began with. */
import { createHash } from 'node:crypto'
import { itemPart } from '#domain/desk/lists'
import { keyOf } from '#domain/desk/shared'
import { sharedHistory } from '#domain/desk/shared-history'
import { PilotosError } from '#domain/errors'
import { changeText, differences, type LoggedChange, ownChanges } from '#domain/pilots/history/history'
import { draftOf, type Pilot } from '#domain/pilots/pilot'
import { atTheLaptop, inTheTerminal } from '#domain/staff/roles'
import { canonicalText, capitalized, enumerate, isObject, meanwhile, shortened } from '#domain/text/text'
import { setting } from './log.ts'
import type { Decided, PendingState, Store } from './store.ts'

type Values = ReadonlyMap<string, unknown>

/** Values that all desks share, and that people change together, such as the prices of an event. */
export interface Part {
  /** The name in a sentence, such as `este evento`. */
  name: string
  /** The key of its value: see `shared.ts`. */
  key: string
  /** The values whose keys begin so belong to it, too. */
  below?: string
  /** Returns what of the value belongs to it, if it is not all. */
  within?: (value: Record<string, unknown>) => object
  /** Returns the version, if it is no digest. */
  version?: (value: Readonly<Record<string, unknown>>) => string
}

export const parts = {
  event: (id: string): Part => ({ name: 'este evento', key: keyOf(['events', id]) }),
  item: itemPart,
  prices(event: string): Part {
    const key = keyOf(['events', event, 'till'])
    return { name: 'los precios', key, below: `${key}/prices` }
  },
}

/** Returns an opaque text, which is the same for the same content, on any desk. */
export function versionOf(values: Values, { key, below, within, version }: Part): string {
  const value = values.get(key)
  if (version) return version(isObject(value) ? value : {})
  if (within) return digest(within(isObject(value) ? value : {}))
  const others = below === undefined ? [] : [...values].filter(([one]) => one.startsWith(below)).sort()
  return digest([value ?? null, others])
}

function digest(value: unknown): string {
  return createHash('sha256')
    .update(canonicalText(value) ?? '')
    .digest('base64url')
    .slice(0, 16)
}

const ofPilots = new WeakMap<Pilot, string>()

/** Returns the version of what people edit of a rider: the fields, the photo and the terms. */
export function versionOfPilot(pilot: Pilot): string {
  const version =
    ofPilots.get(pilot) ?? digest(Object.entries(editedOf(pilot)).filter(([, value]) => value !== null))
  ofPilots.set(pilot, version)
  return version
}

function editedOf(pilot: Pilot): Pilot {
  const { id, photo, terms } = pilot
  return { id, ...draftOf(pilot), photo, ...(terms && { terms }) } as Pilot
}

/** An edit began with this version of a part or of a rider. Without a version, the last edit counts. */
export type Seen = { version?: string } & (
  | { part: Part }
  | { rider: (pilots: Pick<PendingState, 'byId' | 'revocations'>) => Pilot }
)

/**
 * Stores a decided edit. If its part or rider has another version by now, the edit is done only if it changes nothing.
 * @throws PilotosError which says who has changed what
 */
export async function transactSeen<Result>(
  store: Store,
  seen: Seen | undefined,
  decide: (state: PendingState) => Decided<Result>,
): Promise<Result> {
  const { version } = seen ?? {}
  if (!seen || version === undefined) return store.transact(decide)
  let rider: Pilot | undefined
  const storedIn = (state: PendingState) => {
    if ('part' in seen) return versionOf(state.shared.settingValues, seen.part)
    rider = seen.rider(state)
    return versionOfPilot(rider)
  }
  try {
    return await store.transact((state) => {
      return version === storedIn(state) ? decide(state) : requireNone(state, () => decide(state))
    })
  } catch (error) {
    if (!(error instanceof OutdatedError)) throw error
    const history = await store.history(new Set([rider?.id ?? setting]))
    throw 'part' in seen ? partChanged(seen.part, version, history) : riderChanged(version, history)
  }
}

/** The part or the rider of an edit has another version than the one with which the edit began. */
class OutdatedError extends Error {}

/** Returns what is decided on newer values if it changes nothing. @throws OutdatedError */
function requireNone<One extends Decided<unknown>>(state: PendingState, decide: () => One): One {
  try {
    const decided = decide()
    const { put = [], set } = decided.change ?? {}
    const isStored = (pilot: Pilot) => {
      const stored = state.byId(pilot.id)
      return stored && versionOfPilot(stored) === versionOfPilot(pilot)
    }
    if (!set && put.every(isStored)) return decided
  } catch {
    // The newer values are the reason.
  }
  throw new OutdatedError()
}

/** Says who has changed a part since it had a version, as far as this store knows. */
function partChanged(part: Part, version: string, history: readonly LoggedChange[]): PilotosError {
  const isOf = (key: string) => key === part.key || (part.below !== undefined && key.startsWith(part.below))
  const isStart = (values: Values) => versionOf(values, part) === version
  const told = sharedHistory(history, { isOf, isStart, within: part.within }).reverse()
  const what = told.map((entry) => `${entry.what}: ${entry.changes.join(', ')}`)
  return conflict(part.name, told, what.join('; '))
}

/** The same of a rider. `log` has the changes of the rider, the oldest first. */
function riderChanged(version: string, log: readonly LoggedChange[]): PilotosError {
  const states = ownChanges(log).flatMap(({ change: { put = [], by } }) =>
    put.map((pilot) => ({ pilot, by, version: versionOfPilot(pilot) })),
  )
  const start = states.findLastIndex((state) => state.version === version)
  const [seen, ...later] = start < 0 ? [] : states.slice(start)
  const edits = later.filter((state, index) => state.version !== (later[index - 1] ?? seen)?.version)
  const last = edits.at(-1)
  const changes = seen && last ? differences(editedOf(seen.pilot), editedOf(last.pilot)) : []
  return conflict('a este piloto', edits, changes.map(changeText).join(', '))
}

function conflict(name: string, edits: readonly { by?: string }[], told: string): PilotosError {
  const isNamed = (by: string) => by !== atTheLaptop && by !== inTheTerminal
  const authors = [...new Set(edits.map(({ by = atTheLaptop }) => by).filter(isNamed))]
  const verb = authors.length > 1 ? 'cambiaron' : 'cambió'
  const text = meanwhile(`${verb} ${name}`, capitalized(enumerate(authors)) || undefined)
  return new PilotosError('conflict', told ? `${text}. ${shortened(told, 300)}` : text)
}

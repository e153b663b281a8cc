/** The roster of a gate: the pilots that it needs when it cannot reach the server. */
import { createHash } from 'node:crypto'
import { publicStatus } from '#domain/api/wire'
import type { Status } from '#domain/credential/status'
import { raceNumbers, withRaceNumber } from '#domain/events/categories/race-number'
import { shownCategories } from '#domain/events/categories/shown'
import { lackingAtGate } from '#domain/events/entry'
import type { RaceEvent } from '#domain/events/event'
import { added, requirementsOf } from '#domain/features'
import { CodeHistory } from '#domain/gate/code-history'
import type { Passage } from '#domain/gate/passage'
import { documentEnd } from '#domain/gate/rider-search'
import type { GatePilot, GateRoster } from '#domain/gate/schemas'
import { gateNames } from '#domain/pilots/fields'
import { fixedFields, ownFacts } from '#domain/pilots/own/field-table'
import { isMinor, type Pilot } from '#domain/pilots/pilot'
import type { Gates, PilotFields, Validity } from '../settings/current-settings.ts'
import type { Events } from '../settings/race-events.ts'
import type { Stores } from '../store/shared/stores.ts'
import { inTurns } from '../workers/turns.ts'

/** A roster as JSON, without its time, and its version: equal rosters have equal versions. */
interface RosterText {
  /** The text between `{"at":"…",` and the end. */
  rest: string
  version: string
}

/** The text that riders sign at a gate now, if there is one. */
export type SignedText = { readonly current: GateRoster['waiver'] }

export class GateRosters {
  #last: { basis: readonly unknown[]; text: Promise<RosterText> } | undefined

  constructor(
    private readonly stores: Pick<Stores, 'pilots' | 'passages'>,
    private readonly gates: Pick<Gates, 'current'>,
    private readonly events: Pick<Events, 'all' | 'open' | 'openPart'>,
    private readonly validity: Pick<Validity, 'basis' | 'statusOf'>,
    private readonly fields: Pick<PilotFields, 'table'>,
    private readonly waiver: SignedText,
  ) {}

  /** Returns the current roster, which is made anew only after a change. */
  current(): Promise<RosterText> {
    const { pilots, passages } = this.stores
    const settings = [this.validity.basis, this.gates.current, this.events.all, this.fields.table]
    const { hash, version } = this.waiver.current ?? {}
    const basis = [pilots.lastChange, passages.lastPassage, ...settings, hash, version]
    if (!this.#last?.basis.every((part, index) => part === basis[index])) {
      const text = this.#make()
      this.#last = { basis, text }
      // A failed roster is not kept.
      text.catch(() => {
        if (this.#last?.text === text) this.#last = undefined
      })
    }
    return this.#last.text
  }

  async #make(): Promise<RosterText> {
    const { pilots, passages } = this.stores
    const event = this.events.open
    const [listed, revocations, lasts] = await Promise.all([
      pilots.list({ order: 'asc' }),
      pilots.revocations(),
      passages.lastOfPilots(this.events.openPart),
    ])
    const history = new CodeHistory(revocations)
    const lastOf = new Map(lasts.map((passage) => [passage.pilot, passage]))
    const entryOf = new Map(
      lasts.filter(({ direction }) => direction === 'in').map((one) => [one.pilot, one]),
    )
    const { again, gates, renamed } = this.gates.current
    const waiver = demandsWaiver(event) ? this.waiver.current : undefined
    const joined = revocations.flatMap(({ id: code, joined: isJoined }) => {
      const pilot = isJoined && history.holder(code)
      return pilot ? [{ code, pilot }] : []
    })
    const head: Omit<GateRoster, 'at' | 'pilots'> = {
      event: event.id,
      again,
      gates: [...gates],
      zone: -new Date().getTimezoneOffset(),
      ...(renamed && { renamed: [...renamed] }),
      ...(waiver && { waiver }),
      revoked: revocations.flatMap(({ id }) => (history.revocation(id) ? id : [])),
      ...(joined.length > 0 && { joined }),
    }
    const hash = createHash('sha256')
    let rest = ''
    const add = (text: string) => {
      hash.update(text)
      rest += text
    }
    add(`${JSON.stringify(head).slice('{'.length, -'}'.length)},"pilots":[`)
    let separator = ''
    for await (const pilot of inTurns(listed.pilots)) {
      const first = history.first(pilot.id)
      add(separator + JSON.stringify(this.#entry(pilot, event, lastOf.get(first), entryOf.get(first))))
      separator = ','
    }
    add(']}')
    return { rest, version: hash.digest('base64url').slice(0, 22) }
  }

  #entry(pilot: Pilot, event: RaceEvent, last?: Passage, entry?: Passage): GateRoster['pilots'][number] {
    const document = documentEnd(pilot)
    const [, ...numbers] = raceNumbers(pilot, event.id)
    const { day } = this.validity.basis
    const lacks = lackingAtGate(pilot, event, requirementsOf(pilot, event, day))
    return {
      ...gatePilotOf(pilot, this.validity.statusOf(pilot), day, this.fields.table, event),
      ...(lacks.length > 0 && { lacks }),
      ...added(({ atGate }) => atGate?.(pilot, event)),
      ...(document && { document }),
      ...(numbers.length > 0 && { numbers }),
      ...(last && { last: { at: last.at, gate: last.gate, direction: last.direction } }),
      ...(entry && entry !== last && { entry: { at: entry.at, gate: entry.gate } }),
    }
  }
}

function demandsWaiver({ demand, checks }: RaceEvent): boolean {
  return demand === 'checks' && checks.includes('waiver')
}

/** Returns what a gate sees of a pilot on a day, and in an event. */
export function gatePilotOf(
  pilot: Pilot,
  status: Status,
  day: string,
  table = fixedFields,
  event?: RaceEvent,
): GatePilot {
  const { id, photo } = pilot
  const minor = isMinor(pilot, day)
  const raced = event ? withRaceNumber(pilot, event.id) : pilot
  const seen = Object.fromEntries(gateNames.map((name) => [name, raced[name] ?? null]))
  const values = seen as Pick<GatePilot, (typeof gateNames)[number]>
  const category = event && shownCategories(pilot, event)
  const own = ownFacts(table, pilot, 'gate')
  return {
    id,
    ...values,
    ...(category && { category }),
    ...(own.length > 0 && { own }),
    photo,
    ...(minor && { minor }),
    status: publicStatus(status),
  }
}

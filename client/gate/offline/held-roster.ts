/** The roster that a gate holds: the riders, their last passages at all gates, and the time of the server. */
import type { PassageNews, PassagesEvent } from '#domain/api/wire'
import { readScanned } from '#domain/credential/scanned'
import { answerTo, type Counted, decideScan, statusAtScan } from '#domain/gate/decide-scan'
import type { Scan } from '#domain/gate/passage'
import { findRiders, type IndexedRider, indexRiders } from '#domain/gate/rider-search'
import type { GatePilot, GateRoster, PassageAnswer } from '#domain/gate/schemas'
import { callForResponse, first, readAnswer } from '../../api/call.ts'
import type {
  GateDatabase,
  QueuedScan,
  QueuedSignature,
  StoredRoster,
  VersionedRoster,
} from '../gate-memory.ts'
import { gateClock } from './gate-clock.ts'

const key = 'roster'

type Rider = GateRoster['pilots'][number]
type Lacks = NonNullable<Rider['lacks']>

export class HeldRoster {
  /** The time at which the roster was current: ISO 8601, UTC. */
  at: string | undefined
  readonly passages = new KnownPassages()
  #held: VersionedRoster | undefined
  #pilots = new Map<string, Rider>()
  #revoked = new Set<string>()
  /** The identifiers of the pilots with a second code, by that code. */
  #joined = new Map<string, string>()
  /**
   * The signatures of riders that the server may not have told of yet, by the riders. `since` is the time at which it had
   * them, in milliseconds, and Infinity before.
   */
  #signed = new Map<string, { hash: string; since: number }>()
  /** The riders for a search, from the first one on. */
  #index: IndexedRider<Rider>[] | undefined
  /** The number of times that the riders were dropped. */
  #clearings = 0

  constructor(public database: GateDatabase | undefined) {}

  get roster(): GateRoster | undefined {
    return this.#held?.roster
  }

  /** The names of the photos of all riders. */
  get photos(): string[] {
    return this.roster?.pilots.flatMap(({ photo }) => photo ?? []) ?? []
  }

  /** Takes the roster that another page of this browser has stored, unless it is older. */
  async restore(): Promise<void> {
    const stored = await this.database?.get('roster', key).catch(() => undefined)
    if (!stored || stored.at < (this.at ?? '')) return
    gateClock.isAfter(Date.parse(stored.at))
    this.#take(stored, stored.at)
  }

  /**
   * Loads the roster if the server has another one. Resolves to false if the riders were dropped meanwhile.
   * @throws ApiError
   */
  async refresh(signal?: AbortSignal): Promise<boolean> {
    const asked = performance.now()
    const clearings = this.#clearings
    const fresh = await loadGateRoster(this.#held?.version, signal)
    if (clearings !== this.#clearings) return false
    this.at = new Date(gateClock.at(asked)).toISOString()
    if (!fresh) return true
    this.#take(fresh, this.at)
    await this.store()
    return true
  }

  /** Notes that nothing in the roster had changed at a moment of the page, in milliseconds. */
  confirm(moment: number): void {
    const time = gateClock.at(moment)
    if (this.at !== undefined && time > Date.parse(this.at)) this.at = new Date(time).toISOString()
  }

  /** Takes over new passages of any gate. Returns false if the roster must be loaded again. */
  learn({ passages }: PassagesEvent): boolean {
    return passages?.map((news) => this.#learnOne(news)).every(Boolean) ?? false
  }

  /** Answers a scan as the server would, if it knew only the roster. Returns undefined if there is no roster. */
  answer(scan: Scan): PassageAnswer | undefined {
    if (!this.roster) return undefined
    const code = this.#codeIn(scan.scanned) ?? ''
    const rider = this.#pilots.get(code)
    const state = {
      ...(rider && { pilot: rider.id, status: rider.status, lacks: rider.lacks }),
      ...(this.#revoked.has(code) && { revocation: {} }),
      counted: this.passages.of(code),
      again: this.roster.again,
      zone: this.roster.zone,
    }
    const pilot = rider && seen(rider, statusAtScan(state, scan))
    return answerTo(scan.id, decideScan(state, scan), scan.direction, { pilot, chip: rider?.chip })
  }

  /** Counts a rider as one who has signed the text of a hash, which the server has since a time, if it has it already. */
  sign({ pilot, hash }: Pick<QueuedSignature, 'pilot' | 'hash'>, since = Infinity): void {
    this.#signed.set(pilot, { hash, since })
    this.#apply(pilot, hash)
  }

  /** Counts the riders of the queued signatures as those who have signed, unless the server has refused. */
  followSignatures(queued: readonly QueuedSignature[]): void {
    const waiting = queued.filter(({ drawing }) => drawing)
    for (const one of waiting) if (this.#signed.get(one.pilot)?.hash !== one.hash) this.sign(one)
    const pilots = new Set(waiting.map(({ pilot }) => pilot))
    for (const [pilot, signed] of this.#signed)
      if (signed.since === Infinity && !pilots.has(pilot)) signed.since = gateClock.now()
    for (const { pilot, hash, drawing } of queued)
      if (!drawing && this.#signed.get(pilot)?.hash === hash && this.#signed.delete(pilot))
        this.#change(pilot, hash, (lacks) => [...lacks, 'waiver'])
  }

  /** Finds riders by number, name or document: see `findRiders`. The code of a rider or of a card is no search. */
  find(text: string): GateRoster['pilots'] {
    const code = this.#codeIn(text)
    const isCode = code !== undefined && (this.#pilots.has(code) || this.#revoked.has(code))
    if (isCode) return []
    this.#index ??= indexRiders(this.roster?.pilots ?? [])
    return findRiders(this.#index, text)
  }

  /** Forgets the riders, here and in the database: this device may no longer see them. */
  async clear(): Promise<void> {
    this.#clearings += 1
    this.#held = undefined
    this.#index = undefined
    this.at = undefined
    this.#pilots.clear()
    this.#revoked.clear()
    this.#joined.clear()
    await this.database?.clear('roster').catch(() => undefined)
  }

  /** Returns the code in a scanned text or, for the second code of a pilot, the identifier of that pilot. */
  #codeIn(text: string): string | undefined {
    const code = readScanned(text)
    return code && (this.#joined.get(code) ?? code)
  }

  #learnOne({ id, pilot, counted, corrects, gate, direction, at, result }: PassageNews): boolean {
    if (corrects !== undefined) return this.passages.takeBack(corrects)
    if (counted && pilot !== undefined) {
      const passage: Counted = { gate, direction, at, result, device: otherDevice }
      this.passages.add(pilot, id, passage)
    }
    return true
  }

  #take(held: VersionedRoster, at: string): void {
    const { pilots, revoked, joined = [] } = held.roster
    this.#held = { roster: held.roster, version: held.version }
    this.#index = undefined
    this.at = at
    gateClock.zone = held.roster.zone
    this.#pilots = new Map(pilots.map((pilot) => [pilot.id, pilot]))
    this.#revoked = new Set(revoked)
    this.#joined = new Map(joined.map(({ code, pilot }) => [code, pilot]))
    this.passages.replace(pilots, Date.parse(at))
    for (const [pilot, { hash, since }] of this.#signed)
      if (since < Date.parse(at)) this.#signed.delete(pilot)
      else this.#apply(pilot, hash)
  }

  #apply(pilot: string, hash: string): void {
    this.#change(pilot, hash, (lacks) => lacks.filter((name) => name !== 'waiver'))
  }

  /** Changes what a rider lacks in the roster, if it has the text of the hash. */
  #change(pilot: string, hash: string, change: (lacks: Lacks) => Lacks): void {
    const rider = this.#pilots.get(pilot)
    if (!this.#held || !rider || this.roster?.waiver?.hash !== hash) return
    const { lacks = [] } = rider
    const changed = [...new Set(change(lacks))]
    if (changed.length === lacks.length) return
    rider.lacks = changed
    // It is not the roster of the server any more.
    this.#held.version = undefined
    void this.store()
  }

  /** Stores the roster, also once more after the browser has deleted it. */
  async store(): Promise<void> {
    const { at } = this
    if (!this.#held || at === undefined) return
    const stored: StoredRoster = { ...this.#held, at }
    await this.database?.put('roster', stored, key).catch(() => undefined)
  }
}

/** Returns what a gate shows of a rider. */
function seen(
  { last: _last, entry: _entry, document: _document, lacks: _lacks, chip: _chip, ...pilot }: Rider,
  status = pilot.status,
): GatePilot {
  return { ...pilot, status }
}

/** Stands for every other device. The passages of this one have none. */
const otherDevice = 'other'

/** The counted passages that a gate knows: those of the roster, those that the server tells, and its own. */
interface Known extends Counted {
  id?: string
  /** The time at which the server had the passage, in milliseconds. Infinite while the server does not have it. */
  since: number
}

/** A message of a page to the other pages of its browser. */
type Told = { add: [pilot: string, id: string, passage: Counted] } | { takeBack: string }

export class KnownPassages {
  #ofPilots = new Map<string, Known[]>()
  #channel: BroadcastChannel | undefined

  /** Shares the passages with the other pages of this browser, which are the same device. */
  shareOver(channel: BroadcastChannel): void {
    this.#channel = channel
    channel.addEventListener('message', ({ data }: MessageEvent<Told>) => {
      if ('add' in data) this.#add(...data.add)
      else this.#takeBack(data.takeBack)
    })
  }

  /** Follows the queue of all pages of this browser: its scans count, except those that are taken back. */
  follow(queued: readonly QueuedScan[]): void {
    const ids = new Set(queued.map(({ scan }) => scan.id))
    for (const passages of this.#ofPilots.values())
      for (const passage of passages)
        if (passage.since === Infinity && !ids.has(passage.id ?? '')) passage.since = gateClock.now()
    const takenBack = new Set(queued.flatMap(({ scan }) => scan.corrects ?? []))
    for (const { scan, answer: { pilot, result } = {} } of queued) {
      const { id, gate, direction, at } = scan
      if (takenBack.has(id)) this.#takeBack(id)
      else if (pilot !== undefined && result && scan.admitted && result !== 'repeat')
        this.#add(pilot, id, { gate, direction, at, result }, true)
    }
  }

  /** Returns the counted passages of a pilot. */
  of(pilot: string): readonly Counted[] {
    return this.#ofPilots.get(pilot) ?? []
  }

  /** Adds a passage, which the server does not have yet if it `isUnsent`. A passage that is known stays one. */
  add(pilot: string, id: string, passage: Counted, isUnsent = false): void {
    this.#add(pilot, id, passage, isUnsent)
    this.#tell({ add: [pilot, id, passage] })
  }

  #add(pilot: string, id: string, passage: Counted, isUnsent = false): void {
    const known = this.#ofPilots.get(pilot) ?? []
    const others = known.filter((one) => one.id !== id)
    // The server tells of the passages of this device too.
    const isOwn = known.some((one) => one.id === id && one.device === undefined)
    const device = isOwn ? undefined : passage.device
    this.#ofPilots.set(pilot, [
      ...others,
      { ...passage, device, id, since: isUnsent ? Infinity : gateClock.now() },
    ])
  }

  /** Notes that the server has a passage of this device. */
  confirm(id: string): void {
    for (const passages of this.#ofPilots.values())
      for (const passage of passages) if (passage.id === id) passage.since = gateClock.now()
  }

  /** Removes a passage. Returns false if it is not known by its identifier. */
  takeBack(id: string): boolean {
    this.#tell({ takeBack: id })
    return this.#takeBack(id)
  }

  #takeBack(id: string): boolean {
    return this.#remove((passage) => passage.id === id)
  }

  #tell(told: Told): void {
    this.#channel?.postMessage(told)
  }

  /** Removes a passage of the roster, which has no identifier. */
  takeBackAt(place: Counted): void {
    this.#remove(
      ({ gate, direction, at }) => gate === place.gate && direction === place.direction && at === place.at,
    )
  }

  /**
   * Takes the passages of a new roster, which was asked for at `asked` in milliseconds. Passages that the server did
   * not have then are kept.
   */
  replace(pilots: GateRoster['pilots'], asked: number): void {
    const kept = new Map(
      [...this.#ofPilots].map(([pilot, passages]) => [pilot, passages.filter(({ since }) => since >= asked)]),
    )
    this.#ofPilots = kept
    for (const { id, last, entry } of pilots) {
      const listed: Known[] = []
      if (entry) listed.push({ ...entry, direction: 'in', device: otherDevice, since: asked })
      if (last) listed.push({ ...last, device: otherDevice, since: asked })
      if (listed.length > 0) kept.set(id, [...listed, ...(kept.get(id) ?? [])])
    }
  }

  #remove(isMeant: (passage: Known) => boolean): boolean {
    let isFound = false
    for (const [pilot, passages] of this.#ofPilots) {
      const others = passages.filter((passage) => !isMeant(passage))
      if (others.length === passages.length) continue
      isFound = true
      this.#ofPilots.set(pilot, others)
    }
    return isFound
  }
}

/** Returns undefined if the roster with this version is still current. */
async function loadGateRoster(version?: string, signal?: AbortSignal): Promise<VersionedRoster | undefined> {
  // The page compares the versions itself, so that the answer needs no cache of the browser.
  const headers = version === undefined ? undefined : { 'if-none-match': version }
  const response = await callForResponse('GET /api/gate/roster', { headers, signal, cache: 'no-store' })
  gateClock.compare(response)
  if (response.status === 304) return undefined
  const answer = await readAnswer<GateRoster>(response)
  return { roster: first(answer), version: response.headers.get('etag') ?? undefined }
}

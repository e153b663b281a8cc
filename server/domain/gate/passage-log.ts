/** The log of passages in memory, with what the decisions and the numbers need: both stores keep one. */
import { NotFoundError, PilotosError } from '../errors.ts'
import type { PilotId } from '../pilot/pilot-id.ts'
import type { PassageSummary } from '../web/gate-schemas.ts'
import { type Attendance, attendanceOf, hasEntered, isInside } from './attendance.ts'
import {
  conflict,
  counts,
  decidePassage,
  decisive,
  isIncident,
  isSameScan,
  type PassageDecision,
  placeAfter,
} from './decision.ts'
import type { AgainRule, Direction, JudgedScan, Passage } from './passage.ts'
import {
  fits,
  isOpenIncident,
  type ListedPassage,
  type PassagePage,
  type PassageQuery,
  type PassageState,
} from './passage-query.ts'
import {
  describeSettlement,
  type LogEntry,
  type Settlement,
  type SettlementOrder,
  settlementReason,
} from './settlement.ts'

/** Scans, and the meaning of a second entry when they arrived. */
export interface ScanOrder {
  scans: readonly JudgedScan[]
  again: AgainRule
}

interface DecidedScans {
  fresh: Passage[]
  answers: Passage[][]
}

export class PassageLog {
  #entries: LogEntry[] = []
  #lastNumber = 0
  #byId = new Map<string, Passage>()
  /** The counted passages of each pilot, in the order of `at`. */
  #ofPilots = new Map<PilotId, Passage[]>()
  /** The incidents, also those that were taken back or settled. */
  #incidents: Passage[] = []
  #takenBack = new Set<string>()
  /** The settlements that hold, by the identifiers of their passages. */
  #settled = new Map<string, Settlement>()
  #gates = new Set<string>()
  #summary: { from: string; summary: PassageSummary } | undefined

  constructor(entries: Iterable<LogEntry> = []) {
    for (const entry of entries) this.add(entry)
  }

  /** The number of the last entry, or 0. */
  get lastNumber(): number {
    return this.#lastNumber
  }

  /** The number of passages in the log. */
  get size(): number {
    return this.#byId.size
  }

  /** The number of entries that were stored and are missing here, since they cannot be read. */
  get missing(): number {
    return this.#lastNumber - this.#entries.length
  }

  /** Notes that an entry with this number was stored, also if it cannot be read. No other one gets its number. */
  noteNumber(number: number): void {
    this.#lastNumber = Math.max(this.#lastNumber, number)
  }

  find(id: string): Passage | undefined {
    return this.#byId.get(id)
  }

  isTakenBack(id: string): boolean {
    return this.#takenBack.has(id)
  }

  /** Returns true for an entry that may follow: it has a later number, and is no passage of the log. */
  accepts(entry: LogEntry): boolean {
    return entry.number > this.#lastNumber && ('settles' in entry || !this.#byId.has(entry.id))
  }

  /** Adds an entry. Its number is larger than those before; a number is skipped only if its entry is missing. */
  add(entry: LogEntry): void {
    this.noteNumber(entry.number)
    this.#summary = undefined
    this.#entries.push(entry)
    if ('settles' in entry) this.#settle(entry)
    else this.#addPassage(entry)
  }

  #addPassage(passage: Passage): void {
    const { id, gate, pilot, corrects, result } = passage
    this.#gates.add(gate)
    this.#byId.set(id, passage)
    // The correction of a passage may arrive before the passage itself.
    const isTakenBack = this.#takenBack.has(id)
    if (pilot !== undefined && counts(passage) && !isTakenBack) {
      const counted = this.#ofPilots.get(pilot)
      if (counted) insert(counted, passage)
      else this.#ofPilots.set(pilot, [passage])
    }
    if (isIncident(passage)) this.#incidents.push(passage)
    if (corrects !== undefined) this.#takeBack(corrects)
    if (result === 'repeat' && isTakenBack) this.#takeBack(id)
  }

  /**
   * Decides the scans of orders, one after the other. Returns the new passages, which are not added yet, and for each
   * order the passages of its scans: a scan that is sent once more has its earlier passage.
   */
  decide(orders: readonly ScanOrder[]): DecidedScans {
    return runAtOnce(this.decideSteps(orders))
  }

  /** Decides like `decide`, in steps of one scan. Nothing may be added to the log until the end. */
  *decideSteps(orders: readonly ScanOrder[]): Generator<undefined, DecidedScans> {
    const draft = new PassageDraft(this)
    const answers: Passage[][] = []
    for (const { scans, again } of orders) {
      const passages: Passage[] = []
      for (const scan of scans) {
        yield
        passages.push(draft.decide(scan, again))
      }
      answers.push(passages)
    }
    return { fresh: draft.fresh, answers }
  }

  /**
   * Decides a settlement, or the end of one. Returns the new entry, which is not added yet, or undefined if the log says
   * the same already: a second click changes nothing.
   * @throws NotFoundError for an unknown passage, InvalidError for a bad reason, PilotosError if the passage is no
   * incident or another person has settled it
   */
  decideSettlement({ reason: text, ...order }: SettlementOrder): Settlement | undefined {
    const passage = this.listed(order.settles)
    const reason = text === undefined ? undefined : settlementReason(text)
    const settlement = { ...order, ...(reason !== undefined && { reason }), number: this.lastNumber + 1 }
    const current = passage.settlement
    if (current && reason === undefined) return settlement
    if (current?.by === order.by && current.reason === reason) return undefined
    if (current)
      throw new PilotosError(
        'conflict',
        `La incidencia ya está ${describeSettlement(current)}. Para cambiarlo, ábrala de nuevo`,
      )
    if (!isOpenIncident(passage, passage))
      throw new PilotosError('conflict', 'Esa lectura no es una incidencia: no hay nada que resolver')
    return reason === undefined ? undefined : settlement
  }

  /** Returns a passage as `list` does. @throws NotFoundError */
  listed(id: string): ListedPassage {
    const passage = this.find(id)
    if (!passage) throw new NotFoundError('Esa lectura no está en el registro')
    return { ...passage, ...this.#stateOf(passage) }
  }

  /** Returns the counted passages of a pilot, in the order of `at`. */
  counted(pilot: PilotId): readonly Passage[] {
    return this.#ofPilots.get(pilot) ?? []
  }

  list(query: PassageQuery = {}): PassagePage {
    const { page = 1, perPage = this.#entries.length } = query
    const start = (page - 1) * perPage
    const passages: ListedPassage[] = []
    let total = 0
    for (let index = this.#entries.length - 1; index >= 0; index -= 1) {
      const entry = this.#entries[index]
      if (!entry || 'settles' in entry) continue
      const state = this.#stateOf(entry)
      if (!fits(entry, state, query)) continue
      if (total >= start && total < start + perPage) passages.push({ ...entry, ...state })
      total += 1
    }
    return { passages, total, gates: [...this.#gates].sort((one, other) => one.localeCompare(other, 'es')) }
  }

  /** Returns up to `count` of the passages that a query finds after a number, the oldest first. */
  listAfter(number: number, count: number, query: PassageQuery = {}): ListedPassage[] {
    const found: ListedPassage[] = []
    for (
      let index = this.#placeAfter(number);
      index < this.#entries.length && found.length < count;
      index += 1
    ) {
      const entry = this.#entries[index]
      if (!entry || 'settles' in entry) continue
      const state = this.#stateOf(entry)
      if (fits(entry, state, query)) found.push({ ...entry, ...state })
    }
    return found
  }

  /** Counts the passages; those since `from` (ISO 8601, UTC) are today's. Remembers the counts until the next one. */
  summary(from: string): PassageSummary {
    if (this.#summary?.from !== from) {
      const incidents = this.#incidents.filter((passage) =>
        isOpenIncident(passage, this.#stateOf(passage)),
      ).length
      this.#summary = { from, summary: { ...summarize(this.#ofPilots.values(), from), incidents } }
    }
    return this.#summary.summary
  }

  /** Returns the pilots who have come: see `PassageStore`. */
  attendance(from: string): Attendance {
    return attendanceOf(this.#ofPilots, from)
  }

  /** Returns the last counted passage of every pilot who has one and, before an exit, the last entry. */
  lastOfPilots(): Passage[] {
    return Array.from(this.#ofPilots.values()).flatMap((counted) => {
      const last = counted.at(-1)
      if (!last) return []
      const entry = last.direction === 'out' && counted.findLast(({ direction }) => direction === 'in')
      return entry ? [entry, last] : [last]
    })
  }

  /** Returns up to `count` entries after a number, the oldest first. */
  after(number: number, count: number): LogEntry[] {
    const start = this.#placeAfter(number)
    return this.#entries.slice(start, start + count)
  }

  /** Returns the index of the first entry after a number. Numbers that are missing move it to the front. */
  #placeAfter(number: number): number {
    let start = Math.min(number, this.#entries.length)
    while ((this.#entries[start - 1]?.number ?? 0) > number) start -= 1
    return start
  }

  #stateOf({ id }: Passage): PassageState {
    const settlement = this.#settled.get(id)
    return { isCorrected: this.#takenBack.has(id), ...(settlement && { settlement }) }
  }

  #settle(settlement: Settlement): void {
    const { settles, reason } = settlement
    if (reason === undefined) this.#settled.delete(settles)
    else this.#settled.set(settles, settlement)
  }

  /** Takes a passage back and, if it is a repeat, the passage that it repeats. */
  #takeBack(id: string): void {
    const passage = this.#byId.get(id)
    const first = passage?.pilot ? repeatedBy(passage, this.counted(passage.pilot)) : undefined
    for (const one of [passage, first]) if (one) this.#discount(one)
    this.#takenBack.add(id)
    if (first) this.#takenBack.add(first.id)
  }

  #discount(passage: Passage): void {
    const counted = this.#ofPilots.get(passage.pilot ?? '')
    if (counted) remove(counted, passage)
  }
}

/** Passages that are decided together, each by the log and by those before it, but not added to the log yet. */
class PassageDraft {
  readonly fresh: Passage[] = []
  #byId = new Map<string, Passage>()
  #takenBack = new Set<string>()
  /** The counted passages of the pilots of these scans, in the order of `at`. */
  #ofPilots = new Map<PilotId, Passage[]>()

  constructor(private readonly log: PassageLog) {}

  decide(judged: JudgedScan, again: AgainRule): Passage {
    const { admitted, status, conflictId, ...scan } = judged
    const { corrects, ...content } = scan
    const known = this.#find(scan.id)
    if (known && isSameScan(judged, known)) return known
    if (known) return this.#find(conflictId) ?? this.#add({ ...content, id: conflictId }, conflict)
    const corrected = corrects === undefined ? undefined : this.#find(corrects)
    const pilot = corrected?.pilot ?? scan.pilot
    const counted = decisive(this.#counted(scan.pilot), scan)
    const decision = decidePassage({ ...scan, admitted, status }, counted, again)
    const passage = this.#add({ ...scan, ...(pilot !== undefined && { pilot }) }, decision)
    const isTakenBack = this.log.isTakenBack(scan.id) || this.#takenBack.has(scan.id)
    if (counts(passage) && !isTakenBack) insert(this.#counted(pilot), passage)
    if (passage.result === 'repeat' && isTakenBack) this.#takeBack(scan.id, passage)
    if (corrects !== undefined) this.#takeBack(corrects, corrected)
    return passage
  }

  #add(scan: Omit<Passage, 'number' | 'result' | 'isAdmitted'>, decision: PassageDecision): Passage {
    const passage = { ...scan, number: this.log.lastNumber + this.fresh.length + 1, ...decision }
    this.fresh.push(passage)
    this.#byId.set(scan.id, passage)
    return passage
  }

  #find(id: string): Passage | undefined {
    return this.log.find(id) ?? this.#byId.get(id)
  }

  #counted(pilot: PilotId | undefined): Passage[] {
    if (pilot === undefined) return []
    const counted = this.#ofPilots.get(pilot) ?? [...this.log.counted(pilot)]
    this.#ofPilots.set(pilot, counted)
    return counted
  }

  #takeBack(id: string, passage: Passage | undefined): void {
    this.#takenBack.add(id)
    if (!passage) return
    const counted = this.#counted(passage.pilot)
    const first = repeatedBy(passage, counted)
    for (const one of [passage, first]) if (one) remove(counted, one)
    if (first) this.#takenBack.add(first.id)
  }
}

/** Returns the passage that a repeat repeats, and undefined for any other passage. */
function repeatedBy(
  { result, previous, direction }: Passage,
  counted: readonly Passage[],
): Passage | undefined {
  if (result !== 'repeat' || !previous) return undefined
  const { at, gate } = previous
  return passagesAt(counted, at).find((one) => one.gate === gate && one.direction === direction)
}

/** Returns the passages of one time, of passages that are in the order of `at`. */
function passagesAt(ordered: readonly Passage[], time: string): Passage[] {
  const end = placeAfter(ordered, time)
  let start = end
  while (ordered[start - 1]?.at === time) start -= 1
  return ordered.slice(start, end)
}

/** Inserts a passage in the order of `at`, after those of the same time. */
function insert(ordered: Passage[], passage: Passage): void {
  ordered.splice(placeAfter(ordered, passage.at), 0, passage)
}

function remove(ordered: Passage[], passage: Passage): void {
  const index = ordered.lastIndexOf(passage, placeAfter(ordered, passage.at) - 1)
  if (index >= 0) ordered.splice(index, 1)
}

/**
 * Counts persons. `ofPilots` are the counted passages of each pilot, the earliest first, and `from` is the beginning of
 * the day (ISO 8601, UTC). A person counts once at each gate, in each hour and in each direction.
 */
function summarize(ofPilots: Iterable<readonly Passage[]>, from: string): Omit<PassageSummary, 'incidents'> {
  const gates = new Map<string, PerDirection>()
  const hours = new Map<number, PerDirection>()
  let [inside, entered] = [0, 0]
  for (const passages of ofPilots) {
    if (isInside(passages, from)) inside += 1
    if (hasEntered(passages, from)) entered += 1
    const ofToday = passages.filter(({ at }) => at >= from)
    add(gates, ofToday, ({ gate }) => gate)
    add(hours, ofToday, ({ at }) => new Date(at).getHours())
  }
  return {
    inside,
    entered_today: entered,
    gates: [...gates]
      .map(([gate, count]) => ({ gate, ...count }))
      .sort((one, other) => one.gate.localeCompare(other.gate, 'es')),
    hours: [...hours]
      .map(([hour, count]) => ({ hour, ...count }))
      .sort((one, other) => one.hour - other.hour),
  }
}

type PerDirection = Record<Direction, number>

/** Counts the person of some passages once for every key and direction. */
function add<Key>(
  counts: Map<Key, PerDirection>,
  passages: readonly Passage[],
  keyOf: (passage: Passage) => Key,
): void {
  const keys = { in: new Set<Key>(), out: new Set<Key>() }
  for (const passage of passages) {
    const { direction } = passage
    const key = keyOf(passage)
    if (keys[direction].has(key)) continue
    keys[direction].add(key)
    const count = counts.get(key) ?? { in: 0, out: 0 }
    count[direction] += 1
    counts.set(key, count)
  }
}

/**
 * Runs a generator to its end without a pause, and returns its result.
 * @example const plan = runAtOnce(planSteps({ rows, pilots, options, newId, now }))
 */
export function runAtOnce<Result>(steps: Generator<unknown, Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

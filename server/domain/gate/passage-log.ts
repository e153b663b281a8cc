/** The log of passages in memory, with what the decisions and the numbers need: both stores keep one. */
import { NotFoundError, PilotosError } from '../errors.ts'
import { type EventPart, isPartOf } from '../events/events.ts'
import type { PilotId } from '../pilots/pilot-id.ts'
import { type Attendance, attendanceOf, type EventDay, hasEntered, isInside, isOfDay } from './attendance.ts'
import { counts, decideScan, decisive, isIncident, placeAfter, scanMatches } from './decide-scan.ts'
import {
  describeSettlement,
  type LogEntry,
  type Settlement,
  type SettlementOrder,
  settlementReason,
} from './log-entry.ts'
import type { AgainRule, Direction, Passage, ReceivedScan } from './passage.ts'
import {
  fits,
  isOpenIncident,
  type ListedPassage,
  type PassagePage,
  type PassageQuery,
  type PassageState,
} from './passage-query.ts'
import type { PassageSummary } from './schemas.ts'

/** Scans, and the meaning of a second entry when they arrived. */
export interface ScanOrder {
  scans: readonly ReceivedScan[]
  again: AgainRule
}

interface DecidedScans {
  fresh: Passage[]
  answers: Passage[][]
}

/** The passages by identifier, and the counted ones of each pilot: those of the log, or those that are added to it next. */
class CountedPassages {
  #byId = new Map<string, Passage>()
  /** The counted passages of each pilot, in the order of `at`. */
  #ofPilots = new Map<PilotId, Passage[]>()
  #takenBack = new Set<string>()

  /** `base` are the passages before these. They stay as they are. */
  constructor(private readonly base?: CountedPassages) {}

  /** The number of passages, without those of the base. */
  get size(): number {
    return this.#byId.size
  }

  find(id: string): Passage | undefined {
    return this.base?.find(id) ?? this.#byId.get(id)
  }

  isTakenBack(id: string): boolean {
    return this.#takenBack.has(id) || this.base?.isTakenBack(id) === true
  }

  /** Returns the counted passages of a pilot, in the order of `at`. */
  counted(pilot: PilotId): readonly Passage[] {
    return this.#own(pilot) ?? []
  }

  /** Returns the counted passages of every pilot who has had some, without those of the base. */
  countedByPilot(): ReadonlyMap<PilotId, readonly Passage[]> {
    return this.#ofPilots
  }

  addPassage(passage: Passage): void {
    const { id, pilot, corrects, result } = passage
    this.#byId.set(id, passage)
    // The correction of a passage may arrive before the passage itself.
    const isTakenBack = this.isTakenBack(id)
    if (pilot !== undefined && counts(passage) && !isTakenBack) {
      const own = this.#own(pilot)
      if (own) insert(own, passage)
      else this.#ofPilots.set(pilot, [passage])
    }
    if (corrects !== undefined) this.#takeBack(corrects)
    if (result === 'repeat' && isTakenBack) this.#takeBack(id)
  }

  /** Takes a passage back and, if it is a repeat, the passage that it repeats. */
  #takeBack(id: string): void {
    this.#takenBack.add(id)
    const passage = this.find(id)
    const own = passage?.pilot === undefined ? undefined : this.#own(passage.pilot)
    if (!passage || !own) return
    const first = repeatedBy(passage, own)
    remove(own, passage)
    if (!first) return
    remove(own, first)
    this.#takenBack.add(first.id)
  }

  /** Returns the passages of a pilot, which may be changed. Copies those of the base at the first use. */
  #own(pilot: PilotId): Passage[] | undefined {
    const own = this.#ofPilots.get(pilot)
    if (own || !this.base) return own
    const copy = [...this.base.counted(pilot)]
    this.#ofPilots.set(pilot, copy)
    return copy
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

export class PassageLog extends CountedPassages {
  #entries: LogEntry[] = []
  #lastNumber = 0
  /** The incidents, also those that were taken back or settled. */
  #incidents: Passage[] = []
  /** The settlements that hold, by the identifiers of their passages. */
  #settled = new Map<string, Settlement>()
  #gates = new Set<string>()
  #summary: { day: EventDay; summary: PassageSummary } | undefined

  constructor(entries: Iterable<LogEntry> = []) {
    super()
    for (const entry of entries) this.add(entry)
  }

  /** The number of the last entry, or 0. */
  get lastNumber(): number {
    return this.#lastNumber
  }

  /** The number of entries that were stored and are missing here, since they cannot be read. */
  get missing(): number {
    return this.#lastNumber - this.#entries.length
  }

  /** Notes that an entry with this number was stored, also if it cannot be read. No other one gets its number. */
  noteNumber(number: number): void {
    this.#lastNumber = Math.max(this.#lastNumber, number)
  }

  /** Returns true for an entry that may follow: it has a later number, and is no passage of the log. */
  accepts(entry: LogEntry): boolean {
    return entry.number > this.#lastNumber && ('settles' in entry || !this.find(entry.id))
  }

  /** Adds an entry. Its number is larger than those before; a number is skipped only if its entry is missing. */
  add(entry: LogEntry): void {
    this.noteNumber(entry.number)
    this.#summary = undefined
    this.#entries.push(entry)
    if ('settles' in entry) this.#settle(entry)
    else {
      this.#gates.add(entry.gate)
      if (isIncident(entry)) this.#incidents.push(entry)
      this.addPassage(entry)
    }
  }

  /**
   * Decides the scans of orders, one after the other. Returns the new passages, which are not added yet, and for each
   * order the passages of its scans: a scan that is sent once more has its earlier passage.
   */
  decide(orders: readonly ScanOrder[]): DecidedScans {
    const fresh: Passage[] = []
    const all = new CountedPassages(this)
    const decideOne = (scan: ReceivedScan, again: AgainRule) => {
      const { event, conflictId, corrects, ...content } = withoutState(scan)
      const same = all.find(scan.id)
      const isTaken = same !== undefined && !scanMatches(scan, same)
      const stored = isTaken ? all.find(conflictId) : same
      if (stored) return stored
      const ofPilot = scan.pilot === undefined ? [] : all.counted(scan.pilot)
      // The passages of another event decide nothing.
      const counted = decisive(event ? ofPilot.filter((one) => isPartOf(event, one)) : ofPilot, scan)
      const corrected = isTaken ? undefined : corrects
      const pilot = (corrected === undefined ? undefined : all.find(corrected)?.pilot) ?? scan.pilot
      const passage: Passage = {
        ...content,
        ...(isTaken && { id: conflictId }),
        ...(event && { event: event.id }),
        ...(corrected !== undefined && { corrects: corrected }),
        ...(pilot !== undefined && { pilot }),
        number: this.lastNumber + fresh.length + 1,
        ...decideScan({ ...scan, counted, again, isTaken }, scan),
      }
      fresh.push(passage)
      all.addPassage(passage)
      return passage
    }
    const answers = orders.map(({ scans, again }) => scans.map((scan) => decideOne(scan, again)))
    return { fresh, answers }
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

  /** Counts the passages of a day. Remembers the counts until the next one. */
  summary(day: EventDay): PassageSummary {
    const known = this.#summary?.day
    if (known?.from !== day.from || known.event !== day.event) {
      const incidents = this.#incidents.filter(
        (passage) => isPartOf(day.event, passage) && isOpenIncident(passage, this.#stateOf(passage)),
      ).length
      const summary = { ...summarize(this.countedByPilot().values(), day), incidents }
      this.#summary = { day, summary }
      return summary
    }
    return this.#summary?.summary as PassageSummary
  }

  /** Returns the pilots who have come: see `PassageStore`. */
  attendance(day: EventDay): Attendance {
    return attendanceOf(this.countedByPilot(), day)
  }

  /** Returns the last counted passages: see `PassageStore`. */
  lastOfPilots(event?: EventPart): Passage[] {
    return Array.from(this.countedByPilot().values()).flatMap((passages) => {
      const counted = event ? passages.filter((passage) => isPartOf(event, passage)) : passages
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
    while (start > 0 && (this.#entries[start - 1]?.number ?? 0) > number) start -= 1
    return start
  }

  #stateOf({ id }: Passage): PassageState {
    const settlement = this.#settled.get(id)
    return { isCorrected: this.isTakenBack(id), ...(settlement && { settlement }) }
  }

  #settle(settlement: Settlement): void {
    const { settles, reason } = settlement
    if (reason === undefined) this.#settled.delete(settles)
    else this.#settled.set(settles, settlement)
  }
}

/** Returns the properties of a scan that its passage has too. The decision adds what the pilot lacked. */
function withoutState({
  admitted: _,
  status: _status,
  revocation: _card,
  lacks: _lacks,
  ...scan
}: ReceivedScan) {
  return scan
}

/**
 * Counts persons. `ofPilots` are the counted passages of each pilot, the earliest first. A person counts once at each gate,
 * in each hour and in each direction.
 */
function summarize(ofPilots: Iterable<readonly Passage[]>, day: EventDay): Omit<PassageSummary, 'incidents'> {
  const gates = new Map<string, PerDirection>()
  const hours = new Map<number, PerDirection>()
  let [inside, entered] = [0, 0]
  for (const passages of ofPilots) {
    if (isInside(passages, day)) inside += 1
    if (hasEntered(passages, day)) entered += 1
    const ofToday = passages.filter((passage) => isOfDay(passage, day))
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

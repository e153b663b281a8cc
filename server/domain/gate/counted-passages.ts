/** The passages by identifier, and the counted ones of each pilot: those of the log, or those that are added to it next. */
import type { PilotId } from '../pilots/pilot-id.ts'
import { counts, placeAfter } from './decide-scan.ts'
import type { Passage } from './passage.ts'

export class CountedPassages {
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

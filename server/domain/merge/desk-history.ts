/**
 * The history of one desk, from which a merge learns what the other desk has seen. It counts no times: the clocks of two
 * laptops may differ.
 */
import type { Change, Revocation } from '../pilots/change.ts'
import { changeKey, type LoggedChange, ownChanges } from '../pilots/history/history.ts'
import type { OwnFields } from '../pilots/own/own-fields.ts'
import type { Pilot } from '../pilots/pilot.ts'
import type { PilotId } from '../pilots/pilot-id.ts'
import { namesOf } from '../privacy/retention.ts'
import { CodeGroups } from './codes.ts'
import { isPartOfDocument, type ValueName, valueKey } from './values.ts'

/** A change that gave a value to a rider. */
export interface Writer {
  key: string
  at: string
  by: string
  desk: string
  /** The change of the other desk that a merge overruled, if it decided the value. */
  overrules?: string
}

/** A change that decided a value of a rider, or left a conflict open. */
interface Decision extends Writer {
  /** The place in the log. */
  place: number
  /** The code of the rider. */
  code: PilotId
}

/** A change that put or removed a rider. */
interface Step extends Decision {
  /** The rider after the change; absent after a removal. */
  state?: Pilot
  /** True if the values came from elsewhere: from a backup or another desk. */
  isBrought: boolean
  /** True for a merge. */
  isMerged: boolean
  /** The values that were forgotten: the states of before have lost them too. */
  forgotten: readonly ValueName[]
}

/** A value that a rider has now, and the change that gave it. */
export interface Written extends Writer {
  /** True if the other desk knows that change: a different value of its own is newer. */
  isSeen: boolean
  /** True if the rider had the value at the last change that the other desk knows: it was changed and changed back. */
  isUnchanged: boolean
}

/** A desk by its name, with its history. */
interface NamedDesk {
  desk: string
  log: readonly LoggedChange[]
}

/**
 * Returns the name that another desk has in the history of this one. Laptops of one name, such as copies of one disk, are
 * told apart: a name in this history is that of the desk which has all changes that stand under it here.
 */
export function deskNameIn(own: NamedDesk, other: NamedDesk): string {
  const changes = new Set(other.log.filter(({ change }) => change.desk === undefined).map(changeKey))
  const taken = new Set([own.desk])
  for (const logged of own.log) {
    const { desk } = logged.change
    if (desk !== undefined && !changes.has(changeKey(logged))) taken.add(desk)
  }
  for (let number = 0; ; number += 1) {
    const name = `${other.desk}${number === 0 ? '' : ` (otra${number === 1 ? '' : ` ${number}`})`}`
    if (!taken.has(name)) return name
  }
}

export class DeskHistory {
  /** The number of the last own change. */
  readonly lastChange: number
  #groups: CodeGroups
  #known: ReadonlySet<string>
  #stored: ReadonlySet<string>
  #own = new Map<PilotId, Step[]>()
  #past = new Map<PilotId, Step[]>()
  /** The changes that last decided a value or left a conflict open: merges, and the forgetting of a group, by `{id} {value}`. */
  #settled = new Map<string, Decision>()
  #open = new Map<string, Decision>()
  #steps = 0

  constructor(
    readonly desk: string,
    all: readonly LoggedChange[],
    revoked: readonly Revocation[],
    /** The fields of one's own of all desks. */
    private readonly fields: OwnFields = {},
  ) {
    // A backup that was restored here has brought the changes of this desk once more.
    const made = new Set(ownChanges(all).map(changeKey))
    const log = all.filter((one) => !one.past || !made.has(changeKey(one)))
    this.#groups = new CodeGroups(revoked)
    const undone = undoneMerges(log)
    const isUndone = ({ past, number, change: { undoes = 0 } }: LoggedChange) =>
      !past && (undone.has(number) || undone.has(undoes))
    const merges = log.filter(({ past, change }) => !past && change.merged)
    const pastOf = (some: readonly LoggedChange[]) => some.flatMap(({ change }) => change.merged?.past ?? [])
    const takenBack = new Set(pastOf(merges.filter(isUndone)))
    for (const key of pastOf(merges.filter((one) => !isUndone(one)))) takenBack.delete(key)
    this.#stored = new Set(log.map(changeKey))
    this.#known = new Set([...this.#stored].filter((key) => !takenBack.has(key)))
    // A merge and its undo leave everything as if neither had been made.
    for (const logged of log)
      if (!isUndone(logged) && this.knows(changeKey(logged)))
        this.#note(logged.past ? this.#past : this.#own, logged, changeKey(logged))
    this.lastChange = log.reduce((last, { past, number }) => (past ? last : Math.max(last, number)), 0)
  }

  /** Returns true if the desk knows a change. What an undone merge brought is not known any more. */
  knows(key: string): boolean {
    return this.#known.has(key)
  }

  /** Returns true if the log has a change. */
  stores(key: string): boolean {
    return this.#stored.has(key)
  }

  /** Returns the last removal of the rider who has had these codes, unless the rider was there afterwards. */
  removal(codes: readonly PilotId[]): Writer | undefined {
    const last = this.#stepsOf(this.#own, codes).at(-1)
    return last && !last.state ? last : undefined
  }

  /** Returns how the rider who has had these codes came to a value. `pilot` is the rider now. */
  written(pilot: Pilot, codes: readonly PilotId[], name: ValueName, other: DeskHistory): Written {
    const key = valueKey(pilot, name)
    const hasIt = ({ state }: Step) => state !== undefined && valueKey(state, name) === key
    const writer = this.#writer(pilot, codes, hasIt, this.#settledAt(codes, name))
    const steps = this.#ownSteps(pilot)
    const agreed = steps.findLastIndex((step) => other.knows(step.key))
    const isOwn = steps.slice(agreed + 1).every(({ isBrought }) => !isBrought)
    const isOpen = other.#isOpen(codes, name)
    const isForgotten = steps.slice(agreed + 1).some(({ forgotten }) => forgotten.includes(name))
    return {
      ...writer,
      isSeen: (other.knows(writer.key) && !isOpen) || other.#hasSettled(codes, name, hasIt),
      isUnchanged: isOwn && !isOpen && !isForgotten && steps.slice(agreed, agreed + 1).some(hasIt),
    }
  }

  /** Returns how the rider who has had these codes came to exist: registered, or there again after a removal. */
  existence(pilot: Pilot, codes: readonly PilotId[], other: DeskHistory): { isSeen: boolean } {
    return { isSeen: other.knows(this.#writer(pilot, codes, ({ state }) => state !== undefined).key) }
  }

  /** Returns the change since which the rider has what `hasIt` looks for, or that of the desk from which it came. */
  #writer(
    pilot: Pilot,
    codes: readonly PilotId[],
    hasIt: (step: Step) => boolean,
    settled?: Decision,
  ): Writer {
    const steps = this.#ownSteps(pilot)
    const start = steps.findLastIndex((step) => !hasIt(step)) + 1
    const first = steps[start]
    if (!first) return { key: '', at: '', by: '', desk: this.desk }
    if (settled && settled.place >= first.place) return settled
    // A merge brings a removed rider back from the other desk: the values of before the removal have ended.
    const from = first.isMerged ? steps.slice(0, start).findLastIndex(({ state }) => !state) + 1 : 0
    return (first.isBrought && this.#carrier(codes, steps.slice(from, start), hasIt)) || first
  }

  /** Returns the change from which a value came that a backup or a merge has brought. */
  #carrier(
    codes: readonly PilotId[],
    before: readonly Step[],
    hasIt: (step: Step) => boolean,
  ): Step | undefined {
    const carriers = [...before, ...this.#stepsOf(this.#past, codes)]
      .filter(hasIt)
      .sort((one, other) => (one.at < other.at ? -1 : 1))
    return carriers.findLast(({ isBrought }) => !isBrought) ?? carriers.at(-1)
  }

  #settledAt(codes: readonly PilotId[], name: ValueName): Decision | undefined {
    return latest(codes.flatMap((code) => this.#settled.get(`${code} ${name}`) ?? []))
  }

  /** Returns true if a merge here came to the value that `hasIt` looks for, as one at the other desk did. */
  #hasSettled(codes: readonly PilotId[], name: ValueName, hasIt: (step: Step) => boolean): boolean {
    const settled = this.#settledAt(codes, name)
    if (!settled) return false
    const steps = this.#stepsOf(this.#own, codes)
    const isOver = steps.some(
      ({ code, place, state }) => code === settled.code && place > settled.place && !state,
    )
    const last = steps.findLast(({ place }) => place <= settled.place)
    return !isOver && last !== undefined && hasIt(last)
  }

  /** Returns true if a merge left a conflict about a value open, and nobody here has decided or changed it since. */
  #isOpen(codes: readonly PilotId[], name: ValueName): boolean {
    const open = latest(codes.flatMap((code) => this.#open.get(`${code} ${name}`) ?? []))
    const settled = this.#settledAt(codes, name)
    if (!open || (settled && settled.place > open.place)) return false
    const steps = this.#stepsOf(this.#own, codes)
    const before = steps.findLast(({ place }) => place <= open.place)
    const key = before?.state && valueKey(before.state, name)
    return steps.every(({ place, state }) => place <= open.place || !state || valueKey(state, name) === key)
  }

  /**
   * Returns the own changes of a rider, under all codes that this desk has taken for the same rider. What happened under
   * another code before that one was removed is of a registration that ended.
   */
  #ownSteps({ id }: Pilot): Step[] {
    const ended = (code: PilotId) => {
      const steps = this.#own.get(code) ?? []
      return code === id ? 0 : (steps.findLast(({ state }) => !state)?.place ?? 0)
    }
    const all = [...this.#groups.of(id)].map((code) => ({ code, from: ended(code) }))
    return this.#stepsOf(
      this.#own,
      all.map(({ code }) => code),
    ).filter((step) => all.every(({ code, from }) => step.code !== code || step.place > from))
  }

  #stepsOf(steps: ReadonlyMap<PilotId, Step[]>, codes: readonly PilotId[]): Step[] {
    const lists = codes.flatMap((code) => steps.get(code) ?? [])
    // The steps of several codes are in the order of the log again.
    return lists.length > 1 ? lists.sort((one, other) => one.place - other.place) : lists
  }

  #note(steps: Map<PilotId, Step[]>, { at, change }: LoggedChange, key: string): void {
    const { put = [], remove = [], revoke = [], by = '', desk = this.desk, clear, merged, forgotten } = change
    const isBrought = clear !== undefined || merged !== undefined
    this.#steps += 1
    const isMerged = merged !== undefined
    const decision = { place: this.#steps, code: '', key, at, by, desk, isBrought, isMerged }
    if (steps === this.#own) {
      for (const one of merged?.settled ?? []) {
        const [code = '', name, ...overruled] = one.split(' ')
        this.#settled.set(`${code} ${name}`, { ...decision, code, overrules: overruled.join(' ') })
      }
      for (const one of merged?.open ?? []) this.#open.set(one, decision)
      // The states of before have lost the values too, so that the change itself has to say what was forgotten.
      for (const pilot of put)
        for (const name of this.#forgottenIn(pilot, forgotten))
          this.#settled.set(`${pilot.id} ${name}`, { ...decision, code: pilot.id })
    }
    const add = (id: PilotId, state?: Pilot) => {
      const own = steps.get(id)
      const step = { ...decision, code: id, state, forgotten: this.#forgottenIn(state, forgotten) }
      if (own) own.push(step)
      else steps.set(id, [step])
    }
    const replaced = new Set(revoke.map(({ id }) => id))
    for (const id of remove) if (!replaced.has(id)) add(id)
    for (const pilot of put) add(pilot.id, pilot)
  }

  /** Returns the values of a rider that were forgotten. The last day of a medical certificate can stay. */
  #forgottenIn(pilot: Pilot | undefined, forgotten: Change['forgotten']): ValueName[] {
    if (!pilot || !forgotten) return []
    return namesOf(forgotten, this.fields)
      .filter((name) => !isPartOfDocument(name))
      .filter((name) => valueKey(pilot, name) === '')
  }
}

function latest(decisions: readonly Decision[]): Decision | undefined {
  return decisions.reduce<Decision | undefined>(
    (last, one) => (last && last.place > one.place ? last : one),
    undefined,
  )
}

/** Returns the numbers of the own merges that were undone. */
function undoneMerges(log: readonly LoggedChange[]): Set<number> {
  const own = log.filter(({ past }) => !past)
  const merges = new Set(own.filter(({ change }) => change.merged).map(({ number }) => number))
  return new Set(
    own.flatMap(({ change: { undoes } }) => (undoes !== undefined && merges.has(undoes) ? undoes : [])),
  )
}

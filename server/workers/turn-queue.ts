/** A queue in which people take turns, so that a person with a thousand entries delays nobody else. */
export class TurnQueue<Entry extends { readonly by: string }> {
  /** The waiting entries of each person, in order of arrival. The first person is the next. */
  #waiting = new Map<string, Entry[]>()
  /** The person of the entry that was taken last, whose turn comes after those of all others. */
  #last: string | undefined

  add(entry: Entry): void {
    const own = this.#waiting.get(entry.by)
    if (own) own.push(entry)
    else this.#waiting.set(entry.by, [entry])
    if (this.#last !== undefined) this.#moveToEnd(this.#last)
  }

  /** Takes an entry out of its turn. Does nothing if the entry does not wait. */
  remove(entry: Entry): void {
    this.#keep(entry.by, this.#waiting.get(entry.by)?.filter((other) => other !== entry) ?? [])
  }

  /** Takes the next entry. */
  next(): Entry | undefined {
    const [person] = this.#waiting
    if (!person) return undefined
    const [by, [entry, ...others]] = person
    this.#keep(by, others)
    this.#moveToEnd(by)
    this.#last = by
    return entry
  }

  /** Returns the waiting entries in the order in which `next` takes them if none is added. */
  list(): Entry[] {
    const people = [...this.#waiting.values()]
    const rounds = Math.max(0, ...people.map(({ length }) => length))
    return Array.from({ length: rounds }, (_, round) => people.flatMap((own) => own[round] ?? [])).flat()
  }

  #keep(by: string, own: Entry[]): void {
    if (own.length > 0) this.#waiting.set(by, own)
    else this.#waiting.delete(by)
  }

  #moveToEnd(by: string): void {
    const own = this.#waiting.get(by)
    if (!own) return
    this.#waiting.delete(by)
    this.#waiting.set(by, own)
  }
}

/** Entries that the server has not confirmed, in the database of the browser or, if that fails, in memory. */
import type { GateDatabase, GateStores, QueueName, StoreToChange } from '../gate-memory.ts'

/** The longest wait for the disk, in milliseconds. An entry is then kept in memory too, so that nobody waits at the gate. */
const writeTime = 3000

export class DurableQueue<Name extends QueueName> {
  /** The entries as this page knows them, by their identifiers: the browser may delete its database. */
  protected entries = new Map<string, GateStores[Name]['value']>()
  /** The identifiers of the entries that the database does not hold. */
  protected readonly unstored = new Set<string>()
  #listeners = new Set<() => void>()
  #channel: BroadcastChannel | undefined
  #canStore: boolean

  /** `partOf` returns the identifier and the time of an entry. */
  constructor(
    public database: GateDatabase | undefined,
    private readonly name: Name,
    private readonly partOf: (entry: GateStores[Name]['value']) => { id: string; at: string },
  ) {
    this.#canStore = database !== undefined
    this.#channel = 'BroadcastChannel' in window ? new BroadcastChannel(`pilotos-gate-${name}`) : undefined
    this.#channel?.addEventListener('message', () => this.#notify())
  }

  /** False if an entry is only in memory, or would be. */
  get isPersistent(): boolean {
    return this.#canStore && this.unstored.size === 0
  }

  /** Adds or replaces an entry. Resolves when it outlives a power cut or, if the browser stores nothing, at once. */
  put(entry: GateStores[Name]['value']): Promise<void> {
    return this.putAfter(() => entry)
  }

  /** Adds the entry that `decide` makes when it sees all others, between which no other page adds one. */
  async putAfter(decide: (entries: GateStores[Name]['value'][]) => GateStores[Name]['value']): Promise<void> {
    let entry: GateStores[Name]['value'] | undefined
    const isStored = await this.write(async (store) => {
      const others = (await store.getAll()) as GateStores[Name]['value'][]
      entry ??= decide([...others, ...this.#unstoredEntries()])
      await store.put(entry, this.partOf(entry).id)
    })
    entry ??= decide([...this.entries.values()])
    const { id } = this.partOf(entry)
    this.entries.set(id, entry)
    if (isStored) this.unstored.delete(id)
    else this.unstored.add(id)
    this.announce()
  }

  /** Returns all entries, in the order of their times. */
  async list(): Promise<GateStores[Name]['value'][]> {
    const stored = await this.database?.getAll(this.name).catch(() => undefined)
    if (stored) {
      const all = [...stored, ...this.#unstoredEntries()]
      this.entries = new Map(all.map((entry) => [this.partOf(entry).id, entry]))
    }
    return [...this.entries.values()].sort((one, other) =>
      this.partOf(one).at < this.partOf(other).at ? -1 : 1,
    )
  }

  #unstoredEntries(): GateStores[Name]['value'][] {
    return [...this.unstored].flatMap((id) => this.entries.get(id) ?? [])
  }

  async remove(id: string): Promise<void> {
    this.entries.delete(id)
    this.unstored.delete(id)
    await this.write((store) => store.delete(id))
    this.announce()
  }

  /** Stores all entries that this page knows in another database, after the browser has deleted the last one. */
  async moveTo(database: GateDatabase | undefined): Promise<void> {
    const known = [...this.entries.values()]
    this.database = database
    this.#canStore = database !== undefined
    for (const entry of known) await this.put(entry)
  }

  /** Calls `listener` after each change, also by another page of this browser. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  close(): void {
    this.#channel?.close()
    this.#listeners.clear()
  }

  /** Runs one transaction, and waits until it is on the disk. Returns false if the database does not take it. */
  protected async write(change: (store: StoreToChange<Name>) => Promise<unknown>): Promise<boolean> {
    try {
      if (!this.database) throw new Error('The browser stores nothing')
      const transaction = this.database.transaction(this.name, 'readwrite', { durability: 'strict' })
      const stored = Promise.all([change(transaction.objectStore(this.name)), transaction.done])
      // The time begins last: nothing would catch its rejection after a throw.
      await Promise.race([stored, new Promise((_, reject) => setTimeout(reject, writeTime))])
      this.#canStore = true
    } catch {
      this.#canStore = false
    }
    return this.#canStore
  }

  protected announce(): void {
    this.#channel?.postMessage('changed')
    this.#notify()
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** Entries that the server has not confirmed, in the database of the browser or, if that fails, in memory. */
import type { GateDatabase, GateStores, QueueName, StoreToChange } from '../gate-memory.ts'

/** The longest wait for the disk, in milliseconds. An entry is then kept in memory too, so that nobody waits at the gate. */
const writeTime = 3000

export class DurableQueue<Name extends QueueName> {
  /** The entries that the database does not hold, by their identifiers. */
  protected readonly memory = new Map<string, GateStores[Name]['value']>()
  #listeners = new Set<() => void>()
  #channel: BroadcastChannel | undefined
  #canStore: boolean

  /** `partOf` returns the identifier and the time of an entry. */
  constructor(
    private readonly database: GateDatabase | undefined,
    private readonly name: Name,
    private readonly partOf: (entry: GateStores[Name]['value']) => { id: string; at: string },
  ) {
    this.#canStore = database !== undefined
    this.#channel = 'BroadcastChannel' in window ? new BroadcastChannel(`pilotos-gate-${name}`) : undefined
    this.#channel?.addEventListener('message', () => this.#notify())
  }

  /** False if an entry is only in memory, or would be. */
  get isPersistent(): boolean {
    return this.#canStore && this.memory.size === 0
  }

  /** Adds or replaces an entry. Resolves when it outlives a power cut or, if the browser stores nothing, at once. */
  async put(entry: GateStores[Name]['value']): Promise<void> {
    const { id } = this.partOf(entry)
    const isStored = await this.write((store) => store.put(entry, id))
    if (isStored) this.memory.delete(id)
    else this.memory.set(id, entry)
    this.announce()
  }

  /** Returns all entries, in the order of their times. */
  async list(): Promise<GateStores[Name]['value'][]> {
    const stored = (await this.database?.getAll(this.name).catch(() => undefined)) ?? []
    const entries = new Map(stored.map((entry) => [this.partOf(entry).id, entry]))
    for (const [id, entry] of this.memory) entries.set(id, entry)
    return [...entries.values()].sort((one, other) => (this.partOf(one).at < this.partOf(other).at ? -1 : 1))
  }

  async remove(id: string): Promise<void> {
    this.memory.delete(id)
    await this.write((store) => store.delete(id))
    this.announce()
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
      const late = new Promise((_, reject) => setTimeout(reject, writeTime, new Error('Too slow')))
      const transaction = this.database.transaction(this.name, 'readwrite', { durability: 'strict' })
      const store = transaction.objectStore(this.name)
      await Promise.race([Promise.all([change(store), transaction.done]), late])
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

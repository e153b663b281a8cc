/** Follows the changes of every laptop by NOTIFY, if the database has it, and always by polling twice a second. */
import { PilotosError } from '#domain/errors'
import type { Notice } from '../contract/pilot-store.ts'
import type { Database, Queryable } from './connection/database.ts'
import { requireKnown } from './schema.ts'

/** The polling interval, in milliseconds. */
const every = 500

/** The wait after which a silent database counts as unavailable, in milliseconds; queries retry for longer. */
const lateAfter = 2000

/** More changes than this at once become one notice without identifiers. */
const mostChanges = 100

export interface ChangeFeedOptions {
  /** Receives a text in Spanish if the database answers again, or if a newer PilotOS has migrated its tables. */
  say?: (text: string) => void
  /** Receives the error once each time that the database becomes unusable. */
  report?: (error: Error) => void
  /** Receives, after each poll, true if the database answers; receives false as soon as the answer is late. */
  noteAvailability?: (isThere: boolean) => void
}

export class ChangeFeed {
  #number: number | undefined
  #listeners = new Set<(notice: Notice) => void>()
  #pollListeners: (() => Promise<void>)[] = []
  #timer: NodeJS.Timeout | undefined
  #polling: Promise<void> | undefined
  #mustPollAgain = false
  #isGone = false

  constructor(
    private readonly database: Database,
    /** True if the connection supports LISTEN and NOTIFY. */
    private readonly hasNotifications: boolean,
    private readonly options: ChangeFeedOptions = {},
  ) {}

  /** Returns the number of the last change that this process knows, or 0 before the first poll. */
  get lastChange(): number {
    return this.#number ?? 0
  }

  subscribe(listener: (notice: Notice) => void): () => void {
    this.#listeners.add(listener)
    if (!this.#timer) this.#start()
    return () => this.#listeners.delete(listener)
  }

  /** Runs `work` with every poll: at least every half second while the database answers. */
  onPoll(work: () => Promise<void>): void {
    this.#pollListeners.push(work)
  }

  /** Polls now; does nothing before the first subscription. */
  poll(): void {
    if (!this.#timer) return
    this.#mustPollAgain = this.#polling !== undefined
    this.#polling ??= this.#ask().finally(() => {
      this.#polling = undefined
      if (this.#mustPollAgain) this.poll()
    })
  }

  /** Makes every server poll once the transaction is committed. */
  async announce({ query }: Queryable): Promise<void> {
    if (this.hasNotifications) await query("SELECT pg_notify('pilotos', '')")
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#timer = undefined
    await this.#polling
  }

  #start(): void {
    this.#timer = setInterval(() => this.poll(), every)
    this.#timer.unref()
    this.poll()
    // A failure of LISTEN is harmless, because the next poll finds the change half a second later.
    if (this.hasNotifications) this.database.listen('pilotos', () => this.poll()).catch(() => {})
  }

  async #ask(): Promise<void> {
    try {
      const [last, version] = await this.#state()
      this.#requireKnown(Number(version))
      this.#reportAvailability(false)
      await this.#notify(Number(last))
      for (const work of this.#pollListeners) await work()
    } catch (error) {
      if (this.#timer) this.#reportAvailability(true, error)
    }
  }

  /** Refuses further queries if a newer version has migrated the tables, which this version must not write to. */
  #requireKnown(version: number): void {
    try {
      requireKnown(version, this.database)
    } catch (error) {
      if (error instanceof PilotosError) {
        this.database.refuse(error)
        this.options.say?.(error.message)
      }
      throw error
    }
  }

  /** Returns the number of the last change, and the version of the tables. */
  async #state(): Promise<unknown[]> {
    const { noteAvailability = () => {} } = this.options
    const late = setTimeout(() => noteAvailability(false), lateAfter)
    try {
      const [row = []] = await this.database.query(
        'SELECT number, (SELECT number FROM pilotos.schema WHERE one = 1) FROM pilotos.state WHERE one = 1',
      )
      noteAvailability(true)
      return row
    } catch (error) {
      noteAvailability(false)
      throw error
    } finally {
      clearTimeout(late)
    }
  }

  async #notify(last: number): Promise<void> {
    const known = this.#number
    this.#number = last
    if (known === undefined || last === known) return
    const rows =
      last - known > mostChanges || last < known
        ? undefined
        : await this.database.query(
            'SELECT number, ids FROM pilotos.changes WHERE number > $1::bigint AND number <= $2::bigint ORDER BY number',
            [known, last],
          )
    const notices = rows?.map(([number, ids]) => ({
      number: Number(number),
      ...(typeof ids === 'string' && { ids: ids.split(',') }),
    })) ?? [{ number: last }]
    for (const notice of notices) for (const listener of this.#listeners) listener(notice)
  }

  /** Reports the loss of the database once, however long it lasts, and its return once. */
  #reportAvailability(isGone: boolean, error?: unknown): void {
    if (isGone === this.#isGone) return
    this.#isGone = isGone
    if (isGone && error instanceof Error) this.options.report?.(error)
    if (!isGone) this.options.say?.('La base de datos responde otra vez: todo sigue como antes.')
  }
}

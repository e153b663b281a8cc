/** Follows the changes of every laptop by NOTIFY, if the database has it, and always by polling twice a second. */
import { PilotosError } from '#domain/errors'
import type { Database, Queryable } from './connection/database.ts'
import { requireKnown, versionOf } from './schema.ts'

/** The polling interval, in milliseconds. */
const every = 500

/** The wait after which a silent database counts as unavailable, in milliseconds; queries retry for longer. */
const lateAfter = 2000

export interface ChangeFeedOptions {
  /** Receives a text in Spanish if the database answers again, or if a newer PilotOS has changed its tables. */
  say?: (text: string) => void
  /** Receives the error once each time that the database becomes unusable. */
  report?: (error: Error) => void
  /** Receives, after each poll, true if the database answers; receives false as soon as the answer is late. */
  noteAvailability?: (isThere: boolean) => void
}

export class ChangeFeed {
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

  /** Runs `work` with every poll: at least every half second while the database answers, once the feed is started. */
  onPoll(work: () => Promise<void>): void {
    this.#pollListeners.push(work)
  }

  /** True in a kiosk, which follows the changes. */
  get isStarted(): boolean {
    return this.#timer !== undefined
  }

  /** Follows the changes from now on. Commands do not. */
  start(): void {
    if (this.#timer) return
    this.#timer = setInterval(() => this.#poll(), every)
    this.#timer.unref()
    this.#poll()
    // A failure of LISTEN is harmless, because the next poll finds the change half a second later.
    if (this.hasNotifications) this.database.listen('pilotos', () => this.#poll()).catch(() => {})
  }

  #poll(): void {
    if (!this.#timer) return
    this.#mustPollAgain = this.#polling !== undefined
    this.#polling ??= this.#ask().finally(() => {
      this.#polling = undefined
      if (this.#mustPollAgain) this.#poll()
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

  async #ask(): Promise<void> {
    const { noteAvailability = () => {} } = this.options
    // A database that is lost after the first answer keeps the work waiting.
    const late = setTimeout(() => noteAvailability(false), lateAfter)
    try {
      this.#requireKnown(await versionOf(this.database))
      noteAvailability(true)
      this.#reportAvailability(false)
      for (const work of this.#pollListeners)
        await work().catch((error) => {
          if (this.#timer) this.#reportAvailability(true, error)
        })
    } catch (error) {
      noteAvailability(false)
      if (this.#timer) this.#reportAvailability(true, error)
    } finally {
      clearTimeout(late)
    }
  }

  /** Refuses further queries if a newer version has changed the tables, which this version must not write to. */
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

  /** Reports the loss of the database once, however long it lasts, and its return once. */
  #reportAvailability(isGone: boolean, error?: unknown): void {
    if (isGone === this.#isGone) return
    this.#isGone = isGone
    if (isGone && error instanceof Error) this.options.report?.(error)
    if (!isGone) this.options.say?.('La base de datos responde otra vez: todo sigue como antes.')
  }
}

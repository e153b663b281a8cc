/** Follows what every desk changes: told at once where the server has notices, and asked for twice a second anyway. */
import { PilotosError } from '#domain/errors'
import type { Notice } from '../contract/pilot-store.ts'
import { AnswerCache } from './answer-cache.ts'
import type { Database } from './connection/database.ts'
import { requireKnown } from './schema.ts'

const every = 500

/** Who has not answered for so long is taken to be away, in milliseconds; others try for longer. */
const lateAfter = 2000

/** So many changes at once are told as one of everything. */
const mostChanges = 100

export interface ChangeFeedOptions {
  /** Is told, in Spanish, that the database is gone, and that it is back. */
  say?: (text: string) => void
  report?: (error: Error) => void
  /** Is told whether the database answers, each time that it was asked and as soon as it is late. */
  noteAvailability?: (isThere: boolean) => void
}

export class ChangeFeed {
  /** What was answered since the last change that is known here. */
  readonly answers = new AnswerCache()
  #number: number | undefined
  #listeners = new Set<(notice: Notice) => void>()
  #alongside: (() => Promise<void>)[] = []
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #isLate = false
  #isGone = false

  constructor(
    private readonly database: Database,
    /** Whether the server has LISTEN and NOTIFY. */
    readonly hasNotices: boolean,
    private readonly options: ChangeFeedOptions = {},
  ) {}

  /** Of the last change that is known here. */
  get lastChange(): number {
    return this.#number ?? 0
  }

  subscribe(listener: (notice: Notice) => void): () => void {
    this.#listeners.add(listener)
    if (!this.#timer) this.#start()
    return () => this.#listeners.delete(listener)
  }

  /** Does this too whenever it looks: at least every half second while the database answers. */
  alongside(work: () => Promise<void>): void {
    this.#alongside.push(work)
  }

  /** Looks now, where anybody wants to know. */
  look(): void {
    if (!this.#timer) return
    this.#isLate = this.#looking !== undefined
    this.#looking ??= this.#ask().finally(() => {
      this.#looking = undefined
      if (this.#isLate) this.look()
    })
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#timer = undefined
    await this.#looking
  }

  #start(): void {
    this.#timer = setInterval(() => this.look(), every)
    this.#timer.unref()
    this.look()
    // What cannot be told at once is seen half a second later.
    if (this.hasNotices) this.database.listen('pilotos', () => this.look()).catch(() => {})
  }

  async #ask(): Promise<void> {
    try {
      const [last, version] = await this.#state()
      this.#requireKnown(Number(version))
      this.#note(false)
      await this.#tell(Number(last))
      for (const work of this.#alongside) await work()
    } catch (error) {
      if (this.#timer) this.#note(true, error)
    }
  }

  /** A newer program has changed the tables: this one must not write as it did. */
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

  /** The number of the last change, and the version of the tables. */
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

  async #tell(last: number): Promise<void> {
    const known = this.#number
    this.#number = last
    if (last !== known) this.answers.forget()
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

  /** Says it once, however long it lasts. */
  #note(isGone: boolean, error?: unknown): void {
    if (isGone === this.#isGone) return
    this.#isGone = isGone
    if (isGone && error instanceof Error) this.options.report?.(error)
    if (!isGone) this.options.say?.('La base de datos responde otra vez: todo sigue como antes.')
  }
}

/** A write that is attempted until it is stored, and stored only once. */
import { randomUUID } from 'node:crypto'
import { isLost } from './failure.ts'

/** The result of a write that had nothing to do. */
export class Unchanged<Result> {
  constructor(readonly result: Result) {}
}

/** A write with an unknown outcome: its result if it was stored, and the error as its cause. */
export class Unfinished extends Error {
  constructor(
    readonly result: unknown,
    cause: unknown,
  ) {
    super('unfinished', { cause })
  }
}

export class SingleWrite<Result> {
  /** The key that is stored with the change. */
  readonly #key = randomUUID()
  /** The result of the attempt whose outcome is unknown. */
  #last: { result: Result } | undefined

  /** See `Database.write`. */
  constructor(
    private readonly work: (key: string) => Promise<Result | Unchanged<Result>>,
    private readonly wasDone: (key: string) => Promise<boolean>,
  ) {}

  /** True if an attempt may be stored. */
  get isUnknown(): boolean {
    return this.#last !== undefined
  }

  /** Runs the work, unless an earlier attempt was stored. @throws the errors of the work */
  async attempt(): Promise<Result> {
    const last = this.#last
    if (last && (await this.wasDone(this.#key))) return last.result
    try {
      const result = await this.work(this.#key)
      if (!(result instanceof Unchanged)) return result
      // There may be nothing left to do because an earlier attempt was stored.
      return last && (await this.wasDone(this.#key)) ? last.result : result.result
    } catch (error) {
      if (error instanceof Unfinished) {
        this.#last = { result: error.result as Result }
        throw error.cause
      }
      if (last && !isLost(error) && (await this.wasDone(this.#key))) return last.result
      throw error
    }
  }
}

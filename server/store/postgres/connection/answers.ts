/** Waits for the answers of a database, but neither beyond a time limit nor for a server that another one has replaced. */
import type { Sql } from 'postgres'
import type { Connections } from './connections.ts'
import { coded, isLost } from './failure.ts'

/** The default of `limit`. */
const answerTimeout = 10_000

/** The time without an answer after which the server is looked for elsewhere, in milliseconds. */
const lookAfter = 2000

export class Answers {
  constructor(
    private readonly connections: Connections,
    /** The time without an answer after which a connection counts as lost, in milliseconds. */
    readonly limit: number = answerTimeout,
    private readonly isClosed: () => boolean = () => false,
  ) {}

  /**
   * Waits for an answer, but not beyond the time limit. A silent database would block every connection, so that new
   * connections are opened; statements on the old ones, such as a long import, have a minute to finish.
   */
  async within<Result>(sql: Sql, answer: Promise<Result>, factor = 1): Promise<Result> {
    let timer: NodeJS.Timeout | undefined
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(coded('NO_ANSWER')), factor * this.limit)
    })
    try {
      return await this.watched(sql, Promise.race([answer, silence]))
    } finally {
      clearTimeout(timer)
    }
  }

  /**
   * Looks every two seconds until the answer if another server has taken over, or if commits wait for a standby. Notes
   * the loss of the connections.
   */
  async watched<Result>(sql: Sql, answer: Promise<Result>): Promise<Result> {
    const look = setInterval(() => this.connections.look().catch(() => {}), lookAfter)
    try {
      return await answer
    } catch (error) {
      if (isLost(error) && !this.isClosed()) this.connections.suspect(sql, error)
      throw error
    } finally {
      clearInterval(look)
    }
  }
}

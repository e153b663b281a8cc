/** Reads single pilots; reads that are requested at the same moment share one query. */
import type { Pilot } from '#domain/pilot/pilot'
import type { PilotId } from '#domain/pilot/pilot-id'
import { arrayOf, type Queryable } from '../connection/database.ts'
import { fromRow, pilotColumns } from './rows.ts'

interface Waiting {
  resolve: (pilot: Pilot | undefined) => void
  reject: (error: unknown) => void
}

const text = `SELECT ${pilotColumns.join(', ')} FROM pilotos.pilots WHERE id = ANY($1::text[])`

export class SingleReads {
  #waiting = new Map<PilotId, Waiting[]>()

  constructor(private readonly database: Queryable) {}

  get(id: PilotId): Promise<Pilot | undefined> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.size === 0) setImmediate(() => this.#ask())
      const waiting = this.#waiting.get(id)
      if (waiting) waiting.push({ resolve, reject })
      else this.#waiting.set(id, [{ resolve, reject }])
    })
  }

  async #ask(): Promise<void> {
    const asked = this.#waiting
    this.#waiting = new Map()
    try {
      const rows = await this.database.query(text, [arrayOf([...asked.keys()])])
      const found = new Map(rows.map((row) => [String(row[0]), fromRow(row)]))
      for (const [id, waiting] of asked) for (const { resolve } of waiting) resolve(found.get(id))
    } catch (error) {
      for (const waiting of asked.values()) for (const { reject } of waiting) reject(error)
    }
  }
}

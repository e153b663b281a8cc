/** Pilots as the JSON of an answer, in bytes; what was asked for last is kept, since it is asked for again. */
import type { Pilot } from '#domain/pilot/pilot'
import { toMinimalRecord, toRecord } from '#domain/web/wire'
import { FifoCache } from '../async/fifo-cache.ts'

/** About a kilobyte each. */
const most = 4000

const head = '{"data":['
const tail = ']}'

export class RecordTexts {
  #whole = new FifoCache<Pilot, Buffer>(most)
  #minimal = new FifoCache<Pilot, Buffer>(most)

  /** `{"data":[record]}` */
  one(pilot: Pilot): Buffer {
    return this.#whole.get(pilot, () => answer(toRecord(pilot)))
  }

  /** The same with only what a marshal needs. */
  minimal(pilot: Pilot): Buffer {
    return this.#minimal.get(pilot, () => answer(toMinimalRecord(pilot)))
  }

  /** `{"data":[record…],"total":n}` */
  page(pilots: readonly Pilot[], total: number): Buffer | string {
    // All pilots at once would only push out what is asked for again.
    if (pilots.length > most / 10) return JSON.stringify({ data: pilots.map(toRecord), total })
    const records = pilots.flatMap((pilot, index) => {
      const record = this.one(pilot).subarray(head.length, -tail.length)
      return index === 0 ? [record] : [comma, record]
    })
    return Buffer.concat([Buffer.from(head), ...records, Buffer.from(`],"total":${total}}`)])
  }
}

const comma = Buffer.from(',')

function answer(record: unknown): Buffer {
  return Buffer.from(head + JSON.stringify(record) + tail)
}

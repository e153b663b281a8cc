/** Serializes pilots as JSON answers, and caches the bytes of recent records. */
import type { Pilot } from '#domain/pilot/pilot'
import { toMinimalRecord, toRecord } from '#domain/web/wire'
import { FifoCache } from '../async/fifo-cache.ts'

/** The most cached records, of about a kilobyte each. */
const most = 4000

const head = '{"data":['
const tail = ']}'

export class RecordTexts {
  #whole = new FifoCache<Pilot, Buffer>(most)
  #minimal = new FifoCache<Pilot, Buffer>(most)

  /** Returns `{"data":[record]}`. */
  one(pilot: Pilot): Buffer {
    return this.#whole.get(pilot, () => answer(toRecord(pilot)))
  }

  /** Returns `{"data":[record]}` with only the fields that a marshal needs. */
  minimal(pilot: Pilot): Buffer {
    return this.#minimal.get(pilot, () => answer(toMinimalRecord(pilot)))
  }

  /** Returns `{"data":[record…],"total":n}`. */
  page(pilots: readonly Pilot[], total: number): Buffer | string {
    // A page of all pilots would evict the records that are requested again.
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

/** Serializes pilots as JSON answers, and caches the bytes of recent records. */
import { LRUCache } from 'lru-cache'
import type { Pilot } from '#domain/pilot/pilot'
import { toMinimalRecord, toRecord } from '#domain/web/wire'
import type { PilotPage } from '../store/contract/pilot-store.ts'

/** The most cached records, of about a kilobyte each. */
const most = 4000

const head = '{"data":['
const tail = ']}'

export class RecordTexts {
  #whole = new LRUCache<Pilot, Buffer>({ max: most, memoMethod: (pilot) => answer(toRecord(pilot)) })
  #minimal = new LRUCache<Pilot, Buffer>({
    max: most,
    memoMethod: (pilot) => answer(toMinimalRecord(pilot)),
  })

  /** Returns `{"data":[record]}`. */
  one(pilot: Pilot): Buffer {
    return this.#whole.memo(pilot)
  }

  /** Returns `{"data":[record]}` with only the fields that a marshal needs. */
  minimal(pilot: Pilot): Buffer {
    return this.#minimal.memo(pilot)
  }

  /** Returns `{"data":[record…],"total":n}`, with `"approximate":true` if no pilot fits the search exactly. */
  page({ pilots, total, isApproximate }: PilotPage): Buffer | string {
    // A page of all pilots would evict the records that are requested again.
    if (pilots.length > most / 10)
      return JSON.stringify({ data: pilots.map(toRecord), total, approximate: isApproximate })
    const records = pilots.flatMap((pilot, index) => {
      const record = this.one(pilot).subarray(head.length, -tail.length)
      return index === 0 ? [record] : [comma, record]
    })
    return Buffer.concat([
      Buffer.from(head),
      ...records,
      Buffer.from(`],"total":${total}${isApproximate ? ',"approximate":true' : ''}}`),
    ])
  }
}

const comma = Buffer.from(',')

function answer(record: unknown): Buffer {
  return Buffer.from(head + JSON.stringify(record) + tail)
}

/** Serializes pilots as JSON answers, and caches the bytes of recent records. */
import { LRUCache } from 'lru-cache'
import type { Pilot } from '#domain/pilot/pilot'
import { toMinimalRecord, toRecord } from '#domain/web/wire'
import type { PilotPage } from '../store/contract/pilot-store.ts'

/** The most cached records, of about a kilobyte each. */
const most = 4000

const head = '{"data":['
const tail = ']}'
const comma = 0x2c

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
    const answers = pilots.map((pilot) => this.one(pilot))
    return joinRecords(answers, `],"total":${total}${isApproximate ? ',"approximate":true' : ''}}`)
  }
}

/** Returns one answer with the records of several, and with `end` after the last record. */
function joinRecords(answers: readonly Buffer[], end: string): Buffer {
  // Each answer is longer than its record with a comma.
  const size = answers.reduce((sum, { length }) => sum + length, head.length + end.length)
  const bytes = Buffer.allocUnsafe(size)
  let at = bytes.write(head)
  for (const [index, one] of answers.entries()) {
    if (index > 0) {
      bytes[at] = comma
      at += 1
    }
    at += one.copy(bytes, at, head.length, one.length - tail.length)
  }
  at += bytes.write(end, at)
  return bytes.subarray(0, at)
}

function answer(record: unknown): Buffer {
  return Buffer.from(head + JSON.stringify(record) + tail)
}

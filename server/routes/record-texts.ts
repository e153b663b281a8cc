/** Serializes pilots as JSON answers, and caches the bytes of recent records. */
import { LRUCache } from 'lru-cache'
import type { Pilot } from '#domain/pilot/pilot'
import type { StatusBasis } from '#domain/validity/status-kinds'
import type { PilotRecord } from '#domain/web/schemas'
import { toGateRecord, toMinimalRecord, toPublicRecord } from '#domain/web/wire'
import type { Validity } from '../actions/validity.ts'
import type { PilotPage } from '../store/contract/pilot-store.ts'

/** The most cached records, of about a kilobyte each. */
const most = 4000

const head = '{"data":['
const tail = ']}'
const comma = 0x2c

/** The records of a pilot: for staff, for a gate, for everybody, and with only the fields that a marshal needs. */
export type RecordKind = 'staff' | 'gate' | 'public' | 'minimal'

export class RecordTexts {
  #caches: Record<RecordKind, LRUCache<Pilot, Buffer>>
  /** The basis of the statuses in the caches. */
  #basis: StatusBasis | undefined

  constructor(private readonly validity: Pick<Validity, 'basis' | 'record' | 'statusOf'>) {
    this.#caches = {
      staff: cache((pilot) => validity.record(pilot)),
      public: cache((pilot) => toPublicRecord(pilot, validity.statusOf(pilot))),
      gate: cache((pilot) => toGateRecord(pilot, validity.statusOf(pilot))),
      minimal: cache((pilot) => toMinimalRecord(pilot, validity.statusOf(pilot))),
    }
  }

  /** Returns `{"data":[record]}`. */
  one(pilot: Pilot, kind: RecordKind): Buffer {
    const { basis } = this.validity
    if (basis !== this.#basis) {
      this.#basis = basis
      for (const texts of Object.values(this.#caches)) texts.clear()
    }
    return this.#caches[kind].memo(pilot)
  }

  /** Returns `{"data":[record…],"total":n}`, with `"approximate":true` if no pilot fits the search exactly. */
  page({ pilots, total, isApproximate }: PilotPage): Buffer | string {
    // A page of all pilots would evict the records that are requested again.
    if (pilots.length > most / 10)
      return JSON.stringify({
        data: pilots.map((pilot) => this.validity.record(pilot)),
        total,
        approximate: isApproximate,
      })
    const answers = pilots.map((pilot) => this.one(pilot, 'staff'))
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

function cache(recordOf: (pilot: Pilot) => PilotRecord): LRUCache<Pilot, Buffer> {
  return new LRUCache({ max: most, memoMethod: (pilot) => answer(recordOf(pilot)) })
}

function answer(record: unknown): Buffer {
  return Buffer.from(head + JSON.stringify(record) + tail)
}

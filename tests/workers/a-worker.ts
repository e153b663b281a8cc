/** A worker thread with jobs that only tests need. */
import { setTimeout } from 'node:timers/promises'
import { InvalidError } from '#domain/errors'
import { type Job, type StreamJob, serveJobs } from '../../server/workers/jobs.ts'

export interface TestJobs {
  /** Returns the input. */
  echo: Job<unknown, unknown>
  /** Throws an error of the domain. */
  refuse: Job<string, never>
  /** Throws any other error. */
  fail: Job<string, never>
  /** Never ends, and never lets its thread handle a message. Sets the first number to 1 when it begins. */
  spin: Job<Int32Array, never>
  /** Returns the identifier of its process. */
  process: Job<null, number>
  /** Never ends, and does nothing. */
  wait: Job<null, never>
  /** Takes memory until there is none left. */
  hoard: Job<null, never>
  /** Yields the bytes of each text, with `prefix` before it. Fails at the text 'fail'. */
  lines: StreamJob<{ prefix: string }, string>
  /** Yields chunks of a megabyte without end, and counts them in the first number. */
  flood: StreamJob<Int32Array<SharedArrayBuffer>, never>
}

export const work = serveJobs<TestJobs>({
  echo: (input) => input,
  refuse: (message) => {
    throw new InvalidError({ name: message })
  },
  fail: (message) => {
    throw Object.assign(new TypeError(message), { code: 'EBROKEN' })
  },
  spin: (begun) => {
    Atomics.store(begun, 0, 1)
    Atomics.notify(begun, 0)
    for (;;);
  },
  process: () => process.pid,
  wait: () => setTimeout(2 ** 30, undefined as never),
  hoard: () => {
    const hoarded: number[][] = []
    for (;;) hoarded.push(Array.from({ length: 100_000 }, (_, index) => index + 0.5))
  },
  async *lines({ prefix }, texts) {
    for await (const text of texts) {
      if (text === 'fail') throw new InvalidError({ name: text })
      yield Buffer.from(`${prefix}${text}\n`)
    }
  },
  async *flood(count) {
    for (;;) {
      Atomics.add(count, 0, 1)
      yield new Uint8Array(1024 * 1024)
    }
  },
})

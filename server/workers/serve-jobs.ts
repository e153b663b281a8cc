/** The part of a worker thread, or of the process of an isolated job, that receives jobs and replies. */
import { isMainThread } from 'node:worker_threads'
import type { Call, Job, Jobs, JobTypes, StreamJob } from './jobs.ts'
import { serveProcess } from './one-process.ts'
import { type Reply, replyOf } from './replies.ts'
import { itemsFrom, sendChunks } from './streams.ts'

/** The code of every job. A job of a stream yields chunks of bytes. */
export type Handlers<Names extends JobTypes<Names> = Jobs> = {
  [Name in keyof Names]: Names[Name] extends StreamJob<infer Input, infer Item>
    ? (input: Input, items: AsyncIterable<Item>) => AsyncIterable<Uint8Array>
    : Names[Name] extends Job<infer Input, infer Output>
      ? (input: Input) => Output | Promise<Output>
      : never
}

/** Returns the function that the pool calls in each worker. In a process of its own, answers its only call. */
export function serveJobs<Names extends JobTypes<Names>>(
  handlers: Handlers<Names>,
): (call: Call) => Promise<Reply> {
  const work = ({ name, input, port }: Call) => {
    const handler = handlers[name as keyof Names] as (input: unknown, items?: unknown) => unknown
    return replyOf(() =>
      port ? sendChunks(port, handler(input, itemsFrom(port)) as AsyncIterable<Uint8Array>) : handler(input),
    )
  }
  if (isMainThread) serveProcess(work)
  return work
}

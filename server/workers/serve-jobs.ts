/** The part of a worker thread, or of the process of an isolated job, that receives jobs and replies. */
import { once } from 'node:events'
import { isMainThread, type MessagePort } from 'node:worker_threads'
import {
  type Call,
  type Job,
  type Jobs,
  type JobTypes,
  type Reply,
  replyOf,
  type StreamJob,
  type StreamMessage,
} from './jobs.ts'
import { createMutex } from './turns.ts'

/** The code of every job. A job of a stream yields chunks of bytes. */
export type Handlers<Names extends JobTypes<Names> = Jobs> = {
  [Name in keyof Names]: Names[Name] extends StreamJob<infer Input, infer Item>
    ? (input: Input, items: AsyncIterable<Item>) => AsyncIterable<Uint8Array>
    : Names[Name] extends Job<infer Input, infer Output>
      ? (input: Input) => Output | Promise<Output>
      : never
}

type Handler = (input: unknown, items?: AsyncIterable<unknown>) => unknown

/** Returns the function that the pool calls in each worker. In a process of its own, answers its only call. */
export function serveJobs<Names extends JobTypes<Names>>(
  handlers: Handlers<Names>,
): (call: Call) => Promise<Reply> {
  const work = ({ name, input, port }: Call) => {
    const handler = handlers[name as keyof Names] as Handler
    return replyOf(() => (port ? serveStream(port, input, handler) : handler(input)))
  }
  if (isMainThread) serveProcess(work)
  return work
}

/** Asks for items as the job reads them, and sends its chunks. Waits until each chunk is taken. */
async function serveStream(port: MessagePort, input: unknown, handler: Handler): Promise<void> {
  const oneAtATime = createMutex()
  const send = (message: StreamMessage): Promise<IteratorResult<unknown>> =>
    oneAtATime(async () => {
      port.postMessage(message)
      const [answer] = await once(port, 'message')
      return answer
    })
  async function* items() {
    for (;;) {
      const { done, value } = await send({ asks: true })
      if (done) return
      yield value
    }
  }
  for await (const chunk of handler(input, items()) as AsyncIterable<Uint8Array>) await send({ chunk })
  port.postMessage({ ends: true } satisfies StreamMessage)
  port.unref()
}

/** The most memory of the process of an isolated job, in bytes. */
const maxMemory = 1024 ** 3

/** The interval between two looks at the memory, in milliseconds. */
const memoryInterval = 50

function serveProcess(work: (call: Call) => Promise<Reply>): void {
  // An ordinary exit would wait for the threads of libuv.
  const end = () => process.kill(process.pid, 'SIGKILL')
  process.once('disconnect', end)
  setInterval(() => {
    if (process.memoryUsage.rss() > maxMemory) end()
  }, memoryInterval)
  process.once('message', async (call: Call) => process.send?.(await work(call)))
}

/** Carries the items and the chunks of a stream from thread to thread, as fast as the slower side is. */
import { on, once } from 'node:events'
import type { MessagePort } from 'node:worker_threads'

/** The messages of the worker. */
type FromWorker = { asks: true } | { chunk: Uint8Array } | { ends: true }
/** The messages to the worker. */
type ToWorker = { item: unknown } | { ended: true } | { taken: number }

/** The most bytes that wait for the consumer: a download of a few megabytes does not occupy its thread until its end. */
const aheadBytes = 16 * 1024 * 1024

/**
 * Gives the worker the items that it asks for, and yields its chunks. `working` is the outcome of the job.
 * @throws the error of the job or of `items`
 */
export async function* chunksFrom(
  port: MessagePort,
  items: AsyncIterable<unknown> | Iterable<unknown>,
  working: Promise<unknown>,
): AsyncGenerator<Uint8Array> {
  const failed = new AbortController()
  working.catch((error) => failed.abort(error))
  const source = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]()
  const give = async () => {
    const { done, value } = await source.next()
    port.postMessage((done ? { ended: true } : { item: value }) satisfies ToWorker)
  }
  port.on('message', (message: FromWorker) => {
    if ('asks' in message) give().catch((error) => failed.abort(error))
  })
  try {
    for await (const [message] of on(port, 'message', { signal: failed.signal })) {
      const received: FromWorker = message
      if ('ends' in received) return
      if (!('chunk' in received)) continue
      yield received.chunk
      port.postMessage({ taken: received.chunk.length } satisfies ToWorker)
    }
  } catch (error) {
    throw failed.signal.aborted ? failed.signal.reason : error
  } finally {
    port.close()
    await source.return?.()
  }
}

/** Sends the chunks of a job, within a worker. Waits if the consumer is far behind. */
export async function sendChunks(port: MessagePort, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  let ahead = 0
  port.on('message', (message: ToWorker) => {
    if ('taken' in message) ahead -= message.taken
  })
  for await (const chunk of chunks) {
    ahead += chunk.length
    port.postMessage({ chunk } satisfies FromWorker)
    while (ahead > aheadBytes) await once(port, 'message')
  }
  port.postMessage({ ends: true } satisfies FromWorker)
  port.unref()
}

/** Yields the items of a job, within a worker. */
export async function* itemsFrom(port: MessagePort): AsyncGenerator<unknown> {
  for (;;) {
    port.postMessage({ asks: true } satisfies FromWorker)
    const answer = await answerOn(port)
    if ('ended' in answer) return
    yield answer.item
  }
}

function answerOn(port: MessagePort): Promise<{ item: unknown } | { ended: true }> {
  return new Promise((resolve) => {
    const receive = (message: ToWorker) => {
      if ('taken' in message) return
      port.off('message', receive)
      resolve(message)
    }
    port.on('message', receive)
  })
}

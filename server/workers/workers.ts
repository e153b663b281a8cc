/**
 * The pool of worker threads: work that computes runs in them, so that it never holds up a request. The pool starts a
 * thread with the first job that needs it, and ends threads that have had nothing to do.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import PQueue from 'p-queue'
import type { Piscina } from 'piscina'
import { type PilotosError, TooLargeError, TooManyOpenError, UnavailableError } from '#domain/errors'
import {
  type Call,
  type Jobs,
  type JobTypes,
  type Reply,
  resultOf,
  type StreamJob,
  type StreamMessage,
} from './jobs.ts'

export interface WorkersOptions {
  /** The path of the built `server/worker.ts`, or of the source itself if tsx runs the sources. */
  workerFile: string
  /** The number of long jobs at once. The default is the number of cores. */
  size?: number
  /** The largest heap of a thread or of the process of a job, in MB. */
  memory?: number
}

export interface RunOptions {
  /** Removes the job from the queue, or ends its thread at once. */
  signal?: AbortSignal
  /**
   * Jobs of each kind wait for jobs of the same kind only. The default is `long`. A `password` is a tenth of a second.
   * A `face` is a card for a phone, of which forty ask at once. A `picture` is decoded by the threads of libuv, which read and write all files. An `isolated` job has a process of
   * its own, because nothing else stops the threads of libuv.
   */
  kind?: Kind
  /** A job of a higher priority runs before the waiting jobs of a lower one. The default is 0. */
  priority?: number
  /** The longest time of the job itself, in milliseconds, and the error of a job that takes longer. */
  limit?: { time: number; error: PilotosError }
}

type Kind = 'long' | 'cards' | 'face' | 'password' | 'picture' | 'isolated'

/** The number of jobs at once, besides the long ones: one for each core. Prints wait in queues of their own. */
const atOnce = { cards: 8, face: 2, password: 2, picture: 2, isolated: 1 }

/** In MB. A PDF of 100,000 cards takes about 470. */
const defaultMemory = 768

/** The time after which an unused thread ends, in milliseconds. */
const idleTimeout = 30_000

export class Workers<Names extends JobTypes<Names> = Jobs> {
  #pool: Promise<Piscina> | undefined
  #queues: Record<Kind, PQueue>
  /** The waiting and the running jobs. */
  #stops = new Set<AbortController>()
  #isClosed = false

  constructor(private readonly options: WorkersOptions) {
    const { size = availableParallelism() } = options
    const queue = (concurrency: number) => new PQueue({ concurrency })
    this.#queues = {
      long: queue(size),
      cards: queue(atOnce.cards),
      face: queue(atOnce.face),
      password: queue(atOnce.password),
      picture: queue(atOnce.picture),
      isolated: queue(atOnce.isolated),
    }
  }

  /**
   * Does a job in a worker thread.
   * @throws PilotosError with the message of the job, TooLargeError if the job needs too much memory, the error of
   * `limit`, the reason of `signal`, or any other error of the job, with its stack
   * @example await workers.run('hash-password', { password }, { kind: 'password' })
   */
  async run<Name extends keyof Names>(
    name: Name,
    input: Names[Name]['input'],
    options: RunOptions = {},
  ): Promise<Names[Name]['output']> {
    return this.#run({ name, input }, options)
  }

  /**
   * Does a job that takes items and yields chunks of bytes. The items are read as the job asks for them. The job ends
   * if the consumer stops.
   * @throws the errors of `run`, and those of `items`
   */
  async *stream<Name extends keyof Names>(
    name: Name,
    input: Names[Name]['input'],
    items: Names[Name] extends StreamJob<unknown, infer Item> ? AsyncIterable<Item> | Iterable<Item> : never,
    { signal, kind }: Pick<RunOptions, 'signal' | 'kind'> = {},
  ): AsyncGenerator<Uint8Array> {
    const { port1, port2 } = new MessageChannel()
    const leaving = new AbortController()
    const either = signal ? AbortSignal.any([signal, leaving.signal]) : leaving.signal
    const working = this.#run({ name, input, port: port2 }, { signal: either, kind })
    try {
      yield* chunksFrom(port1, items, working)
      await working
    } finally {
      leaving.abort()
    }
  }

  /** Cancels all jobs and ends all threads. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#stopAll(closing())
    await (await this.#pool?.catch(() => undefined))?.destroy()
  }

  async #run(call: Call, { signal, kind = 'long', priority = 0, limit }: RunOptions): Promise<unknown> {
    const stop = new AbortController()
    const abort = () => stop.abort(signal?.reason)
    if (signal?.aborted) abort()
    if (this.#isClosed) stop.abort(closing())
    signal?.addEventListener('abort', abort)
    this.#stops.add(stop)
    // Piscina lets the process end while a thread starts.
    const held = setInterval(() => {}, 2 ** 30)
    let late: NodeJS.Timeout | undefined
    const work = () => {
      late = limit && setTimeout(() => stop.abort(limit.error), limit.time)
      return kind === 'isolated' ? this.#callProcess(call, stop.signal) : this.#callThread(call, stop.signal)
    }
    try {
      return await this.#queues[kind].add(work, { priority, signal: stop.signal })
    } finally {
      clearTimeout(late)
      clearInterval(held)
      this.#stops.delete(stop)
      signal?.removeEventListener('abort', abort)
    }
  }

  /** Piscina never queues a call: the queues let in as many as there may be threads. */
  async #callThread(call: Call, signal: AbortSignal): Promise<unknown> {
    this.#pool ??= this.#open().catch((error) => {
      // The next job tries again.
      this.#pool = undefined
      throw error
    })
    const pool = await this.#pool
    signal.throwIfAborted()
    const transferList = call.port ? [call.port] : []
    const reply: Reply = await pool.run(call, { transferList, signal }).catch((error) => {
      throw signal.aborted ? signal.reason : isOutOfMemory(error) ? new TooLargeError(tooMuchMemory) : error
    })
    return resultOf(reply)
  }

  async #callProcess(call: Call, signal: AbortSignal): Promise<unknown> {
    const { workerFile, memory = defaultMemory } = this.options
    const reply = await callProcess(workerFile, call, { signal, memory })
    signal.throwIfAborted()
    if (!reply) throw new TooLargeError(tooMuchMemory)
    return resultOf(reply)
  }

  /** Opens a pool that starts its threads as jobs need them. */
  async #open(): Promise<Piscina> {
    const { workerFile, memory = defaultMemory } = this.options
    const { Piscina } = await import('piscina')
    const { isolated: _, ...threads } = this.#queues
    const pool = new Piscina({
      filename: workerFile,
      name: 'work',
      execArgv: loaderOf(workerFile),
      minThreads: 0,
      maxThreads: Object.values(threads).reduce((sum, { concurrency }) => sum + concurrency, 0),
      idleTimeout,
      // A thread that waits for a lock would handle neither its streams nor its pictures.
      atomics: 'disabled',
      recordTiming: false,
      resourceLimits: { maxOldGenerationSizeMb: memory },
    })
    // If a thread does not start, Piscina reports that to nobody else.
    pool.once('error', (error) => {
      // Further threads of this pool may fail too, while the jobs of the next pool run.
      pool.on('error', () => {})
      this.#pool = undefined
      // The error of a thread that lacks a descriptor for its first file has the code of its start.
      this.#stopAll(error.message.includes('EMFILE') ? new TooManyOpenError(error) : error)
      pool.destroy()
    })
    return pool
  }

  #stopAll(reason: Error): void {
    for (const stop of this.#stops) stop.abort(reason)
  }
}

/**
 * Gives the worker the items that it asks for, and yields its chunks. `working` is the outcome of the job.
 * @throws the error of the job or of `items`
 */
async function* chunksFrom(
  port: MessagePort,
  items: AsyncIterable<unknown> | Iterable<unknown>,
  working: Promise<unknown>,
): AsyncGenerator<Uint8Array> {
  const failed = new AbortController()
  working.catch((error) => failed.abort(error))
  const source = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]()
  try {
    for (;;) {
      const [message] = await once(port, 'message', { signal: failed.signal }).catch(() => {
        throw failed.signal.reason
      })
      const received: StreamMessage = message
      if ('ends' in received) return
      if ('chunk' in received) yield received.chunk
      port.postMessage('asks' in received ? await source.next() : {})
    }
  } finally {
    port.close()
    await source.return?.()
  }
}

/**
 * Runs a job of `workerFile` in a process of its own. Ending a thread does not end the native code that it has called,
 * which runs on the threads of libuv; ending a process does. `signal` ends it, and `memory` is its largest heap, in MB.
 * @returns undefined if the process ends without a reply, such as for want of memory
 */
function callProcess(
  workerFile: string,
  call: Call,
  { signal, memory }: { signal: AbortSignal; memory: number },
): Promise<Reply | undefined> {
  return new Promise((resolve, reject) => {
    const child = fork(workerFile, {
      execArgv: [`--max-old-space-size=${memory}`, ...loaderOf(workerFile)],
      serialization: 'advanced',
      stdio: 'ignore',
      killSignal: 'SIGKILL',
      signal,
    })
    child.on('message', (reply: Reply) => {
      resolve(reply)
      child.disconnect()
    })
    child.on('error', (error) => (signal.aborted ? resolve(undefined) : reject(error)))
    child.on('exit', () => resolve(undefined))
    child.send(call)
  })
}

/** Returns the options of Node that load the built program, or its sources. */
function loaderOf(file: string): string[] {
  return file.endsWith('.ts') ? ['--import', 'tsx'] : []
}

function closing(): UnavailableError {
  return new UnavailableError('El programa se está cerrando, y no lo terminó: repítalo después')
}

const tooMuchMemory = 'Eso necesita más memoria de la que hay: hágalo en partes más pequeñas'

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

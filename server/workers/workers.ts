/**
 * The pool of worker threads: work that computes runs in them, so that it never holds up a request. The pool starts a
 * thread with the first job that needs it, and ends threads that have had nothing to do.
 */
import { availableParallelism } from 'node:os'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { Piscina } from 'piscina'
import { type PilotosError, TooLargeError, UnavailableError } from '#domain/errors'
import type { Call, Jobs, JobTypes, StreamJob } from './jobs.ts'
import { callProcess, loaderOf } from './one-process.ts'
import { type Reply, resultOf } from './replies.ts'
import { chunksFrom } from './streams.ts'
import { Turns } from './turns.ts'

export interface WorkersOptions {
  /** The path of the built `server/worker.ts`, or of the source itself if tsx runs the sources. */
  workerFile: string
  /** The number of long jobs at once. The default is the number of cores. */
  size?: number
  /** The largest heap of a thread or of the process of a job, in MB. */
  memory?: number
  /** Returns threads that several servers of one process share, and that stay open when a server closes. */
  sharedThreads?: () => Promise<Piscina>
}

export interface RunOptions {
  /** The person for whom the job is. People take turns. */
  by?: string
  /** Removes the job from the queue, or ends its thread at once. */
  signal?: AbortSignal
  /** The buffers in the input that are moved instead of copied. */
  transfer?: readonly ArrayBuffer[]
  /**
   * Jobs of each kind wait for jobs of the same kind only. The default is `long`. A `password` is a tenth of a second.
   * A `picture` is decoded by the threads of libuv, which read and write all files. An `isolated` job has a process of
   * its own, because nothing else stops the threads of libuv.
   */
  kind?: Kind
  /** The longest time of the job itself, in milliseconds, and the error of a job that takes longer. */
  limit?: { time: number; error: PilotosError }
}

type Kind = 'long' | 'password' | 'picture' | 'isolated'

/** The number of jobs at once, besides the long ones: one for each core. */
const atOnce = { password: 2, picture: 2, isolated: 1 }

/** In MB. */
const defaultMemory = 512

/** The time after which an unused thread ends, in milliseconds. */
const idleTimeout = 30_000

export class Workers<Names extends JobTypes<Names> = Jobs> {
  /** The number of long jobs at once. */
  readonly size: number
  #pool: Promise<Piscina> | undefined
  #turns: Record<Kind, Turns>
  /** The waiting and the running jobs. */
  #stops = new Set<AbortController>()
  #isClosed = false

  constructor(private readonly options: WorkersOptions) {
    this.size = options.size ?? availableParallelism()
    this.#turns = {
      long: new Turns(this.size),
      password: new Turns(atOnce.password),
      picture: new Turns(atOnce.picture),
      isolated: new Turns(atOnce.isolated),
    }
  }

  /**
   * Does a job in a worker thread.
   * @throws PilotosError with the message of the job, TooLargeError if the job needs too much memory, the error of
   * `limit`, the reason of `signal`, or any other error of the job, with its stack
   * @example await workers.run('hash-password', password, { kind: 'password' })
   */
  async run<Name extends keyof Names>(
    name: Name,
    input: Names[Name]['input'],
    { transfer = [], ...options }: RunOptions = {},
  ): Promise<Names[Name]['output']> {
    return this.#run({ name, input }, transfer, options)
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
    { by, signal }: Pick<RunOptions, 'by' | 'signal'> = {},
  ): AsyncGenerator<Uint8Array> {
    const { port1, port2 } = new MessageChannel()
    const leaving = new AbortController()
    const either = signal ? AbortSignal.any([signal, leaving.signal]) : leaving.signal
    const working = this.#run({ name, input, port: port2 }, [port2], { by, signal: either })
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
    if (!this.options.sharedThreads) await (await this.#pool?.catch(() => undefined))?.destroy()
  }

  async #run(
    call: Call,
    transferList: readonly (ArrayBuffer | MessagePort)[],
    { by = '', signal, kind = 'long', limit }: RunOptions,
  ) {
    const stop = new AbortController()
    const abort = () => stop.abort(signal?.reason)
    if (signal?.aborted) abort()
    if (this.#isClosed) stop.abort(closing())
    signal?.addEventListener('abort', abort)
    this.#stops.add(stop)
    // Piscina lets the process end while a thread starts.
    const held = setInterval(() => {}, 2 ** 30)
    try {
      return await this.#turns[kind].run(
        by,
        () => inTime(limit, stop, () => this.#call(call, [...transferList], stop.signal, kind)),
        stop.signal,
      )
    } finally {
      clearInterval(held)
      this.#stops.delete(stop)
      signal?.removeEventListener('abort', abort)
    }
  }

  /** Piscina never queues a call: `Turns` lets in as many as there may be threads. */
  async #call(call: Call, transferList: (ArrayBuffer | MessagePort)[], signal: AbortSignal, kind: Kind) {
    if (kind === 'isolated') return resultOf(await this.#callProcess(call, signal))
    this.#pool ??= this.#open().catch((error) => {
      // The next job tries again.
      this.#pool = undefined
      throw error
    })
    const pool = await this.#pool
    signal.throwIfAborted()
    const reply: Reply = await pool.run(call, { transferList, signal }).catch((error) => {
      throw signal.aborted ? signal.reason : isOutOfMemory(error) ? new TooLargeError(tooMuchMemory) : error
    })
    return resultOf(reply)
  }

  async #callProcess(call: Call, signal: AbortSignal): Promise<Reply> {
    const { workerFile, memory = defaultMemory } = this.options
    const reply = await callProcess(workerFile, call, { signal, memory })
    signal.throwIfAborted()
    if (!reply) throw new TooLargeError(tooMuchMemory)
    return reply
  }

  async #open(): Promise<Piscina> {
    if (this.options.sharedThreads) return this.options.sharedThreads()
    const pool = await openThreads(this.options)
    // If a thread does not start, Piscina reports that to nobody else.
    pool.once('error', (error) => {
      // Further threads of this pool may fail too, while the jobs of the next pool run.
      pool.on('error', () => {})
      this.#pool = undefined
      this.#stopAll(error)
      pool.destroy()
    })
    return pool
  }

  #stopAll(reason: Error): void {
    for (const stop of this.#stops) stop.abort(reason)
  }
}

/** Opens a pool that starts its threads as jobs need them. */
export async function openThreads({
  workerFile,
  size = availableParallelism(),
  memory = defaultMemory,
}: WorkersOptions): Promise<Piscina> {
  const { Piscina } = await import('piscina')
  return new Piscina({
    filename: workerFile,
    name: 'work',
    execArgv: loaderOf(workerFile),
    minThreads: 0,
    maxThreads: size + atOnce.password + atOnce.picture,
    idleTimeout,
    // A thread that waits for a lock would handle neither its streams nor its pictures.
    atomics: 'disabled',
    recordTiming: false,
    resourceLimits: { maxOldGenerationSizeMb: memory },
  })
}

/** Ends a job that exceeds its time. */
async function inTime<Result>(
  limit: RunOptions['limit'],
  stop: AbortController,
  work: () => Promise<Result>,
): Promise<Result> {
  const late = limit && setTimeout(() => stop.abort(limit.error), limit.time)
  try {
    return await work()
  } finally {
    clearTimeout(late)
  }
}

function closing(): UnavailableError {
  return new UnavailableError('El programa se está cerrando, y no lo terminó: repítalo después')
}

const tooMuchMemory = 'Eso necesita más memoria de la que hay: hágalo en partes más pequeñas'

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

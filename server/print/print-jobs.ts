/** The print jobs of browsers: prepared in lanes by size, kept for half an hour, and cancelled on request. */
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NotFoundError, QueueFullError } from '#domain/errors'
import { createMutex } from '../async/mutex.ts'
import { TemporaryFolder, type TemporaryPlace } from '../files/temporary-folder.ts'
import { TurnQueue } from '../workers/turn-queue.ts'
import { noteCards, type Printer, type PrintOrder, printCards, readPilots } from './print-order.ts'

export interface PrintJob {
  readonly id: string
  total: number
  done: number
  /** The path of the PDF, once it is complete. */
  path?: string
}

interface Job extends PrintJob {
  by: string
  lane: number
  stop: AbortController
  /** Undefined until the cards are chosen. */
  order?: PrintOrder
  /** Undefined until the job has its turn; resolves when all work on the job has ended. */
  work?: Promise<void>
  error?: unknown
  noting?: Promise<void>
}

interface Lane {
  /** Serializes the choice of the cards. */
  choose: ReturnType<typeof createMutex>
  /** The jobs whose cards are chosen, and which have not begun. */
  waiting: TurnQueue<Job>
  /** The job that is prepared now. */
  running?: Job
}

/** An order that is prepared before another one. */
type Ahead = Pick<Job, 'by' | 'done' | 'total'>

/** The place of the PDFs. */
export const printPlace: TemporaryPlace = {
  get parent() {
    return tmpdir()
  },
  prefix: 'pilotos-print-',
}

/** The time for which a PDF can be opened again, in milliseconds. */
const retention = 30 * 60 * 1000

/**
 * The largest order of each lane, in cards. Lanes work in parallel, and each lane prepares its orders one at a time:
 * a single card never waits for a large order, and small orders never block an order of thousands. The lanes share
 * the worker threads, in which people take turns with each part of an order.
 */
const laneSizes = [10, 100, 1000, Number.POSITIVE_INFINITY]

/** The maximum number of unfinished orders in a lane. */
const maxUnfinished = { inAll: 10, perPerson: 5 }

export class PrintJobs {
  #jobs = new Map<string, Job>()
  #lanes = laneSizes.map((): Lane => ({ choose: createMutex(), waiting: new TurnQueue() }))
  #folder = new TemporaryFolder(printPlace)

  constructor(private readonly printer: Printer) {}

  /**
   * Accepts the order that `choose` returns, of at most `size` cards, from the person `by`. Does not call `choose`
   * if the lane is full.
   * @throws QueueFullError, or an error of `choose`
   */
  async start(by: string, size: number, choose: () => Promise<PrintOrder>): Promise<PrintJob> {
    const id = randomBytes(16).toString('base64url')
    const job: Job = { id, by, total: size, done: 0, lane: laneOf(size), stop: new AbortController() }
    this.#requireRoom(job)
    this.#jobs.set(id, job)
    try {
      job.order = await this.#laneOf(job).choose(choose)
    } catch (error) {
      this.#jobs.delete(id)
      throw error
    }
    job.total = job.order.ids.length
    job.lane = laneOf(job.total)
    if (!job.stop.signal.aborted) this.#laneOf(job).waiting.add(job)
    this.#advance(this.#laneOf(job))
    return job
  }

  /** Returns a job. @throws NotFoundError, or the error of the job if it failed */
  get(id: string): PrintJob {
    const job = this.#find(id)
    if (job.error) throw job.error
    return job
  }

  /** Returns the orders that are prepared before this order, the current one first. @throws NotFoundError */
  ahead(id: string): readonly Ahead[] {
    const job = this.#find(id)
    if (job.work) return []
    const { running, waiting } = this.#laneOf(job)
    const queue = waiting.list()
    return [...(running ? [running] : []), ...queue.slice(0, queue.indexOf(job))]
  }

  /**
   * Records the cards of a job as printed. Later calls share the first result.
   * @throws NotFoundError, AlreadyPrintedError
   */
  async note(id: string): Promise<void> {
    const job = this.#find(id)
    if (job.order) job.noting ??= noteCards(this.printer.stores, job.order)
    await job.noting
  }

  /** Stops a job, removes it from its lane and deletes its PDF. @throws NotFoundError */
  async cancel(id: string): Promise<void> {
    await this.#remove(this.#find(id))
  }

  /** Stops every job and deletes the files. */
  async close(): Promise<void> {
    await Promise.all([...this.#jobs.values()].map((job) => this.#remove(job)))
    await this.#folder.remove()
  }

  #find(id: string): Job {
    const job = this.#jobs.get(id)
    if (!job) throw new NotFoundError('Esa impresión ya no está: prepárela otra vez')
    return job
  }

  #requireRoom({ lane, by }: Job): void {
    const unfinished = this.#unfinished(lane)
    const own = unfinished.filter((job) => job.by === by)
    if (own.length >= maxUnfinished.perPerson) {
      throw new QueueFullError(
        `Ya hay ${own.length} impresiones suyas de este tamaño en preparación: espere a que termine una, o cancélela`,
      )
    }
    if (unfinished.length >= maxUnfinished.inAll) {
      throw new QueueFullError(
        `Ya hay ${unfinished.length} impresiones de este tamaño en preparación: espere un momento y pruebe otra vez`,
      )
    }
  }

  /** Returns the waiting and running jobs of a lane, in order of arrival. */
  #unfinished(lane: number): Job[] {
    return [...this.#jobs.values()].filter((job) => job.lane === lane && !job.path && !job.error)
  }

  #laneOf({ lane }: Job): Lane {
    const found = this.#lanes[lane]
    if (!found) throw new Error(`There is no lane ${lane}`)
    return found
  }

  /** Begins the next job of a lane if the lane is free. */
  #advance(lane: Lane): void {
    if (lane.running) return
    const job = lane.waiting.next()
    if (!job?.order) return
    lane.running = job
    job.work = this.#print(job, job.order)
      .catch((error) => {
        job.error = error
      })
      .finally(() => {
        lane.running = undefined
        if (!job.stop.signal.aborted) setTimeout(() => this.#remove(job).catch(() => {}), retention).unref()
        this.#advance(lane)
      })
  }

  async #print(job: Job, order: PrintOrder): Promise<void> {
    const path = join(await this.#folder.path(), `${job.id}.pdf`)
    const pilots = readPilots(this.printer.stores, order.ids)
    const lastDays = await printCards(this.printer, pilots, order, path, {
      onCards: (done) => Object.assign(job, { done }),
      signal: job.stop.signal,
    })
    const printed = order.ids.filter((id) => lastDays[id] !== undefined)
    Object.assign(job, { path, order: { ...order, ids: printed, lastDays } })
  }

  async #remove(job: Job): Promise<void> {
    this.#jobs.delete(job.id)
    this.#laneOf(job).waiting.remove(job)
    job.stop.abort()
    await job.work
    if (job.path) await rm(job.path, { force: true })
  }
}

function laneOf(cards: number): number {
  return laneSizes.findIndex((size) => cards <= size)
}

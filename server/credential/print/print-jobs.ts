/**
 * The print jobs of browsers: prepared in lanes by size, kept for half an hour, and cancelled on request. A thread draws an
 * order as one document: parts that several threads draw were faster, and took 700 lines on members of pdfkit that are not
 * public.
 */
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PQueue from 'p-queue'
import { NotFoundError, QueueFullError } from '#domain/errors'
import { removeFile } from '../../files/atomic-file.ts'
import { TemporaryFolder, type TemporaryPlace } from '../../files/temporary-folder.ts'
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
  /** The number of unfinished orders that the person had in the lane before this one. */
  turn: number
  stop: AbortController
  /** Undefined until the cards are chosen. */
  order?: PrintOrder
  /** Undefined until the job has its turn; resolves when all work on the job has ended. */
  work?: Promise<void>
  error?: unknown
  noting?: Promise<void>
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
const timeToLive = 30 * 60 * 1000

/**
 * The largest order of each lane, in cards. Lanes work in parallel, and each lane prepares its orders one at a time:
 * a single card never waits for a large order, and small orders never block an order of thousands.
 */
const laneSizes = [10, 100, 1000, Number.POSITIVE_INFINITY]

/** The maximum number of unfinished orders in a lane. */
const maxUnfinished = { inAll: 10, perPerson: 5 }

export class PrintJobs {
  #jobs = new Map<string, Job>()
  #lanes = laneSizes.map(() => new PQueue({ concurrency: 1 }))
  #folder = new TemporaryFolder(printPlace)

  constructor(private readonly printer: Printer) {}

  /**
   * Accepts the order that `choose` returns, of at most `size` cards, from the person `by`. Does not call `choose`
   * if the lane is full.
   * @throws QueueFullError, or an error of `choose`
   */
  async start(by: string, size: number, choose: () => Promise<PrintOrder>): Promise<PrintJob> {
    const id = randomBytes(16).toString('base64url')
    const lane = laneOf(size)
    const turn = this.#requireRoom(lane, by)
    const job: Job = { id, by, total: size, done: 0, lane, turn, stop: new AbortController() }
    this.#jobs.set(id, job)
    try {
      job.order = await choose()
    } catch (error) {
      this.#jobs.delete(id)
      throw error
    }
    job.total = job.order.ids.length
    job.lane = laneOf(job.total)
    if (!job.stop.signal.aborted) this.#add(job, job.order)
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
    const queued = this.#unfinished(job.lane).filter(({ order }) => order)
    const place = ({ work, turn }: Job) => (work ? -1 : turn)
    queued.sort((one, other) => place(one) - place(other))
    return queued.slice(0, queued.indexOf(job))
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

  /** Stops every job and deletes its PDF. */
  async clear(): Promise<void> {
    await Promise.all([...this.#jobs.values()].map((job) => this.#remove(job)))
  }

  /** Stops every job and deletes the files. */
  async close(): Promise<void> {
    await this.clear()
    await this.#folder.remove()
  }

  #find(id: string): Job {
    const job = this.#jobs.get(id)
    if (!job) throw new NotFoundError('Esa impresión ya no está: prepárela otra vez')
    return job
  }

  /** Returns the number of unfinished orders that a person has in a lane. @throws QueueFullError if there are too many */
  #requireRoom(lane: number, by: string): number {
    const unfinished = this.#unfinished(lane)
    const own = unfinished.filter((job) => job.by === by).length
    if (own >= maxUnfinished.perPerson) {
      throw new QueueFullError(
        `Ya hay ${own} impresiones suyas de este tamaño en preparación: espere a que termine una, o cancélela`,
      )
    }
    if (unfinished.length >= maxUnfinished.inAll) {
      throw new QueueFullError(
        `Ya hay ${unfinished.length} impresiones de este tamaño en preparación: espere un momento y pruebe otra vez`,
      )
    }
    return own
  }

  /** Returns the waiting and running jobs of a lane, in order of arrival. */
  #unfinished(lane: number): Job[] {
    return [...this.#jobs.values()].filter((job) => job.lane === lane && !job.path && !job.error)
  }

  /** Adds a job to its lane. People take turns: a second order of a person comes after the first ones of all others. */
  #add(job: Job, order: PrintOrder): void {
    const { lane, turn, stop } = job
    const prepare = async () => {
      if (stop.signal.aborted) return
      job.work = this.#print(job, order)
        .catch((error) => {
          job.error = error
        })
        .finally(() => {
          if (!stop.signal.aborted) setTimeout(() => this.#remove(job).catch(() => {}), timeToLive).unref()
        })
      await job.work
    }
    this.#lanes[lane]?.add(prepare, { priority: -turn })
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
    job.stop.abort()
    await job.work
    if (job.path) await removeFile(job.path)
  }
}

function laneOf(cards: number): number {
  return laneSizes.findIndex((size) => cards <= size)
}

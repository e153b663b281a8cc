/** Prints that browsers have asked for: made in lanes by their size, kept for a while, and stopped where nobody wants them. */
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { NotFoundError, QueueFullError } from '#domain/errors'
import type { Pilot } from '#domain/pilot/pilot'
import type { PilotId } from '#domain/pilot/pilot-id'
import { createMutex } from '../async/mutex.ts'
import type { Stores } from '../store/contract/stores.ts'
import { PrintFolder } from './print-folder.ts'
import { noteCards, type PrintOrder, printCards, readPilots } from './print-order.ts'

export interface PrintJob {
  readonly id: string
  total: number
  done: number
  /** Of the PDF, once it is whole. */
  path?: string
}

interface Job extends PrintJob {
  by: string
  lane: number
  stop: AbortController
  /** Undefined until it is known which cards are printed. */
  order?: PrintOrder
  /** From its turn on: resolves once nothing of it is at work. */
  work?: Promise<void>
  error?: unknown
  noting?: Promise<void>
}

/** How long a PDF can be opened again, in milliseconds. */
const keptFor = 30 * 60 * 1000

/**
 * The largest order of each lane, in cards. Lanes are at work side by side, each on one order after the other, in the
 * order in which they came: a card waits for no sheet, and thousands of cards are done whatever comes meanwhile.
 */
const laneSizes = [10, 100, 1000, Number.POSITIVE_INFINITY]

/** The orders that a lane takes on. */
const most = { inAll: 10, perPerson: 5 }

export class PrintJobs {
  #jobs = new Map<string, Job>()
  /** Each lane chooses the cards of its orders, and prints them, one order after the other. */
  #lanes = laneSizes.map(() => ({ choose: createMutex(), print: createMutex() }))
  #rounds = createMutex()
  #folder = new PrintFolder()

  constructor(private readonly stores: Stores) {}

  /**
   * Accepts the order that `choose` gives, of at most `size` cards and of the person `by`; `choose` is not asked where
   * there is no room.
   * @throws QueueFullError, or an error of `choose`
   */
  async start(by: string, size: number, choose: () => Promise<PrintOrder>): Promise<PrintJob> {
    const id = randomBytes(16).toString('base64url')
    const job: Job = { id, by, total: size, done: 0, lane: laneOf(size), stop: new AbortController() }
    this.#requireRoom(job)
    this.#jobs.set(id, job)
    try {
      job.order = await this.#lanes[job.lane]?.choose(choose)
    } catch (error) {
      this.#jobs.delete(id)
      throw error
    }
    job.total = job.order?.ids.length ?? 0
    job.lane = laneOf(job.total)
    this.#lanes[job.lane]?.print(() => this.#work(job))
    return job
  }

  /** @throws NotFoundError, or the error of a job that failed */
  get(id: string): PrintJob {
    const job = this.#find(id)
    if (job.error) throw job.error
    return job
  }

  /** How many orders are made before this one. */
  before(id: string): number {
    const job = this.#find(id)
    return job.work ? 0 : this.#unfinished(job.lane).indexOf(job)
  }

  /** Notes the cards of a finished job as printed; the second time it does nothing. @throws AlreadyPrintedError */
  async note(id: string): Promise<void> {
    const job = this.#find(id)
    if (job.order) job.noting ??= noteCards(this.stores, job.order)
    await job.noting
  }

  /** Stops a job, takes it out of its lane and removes its PDF. @throws NotFoundError */
  async cancel(id: string): Promise<void> {
    await this.#remove(this.#find(id))
  }

  /** Stops every job, and removes the files. */
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
    if (own.length >= most.perPerson) {
      throw new QueueFullError(
        `Ya hay ${own.length} impresiones suyas de este tamaño en preparación: espere a que termine una, o cancélela`,
      )
    }
    if (unfinished.length >= most.inAll) {
      throw new QueueFullError(
        `Ya hay ${unfinished.length} impresiones de este tamaño en preparación: espere un momento y pruebe otra vez`,
      )
    }
  }

  /** Those of a lane that are waiting or at work, in their order. */
  #unfinished(lane: number): Job[] {
    return [...this.#jobs.values()].filter((job) => job.lane === lane && !job.path && !job.error)
  }

  async #work(job: Job): Promise<void> {
    if (job.stop.signal.aborted || !job.order) return
    job.work = this.#print(job, job.order).catch((error) => {
      job.error = error
    })
    await job.work
    if (!job.stop.signal.aborted) setTimeout(() => this.#remove(job).catch(() => {}), keptFor).unref()
  }

  async #print(job: Job, order: PrintOrder): Promise<void> {
    const path = join(await this.#folder.path(), `${job.id}.pdf`)
    const { signal } = job.stop
    const printed: PilotId[] = []
    const pilots = this.#inRounds(readPilots(this.stores, order.ids), printed, signal)
    await printCards(this.stores, pilots, order, path, {
      onCard: (done) => Object.assign(job, { done }),
      signal,
    })
    Object.assign(job, { path, order: { ...order, ids: printed } })
  }

  /** Gives the pilots on, one after each look at other requests, of whichever lane: drawing a card takes a while. */
  async *#inRounds(
    pilots: AsyncIterable<Pilot>,
    taken: PilotId[],
    signal: AbortSignal,
  ): AsyncGenerator<Pilot> {
    for await (const pilot of pilots) {
      await this.#rounds(() => setImmediate())
      signal.throwIfAborted()
      taken.push(pilot.id)
      yield pilot
    }
  }

  async #remove(job: Job): Promise<void> {
    this.#jobs.delete(job.id)
    job.stop.abort()
    await job.work
    // Its turn in a lane may still come, long after.
    job.order = undefined
    if (job.path) await rm(job.path, { force: true })
  }
}

function laneOf(cards: number): number {
  return laneSizes.findIndex((size) => cards <= size)
}

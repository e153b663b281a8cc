/**
 * The queue of the cards and receipts that are printed at once: one order after the other on each printer. It is in memory, so that a
 * new start knows nothing of it: a print counts as printed only once its job has ended well.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import PQueue from 'p-queue'
import type { CardSize } from '#domain/credential/cards'
import type { QueuedPrint } from '#domain/credential/printing-calls'
import { MachineError, NotFoundError, PilotosError, QueueFullError } from '#domain/errors'
import type { PilotId } from '#domain/pilots/pilot-id'
import { removeFile } from '../../files/atomic-file.ts'
import { TemporaryFolder } from '../../files/temporary-folder.ts'
import { printPlace } from './print-jobs.ts'
import type { PrintSystem } from './print-system.ts'

export interface PrintWork {
  name: string
  /** Identifies what is printed. A test has none. */
  key?: string
  /** The riders whose data is printed. */
  ids: readonly PilotId[]
  printer: string
  by: string
  /** Writes the PDF, and returns the size of its pages, and the function that records it as printed. */
  draw(path: string, signal: AbortSignal): Promise<{ sheet: CardSize; note?: () => Promise<void> }>
}

interface Job extends QueuedPrint {
  work: PrintWork
  stop: AbortController
}

/** The pause between two looks at a job of the system, in milliseconds. */
const pause = 700

/** The most prints that have not ended, and the most that have ended well and are still listed. */
const [maxUnfinished, maxPrinted] = [200, 20]

export class PrintQueue {
  #jobs = new Map<string, Job>()
  #lanes = new Map<string, PQueue>()
  #folder = new TemporaryFolder(printPlace)

  constructor(
    private readonly system: PrintSystem,
    private readonly report: (error: Error) => void,
  ) {}

  /** Adds an order. A failed one of the same gives way to it, and one that has not ended is returned instead. */
  add(work: PrintWork): QueuedPrint {
    const isSame = (job: Job) => work.key !== undefined && job.work.key === work.key
    const same = [...this.#jobs.values()].filter((job) => isSame(job) && job.state !== 'printed')
    const running = same.find(({ state }) => state !== 'failed')
    if (running) return described(running)
    for (const { id } of same) this.#jobs.delete(id)
    if (this.#with('printed', false).length >= maxUnfinished)
      throw new QueueFullError(
        `Ya hay ${maxUnfinished} impresiones en la cola: espere a que salgan, o quite las que no`,
      )
    for (const { id } of this.#with('printed').slice(0, -maxPrinted)) this.#jobs.delete(id)
    const { name, printer, by } = work
    const job: Job = {
      ...{ id: randomUUID(), name, printer, by, at: new Date().toISOString() },
      ...{ state: 'waiting', work, stop: new AbortController() },
    }
    this.#jobs.set(job.id, job)
    this.#enqueue(job)
    return described(job)
  }

  list(): QueuedPrint[] {
    return [...this.#jobs.values()].map(described)
  }

  /** Prints a failed order again. @throws NotFoundError */
  retry(id: string): QueuedPrint {
    const job = this.#find(id)
    if (job.state === 'failed') {
      job.state = 'waiting'
      delete job.reason
      this.#enqueue(job)
    }
    return described(job)
  }

  /** Removes an order, also from the queue of the system. @throws NotFoundError */
  remove(id: string): void {
    this.#find(id).stop.abort()
    this.#jobs.delete(id)
  }

  /** Forgets the orders with a rider who is not there any more. */
  async forget(isThere: (id: PilotId) => Promise<boolean>): Promise<void> {
    for (const { id, work } of this.#jobs.values()) {
      const found = await Promise.all(work.ids.map(isThere))
      if (found.includes(false)) this.remove(id)
    }
  }

  /** Takes everything back that is not printed, and waits until that is done. */
  async close(): Promise<void> {
    for (const id of [...this.#jobs.keys()]) this.remove(id)
    await Promise.all([...this.#lanes.values()].map((lane) => lane.onIdle()))
    await this.#folder.remove()
  }

  #find(id: string): Job {
    const job = this.#jobs.get(id)
    if (!job) throw new NotFoundError('Esa impresión ya no está en la cola')
    return job
  }

  #with(state: QueuedPrint['state'], isIt = true): Job[] {
    return [...this.#jobs.values()].filter((job) => (job.state === state) === isIt)
  }

  #enqueue(job: Job): void {
    const lane = this.#lanes.get(job.printer) ?? new PQueue({ concurrency: 1 })
    this.#lanes.set(job.printer, lane)
    void lane.add(async () => {
      if (job.stop.signal.aborted) return
      await this.#print(job).catch((error) => {
        if (job.stop.signal.aborted) return
        job.state = 'failed'
        job.reason = error instanceof PilotosError ? error.message : 'El programa falló: inténtelo otra vez'
        if (!(error instanceof PilotosError)) this.report(error)
      })
    })
  }

  /** @throws PilotosError if it does not come out, or the reason of the signal */
  async #print(job: Job): Promise<void> {
    const { work, stop, printer } = job
    const { signal } = stop
    job.state = 'printing'
    await this.#requireReady(printer)
    const path = join(await this.#folder.path(), `${randomUUID()}.pdf`)
    try {
      const { sheet, note } = await work.draw(path, signal)
      signal.throwIfAborted()
      const its = await this.system.print(printer, path, sheet)
      try {
        await this.#follow(its, job)
      } catch (error) {
        // Without it, a job that only waits would come out beside the next try.
        await this.system.cancel(its)
        throw error
      }
      await note?.().catch((error) => {
        job.reason = `Salió, pero no se anotó como impresa: ${error instanceof PilotosError ? error.message : 'el programa falló'}`
        if (!(error instanceof PilotosError)) this.report(error)
      })
      job.state = 'printed'
    } finally {
      await removeFile(path)
    }
  }

  /** Only a printer that the system lists gets a job. */
  async #requireReady(printer: string): Promise<void> {
    const found = (await this.system.printers()).find(({ name }) => name === printer)
    if (!found)
      throw new MachineError(
        `La computadora no tiene la impresora ${printer}: elija otra en Ajustes › Impresora`,
      )
    if (found.state === 'stopped') throw new MachineError(found.reason ?? 'La impresora está en pausa')
  }

  /** Waits for the end of a job of the system. @throws MachineError if it fails */
  async #follow(its: string, job: Job): Promise<void> {
    for (;;) {
      const unknown = { state: 'waiting', reason: 'El sistema de impresión no responde' } as const
      const { state, reason } = await this.system.state(its).catch(() => unknown)
      job.reason = reason
      if (state === 'printed') return
      if (state === 'failed') throw new MachineError(reason)
      await wait(pause, undefined, { signal: job.stop.signal })
    }
  }
}

function described({ id, name, printer, by, at, state, reason }: Job): QueuedPrint {
  return { id, name, printer, by, at, state, ...(reason && { reason }) }
}

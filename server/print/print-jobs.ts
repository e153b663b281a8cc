/** Prints that browsers have asked for: made one after the other, kept for a while, and told how far they are. */
import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NotFoundError } from '#domain/errors'
import type { Desk } from '../store/desk.ts'
import { turns } from '../store/turns.ts'
import { noteCards, type PrintOrder, printCards } from './print-order.ts'

export interface PrintJob {
  id: string
  total: number
  done: number
  /** Of the PDF, once it is whole. */
  path?: string
  error?: unknown
  /** Notes its cards as printed; the second time it does nothing. @throws AlreadyPrintedError */
  note: () => Promise<void>
}

/** How long a PDF can be opened again, in milliseconds. */
const keptFor = 30 * 60 * 1000

export class PrintJobs {
  #jobs = new Map<string, PrintJob>()
  #folder: string | undefined
  #inTurn = turns()
  #stop = new AbortController()

  constructor(private readonly desk: Desk) {}

  start(order: PrintOrder): PrintJob {
    const { desk } = this
    let noting: Promise<void> | undefined
    const job: PrintJob = {
      id: randomBytes(16).toString('base64url'),
      total: order.pilots.length,
      done: 0,
      note() {
        noting ??= noteCards(desk, order)
        return noting
      },
    }
    this.#jobs.set(job.id, job)
    const { signal } = this.#stop
    const onCard = (done: number) => Object.assign(job, { done })
    this.#inTurn(() => this.#print(job, { ...order, signal, onCard }))
      .catch((error) => Object.assign(job, { error }))
      .then(() => setTimeout(() => this.#forget(job), keptFor).unref())
    return job
  }

  /** @throws NotFoundError, or what made the job fail */
  get(id: string): PrintJob {
    const job = this.#jobs.get(id)
    if (!job) throw new NotFoundError('Esa impresión ya no está: prepárela otra vez')
    if (job.error) throw job.error
    return job
  }

  /** Stops what is printing, and removes the files. */
  async close(): Promise<void> {
    this.#stop.abort()
    await this.#inTurn(async () => {})
    if (this.#folder) await rm(this.#folder, { recursive: true, force: true })
  }

  async #print(job: PrintJob, order: PrintOrder): Promise<void> {
    this.#folder ??= join(tmpdir(), `pilotos-print-${randomBytes(6).toString('hex')}`)
    // Whoever tidies temporary files up may have taken it away.
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const path = join(this.#folder, `${job.id}.pdf`)
    await printCards(this.desk, order, path)
    job.path = path
  }

  async #forget(job: PrintJob): Promise<void> {
    this.#jobs.delete(job.id)
    if (job.path) await rm(job.path, { force: true })
  }
}

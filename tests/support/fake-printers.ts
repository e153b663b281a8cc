/** Printers of a test, which print when the test says so. */
import { readFile } from 'node:fs/promises'
import type { CardSize } from '#domain/credential/cards'
import type { JobState, PrintSystem, SystemPrinter } from '../../server/credential/print/print-system.ts'

interface FakeJob {
  printer: string
  pdf: Buffer
  sheet: CardSize
}

export class FakePrinters implements PrintSystem {
  list: SystemPrinter[] = []
  /** The jobs that were handed over. */
  jobs: FakeJob[] = []
  cancelled: string[] = []
  /** The state of every job. */
  now: JobState = { state: 'printing' }

  constructor(...names: string[]) {
    this.list = names.map((name) => ({ name, state: 'ready' }))
  }

  async printers() {
    return this.list
  }

  async print(printer: string, file: string, sheet: CardSize) {
    this.jobs.push({ printer, pdf: await readFile(file), sheet })
    return String(this.jobs.length)
  }

  async state() {
    return this.now
  }

  async cancel(job: string) {
    this.cancelled.push(job)
  }
}

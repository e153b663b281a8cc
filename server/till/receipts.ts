/** Draws the receipts of payments, and notes those that were printed: the next one is a copy. */
import { writeFile } from 'node:fs/promises'
import type { ReceiptPaper } from '#domain/credential/printing'
import type { QueuedPrint } from '#domain/credential/printing-calls'
import { brandFor } from '#domain/desk/brand'
import { NotFoundError } from '#domain/errors'
import { eventTitle } from '#domain/events/event'
import type { PilotId } from '#domain/pilots/pilot-id'
import { cash } from '#domain/till/lines'
import { partsOf, type Receipt, receiptsOf } from '#domain/till/receipts'
import type { Branding, Printers } from '../settings/current-settings.ts'
import type { Events } from '../settings/race-events.ts'
import type { Stores } from '../store/shared/stores.ts'
import type { DrawnReceipt } from '../workers/jobs.ts'
import { createMutex } from '../workers/turns.ts'
import type { Workers } from '../workers/workers.ts'

interface Needs {
  stores: Pick<Stores, 'pilots'>
  workers: Pick<Workers, 'run'>
  events: Pick<Events, 'all' | 'open'>
  branding: Pick<Branding, 'current'>
  printers: Pick<Printers, 'receipt'>
  printQueue: {
    add(work: {
      name: string
      key: string
      ids: readonly PilotId[]
      printer: string
      by: string
      draw(path: string): Promise<Pick<DrawnReceipt, 'sheet'> & { note: () => Promise<void> }>
    }): QueuedPrint
  }
}

interface Found {
  receipt: Receipt
  /** The riders who are not erased. */
  ids: PilotId[]
  /** True once it was printed. That of an erased person is always a copy: nothing of the person can note it. */
  isCopy: boolean
}

export class Receipts {
  /** Two orders at once would both have an original. */
  #inTurn = createMutex()

  constructor(private readonly needs: Needs) {}

  /** Returns the PDF of a receipt, which counts as printed. @throws NotFoundError */
  async pdf(payment: string, by: string, paper = this.needs.printers.receipt?.paper): Promise<Uint8Array> {
    return this.#inTurn(async () => {
      const found = await this.#find(payment)
      const { pdf } = await this.#draw(found, paper)
      await this.#note(found, by)
      return pdf
    })
  }

  /** Returns a picture of a receipt, which is no copy, and is not noted. @throws NotFoundError */
  async picture(payment: string): Promise<{ name: string; content: Uint8Array }> {
    const { receipt } = await this.#find(payment)
    const sheet = { receipt, paper: 'picture', isCopy: false, brand: this.#brandOf(receipt) } as const
    const content = await this.needs.workers.run('draw-receipt-picture', sheet, { kind: 'face' })
    return { name: receipt.name, content }
  }

  /** Prints a receipt on its printer. Returns nothing if there is none. @throws NotFoundError */
  async print(payment: string, by: string): Promise<QueuedPrint[]> {
    const { printers, printQueue } = this.needs
    const { receipt, ids } = await this.#find(payment)
    if (!printers.receipt) return []
    const { printer, paper } = printers.receipt
    const draw = async (path: string) => {
      const found = await this.#find(payment)
      const { pdf, sheet } = await this.#draw(found, paper)
      await writeFile(path, pdf, { mode: 0o600 })
      return { sheet, note: () => this.#note(found, by) }
    }
    const name = `Recibo ${receipt.name}`
    return [printQueue.add({ name, key: `receipt ${payment}`, ids, printer, by, draw })]
  }

  /** Returns a receipt of nobody. */
  test(paper: ReceiptPaper): Promise<DrawnReceipt> {
    const at = new Date().toISOString()
    const part = { concept: 'Recibo de prueba', cents: 0 }
    const line = { id: '', event: this.needs.events.open.id, currency: 'PEN', at, ...part } as const
    const payment = { ...line, letter: 'A', number: 0, means: cash, drawer: '', shift: 1 }
    const riders = [{ name: 'Nadie', document: '', ...part }]
    return this.#draw({ receipt: { payment, name: 'A-0000', cents: 0, riders }, isCopy: false }, paper)
  }

  async #find(id: string): Promise<Found> {
    const { stores, events } = this.needs
    const { pilots } = await stores.pilots.list()
    const parts = partsOf(pilots, events.all)
    const receipt = receiptsOf(parts).find(({ payment }) => payment.id === id)
    if (!receipt) throw new NotFoundError('Ese recibo no existe')
    const its = parts.filter(({ payment }) => payment.id === id)
    return {
      receipt,
      ids: its.flatMap(({ rider }) => rider?.id ?? []),
      isCopy: its.some(({ payment, rider }) => payment.printed || !rider),
    }
  }

  #draw({ receipt, isCopy }: Omit<Found, 'ids'>, paper: ReceiptPaper = 'a6'): Promise<DrawnReceipt> {
    const sheet = { receipt, paper, isCopy, brand: this.#brandOf(receipt) }
    return this.needs.workers.run('draw-receipt', sheet, { kind: 'cards' })
  }

  #brandOf({ payment }: Receipt) {
    const { events, branding } = this.needs
    const event = events.all.find(({ id }) => id === payment.event)
    return brandFor(branding.current, event ? eventTitle(event) : '')
  }

  async #note({ receipt: { payment }, isCopy }: Found, by: string): Promise<void> {
    if (isCopy) return
    const { stores, events } = this.needs
    const basis = () => ({ event: events.open, events: events.all, drawer: by })
    await stores.pilots.changeTill({ kind: 'printed', payment: payment.id }, basis, by)
  }
}

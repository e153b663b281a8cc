/** Draws the receipts of payments, and notes those that were printed: the next one is a copy. */
import { writeFile } from 'node:fs/promises'
import { type PrintKind, papers } from '#domain/credential/printing'
import type { QueuedPrint } from '#domain/credential/printing-calls'
import { brandFor } from '#domain/desk/brand'
import { NotFoundError } from '#domain/errors'
import { eventTitle } from '#domain/events/event'
import type { PilotId } from '#domain/pilots/pilot-id'
import { partsOf, receiptsOf } from '#domain/till/receipts'
import type { Receipt } from '#domain/till/schemas'
import type { Branding, Printers } from '../settings/current-settings.ts'
import type { Events } from '../settings/race-events.ts'
import type { Stores } from '../store/shared/stores.ts'
import type { DrawnReceipt, ReceiptSheet } from '../workers/jobs.ts'
import { createMutex } from '../workers/turns.ts'
import type { Workers } from '../workers/workers.ts'

interface ReceiptWork {
  name: string
  key: string
  ids: readonly PilotId[]
  printer: string
  by: string
  draw: (path: string) => Promise<Pick<DrawnReceipt, 'sheet'> & { note: () => Promise<void> }>
}

export interface ReceiptNeeds {
  stores: Pick<Stores, 'pilots'>
  workers: Pick<Workers, 'run'>
  events: Pick<Events, 'all' | 'open'>
  branding: Pick<Branding, 'current'>
  printers: Pick<Printers, 'receipt'>
  printQueue: { add: (work: ReceiptWork) => QueuedPrint }
}

export class Receipts {
  /** Two orders at once would both have an original. */
  #inTurn = createMutex()

  constructor(private readonly needs: ReceiptNeeds) {}

  /** Returns a receipt as a PDF, which counts as printed, or as a picture, which does not. @throws NotFoundError */
  async file(
    payment: string,
    by: string,
    paper: ReceiptSheet['paper'] = this.needs.printers.receipt?.paper ?? 'a6',
  ) {
    return this.#inTurn(async () => {
      const { receipt, draw, note } = await this.#find(payment, by)
      const { content } = await draw(paper)
      if (paper !== 'picture') await note()
      return { name: receipt.name, content }
    })
  }

  /** Prints a receipt on its printer. Returns nothing if there is none. @throws NotFoundError */
  async print(payment: string, by: string): Promise<QueuedPrint[]> {
    const place = this.needs.printers.receipt
    const { receipt, ids } = await this.#find(payment, by)
    if (!place) return []
    const { printer, paper } = place
    const write = async (path: string) => {
      const { draw, note } = await this.#find(payment, by)
      const { content, sheet } = await draw(paper)
      await writeFile(path, content, { mode: 0o600 })
      return { sheet, note }
    }
    const work = { name: `Recibo ${receipt.name}`, key: `receipt ${payment}`, ids, printer, by, draw: write }
    return [this.needs.printQueue.add(work)]
  }

  /** Returns a receipt of nobody. */
  async test(kind: PrintKind): Promise<{ pdf: Uint8Array; sheet: DrawnReceipt['sheet'] }> {
    const part = { concept: 'Recibo de prueba', cents: 0 }
    const line = {
      id: '',
      receipt: '',
      event: '',
      currency: 'PEN',
      at: new Date().toISOString(),
      ...part,
    } as const
    const payment = { ...line, letter: 'A', number: 0, means: 'Efectivo', drawer: '', shift: 1 }
    const riders = [{ name: 'Nadie', document: '', ...part }]
    const receipt = { payment, name: 'A-0000', cents: 0, riders }
    const paper = papers.find((one) => kind === `receipt-${one}`)
    const { content, sheet } = await this.#draw(receipt, false, paper ?? 'a6')
    return { pdf: content, sheet }
  }

  /** Finds a receipt. That of an erased person is always a copy: nothing of the person can note it. */
  async #find(id: string, by: string) {
    const { stores, events } = this.needs
    const { pilots } = await stores.pilots.list()
    const parts = partsOf(pilots, events.all)
    const receipt = receiptsOf(parts).find(({ payment }) => payment.receipt === id)
    if (!receipt) throw new NotFoundError('Ese recibo no existe')
    const its = parts.filter(({ payment }) => payment.receipt === id)
    const isCopy = its.some(({ payment, rider }) => payment.printed || !rider)
    return {
      receipt,
      /** The riders who are not erased. */
      ids: its.flatMap(({ rider }) => rider?.id ?? []),
      draw: (paper: ReceiptSheet['paper']) => this.#draw(receipt, isCopy && paper !== 'picture', paper),
      note: async () => {
        if (!isCopy)
          await stores.pilots.changeTill(
            { kind: 'printed', payment: id },
            { event: events.open, drawer: by },
            by,
          )
      },
    }
  }

  #draw(receipt: Receipt, isCopy: boolean, paper: ReceiptSheet['paper']): Promise<DrawnReceipt> {
    const { events, branding, workers } = this.needs
    const event = events.all.find(({ id }) => id === receipt.payment.event)
    const brand = brandFor(branding.current, event ? eventTitle(event) : '')
    return workers.run('draw-receipt', { receipt, paper, isCopy, brand }, { kind: 'cards' })
  }
}

/** An order to print: which cards, and how; printed into a file, and noted. */
import type { PrintOptions } from '#domain/cards'
import { AlreadyPrintedError } from '#domain/errors'
import type { Pilot } from '#domain/pilot'
import { writeAtomically } from '../store/atomic-file.ts'
import type { Desk } from '../store/desk.ts'
import { photoIfThere } from '../store/photo-store.ts'

/** What to do with pilots that have a card already: print them too, or leave them out. */
export interface Reprint {
  again?: boolean
  onlyNew?: boolean
}

/** Those that are to be printed. @throws AlreadyPrintedError where some have a card, and nobody said what to do */
export function chooseCards(pilots: readonly Pilot[], { again, onlyNew }: Reprint): readonly Pilot[] {
  const unprinted = pilots.filter(({ card }) => !card)
  if (again || unprinted.length === pilots.length) return pilots
  if (onlyNew && unprinted.length > 0) return unprinted
  throw new AlreadyPrintedError(pilots.length - unprinted.length, pilots.length)
}

/** Those whose card carries another address than this. */
export function withOldCard(pilots: readonly Pilot[], address: string): readonly Pilot[] {
  return pilots.filter(({ card }) => card && card.address !== address)
}

export interface PrintOrder extends PrintOptions {
  pilots: readonly Pilot[]
  /** The public address that the QRs carry. */
  address: string
  again?: boolean
  /** Who prints: see `author.ts`. */
  by: string
  onCard?: (done: number) => void
  signal?: AbortSignal
}

/**
 * Writes the PDF; `beforeReplacing` is called once it is whole, and what that throws leaves no PDF.
 * @throws MalformedError where the address is too long for a QR, MachineError
 */
export async function printCards(
  desk: Desk,
  order: PrintOrder,
  path: string,
  beforeReplacing?: () => Promise<void>,
): Promise<void> {
  const { cardsPdf } = await import('./cards-pdf.ts')
  const { pilots, onCard, signal } = order
  const pdf = cardsPdf(
    pilots,
    (pilot) => photoIfThere(desk, pilot),
    order,
    (done) => {
      signal?.throwIfAborted()
      onCard?.(done)
    },
  )
  await writeAtomically(path, pdf, { beforeReplacing })
}

/** Notes that the cards of an order are in somebody's hands. @throws AlreadyPrintedError where another was quicker */
export async function noteCards(desk: Desk, { pilots, address, again, by }: PrintOrder): Promise<void> {
  const ids = pilots.map(({ id }) => id)
  await desk.pilots.issueCards(ids, address, { again, by })
}

/** An order to print: which cards, and how; printed into a file, and noted. */
import type { PrintOptions } from '#domain/cards'
import type { Pilot } from '#domain/pilot/pilot'
import type { PilotId } from '#domain/pilot/pilot-id'
import { photoIfThere } from '../actions/photos.ts'
import { pilotIfThere } from '../actions/select.ts'
import { writeAtomically } from '../files/atomic-file.ts'
import type { Stores } from '../store/contract/stores.ts'

/** Those whose card carries another address than this. */
export function withOldCard(pilots: readonly Pilot[], address: string): readonly Pilot[] {
  return pilots.filter(({ card }) => card && card.address !== address)
}

export interface PrintOrder extends PrintOptions {
  /** Whose cards are printed. */
  ids: readonly PilotId[]
  /** The public address that the QRs carry. */
  address: string
  again?: boolean
  /** Who prints: see `author.ts`. */
  by: string
}

export interface PrintHooks {
  /** Gets the cards that are done so far. */
  onCard?: (done: number) => void
  /** Stops the work before the next card. */
  signal?: AbortSignal
  /** Is called once the PDF is whole; an exception leaves no PDF. */
  beforeReplacing?: () => Promise<void>
}

/**
 * Writes the PDF.
 * @throws MalformedError where the address is too long for a QR, MachineError, or the reason of `signal`
 */
export async function printCards(
  stores: Stores,
  pilots: Iterable<Pilot> | AsyncIterable<Pilot>,
  options: PrintOptions & { address: string },
  path: string,
  { onCard, signal, beforeReplacing }: PrintHooks = {},
): Promise<void> {
  const { cardsPdf } = await import('./cards-pdf.ts')
  const pdf = cardsPdf(
    pilots,
    (pilot) => photoIfThere(stores, pilot),
    options,
    (done) => {
      signal?.throwIfAborted()
      onCard?.(done)
    },
  )
  await writeAtomically(path, pdf, { beforeReplacing })
}

/** So many pilots are read at a time, so that a large order is never in memory as a whole. */
const readAtOnce = 100

/** The pilots as they stand now; leaves out those that were removed, or got another code, in the meantime. */
export async function* readPilots(stores: Stores, ids: readonly PilotId[]): AsyncGenerator<Pilot> {
  for (let start = 0; start < ids.length; start += readAtOnce) {
    const some = ids.slice(start, start + readAtOnce)
    for (const pilot of await Promise.all(some.map((id) => pilotIfThere(stores, id)))) {
      if (pilot) yield pilot
    }
  }
}

/** Notes that the cards of an order are in somebody's hands. @throws AlreadyPrintedError where another was quicker */
export async function noteCards(stores: Stores, { ids, address, again, by }: PrintOrder): Promise<void> {
  await stores.pilots.issueCards(ids, address, { again, by })
}

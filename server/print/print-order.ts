/** A print order: selects cards, prints them into a PDF file, and records them as printed. */
import type { PrintOptions } from '#domain/cards'
import type { Pilot } from '#domain/pilot/pilot'
import type { PilotId } from '#domain/pilot/pilot-id'
import { photoIfThere } from '../actions/photos.ts'
import { pilotIfThere } from '../actions/select.ts'
import { writeAtomically } from '../files/atomic-file.ts'
import type { Stores } from '../store/contract/stores.ts'
import type { Workers } from '../workers/workers.ts'
import { drawersIn } from './card-drawers.ts'

/** The last day on the card of each pilot, `YYYY-MM-DD`. */
type LastDays = Record<PilotId, string>

export interface PrintOrder extends PrintOptions {
  /** The pilots whose cards are printed. */
  ids: readonly PilotId[]
  /** The public address that the QRs carry. */
  address: string
  /** The last days on the cards. Undefined until the cards are drawn. */
  lastDays?: LastDays
  again?: boolean
  /** The author of the print: see `author.ts`. */
  by: string
}

export interface PrintHooks {
  /** Receives the number of cards that are done. */
  onCards?: (done: number) => void
  /** Stops the work at once. */
  signal?: AbortSignal
  /** Is called with the last days on the cards once the PDF is complete; if it throws, no PDF is written. */
  beforeReplacing?: (lastDays: LastDays) => Promise<void>
}

/** The stores with the pilots to print, and the threads that draw their cards. */
export interface Printer {
  stores: Stores
  workers: Workers
}

/**
 * Writes the PDF of an order to `path`. Resolves to the last days on the cards.
 * @throws MalformedError if the address is too long for a QR, MachineError, or the reason of `signal`
 */
export async function printCards(
  { stores, workers }: Printer,
  pilots: Iterable<Pilot> | AsyncIterable<Pilot>,
  { by, ...options }: PrintOptions & { address: string; by: string },
  path: string,
  { onCards, signal, beforeReplacing }: PrintHooks = {},
): Promise<LastDays> {
  const { cardsPdf } = await import('./cards-pdf.ts')
  const { brand, validity: rules } = await stores.settings.read()
  const lastDays: LastDays = {}
  const pdf = cardsPdf(
    pilots,
    (pilot) => photoIfThere(stores, pilot),
    { ...options, brand, rules },
    drawersIn(workers, { by, signal }),
    (done, cards) => {
      signal?.throwIfAborted()
      for (const { pilot, lastDay } of cards) lastDays[pilot.id] = lastDay
      onCards?.(done)
    },
  )
  await writeAtomically(path, pdf, { beforeReplacing: async () => beforeReplacing?.(lastDays) })
  return lastDays
}

/** The number of pilots that are read at a time, so that a large order is never completely in memory. */
const readAtOnce = 100

/** Yields the current data of the pilots, without pilots that were removed or got another code in the meantime. */
export async function* readPilots(stores: Stores, ids: readonly PilotId[]): AsyncGenerator<Pilot> {
  for (let start = 0; start < ids.length; start += readAtOnce) {
    const some = ids.slice(start, start + readAtOnce)
    for (const pilot of await Promise.all(some.map((id) => pilotIfThere(stores, id)))) {
      if (pilot) yield pilot
    }
  }
}

/** Records the cards of an order as printed. @throws AlreadyPrintedError if another order printed them first */
export async function noteCards(
  stores: Stores,
  { ids, address, lastDays, again, by }: PrintOrder,
): Promise<void> {
  await stores.pilots.issueCards(ids, address, { lastDays, again, by })
}

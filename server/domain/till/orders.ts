/** The orders for the money and the chips of an event, which are data, and what a decision on one needs and returns. */
import type { EntryNote } from '../events/entry.ts'
import type { NamedPlace } from '../events/entry-orders.ts'
import type { RaceEvent } from '../events/event.ts'
import type { Pilot } from '../pilots/pilot.ts'
import type { PilotId } from '../pilots/pilot-id.ts'
import type { EventTill } from './event-till.ts'
import type { Payment } from './lines.ts'

/** An order for the money or the chips of an event. `id` is that of the order, which its lines get. */
export type TillOrder =
  /** Takes what each rider pays. `owed` is the amount that the desk saw, here and below. */
  | {
      kind: 'pay'
      id: string
      parts: readonly { rider: PilotId; owed: number; cents: number }[]
      means: string
      reference?: string
      handed?: number
    }
  /** Gives back what a rider has paid too much. */
  | { kind: 'refund'; id: string; rider: PilotId; owed: number; means: string; reference?: string }
  /** Takes a payment back, with all of its parts. */
  | { kind: 'void'; id: string; payment: string; reason: string }
  /** Adds an extra price at the amount that the desk saw. */
  | { kind: 'charge'; id: string; rider: PilotId; price: string; cents: number }
  /**
   * Takes back charges that the desk added or, with a reason, any: the rider is exempt from them. Only admins take back
   * what is paid, and nobody is exempt from that: with `owed`, the rider is exempt from the rest.
   */
  | {
      kind: 'uncharge'
      rider: PilotId
      charges: readonly string[]
      reason?: string
      owed?: number
      isByAdmin?: boolean
    }
  /** Adds the number of the operation to a payment that has none. */
  | { kind: 'reference'; payment: string; reference: string }
  /** Notes that a receipt was printed. */
  | { kind: 'printed'; payment: string }
  /** Lends a chip, against an amount, a document or nothing, for all entries of the rider or for those of a place. */
  | ({
      kind: 'lend'
      id: string
      rider: PilotId
      chip: string
      deposit?: number
      document?: string
    } & NamedPlace)
  /** Takes a chip back from whoever has it. */
  | { kind: 'return'; chip: string }

export type Order<Kind extends TillOrder['kind']> = Extract<TillOrder, { kind: Kind }>

/** The orders that an event which is over takes. */
export const laterKinds: ReadonlySet<TillOrder['kind']> = new Set([
  'pay',
  'void',
  'refund',
  'return',
  'reference',
  'printed',
])

/** An order names its event, the account that gives it, and the laptop. */
export interface TillDesk {
  event: Pick<RaceEvent, 'id'>
  /** The account that takes the money. */
  drawer: string
  /** The name of the laptop, whose letter the receipts have. By default that of this one. */
  machine?: string
}

export interface TillBasis {
  event: RaceEvent
  /** All events, in whose tills are the receipts of erased persons. */
  events: readonly RaceEvent[]
  /** The letter of the desk. Absent until somebody chooses it. */
  letter?: string
  /** The account that takes the money. */
  drawer: string
}

/** The riders, and what all decisions of an order need. */
export interface TillContext extends TillBasis {
  till: EventTill
  all: readonly Pilot[]
  /** Finds a rider. @throws NotFoundError, RevokedError */
  required: (id: PilotId) => Pilot
  note: EntryNote
}

export interface TillResult {
  /** The riders of the order, as they are now. */
  riders: readonly Pilot[]
  /** The first part of the payment that was made, also if it was there before. */
  payment?: Payment
}

/** Test double of a store: the riders of an event, which orders for their entries change. */
import { decideEntries, enteredIn } from '#domain/events/entries'
import { entriesIn, entryIn, pendingIn } from '#domain/events/entry'
import { type EntriesOrder, ridersOf } from '#domain/events/entry-orders'
import type { RaceEvent } from '#domain/events/event'
import { Numbers } from '#domain/events/numbers'
import { pendingOf } from '#domain/events/proposals'
import type { Pilot } from '#domain/pilots/pilot'

/** Each call is for the event of the constructor, unless it names another one. */
export class RidersOfEvent {
  /** The moment of all orders. */
  static readonly now = '2026-11-28T09:12:00.000Z'
  readonly all: Map<string, Pilot>

  constructor(
    private readonly event: RaceEvent,
    all: readonly Pilot[],
  ) {
    this.all = new Map(all.map((one) => [one.id, one]))
  }

  /** Carries out an order of ana, and returns the report. */
  take(order: EntriesOrder, event = this.event) {
    const all = [...this.all.values()]
    const { ids, event: other = '', isPending } = ridersOf(order)
    const chosen = isPending
      ? all.filter((one) => pendingIn(one, event.id).length > 0)
      : enteredIn(all, other)
    const riders = ids ? ids.flatMap((id) => this.all.get(id) ?? []) : chosen
    const entered = enteredIn(all, event.id)
    const { change, report } = decideEntries(order, {
      ...{ event, riders, entered, by: 'ana', now: RidersOfEvent.now },
    })
    for (const pilot of change.put) this.all.set(pilot.id, pilot)
    return report
  }

  /** Returns the pending entries, with the reasons of now. */
  pending(event = this.event) {
    const all = [...this.all.values()]
    return pendingOf(all, [event], new Numbers(enteredIn(all, event.id), event), RidersOfEvent.now).map(
      ({ id, modalidad, number, reason }) => [id, modalidad, number, reason],
    )
  }

  pilot(id: string): Pilot {
    return this.all.get(id) as Pilot
  }

  entries(id: string, event = this.event) {
    return entriesIn(this.pilot(id), event.id)
  }

  entry(id: string, modalidad: string, event = this.event) {
    return entryIn(this.pilot(id), event.id, modalidad)
  }
}

/** The events of a folder or a database, one of which is open. A change takes effect at once. */

import { PilotosError } from '#domain/errors'
import { enteredIn } from '#domain/events/entries'
import { firstEventId, type GivenEvent, type RaceEvent, type StoredEvents } from '#domain/events/event'
import { decideEvent, type EventListName } from '#domain/events/event-changes'
import {
  type EventPart,
  eventAt,
  eventsOf,
  isPartOf,
  newEvent,
  partOf,
  type RaceEvents,
  requiredEvent,
  requireOpenEvent,
} from '#domain/events/events'
import type { EventDay } from '#domain/gate/attendance'
import type { Scan } from '#domain/gate/passage'
import { classNames, type OwnClasses } from '#domain/pilots/classes/classes'
import { countryOf } from '#domain/pilots/countries'
import type { Pilot } from '#domain/pilots/pilot'
import { newPilotId } from '#domain/pilots/pilot-id'
import { startOfDay } from '#domain/text/date'
import { count, enumerate } from '#domain/text/text'
import type { OpenSettings } from '../store/documents/settings.ts'
import type { PendingState } from '../store/shared/store.ts'
import { parts } from '../store/shared/versions.ts'

export class Events {
  /** The events as of the last change: every record of a list and every scan needs them. */
  #known: { stored: StoredEvents | undefined; all: RaceEvents; openPart: EventPart } | undefined

  /** `countryCode` is the calling code of the option of that name. */
  constructor(
    private readonly settings: OpenSettings,
    private readonly countryCode?: string,
  ) {}

  get open(): RaceEvent {
    return this.all[0]
  }

  /** All events, the open one first. */
  get all(): RaceEvents {
    return this.#current.all
  }

  /** The data by which the passages of the open event are told from the others. */
  get openPart(): EventPart {
    return this.#current.openPart
  }

  /** The calling code of national telephone numbers: that of the option, else that of the country of the open event. */
  get callingCode(): string | undefined {
    const { country } = this.open
    return this.countryCode ?? (country ? countryOf(country).callingCode : undefined)
  }

  get classes(): OwnClasses | undefined {
    return this.settings.current.fields
  }

  /** The modalidades among which a person chooses those of an event. */
  get modalidades(): string[] {
    return classNames('modalidad', this.classes)
  }

  /** The current day of the open event. */
  get day(): EventDay {
    return { from: startOfDay().toISOString(), event: this.openPart }
  }

  get #current() {
    const { events: stored } = this.settings.current
    if (!this.#known || this.#known.stored !== stored) {
      const all = eventsOf(stored)
      this.#known = { stored, all, openPart: partOf(all, all[0].id) }
    }
    return this.#known
  }

  /** Returns the version of the data of an event. */
  versionOf({ id }: RaceEvent): string {
    return this.settings.versionOf(parts.event(id))
  }

  /** Returns the version of an item of a list of an event, by its key. */
  versionOfItem(list: EventListName, key: string, event: string): string {
    return this.settings.versionOf(parts.item(list, key, event))
  }

  /** @throws NotFoundError */
  partOf(id: string): EventPart {
    return partOf(this.all, this.required(id).id)
  }

  /**
   * Returns the event of a scan that arrives at `received`: the open one or, of a device that answered by itself, the one
   * that was open for it. If it does not say which, or the event is gone, the time of the scan does.
   */
  ofScan({ event, offline, at }: Pick<Scan, 'event' | 'offline' | 'at'>, received: string): RaceEvent {
    if (!offline) return this.open
    return this.all.find(({ id }) => id === event) ?? eventAt(this.all, at, received)
  }

  /** Returns the event of an identifier, or the open one for `open`. @throws NotFoundError */
  required(id: string): RaceEvent {
    return requiredEvent(this.all, id)
  }

  /**
   * Returns the open event, which has to be the one that a page shows.
   * @throws PilotosError if another event was opened meanwhile
   */
  requireOpen(id: string): RaceEvent {
    return requireOpenEvent(this.all, id)
  }

  /**
   * Opens a new event, which ends the one before. `after` is the event that the person saw open: of two persons who open
   * one at the same moment, the second one is refused.
   * @throws PilotosError if another event was opened meanwhile, InvalidError
   */
  async create(data: GivenEvent, after: string, by?: string): Promise<RaceEvent> {
    const now = new Date().toISOString()
    const [id = ''] = await this.settings.changeEvents((stored, { lastChange, shared }) => {
      requireOpenEvent(eventsOf(stored), after)
      const opening = { now, change: lastChange, known: classNames('modalidad', shared.settings.fields) }
      return { [newPilotId()]: newEvent(stored, data, opening) }
    }, by)
    return this.required(id)
  }

  /**
   * Changes the data of an event. `version` is that of the event with which the edit began.
   * @throws NotFoundError, InvalidError, PilotosError if somebody has changed it since, or is entered in a category that it
   *   removes
   */
  async change(given: string, data: GivenEvent, version: string, by?: string): Promise<RaceEvent> {
    const { id } = this.required(given)
    const decide = (stored: StoredEvents, state: PendingState) => {
      const event = requiredEvent(eventsOf(stored), id)
      const known = classNames('modalidad', state.shared.settings.fields)
      return { [id]: decideEvent(event, data, { known, riders: () => state.all() }) }
    }
    await this.settings.changeEvents(decide, by, { part: parts.event(id), version })
    return this.required(id)
  }

  /**
   * Removes an event that was opened by mistake. The one before is open again if this one was.
   * @throws NotFoundError, PilotosError if somebody is entered or something was scanned in it
   */
  async remove(id: string, by?: string): Promise<void> {
    await this.settings.removeEvent((stored, state, passages) => {
      const events = eventsOf(stored)
      const { id: removed, till } = requiredEvent(events, id)
      if (removed === firstEventId)
        throw new PilotosError(
          'conflict',
          'El primer evento no se quita: póngale el nombre del evento de ahora',
        )
      const part = partOf(events, removed)
      const scans = passages.filter((passage) => isPartOf(part, passage)).length
      requireEmpty(removed, { pilots: state.all(), scans, till })
      return removed
    }, by)
  }
}

/** @throws PilotosError if an event has anything */
function requireEmpty(
  event: string,
  { pilots, scans, till }: { pilots: readonly Pilot[]; scans: number; till?: RaceEvent['till'] },
): void {
  const isUsed =
    till && (till.erased.length + till.shifts.length > 0 || Object.values(till.spent).some(Boolean))
  const hasLines = pilots.some(({ charges, payments, loans }) =>
    [charges, payments, loans].some((lines) => lines?.some((line) => line.event === event)),
  )
  const riders = enteredIn(pilots, event).length
  const found = [
    ...(hasLines || isUsed ? ['cobros'] : []),
    ...(riders > 0 ? [count(riders, 'inscrito')] : []),
    ...(scans > 0 ? [count(scans, 'lectura')] : []),
  ]
  if (found.length > 0)
    throw new PilotosError(
      'conflict',
      `El evento no se quitó: tiene ${enumerate(found)}. Solo se quita uno en el que no hay nada`,
    )
}

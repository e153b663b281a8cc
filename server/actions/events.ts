/** The events of a folder or a database, one of which is open. A change takes effect at once. */
import { countryOf } from '#domain/countries'
import { NotFoundError, PilotosError } from '#domain/errors'
import {
  changedEvent,
  type EventSpan,
  eventAt,
  eventsOf,
  eventTitle,
  type GivenEvent,
  newEvent,
  type RaceEvent,
  type RaceEvents,
  type StoredEvents,
  spanOf,
} from '#domain/event/event'
import type { EventDay } from '#domain/gate/attendance'
import { newPilotId } from '#domain/pilot/pilot-id'
import { startOfDay } from '#domain/text/date'
import type { OpenSettings } from '../store/contract/settings-store.ts'

export class Events {
  /** The events as of the last change: every record of a list and every scan needs them. */
  #known: { stored: StoredEvents | undefined; all: RaceEvents } | undefined

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
    const { events: stored } = this.settings.current
    if (!this.#known || this.#known.stored !== stored) this.#known = { stored, all: eventsOf(stored) }
    return this.#known.all
  }

  /** The calling code of national telephone numbers: that of the option, else that of the country of the open event. */
  get callingCode(): string | undefined {
    const { country } = this.open
    return this.countryCode ?? (country ? countryOf(country).callingCode : undefined)
  }

  /** The current day of the open event. */
  get day(): EventDay {
    return dayOf(this.open)
  }

  spanOf(id: string): EventSpan {
    return spanOf(this.all, this.required(id).id)
  }

  /** Returns the event to which a moment (ISO 8601, UTC) belongs. */
  at(moment: string): RaceEvent {
    return eventAt(this.all, moment)
  }

  /** Returns the event of an identifier, or the open one for `open`. @throws NotFoundError */
  required(id: string): RaceEvent {
    return requiredOf(this.all, id)
  }

  /**
   * Returns the open event, which has to be the one that a page shows.
   * @throws PilotosError if another event was opened meanwhile
   */
  requireOpen(id: string): RaceEvent {
    return requireOpenOf(this.all, id)
  }

  /**
   * Opens a new event, which ends the one before. `after` is the event that the person saw open: of two persons who open
   * one at the same moment, the second one is refused.
   * @throws PilotosError if another event was opened meanwhile, InvalidError
   */
  async create(data: GivenEvent, after: string): Promise<RaceEvent> {
    const id = newPilotId()
    const now = new Date().toISOString()
    await this.settings.changeEvents((stored) => {
      // An earlier attempt of this change may be stored.
      if (stored[id]) return {}
      requireOpenOf(eventsOf(stored), after)
      return { [id]: newEvent(stored, data, now) }
    })
    return this.required(id)
  }

  /** Changes the data of an event. @throws NotFoundError, InvalidError */
  async change(id: string, data: GivenEvent): Promise<RaceEvent> {
    const event = this.required(id)
    await this.settings.change({ events: { [event.id]: changedEvent(event, data) } })
    return this.required(event.id)
  }
}

function requiredOf(events: RaceEvents, id: string): RaceEvent {
  const event = id === 'open' ? events[0] : events.find((one) => one.id === id)
  if (!event) throw new NotFoundError('Ese evento ya no está en esta laptop: vea los eventos en Ajustes')
  return event
}

function requireOpenOf(events: RaceEvents, id: string): RaceEvent {
  const [open] = events
  if (requiredOf(events, id).id === open.id) return open
  throw new PilotosError(
    'conflict',
    `Mientras tanto se abrió ${eventTitle(open)}: cargue la página otra vez y repita`,
  )
}

/** Returns the current day of an event. */
function dayOf({ openedAt }: RaceEvent): EventDay {
  const midnight = startOfDay().toISOString()
  return { from: midnight > openedAt ? midnight : openedAt, openedAt }
}

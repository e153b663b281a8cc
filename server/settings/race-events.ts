/** The events of a folder or a database, one of which is open. A change takes effect at once. */

import { NotFoundError, PilotosError } from '#domain/errors'
import { type Category, joinedCategories, removedCategories } from '#domain/events/categories/category'
import {
  changedEvent,
  eventTitle,
  firstEventId,
  type GivenEvent,
  isSameEvent,
  type RaceEvent,
  type StoredEvents,
} from '#domain/events/event'
import {
  type EventPart,
  eventAt,
  eventsOf,
  newEvent,
  openEvent,
  partOf,
  type RaceEvents,
} from '#domain/events/events'
import type { EventDay } from '#domain/gate/attendance'
import type { Scan } from '#domain/gate/passage'
import { classNames, type OwnClasses } from '#domain/pilots/classes/classes'
import { countryOf } from '#domain/pilots/countries'
import { newPilotId } from '#domain/pilots/pilot-id'
import { startOfDay } from '#domain/text/date'
import { count, enumerate } from '#domain/text/text'
import { type EventTill, newTill } from '#domain/till/event-till'
import type { OpenSettings } from '../store/documents/settings.ts'
import type { Stores } from '../store/shared/stores.ts'

export class Events {
  /** The events as of the last change: every record of a list and every scan needs them. */
  #known: { stored: StoredEvents | undefined; all: RaceEvents; openPart: EventPart } | undefined
  /** The work that goes on in the open event. */
  #works = new Set<Promise<unknown>>()

  /** `countryCode` is the calling code of the option of that name. */
  constructor(
    private readonly settings: OpenSettings,
    private readonly stores: Pick<Stores, 'pilots' | 'passages'>,
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
    return requiredOf(this.all, id)
  }

  /**
   * Returns the open event, which has to be the one that a page shows.
   * @throws PilotosError if another event was opened meanwhile
   */
  requireOpen(id: string): RaceEvent {
    return requireOpenOf(this.all, id)
  }

  /** Does work that stores something in the open event, which is not removed meanwhile. */
  async whileOpen<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = work()
    const done = result.catch(() => {})
    this.#works.add(done)
    try {
      return await result
    } finally {
      this.#works.delete(done)
    }
  }

  /**
   * Opens a new event, which ends the one before. `after` is the event that the person saw open: of two persons who open
   * one at the same moment, the second one is refused.
   * @throws PilotosError if another event was opened meanwhile, InvalidError
   */
  async create(data: GivenEvent, after: string): Promise<RaceEvent> {
    const id = newPilotId()
    const opening = {
      now: new Date().toISOString(),
      change: this.stores.pilots.lastChange,
      known: this.modalidades,
    }
    await this.settings.changeEvents((stored) => {
      // An earlier attempt of this change may be stored.
      if (stored[id]) return {}
      requireOpenOf(eventsOf(stored), after)
      return { [id]: newEvent(stored, data, opening) }
    })
    return this.required(id)
  }

  /**
   * Changes the data of an event. `base` is the data that the edit began with.
   * @throws NotFoundError, InvalidError, PilotosError if the stored event differs from `base`, or if somebody is entered in
   *   a category that it removes
   */
  async change(given: string, data: GivenEvent, base?: GivenEvent): Promise<RaceEvent> {
    const { id, ...before } = this.required(given)
    const after = changedEvent({ id, ...before }, data, this.modalidades)
    const removed = removedCategories(before.categories, after.categories)
    await this.#requireNobodyIn(removed, id)
    await this.#store(id, data, base)
    if (removed.length === 0) return this.required(id)
    // Work that began before, also at another server, may have entered somebody since.
    await Promise.all([...this.#works, this.stores.pilots.settled()])
    try {
      await this.#requireNobodyIn(removed, id)
    } catch (error) {
      const categories = joinedCategories(this.required(id).categories, removed)
      await this.settings.changeEvents((stored) => ({
        [id]: { ...requiredOf(eventsOf(stored), id), categories },
      }))
      throw error
    }
    return this.required(id)
  }

  async #store(id: string, data: GivenEvent, base?: GivenEvent): Promise<void> {
    await this.settings.changeEvents((stored) => {
      const event = requiredOf(eventsOf(stored), id)
      const changed = changedEvent(event, data, this.modalidades)
      // An earlier attempt of this change may be stored.
      if (base && !isSameEvent(base, event) && !isSameEvent(changed, event))
        throw new PilotosError('conflict', 'Otra persona cambió este evento mientras tanto')
      return { [id]: changed }
    })
  }

  /** @throws PilotosError if somebody is entered in a category */
  async #requireNobodyIn(categories: readonly Category[], event: string): Promise<void> {
    for (const { id: category, name } of categories) {
      const { total } = await this.stores.pilots.list({ enteredIn: { event, category }, perPage: 1 })
      const reason = `La categoría ${name} no se quitó: tiene ${count(total, 'inscrito')}. Páselos antes a otra categoría`
      if (total > 0) throw new PilotosError('conflict', reason, { fields: { categories: reason } })
    }
  }

  /** Gives the open event another waiver, or none. @throws PilotosError if it has not that of `base` any more */
  async setWaiver(hash: string | undefined, base?: string): Promise<void> {
    await this.settings.changeEvents((stored) => {
      const { id, ...event } = openEvent(stored)
      requireWaiver(event, hash, base)
      return { [id]: { ...event, waiver: hash } }
    })
  }

  /**
   * Changes the till of the open event or, with `isOver`, of one that may be over.
   * @throws PilotosError if another event is open, InvalidError
   */
  async changeTill(
    id: string,
    decide: (till: EventTill, event: RaceEvent) => EventTill,
    { isOver = false } = {},
  ): Promise<void> {
    await this.settings.changeEvents((stored) => {
      const { id: open, ...event } = (isOver ? requiredOf : requireOpenOf)(eventsOf(stored), id)
      return {
        [open]: { ...event, till: decide(event.till ?? newTill(event.country), { id: open, ...event }) },
      }
    })
  }

  /**
   * Removes an event that was opened by mistake. The one before is open again if this one was.
   * @throws NotFoundError, PilotosError if somebody is entered or something was scanned in it
   */
  async remove(id: string): Promise<void> {
    const { id: removed, till } = this.required(id)
    if (removed === firstEventId)
      throw new PilotosError(
        'conflict',
        'El primer evento no se quita: póngale el nombre del evento de ahora',
      )
    const part = this.partOf(removed)
    await this.#requireEmpty(part, till)
    const { events: before = {} } = this.settings.current
    await this.settings.removeEvents([removed])
    // Work that began before, also at another server, may have stored something since.
    await Promise.all([...this.#works, this.stores.pilots.settled()])
    try {
      await this.#requireEmpty(part, till)
    } catch (error) {
      const event = before[removed]
      if (event) await this.settings.change({ events: { [removed]: event } })
      throw error
    }
  }

  async #requireEmpty(part: EventPart, till: EventTill | undefined): Promise<void> {
    const [riders, passages] = await Promise.all([
      this.stores.pilots.list({ enteredIn: { event: part.id }, perPage: 1 }),
      this.stores.passages.list({ event: part, perPage: 1 }),
    ])
    const { pilots } = await this.stores.pilots.list()
    const isUsed =
      till && (till.erased.length + till.shifts.length > 0 || Object.values(till.spent).some(Boolean))
    const withLines = pilots.filter(({ charges, payments, loans }) =>
      [charges, payments, loans].some((lines) => lines?.some(({ event }) => event === part.id)),
    )
    const found = [
      ...(withLines.length > 0 || isUsed ? ['cobros'] : []),
      ...(riders.total > 0 ? [count(riders.total, 'inscrito')] : []),
      ...(passages.total > 0 ? [count(passages.total, 'lectura')] : []),
    ]
    if (found.length > 0)
      throw new PilotosError(
        'conflict',
        `El evento no se quitó: tiene ${enumerate(found)}. Solo se quita uno en el que no hay nada`,
      )
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

/** @throws PilotosError if an event has another waiver than a change began with */
export function requireWaiver({ waiver }: Pick<RaceEvent, 'waiver'>, hash?: string, base?: string): void {
  // An earlier attempt of this change may be stored.
  if (base !== undefined && base !== (waiver ?? '') && hash !== waiver)
    throw new PilotosError('conflict', 'Otra persona cambió el deslinde mientras tanto')
}

/** The events as the screens of staff show them. */
import { useRef, useState } from 'react'
import type { CallName, PartOf } from '#domain/api/calls'
import type { EventInfo, ListedCategory } from '#domain/events/calls'
import { eventTitle } from '#domain/events/event'
import type { CurrentWaiver } from '#domain/waivers/waiver'
import { ApiError, callForList, type ItemOf } from './call.ts'
import { changesOfSettings, useLiveLoad } from './changes.ts'
import type { Loaded } from './load.ts'

interface ShownEvents {
  /** The open event first. The last ones that arrived stay, also while loads fail. */
  events?: readonly EventInfo[]
  error?: Error
  reload: () => void
  refresh: () => void
  /** Takes over an event that a person has changed, before it is loaded again. */
  replace: (changed: EventInfo) => void
}

/** Returns the events, which load again when somebody opens or changes one. */
export function useEvents(): ShownEvents {
  const [events, setEvents] = useState<readonly EventInfo[]>()
  const { error, reload, refresh } = useLiveLoad(
    async (signal) => setEvents(await callForList('GET /api/events', { signal })),
    'events',
    changesOfSettings,
  )
  const replace = (changed: EventInfo) =>
    setEvents((last) => last?.map((event) => (event.id === changed.id ? changed : event)))
  return { events, error, reload, refresh, replace }
}

/** A list of an event that an admin keeps, and its items as they are listed. */
type EventList = 'categories' | 'reserved'
type Listed<List extends EventList> = ItemOf<`GET /api/${List}/:event`>

/** The open event with the items of one of its lists. */
export interface EventItems<List extends EventList> {
  event: EventInfo
  items: readonly Listed<List>[]
}

/** Loads the open event with a list, and again when somebody changes one. The last ones that arrived stay, as in `useEvents`. */
export function useEventItems<List extends EventList>(list: List): Loaded<EventItems<List>> {
  const read = async (signal: AbortSignal): Promise<EventItems<List>> => {
    const { open } = await loadEvents(signal)
    return { event: open, items: await eventItemCalls(list, open.id).load(signal) }
  }
  const load = useLiveLoad(read, list, changesOfSettings)
  const last = useRef(load.value)
  last.current = load.value ?? last.current
  return { ...load, value: last.current }
}

/** An item that a person has seen. */
type Seen = Pick<ListedCategory, 'id' | 'version'>

/** Returns the calls of a list of an event. `fieldOf` names the field of a dialog at which a problem of a part stands. */
export function eventItemCalls<List extends EventList>(
  list: List,
  event: string,
  fieldOf: (part: string) => string = (part) => part,
) {
  type Items = readonly Listed<List>[]
  async function ask(
    method: string,
    path: string,
    { id = '', ...input }: Record<string, unknown> & { id?: string },
  ) {
    const name = `${method} /api/${list}/:event${path}` as CallName
    try {
      return (await callForList(name, { ...input, params: { event, id } } as never)) as unknown as Items
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const { status, message, details } = error
      const fields = Object.entries(error.fields).map(([part, problem]) => [
        part.replace(/[^.]+$/, fieldOf),
        problem,
      ])
      const told = Object.values(error.fields).join('. ') || message
      throw new ApiError(status, told, { ...details, fields: Object.fromEntries(fields) })
    }
  }
  return {
    load: (signal?: AbortSignal) => ask('GET', '', { signal }),
    add: (body: PartOf<`POST /api/${List}/:event`, 'body'>) => ask('POST', '', { body }),
    addAll: (body: PartOf<`POST /api/${List}/:event/table`, 'body'>) => ask('POST', '/table', { body }),
    change: ({ id, version }: Seen, given: Omit<PartOf<`PUT /api/${List}/:event/:id`, 'body'>, 'version'>) =>
      ask('PUT', '/:id', { id, body: { ...given, version } }),
    move: ({ id }: Seen, up: boolean) => ask('POST', '/:id/move', { id, body: { up } }),
    leave: ({ id, version }: Seen) => ask('DELETE', '/:id', { id, query: { version } }),
  }
}

export interface CurrentEvents {
  open: EventInfo
  /** The event before the open one, if there is one. */
  last?: EventInfo
}

/** Loads the open event and the one before, and again when somebody opens or changes one. */
export function useCurrentEvents(): Loaded<CurrentEvents> {
  return useLiveLoad(loadEvents, 'events', changesOfSettings)
}

/** Loads the waiver of the open event, in a list that is empty without a text, and again when somebody changes it. */
export function useWaiver(): Loaded<CurrentWaiver[]> {
  return useLiveLoad((signal) => callForList('GET /api/waiver', { signal }), 'waiver', changesOfSettings)
}

export async function loadEvents(signal?: AbortSignal): Promise<CurrentEvents> {
  const [open, last] = await callForList('GET /api/events', { signal })
  if (!open) throw new Error('There is always an open event')
  return { open, last }
}

/** Returns the name of an event for people. */
export function titleOf({ name, opened_at: openedAt }: EventInfo): string {
  return eventTitle({ name, openedAt })
}

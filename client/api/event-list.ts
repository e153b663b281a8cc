/** The events as the screens of staff show them. */
import { useRef, useState } from 'react'
import type { EventInfo, ListedCategory } from '#domain/events/calls'
import type { CheckName } from '#domain/events/entry'
import { eventTitle } from '#domain/events/event'
import { ApiError, callForList, type ItemOf } from './call.ts'
import { changesOfSettings, useLiveLoad } from './changes.ts'
import { itemCalls, type ListedAt } from './item-calls.ts'
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
type Listed<List extends EventList> = ListedAt<`/api/${List}/:event`>

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

/** Returns the calls of a list of an event. `fieldOf` names the field of a dialog at which a problem of a part stands. */
export function eventItemCalls<List extends EventList>(
  list: List,
  event: string,
  fieldOf: (part: string) => string = (part) => part,
) {
  type Calls = ReturnType<typeof itemCalls<`/api/${List}/:event`>>
  const path = `/api/${list}/:event` as const
  const calls = itemCalls(path, ':id', (seen) => ({ id: (seen as ListedCategory).id }), { event }) as Calls
  const told =
    <Args extends unknown[], Answer>(call: (...args: Args) => Promise<Answer>) =>
    (...args: Args) =>
      call(...args).catch((error) => Promise.reject(atFields(error, fieldOf)))
  return {
    ...{ load: calls.load, itemsOf: calls.itemsOf },
    ...{ add: told(calls.add), addAll: told(calls.addAll), change: told(calls.change) },
    ...{ move: told(calls.move), leave: told(calls.remove) },
  }
}

/** Returns a refusal with its problems at the fields of a dialog, and in its message. */
function atFields(error: unknown, fieldOf: (part: string) => string): unknown {
  if (!(error instanceof ApiError)) return error
  const { status, message, details } = error
  const fields = Object.entries(error.fields).map(([part, problem]) => [
    part.replace(/[^.]+$/, fieldOf),
    problem,
  ])
  const told = Object.values(error.fields).join('. ') || message
  return new ApiError(status, told, { ...details, fields: Object.fromEntries(fields) })
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

/** Returns whether the open event demands a check, and whether its gates stop a rider without it, which is false until it is known. */
export function useDemand(name: CheckName): { isDemanded: boolean; stops: boolean } {
  const open = useCurrentEvents().value?.open
  const isDemanded = open?.checks.includes(name) ?? true
  return { isDemanded, stops: isDemanded && open?.demand === 'checks' }
}

/** Loads the waiver of the open event, in a list that is empty without a text, and again when somebody changes it. */
export function useWaiver(): Loaded<ItemOf<'GET /api/waiver'>[]> {
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

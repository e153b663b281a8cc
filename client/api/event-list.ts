/** The events as the screens of staff show them. */
import { useState } from 'react'
import type { EventInfo } from '#domain/events/calls'
import { eventTitle } from '#domain/events/event'
import type { CurrentWaiver } from '#domain/waivers/waiver'
import { callForList } from './call.ts'
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

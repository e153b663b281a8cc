/** The events as the screens of staff show them. */
import { useState } from 'react'
import { eventTitle } from '#domain/event/event'
import type { EventInfo } from '#domain/web/event-schemas'
import { eventApi } from './event-api.ts'
import { useLiveLoad } from './live-load.ts'

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
    async (signal) => setEvents(await eventApi.list(signal)),
    'events',
    // A change of the settings names no pilots.
    { change: ({ ids }) => ids === undefined },
  )
  const replace = (changed: EventInfo) =>
    setEvents((last) => last?.map((event) => (event.id === changed.id ? changed : event)))
  return { events, error, reload, refresh, replace }
}

/** Returns the name of an event for people. */
export function titleOf({ name, opened_at: openedAt }: EventInfo): string {
  return eventTitle({ name, openedAt })
}

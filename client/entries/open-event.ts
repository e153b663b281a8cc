/** The open event and the one before, as the screens of entries need them. */
import { eventTitle } from '#domain/event/event'
import type { EventInfo } from '#domain/web/event-schemas'
import { eventApi } from '../api/event-api.ts'
import { useLiveLoad } from '../api/live-load.ts'
import type { Loaded } from '../api/use-load.ts'

export interface CurrentEvents {
  open: EventInfo
  /** The event before the open one, if there is one. */
  last?: EventInfo
}

/** Loads the events, and again when one is opened or changed: such a change names no riders. */
export function useEvents(): Loaded<CurrentEvents> {
  return useLiveLoad(loadEvents, 'events', { change: ({ ids }) => ids === undefined })
}

/** Returns the name of an event for people. */
export function titleOf({ name, opened_at: openedAt }: EventInfo): string {
  return eventTitle({ name, openedAt })
}

export async function loadEvents(signal?: AbortSignal): Promise<CurrentEvents> {
  const [open, last] = await eventApi.list(signal)
  if (!open) throw new Error('There is always an open event')
  return { open, last }
}

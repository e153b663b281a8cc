/** Test data: events, and the calls that open them and enter riders. */

import type { EventInfo } from '#domain/events/calls'
import type { EventData, GivenEvent } from '#domain/events/event'
import { classNames } from '#domain/pilots/classes/classes'
import { askAt } from './versions.ts'

/** Returns the data of an event as a person sets it. */
export function anEvent(changes: Partial<EventData> = {}): EventData {
  return {
    name: 'Copa Andina',
    place: 'Tarma',
    country: '',
    first: '2026-11-21',
    last: '2026-11-22',
    modalidades: classNames('modalidad'),
    checks: [],
    demand: 'nothing',
    categories: [],
    reserved: [],
    ...changes,
  }
}

/** Returns the open event of a server. */
export async function openEventOf(url: string): Promise<EventInfo> {
  const { data } = (await (await fetch(`${url}/api/events`)).json()) as { data: [EventInfo] }
  return data[0]
}

/** Changes the data of the open event, or opens another one. */
export async function setEvent(url: string, data: GivenEvent, how: 'change' | 'open' = 'change') {
  const { id } = await openEventOf(url)
  if (how === 'change') await askAt(url, 'PUT', `/api/events/${id}`, data)
  else await askAt(url, 'POST', `/api/events?after=${id}`, data)
}

/** Enters riders in the open event: all, or a selection. */
export async function enter(url: string, order: object = {}): Promise<void> {
  await askAt(url, 'POST', '/api/entries', { event: (await openEventOf(url)).id, ...order })
}

/** Changes one entry of a rider. */
export async function changeEntry(url: string, id: string, order: object): Promise<void> {
  await askAt(url, 'PUT', `/api/entries/${id}`, order)
}

/** Test data: events, and the calls that open them and enter riders. */

import type { EventInfo } from '#domain/events/calls'
import type { EventData, GivenEvent } from '#domain/events/event'
import { classNames } from '#domain/pilots/classes/classes'

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
  if (how === 'change') await send(`${url}/api/events/${id}`, 'PUT', data)
  else await send(`${url}/api/events?after=${id}`, 'POST', data)
}

/** Enters riders in the open event: all, or a selection. */
export async function enter(url: string, order: object = {}): Promise<void> {
  await send(`${url}/api/entries`, 'POST', { event: (await openEventOf(url)).id, ...order })
}

/** Changes one entry of a rider. */
export async function changeEntry(url: string, id: string, order: object): Promise<void> {
  await send(`${url}/api/entries/${id}`, 'PUT', order)
}

async function send(address: string, method: string, body: object): Promise<void> {
  const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
  const response = await fetch(address, { method, headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${await response.text()}`)
}

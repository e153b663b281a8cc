/** Test data: events, and the calls that open and change them. */
import { type EventData, firstEventId } from '#domain/event/event'
import { modalidadNames } from '#domain/pilot/fields'

/** Returns the data of an event as a person sets it. */
export function anEvent(changes: Partial<EventData> = {}): EventData {
  return {
    name: 'Copa Andina',
    place: 'Tarma',
    first: '2026-11-21',
    last: '2026-11-22',
    modalidades: modalidadNames,
    checks: [],
    demand: 'nothing',
    ...changes,
  }
}

/** Opens an event over HTTP, outside of the page, and returns its identifier. */
export async function openEvent(url: string, data = anEvent(), after = firstEventId): Promise<string> {
  const response = await fetch(`${url}/api/events?after=${after}`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    body: JSON.stringify(data),
  })
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()).data[0].id
}

/** Enters riders in the open event over HTTP, each in the modalidad of the registration. */
export async function enter(url: string, event: string, ...ids: string[]): Promise<void> {
  const response = await fetch(`${url}/api/entries`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    body: JSON.stringify({ event, ids }),
  })
  if (!response.ok) throw new Error(await response.text())
}

import { expect, test } from 'vitest'
import {
  addEvents,
  changedEvent,
  type EventData,
  eventAt,
  eventsOf,
  eventTitle,
  findEvent,
  newEvent,
  openEvent,
  parseEvents,
  type StoredEvents,
  spanOf,
  withinEvent,
} from '#domain/event/event'

const data: EventData = {
  name: 'Fecha 2',
  place: 'Arequipa',
  country: 'PE',
  first: '2026-12-05',
  last: '2026-12-06',
  modalidades: ['RALLY', 'ENDURO CROSS'],
  checks: ['insurance', 'payment'],
  demand: 'checks',
}

function opened(stored: StoredEvents | undefined, id: string, now: string, name = id): StoredEvents {
  return { ...stored, [id]: newEvent(stored, { ...data, name }, now) }
}

test('a folder of before has one event, without a name, to which every moment belongs', () => {
  expect(eventsOf()).toMatchObject([{ id: 'primero', name: '', openedAt: '', demand: 'nothing', checks: [] }])
  expect(eventTitle(openEvent())).toBe('Primer evento')
  expect(eventAt(eventsOf(), '2020-01-01T00:00:00.000Z').id).toBe('primero')
  expect(spanOf(eventsOf(), 'primero')).toEqual({ from: '' })
})

test('an event ends when the next one is opened, and each moment belongs to one event', () => {
  const two = opened(undefined, 'A', '2026-12-01T10:00:00.000Z')
  const three = opened(two, 'B', '2026-12-08T10:00:00.000Z')
  expect(eventsOf(three).map(({ id }) => id)).toEqual(['B', 'A', 'primero'])
  expect(spanOf(eventsOf(three), 'primero')).toEqual({ from: '', before: '2026-12-01T10:00:00.000Z' })
  expect(spanOf(eventsOf(three), 'A')).toEqual({
    from: '2026-12-01T10:00:00.000Z',
    before: '2026-12-08T10:00:00.000Z',
  })
  expect(eventAt(eventsOf(three), '2026-12-08T09:59:59.999Z').id).toBe('A')
  expect(eventAt(eventsOf(three), '2026-12-08T10:00:00.000Z').id).toBe('B')
  const days = { from: '2026-12-02T05:00:00.000Z', before: '2026-12-10T05:00:00.000Z' }
  expect(withinEvent(spanOf(eventsOf(three), 'A'), days)).toEqual({
    from: days.from,
    before: '2026-12-08T10:00:00.000Z',
  })
  expect(withinEvent(undefined, days)).toEqual(days)
})

test('a new event is open, also on a laptop whose clock was set back', () => {
  const two = opened(undefined, 'A', '2026-12-01T10:00:00.000Z')
  const three = opened(two, 'B', '2020-01-01T00:00:00.000Z')
  expect(openEvent(three)).toMatchObject({ id: 'B', openedAt: '2026-12-01T10:00:00.001Z' })
  expect(openEvent(three).modalidades).toEqual(['ENDURO CROSS', 'RALLY'])
  expect(openEvent(three).checks).toEqual(['payment', 'insurance'])
})

test.each([
  [{ name: ' ' }, 'name'],
  [{ name: '\u200b\u0000' }, 'name'],
  [{ name: '🏁'.repeat(41) }, 'name'],
  [{ place: '🏁'.repeat(41) }, 'place'],
  [{ modalidades: [] }, 'modalidades'],
  [{ first: '2026-02-30' }, 'first'],
  [{ last: '2026-12-04' }, 'last'],
])('an event with %o is refused, with a message for %s', (change, field) => {
  const open = () => newEvent(undefined, { ...data, ...change }, '2026-12-01T10:00:00.000Z')
  expect(open).toThrow(expect.objectContaining({ details: { fields: { [field]: expect.any(String) } } }))
})

test('as many events can be opened as are read again, also after the first one has a name', () => {
  const { openedAt } = newEvent(undefined, data, '2026-12-01T10:00:00.000Z')
  const later = Array.from({ length: 499 }, (_, index) => [`E${index}`, { ...data, openedAt }] as const)
  const stored = Object.fromEntries(later)
  expect(() => newEvent(stored, data, openedAt)).toThrow(
    expect.objectContaining({ details: { fields: { name: expect.stringContaining('Ya hay 500 eventos') } } }),
  )
  const named = parseEvents({ ...stored, primero: { ...data, name: 'Fecha 1' } })
  expect(eventsOf(named)).toHaveLength(500)
  expect(eventsOf(named).at(-1)?.name).toBe('Fecha 1')
})

test('the name and the place of an event have only characters that are seen', () => {
  const change = { name: ' Copa\n\u001b[31m\u202eAndina \ud800', place: 'Tar\u0000ma ñ 🏁' }
  const event = newEvent(undefined, { ...data, ...change }, '2026-12-01T10:00:00.000Z')
  expect(event).toMatchObject({ name: 'Copa [31mAndina', place: 'Tarma ñ 🏁' })
})

test('what is stored is read again, and what cannot be read is left out', () => {
  const stored = opened(undefined, 'A', '2026-12-01T10:00:00.000Z')
  expect(parseEvents(JSON.parse(JSON.stringify(stored)))).toEqual(stored)
  expect(
    parseEvents({
      A: { openedAt: 'ayer' },
      'B/..': { openedAt: '2026-12-01T10:00:00.000Z' },
      C: 'no',
      D: { openedAt: '2026-12-01T10:00:00.000Z', name: 7, demand: 'all' },
    }),
  ).toEqual({ D: expect.objectContaining({ name: '', demand: 'nothing' }) })
})

test('an event is found by its name, and two that fit are told apart', () => {
  const stored = opened(
    opened(undefined, 'A', '2026-12-01T10:00:00.000Z', 'Enduro Ñuñoa'),
    'B',
    '2026-12-08T10:00:00.000Z',
    'Enduro Sur',
  )
  expect(findEvent(eventsOf(stored), 'open').id).toBe('B')
  expect(findEvent(eventsOf(stored), 'nunoa').id).toBe('A')
  expect(findEvent(eventsOf(stored), 'primer evento').id).toBe('primero')
  expect(() => findEvent(eventsOf(stored), 'enduro')).toThrow('Varios eventos')
  expect(() => findEvent(eventsOf(stored), 'rally')).toThrow('«Enduro Sur»')
})

test('the events of another desk are added, and those of this desk stay', () => {
  const [here, there] = ['Aquí', 'Allá'].map((name) =>
    opened(undefined, 'A', '2026-12-01T10:00:00.000Z', name),
  )
  const more = opened(there, 'B', '2026-12-08T10:00:00.000Z')
  expect(eventsOf(addEvents(here, more)).map(eventTitle)).toEqual(['B', 'Aquí', 'Primer evento'])
})

test('the country of an event stays if a request does not name one, and a new event has that of the last', () => {
  const { country: _country, ...older } = data
  const two = opened(undefined, 'A', '2026-12-01T10:00:00.000Z')
  const next = newEvent(two, older, '2026-12-08T10:00:00.000Z')
  expect(next.country).toBe('PE')
  expect(changedEvent({ id: 'B', ...next }, older).country).toBe('PE')
  expect(changedEvent({ id: 'B', ...next }, { ...data, country: '' }).country).toBe('')
  const stored = {
    A: { ...next, country: 'CO' },
    B: { ...next, country: 'XX' },
    C: { ...older, openedAt: next.openedAt },
  }
  expect(Object.values(parseEvents(stored)).map(({ country }) => country)).toEqual(['CO', '', ''])
})

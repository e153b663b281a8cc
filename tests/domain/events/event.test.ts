import { expect, test } from 'vitest'
import { parseSettings } from '#domain/desk/settings'
import { checksAtDesk } from '#domain/events/entry-filter'
import { changedEvent, type EventData, eventTitle, type StoredEvents } from '#domain/events/event'
import {
  addEvents,
  eventAt,
  eventsOf,
  findEvent,
  finderOfChanges,
  isPartOf,
  newEvent,
  openEvent,
  partOf,
  type RaceEvents,
  spanOf,
} from '#domain/events/events'

const eventsIn = (events: unknown) => parseSettings({ events }).events ?? {}

const data: EventData = {
  name: 'Fecha 2',
  place: 'Arequipa',
  country: 'PE',
  first: '2026-12-05',
  last: '2026-12-06',
  modalidades: ['RALLY', 'ENDURO CROSS'],
  checks: ['insurance', 'payment'],
  demand: 'checks',
  categories: [],
  reserved: [],
}

function opened(
  stored: StoredEvents | undefined,
  id: string,
  now: string,
  { name = id, change = 0, ...others }: Partial<EventData> & { change?: number } = {},
): StoredEvents {
  return { ...stored, [id]: newEvent(stored, { ...data, name, ...others }, { now, change }) }
}

/** The moment at which a laptop opens an event whose clock is far ahead. */
const ahead = '2099-01-01T10:00:00.000Z'
const now = '2026-12-01T10:00:00.000Z'

test('a folder of before has one event, without a name, to which everything belongs', () => {
  expect(eventsOf()).toMatchObject([{ id: 'primero', name: '', openedAt: '', demand: 'nothing', checks: [] }])
  expect(eventTitle(openEvent())).toBe('Primer evento')
  expect(isPartOf(partOf(eventsOf(), 'primero'), { at: '2020-01-01T00:00:00.000Z' })).toBe(true)
  expect(finderOfChanges(eventsOf())({ number: 7, at: now })).toBe('primero')
  expect(spanOf(eventsOf(), 'primero')).toEqual({ from: '' })
})

test('an event ends when the next one is opened, and the times of all follow one another', () => {
  const two = opened(undefined, 'A', '2026-12-01T10:00:00.000Z')
  const three = eventsOf(opened(two, 'B', '2026-12-08T10:00:00.000Z'))
  expect(three.map(({ id }) => id)).toEqual(['B', 'A', 'primero'])
  expect(spanOf(three, 'primero')).toEqual({ from: '', before: '2026-12-01T10:00:00.000Z' })
  expect(spanOf(three, 'A')).toEqual({ from: '2026-12-01T10:00:00.000Z', before: '2026-12-08T10:00:00.000Z' })
  expect(spanOf(three, 'B')).toEqual({ from: '2026-12-08T10:00:00.000Z' })
})

test.each([
  ['ahead', ahead],
  ['behind', '2015-01-01T00:00:00.000Z'],
])(
  'a new event is open on a laptop whose clock is %s, and so is the next one after it is right',
  (_, moment) => {
    const two = opened(opened(undefined, 'A', now), 'B', moment)
    expect(openEvent(two)).toMatchObject({ id: 'B', openedAt: moment })
    expect(openEvent(two).modalidades).toEqual(['ENDURO CROSS', 'RALLY'])
    expect(openEvent(two).checks).toEqual(['payment', 'insurance'])
    const three = opened(two, 'C', '2026-12-02T10:00:00.000Z')
    expect(eventsOf(three).map(({ id }) => id)).toEqual(['C', 'B', 'A', 'primero'])
    expect(openEvent(three).openedAt).toBe('2026-12-02T10:00:00.000Z')
  },
)

test('a scan belongs to the event that it names, whatever the clocks say', () => {
  const events = eventsOf(opened(opened(undefined, 'A', ahead), 'B', now))
  const scans = [
    { event: 'A', at: now },
    { event: 'B', at: '2015-01-01T00:00:00.000Z' },
    { event: 'primero', at: ahead },
  ]
  for (const scan of scans) expect(eventsOfScan(events, scan)).toEqual([scan.event])
})

test('a scan that names no event, or one that is gone, belongs to one event by its time', () => {
  const events = eventsOf(opened(opened(undefined, 'A', ahead), 'B', now))
  for (const event of ['gone', undefined]) expect(eventsOfScan(events, { at: now, event })).toEqual(['B'])
  expect(eventAt(events, '2026-11-30T10:00:00.000Z', now).id).toBe('A')
  expect(eventAt(eventsOf(opened(undefined, 'A', now)), '2026-11-30T10:00:00.000Z', now).id).toBe('primero')
})

function eventsOfScan(events: RaceEvents, scan: { at: string; event?: string }): string[] {
  return events.map(({ id }) => id).filter((id) => isPartOf(partOf(events, id), scan))
}

test('a change belongs to an event by its number, and a change of another desk by its time', () => {
  const eventOf = finderOfChanges(
    eventsOf(opened(opened(undefined, 'A', ahead, { change: 10 }), 'B', now, { change: 20 })),
  )
  expect([10, 11, 20, 21].map((number) => eventOf({ number, at: '2015-01-01T00:00:00.000Z' }))).toEqual([
    'primero',
    'A',
    'A',
    'B',
  ])
  expect(eventOf({ number: 500, at: '2026-11-01T10:00:00.000Z', past: true })).toBe('primero')
  expect(eventOf({ number: 1, at: now, past: true })).toBe('B')
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
  const open = () => newEvent(undefined, { ...data, ...change }, { now, change: 0 })
  expect(open).toThrow(expect.objectContaining({ details: { fields: { [field]: expect.any(String) } } }))
})

test('as many events can be opened as are read again, also after the first one has a name', () => {
  const { openedAt } = newEvent(undefined, data, { now, change: 0 })
  const later = Array.from({ length: 499 }, (_, index) => [`E${index}`, { ...data, openedAt }] as const)
  const stored = Object.fromEntries(later)
  expect(() => newEvent(stored, data, { now, change: 0 })).toThrow(
    expect.objectContaining({ details: { fields: { name: expect.stringContaining('Ya hay 500 eventos') } } }),
  )
  const named = eventsIn({ ...stored, primero: { ...data, name: 'Fecha 1' } })
  expect(eventsOf(named)).toHaveLength(500)
  expect(eventsOf(named).at(-1)?.name).toBe('Fecha 1')
})

test('the name and the place of an event have only characters that are seen', () => {
  const change = { name: ' Copa\n\u001b[31m\u202eAndina \ud800', place: 'Tar\u0000ma ñ 🏁' }
  const event = newEvent(undefined, { ...data, ...change }, { now, change: 0 })
  expect(event).toMatchObject({ name: 'Copa [31mAndina', place: 'Tarma ñ 🏁' })
})

test('what is stored is read again, and what cannot be read is left out', () => {
  const stored = opened(undefined, 'A', '2026-12-01T10:00:00.000Z')
  expect(eventsIn(JSON.parse(JSON.stringify(stored)))).toEqual(stored)
  const read = eventsIn({
    A: { openedAt: 'ayer' },
    'B/..': stored.A,
    D: { ...stored.A, name: 7, demand: 'all' },
  })
  expect(read).toEqual({ D: { ...stored.A, name: '', demand: 'nothing' } })
})

test('of two events of one name, the message lists both with their days and codes, and a code finds one', () => {
  const days = { name: 'Copa Sur', first: '2026-12-05', last: '2026-12-06' }
  const events = eventsOf(
    opened(
      opened(undefined, 'A7', '2026-12-01T10:00:00.000Z', { ...days, place: 'Lima' }),
      'B9',
      later,
      days,
    ),
  )
  expect(() => findEvent(events, 'copa sur')).toThrow(
    /^Son 2 los eventos .* código:\n {2}B9 {2}Copa Sur, .*del 05\/12\/2026 al 06\/12\/2026, abierto el .*\n {2}A7 {2}Copa Sur, Lima, .*$/,
  )
  expect(findEvent(events, 'a7').id).toBe('A7')
  expect(findEvent(events, 'B9').id).toBe('B9')
})

const later = '2026-12-08T10:00:00.000Z'

test('an event is found by its name, and two that fit are told apart', () => {
  const stored = opened(
    opened(undefined, 'A', '2026-12-01T10:00:00.000Z', { name: 'Enduro Ñuñoa' }),
    'B',
    '2026-12-08T10:00:00.000Z',
    { name: 'Enduro Sur' },
  )
  expect(findEvent(eventsOf(stored), 'open').id).toBe('B')
  expect(findEvent(eventsOf(stored), 'nunoa').id).toBe('A')
  expect(findEvent(eventsOf(stored), 'primer evento').id).toBe('primero')
  expect(() => findEvent(eventsOf(stored), 'enduro')).toThrow('Son 2 los eventos')
  expect(() => findEvent(eventsOf(stored), 'rally')).toThrow('\n  B  Enduro Sur')
})

const ids = (stored: StoredEvents) => eventsOf(stored).map(({ id }) => id)

test('the events of another desk are added, and those of this desk stay as they are', () => {
  const [here, there] = ['Aquí', 'Allá'].map((name) => opened(undefined, 'A', now, { name, change: 3 }))
  const more = opened(there, 'B', '2026-12-08T10:00:00.000Z', { change: 900 })
  const added = addEvents(here, more, 5)
  expect(eventsOf(added).map(eventTitle)).toEqual(['B', 'Aquí', 'Primer evento'])
  expect(added).toMatchObject({ A: { order: 1, change: 3 }, B: { order: 2, change: 5 } })
  expect(eventsIn(JSON.parse(JSON.stringify(added)))).toEqual(added)
})

test('an event of another desk, also of a clock ahead, is open only if it followed the one that is open here', () => {
  const made = opened(undefined, 'X', ahead)
  expect(ids(addEvents(opened(undefined, 'A', now), made))).toEqual(['A', 'X', 'primero'])
  expect(ids(addEvents(undefined, made))).toEqual(['X', 'primero'])
  const both = opened(opened(undefined, 'A', now), 'X', ahead)
  expect(ids(addEvents(opened(undefined, 'A', now), both))).toEqual(['X', 'A', 'primero'])
  const own = opened(opened(undefined, 'A', now), 'B', now)
  expect(ids(addEvents(own, both))).toEqual(['B', 'X', 'A', 'primero'])
  const change = addEvents(opened(undefined, 'A', now, { change: 40 }), made, 70).X?.change
  expect(change).toBe(40)
})

test('the country of an event stays if a request does not name one, and a new event has that of the last', () => {
  const { country: _country, ...older } = data
  const two = opened(undefined, 'A', '2026-12-01T10:00:00.000Z')
  const next = newEvent(two, older, { now, change: 0 })
  expect(next.country).toBe('PE')
  expect(changedEvent({ id: 'B', ...next }, older).country).toBe('PE')
  expect(changedEvent({ id: 'B', ...next }, { ...data, country: '' }).country).toBe('')
  const stored = {
    A: { ...next, country: 'CO' },
    B: { ...next, country: 'XX' },
    C: { ...older, openedAt: next.openedAt },
  }
  expect(Object.values(eventsIn(stored)).map(({ country }) => country)).toEqual(['CO', '', ''])
})

test('the desk sees to the checks of an event from its first day on, and never to the inspection', () => {
  const checks = ['payment', 'inspection', 'waiver'] as const
  const event = { checks, first: '2026-11-21' }
  expect(['2026-11-20', '2026-11-21', '2026-11-23'].map((day) => checksAtDesk(event, day))).toEqual([
    [],
    ...[1, 2].map(() => ['payment', 'waiver']),
  ])
  expect(checksAtDesk({ checks, first: '' }, '2026-11-20')).toEqual(['payment', 'waiver'])
})

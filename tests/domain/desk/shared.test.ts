/** Tests that the settings which all desks share are values by key, and come back from them. */
import { expect, test } from 'vitest'
import { Shared } from '#domain/desk/shared'

const line = { letter: 'A', drawer: 'esta laptop', shift: 1, float: 5000 }
const price = (id: string, cents: number) => ({ id, kind: 'entry', label: id, cents })
const event = {
  name: 'Copa',
  openedAt: '',
  sponsor: 'Andina',
  till: {
    currency: 'PEN',
    prices: [price('b', 2), price('a', 1)],
    means: ['Yape'],
    chips: [{ code: '9', label: '1', rented: true }],
    shifts: [line],
    spent: { A: 12 },
    extra: { one: 1 },
  },
  startLists: { 'MX~1/a': { version: 2 } },
}
const stored = {
  publicData: 'minima',
  validity: { 'Anual/B~': { kind: 'year' }, ['__proto__']: { kind: 'year' } },
  waivers: { hash: { version: 1, text: 'Firmo' } },
  fields: { modalidad: { UTV: { name: 'Buggy', order: 1 } }, propio_texto_a: { label: 'A', order: 2 } },
  events: { primero: event },
  receipts: { NORTE: 'A' },
}

const shared = new Shared(new Map(Object.entries(new Shared().to(stored) ?? {})))

test('each value has a key of its own, and all of them are the settings again, also what no version knows', () => {
  expect([...shared.values.keys()]).toEqual([
    '/publicData',
    '/validity/Anual~1B~0',
    '/validity/__proto__',
    '/waivers/hash',
    '/events/primero',
    '/events/primero/till',
    '/events/primero/till/prices',
    '/events/primero/till/prices/b',
    '/events/primero/till/prices/a',
    '/events/primero/till/chips/9',
    '/events/primero/till/shifts/A 1 esta laptop',
    '/events/primero/till/spent/A',
    '/events/primero/startLists/MX~01~1a',
    '/fields/modalidad/UTV',
    '/fields/propio_texto_a',
    '/receipts/NORTE',
  ])
  expect(shared.stored).toEqual(stored)
})

test('a change has only the values that differ, and null for those that are gone', () => {
  const { till } = event
  const prices = [price('b', 3), price('c', 9)]
  const changed = { ...stored, events: { primero: { ...event, till: { ...till, prices } } } }
  const set = shared.to(changed)
  expect(set).toEqual({
    '/events/primero/till/prices': ['b', 'c'],
    '/events/primero/till/prices/b': price('b', 3),
    '/events/primero/till/prices/c': price('c', 9),
    '/events/primero/till/prices/a': null,
  })
  expect(shared.with(set).stored).toEqual(changed)
  expect(shared.with(set).to(changed)).toBeUndefined()
})

test('an event that is removed leaves no value', () => {
  const set = shared.without('events', ['primero'])
  expect([...shared.with(set).values.keys()].filter((key) => key.startsWith('/events'))).toEqual([])
})

test('what belongs to one laptop, or to a newer version, is no value, and stays', () => {
  const newer = shared.with({ '/series/2027': { name: 'Liga' } })
  expect(newer.to({ ...newer.stored, address: 'http://10.0.0.1' })).toBeUndefined()
})

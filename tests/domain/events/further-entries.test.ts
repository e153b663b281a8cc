/** Tests of riders with several entries in one modalidad, each in a category of its own. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Category } from '#domain/events/categories/category'
import { type Entry, joinedEntries, sameEntries } from '#domain/events/entry'
import type { EntriesOrder } from '#domain/events/entry-orders'
import type { RaceEvent } from '#domain/events/event'
import { openEvent } from '#domain/events/events'
import { FollowingEntries } from '#domain/events/following'
import type { Pilot } from '#domain/pilots/pilot'
import { balanceIn, chargeText, joinedCharges, standing } from '#domain/till/lines'
import { RidersOfEvent } from '../../support/entry-desk.ts'
import { aDraft, aPilot } from '../../support/pilots.ts'

const [ana, luis] = ['7K3Q9XW2M4TA', '7K3Q9XW2M4TB']
const category = (id: string, name: string): Category => ({ id, modalidad: 'KARTING', name })
const prices = [
  { id: 'p', kind: 'entry' as const, label: 'Inscripción', cents: 8000 },
  { id: 's', kind: 'second' as const, label: 'Segunda categoría', cents: 5000 },
]
const event: RaceEvent = {
  ...openEvent(),
  ...{ id: 'E', modalidades: ['KARTING', 'RALLY'] },
  categories: [category('k-kz2', 'KZ2'), category('k-a', 'Máster A'), category('k-b', 'Máster B')],
  till: { currency: 'PEN', prices, means: [], chips: [], shifts: [] } as unknown as RaceEvent['till'],
}

function desk(): RidersOfEvent {
  const riders = [ana, luis].map((id) => aPilot(id, aDraft({ modalidad: 'KARTING', npiloto: '' })))
  return new RidersOfEvent(event, riders)
}

const enter = (id: string, number: string, further?: true): EntriesOrder => ({
  ...{ kind: 'enter', ids: [ana], number, further },
  categories: { KARTING: { id } },
})
const change = (to: object, id?: string | null): EntriesOrder => ({
  ...{ kind: 'change', id: ana, modalidad: 'KARTING', category: id, to },
})
const withProblem = (text: string) => expect.objectContaining({ details: { fields: { category: text } } })
const shown = (entries: readonly Entry[]) => entries.map(({ category: id, number }) => [id, number])

test('a rider has an entry in each category of a modalidad that a person wants, with a number of its own', () => {
  const riders = desk()
  riders.take(enter('k-kz2', '77'))
  // Without the wish for a further one, an order finds the rider entered already.
  expect(riders.take(enter('k-a', '12'))).toMatchObject({ changed: 0, unchanged: 1 })
  expect(riders.take(enter('k-a', '12', true))).toMatchObject({ changed: 1 })
  expect(riders.take(enter('k-a', '13', true))).toMatchObject({ changed: 0, unchanged: 1 })
  expect(shown(riders.entries(ana))).toEqual([
    ['k-kz2', '77'],
    ['k-a', '12'],
  ])
  riders.take(change({ transponder: '4012' }, 'k-a'))
  expect(riders.entries(ana).map(({ transponder }) => transponder)).toEqual([undefined, '4012'])
  expect(() => riders.take(change({ number: '5' }))).toThrow(
    withProblem('Está inscrito en varias categorías de KARTING: diga en cuál'),
  )
  expect(() => riders.take(change({ category: { id: 'k-kz2' } }, 'k-a'))).toThrow(
    withProblem('Ya está inscrito en KZ2'),
  )
  expect(() => riders.take(change({ number: '5' }, 'k-b'))).toThrow(
    'ya no está inscrito en Máster B de KARTING',
  )
  riders.take(change({ category: { id: 'k-b' } }, 'k-a'))
  // The place of an entry stays, so that one in the category that it has left is another one.
  riders.take(enter('k-a', '14', true))
  expect(shown(riders.entries(ana))).toEqual([
    ['k-kz2', '77'],
    ['k-b', '12'],
    ['k-a', '14'],
  ])
  expect(riders.take({ kind: 'withdraw', ids: [ana], modalidad: 'KARTING', category: 'k-b' })).toMatchObject({
    changed: 1,
  })
  expect(riders.take({ kind: 'withdraw', ids: [ana] })).toMatchObject({ changed: 2 })
})

test('each entry is charged: the second one of a modalidad as a second category, and the first keeps its charge', () => {
  const riders = desk()
  riders.take(enter('k-kz2', '77'))
  const [first] = riders.pilot(ana).charges ?? []
  riders.take(enter('k-a', '12', true))
  expect(
    standing(riders.pilot(ana).charges ?? []).map((one) => [one.id, one.cents, chargeText(one)]),
  ).toEqual([
    [first?.id, 8000, 'Inscripción KARTING'],
    ['E KARTING/k-a s 1', 5000, 'Segunda categoría KARTING a'],
  ])
  expect(first?.id).toBe('E KARTING p 1')
  riders.take({ kind: 'withdraw', ids: [ana], modalidad: 'KARTING', category: 'k-kz2' })
  expect(balanceIn(riders.pilot(ana), 'E')).toBe(8000)
})

test('the entries of another event are carried over with both categories', () => {
  const riders = desk()
  riders.take(enter('k-kz2', '77'))
  riders.take(enter('k-a', '12', true))
  const next = { ...event, id: 'F' }
  expect(riders.take({ kind: 'carry', from: 'E' }, next)).toMatchObject({ changed: 2, refused: [] })
  expect(shown(riders.entries(ana, next))).toEqual(shown(riders.entries(ana)))
  expect(riders.take({ kind: 'carry', from: 'E' }, next)).toMatchObject({ changed: 0, unchanged: 2 })
})

test('of two entries in one modalidad, the first follows a rider into another one', () => {
  const riders = desk()
  riders.take(enter('k-kz2', '77'))
  riders.take(enter('k-a', '12', true))
  const before = riders.pilot(ana)
  const note = { at: RidersOfEvent.now }
  const after = new FollowingEntries(event, [before]).follow(before, { ...before, modalidad: 'RALLY' }, note)
  expect(after.entries).toMatchObject([
    { modalidad: 'KARTING', category: 'k-a' },
    { modalidad: 'RALLY', number: '77' },
  ])
  expect(balanceIn(after, 'E')).toBe(13_000)
})

test('two desks that enter one rider in one category make one entry and one charge, whichever came first at each', () => {
  const [one, other] = [desk(), desk()]
  one.take(enter('k-kz2', '77'))
  one.take(enter('k-a', '12', true))
  other.take(enter('k-a', '12'))
  const [here, there] = [one.pilot(ana), other.pilot(ana)]
  const joined = joinedEntries(here.entries, there.entries)
  expect(shown(joined)).toEqual(shown(here.entries ?? []))
  const charges = joinedCharges(here.charges, there.charges)
  const rider: Pilot = { ...here, entries: joined, charges }
  const riders = new RidersOfEvent(event, [rider])
  riders.take(change({ number: '9' }, 'k-a'))
  expect(balanceIn(riders.pilot(ana), 'E')).toBe(13_000)
})

const anEntry = fc.record({
  event: fc.constant('E'),
  modalidad: fc.constantFrom('KARTING', 'RALLY'),
  at: fc.constantFrom('2026-11-28T09:00:00.000Z', '2026-11-28T10:00:00.000Z'),
  category: fc.constantFrom('k-kz2', 'k-a', 'k-b'),
})
/** The entries of a desk, made one after the other in different categories. */
const ownEntries = fc
  .uniqueArray(anEntry, { maxLength: 5, selector: ({ modalidad, category: id }) => `${modalidad} ${id}` })
  .map((all) => all.reduce<readonly Entry[]>((own, entry) => joinedEntries(own, [entry]), []))

test('whatever two desks have entered, both join it alike, once, with each category of a rider once', () => {
  fc.assert(
    fc.property(ownEntries, ownEntries, (one, other) => {
      const joined = joinedEntries(one, other)
      expect(sameEntries(joined, joinedEntries(other, one))).toBe(true)
      expect(sameEntries(joined, joinedEntries(joined, other))).toBe(true)
      for (const key of [
        ({ modalidad, category: id }: Entry) => `${modalidad} ${id}`,
        ({ modalidad, further }: Entry) => `${modalidad} ${further}`,
      ])
        expect(new Set(joined.map(key)).size).toBe(joined.length)
    }),
    { numRuns: 300 },
  )
})

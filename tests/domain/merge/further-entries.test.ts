/** Tests of a merge of two desks that have entered one rider in further categories of a modalidad. */
import { expect, test } from 'vitest'
import type { Category } from '#domain/events/categories/category'
import type { EntriesOrder } from '#domain/events/entry-orders'
import type { RaceEvent } from '#domain/events/event'
import { openEvent } from '#domain/events/events'
import type { Pilot } from '#domain/pilots/pilot'
import { balanceIn, standing } from '#domain/till/lines'
import { MergeDesk } from '../../support/merge-desk.ts'

const category = (id: string): Category => ({ id, modalidad: 'RALLY', name: id.toUpperCase() })
const event: RaceEvent = {
  ...openEvent(),
  categories: [category('kz2'), category('a'), category('b')],
  till: {
    ...{ currency: 'CLP', means: [], chips: [], shifts: [] },
    prices: [
      { id: 'p', kind: 'entry', label: 'Inscripción', cents: 8000 },
      { id: 's', kind: 'second', label: 'Segunda categoría', cents: 5000 },
    ],
  } as unknown as RaceEvent['till'],
}

test('each category of a rider is one entry and one charge, whichever desk made it, until the merge is undone', () => {
  const north = new MergeDesk('NORTE')
  const [ana, eva] = [north.register({ modalidad: 'RALLY' }), north.register({ modalidad: 'RALLY' })]
  const enter = ({ id }: Pilot, place: string, number: string): EntriesOrder => ({
    ...{ kind: 'enter', ids: [id], number, further: true, categories: { RALLY: { id: place } } },
  })
  for (const [index, rider] of [ana, eva].entries()) north.order(enter(rider, 'kz2', `${index + 1}`), event)
  const south = north.second('SUR', Date.parse('2026-11-21T09:00:00.000Z'))
  for (const [index, desk] of [north, south].entries()) {
    desk.order(enter(ana, 'a', '60'), event)
    desk.order(enter(eva, ['a', 'b'][index] ?? '', `${61 + index}`), event)
  }
  const stateOf = (desk: MergeDesk, { id }: Pilot) => {
    const { entries = [], charges = [] } = desk.get(id)
    const places = entries.map((entry) => `${entry.category} ${entry.number}`)
    return [places, standing(charges).map(({ cents }) => cents), balanceIn(desk.get(id), event.id)]
  }
  const before = [ana, eva].map((rider) => stateOf(north, rider))
  const merged = [
    [['kz2 1', 'a 60'], [8000, 5000], 13_000],
    [['kz2 2', 'a 61', 'b 62'], [8000, 5000, 5000], 18_000],
  ]
  const { number } = north.merge(south.data())
  expect([ana, eva].map((rider) => stateOf(north, rider))).toEqual(merged)
  south.merge(north.data())
  expect([ana, eva].map((rider) => stateOf(south, rider))).toEqual(merged)
  north.undo(number)
  expect([ana, eva].map((rider) => stateOf(north, rider))).toEqual(before)
})

/** Tests of the categories of a rider as gates and cards show them, and of the printed card after a change of one. */
import { describe, expect, test } from 'vitest'
import { withLastCard } from '#domain/credential/printed-card'
import { cardCategories, shownCategories } from '#domain/events/categories/shown'
import { decideEntries } from '#domain/events/entries'
import { describeEntry, type Entry } from '#domain/events/entry'
import type { EntriesOrder } from '#domain/events/entry-orders'
import { noEvent, type RaceEvent } from '#domain/events/event'
import { FollowingEntries } from '#domain/events/following'
import { changeText, labelled } from '#domain/pilots/history/history'
import { fixedFields } from '#domain/pilots/own/field-table'
import type { Pilot } from '#domain/pilots/pilot'
import { aDraft, aPilot } from '../../support/pilots.ts'

const now = '2026-11-28T09:12:00.000Z'
const id = '7K3Q9XW2M4TA'
const event: RaceEvent = {
  ...noEvent,
  ...{ id: 'E', openedAt: '' },
  categories: ['MX1', 'MX2', 'Veteranos'].map((name) => ({
    ...{ id: `mx-${name.toLowerCase()}`, modalidad: name === 'Veteranos' ? 'RALLY' : 'MOTOCROSS', name },
  })),
}
const entry = (modalidad: string, category?: string, number?: string) => ({
  ...{ event: 'E', modalidad, at: now },
  ...(category && { category }),
  ...(number && { number }),
})
const rider = (...entries: Entry[]): Pilot => ({
  ...aPilot(id, aDraft({ modalidad: 'MOTOCROSS', npiloto: '7' })),
  card: { at: now, address: 'http://192.168.1.20:4780' },
  entries,
})

test('a category stands with the modalidad that is not the rider’s own, and of several entries each number with its category', () => {
  const shown = (...entries: Parameters<typeof rider>) => shownCategories(rider(...entries), event)
  expect(shown(entry('MOTOCROSS', 'mx-mx1', '07'))).toBe('MX1')
  expect(shown(entry('MOTOCROSS', 'mx-mx1'), entry('RALLY', 'mx-veteranos', '12'))).toBe(
    'sin número MX1 · 12 Veteranos',
  )
  expect(shown(entry('MOTOCROSS', undefined, '12'), entry('RALLY', 'of-another-desk', '7'))).toBe(
    '12 MOTOCROSS · 7 RALLY',
  )
  expect(shown(entry('RALLY', 'mx-veteranos', '12'))).toBe('RALLY · Veteranos')
  expect(shown(entry('RALLY', 'of-another-desk'))).toBeUndefined()
  expect(shown({ ...entry('MOTOCROSS', 'mx-mx1'), event: 'earlier' })).toBeUndefined()
  const one = rider(entry('MOTOCROSS', 'mx-mx1'))
  expect([cardCategories(one, event), cardCategories(one, { ...event, plainCards: true })]).toEqual([
    'MX1',
    undefined,
  ])
})

test('a history has the name that a category has now, of its modalidad, and the word of one that is gone', () => {
  const renamed = {
    ...event,
    categories: event.categories.map((one) => ({ ...one, name: `${one.name} Elite` })),
  }
  const other = { ...event, categories: [{ id: 'rally-mx1', modalidad: 'RALLY', name: 'Otra' }] }
  const changes = [
    {
      field: 'entries' as const,
      before: describeEntry(entry('MOTOCROSS', 'mx-mx1', '7')),
      after: describeEntry({
        ...entry('RALLY', 'rally-mx1'),
        exception: { reason: 'Pide, con permiso', at: now },
      }),
    },
    { field: 'pending' as const, before: '', after: describeEntry(entry('MOTOCROSS', 'mx-gone')) },
    { field: 'club' as const, before: 'Uno, categoría mx1', after: 'Dos' },
  ]
  const [told] = labelled([{ at: now, kind: 'entries', changes }], fixedFields, [renamed, other])
  expect(told?.changes?.map(changeText)).toEqual([
    'Inscripción: «MOTOCROSS con el 7, categoría MX1 Elite» → «RALLY, categoría Otra, fuera de categoría: Pide, con permiso»',
    'Quedó por inscribir en MOTOCROSS, categoría gone',
    'Club: «Uno, categoría mx1» → «Dos»',
  ])
})

describe('a printed card is', () => {
  const outdates = (pilot: Pilot, order: EntriesOrder, at = event) => {
    const { change } = decideEntries(order, { event: at, riders: [pilot], entered: [pilot], now })
    return change.put[0]?.card?.outdated === true
  }
  const to = (category: string): EntriesOrder => ({
    ...{ kind: 'change', id, modalidad: 'MOTOCROSS', to: { category: { id: category } } },
  })
  const enter: EntriesOrder = {
    ...{ kind: 'enter', ids: [id], categories: { MOTOCROSS: { id: 'mx-mx2' } } },
  }
  const earlier = (category: string) => ({ ...entry('MOTOCROSS', category), event: 'earlier' })

  test('out of date once the rider is in another category than it shows', () => {
    const mx1 = rider(entry('MOTOCROSS', 'mx-mx1'))
    expect([outdates(mx1, to('mx-mx2')), outdates(mx1, to('mx-mx1'))]).toEqual([true, false])
    expect(outdates(mx1, to('mx-mx2'), { ...event, plainCards: true })).toBe(false)
    const moved = { ...mx1, modalidad: 'RALLY' as const }
    expect(new FollowingEntries(event, [mx1]).follow(mx1, moved, { at: now })).toMatchObject({
      card: { outdated: true },
      entries: [{ modalidad: 'RALLY', category: 'mx-veteranos' }],
    })
    // The card of a merge is that of the desk which has printed it.
    const merged = rider(entry('MOTOCROSS', 'mx-mx2'))
    expect(withLastCard(merged, [mx1, { ...merged, card: undefined }]).card?.outdated).toBe(true)
    expect(withLastCard(mx1, [mx1]).card?.outdated).toBeUndefined()
  })

  test('current once the rider is entered for the first time, or in the category of the last event', () => {
    expect([rider(), rider(earlier('mx-mx2'))].map((one) => outdates(one, enter))).toEqual([false, false])
    expect(outdates(rider(earlier('mx-mx1')), enter)).toBe(true)
    // A card of this event, not of the one before it.
    expect(outdates(rider(earlier('mx-mx2'), entry('MOTOCROSS', 'mx-mx1')), to('mx-mx2'))).toBe(true)
  })
})

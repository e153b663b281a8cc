/** Tests of the engine of the lists: what the orders that no list of the settings has alone do with any list. */
import { expect, test } from 'vitest'
import { type Collection, decideItem, type ItemOrder } from '#domain/collections/collection'
import type { Items, Kept } from '#domain/collections/item'
import { decideList } from '#domain/desk/lists'
import { InvalidError, NotFoundError } from '#domain/errors'
import { firstEventId } from '#domain/events/event'
import { anEvent } from '../../support/events.ts'

interface Word extends Kept {
  name: string
}

const words: Collection<Word, string> = {
  missing: 'No existe',
  part: 'name',
  most: [4, 'Caben cuatro'],
  newKey: (name) => name.toLowerCase(),
  stored: (name) => ({ name }),
  problems: ({ name }, others) => ({
    name: others.some(([, one]) => one.name === name) ? `Ya existe ${name}` : undefined,
    length: name === '' ? 'Está vacío' : undefined,
  }),
}
const all: Items<Word> = [
  ['a', { name: 'A', order: 1 }],
  ['b', { name: 'B', order: 5, isRetired: true }],
]

const namesAfter = (order: ItemOrder<string>) =>
  decideItem(words, all, order).all.map(([, { name, order }]) => `${name} ${order}`)

/** Returns the messages of a refused order by their parts. */
function refusal(order: ItemOrder<string>): Record<string, string> | undefined {
  try {
    decideItem(words, all, order)
    return undefined
  } catch (error) {
    return error instanceof InvalidError ? error.details.fields : { error: String(error) }
  }
}

test('several items are added in their order behind the last one, each beside those before it', () => {
  const decision = decideItem(words, all, { kind: 'add-all', items: ['C', 'D'] })
  expect(decision).toMatchObject({ key: 'd', items: { c: { order: 6 }, d: { order: 7 } } })
  expect(namesAfter({ kind: 'add-all', items: ['C', 'D'] })).toEqual(['A 1', 'B 5', 'C 6', 'D 7'])
  expect(namesAfter({ kind: 'add', item: 'C' })).toEqual(['A 1', 'B 5', 'C 6'])
})

test('of several items with a problem none is added, and each problem is told at its row', () => {
  expect(refusal({ kind: 'add-all', items: ['C', 'A', '', 'C'] })).toEqual({
    'rows.1.name': 'Ya existe A',
    'rows.2.length': 'Está vacío',
    'rows.3.name': 'Ya existe C',
  })
  expect(refusal({ kind: 'add-all', items: ['C', 'D', 'E'] })).toEqual({ 'rows.2.name': 'Caben cuatro' })
  expect(refusal({ kind: 'add', item: '' })).toEqual({ length: 'Está vacío' })
})

test('an item is removed with its place, and one that is not there is not', () => {
  expect(decideItem(words, all, { kind: 'remove', key: 'a' })).toMatchObject({ key: 'a', items: {} })
  expect(namesAfter({ kind: 'remove', key: 'a' })).toEqual(['B 5'])
  expect(() => decideItem(words, all, { kind: 'remove', key: 'z' })).toThrow(NotFoundError)
})

test('a retired item that is retired again, or is moved among those in use, stays at the end', () => {
  expect(namesAfter({ kind: 'retire', key: 'b', isRetired: true })).toEqual(['A 1', 'B 5'])
  expect(namesAfter({ kind: 'move', key: 'a', step: 1 })).toEqual(['A 1', 'B 2'])
})

test('the lists of an event are stored as before, without places, and a category moves past those of another modalidad', () => {
  const category = (name: string, modalidad = 'MOTOCROSS') => ({ id: name.toLowerCase(), modalidad, name })
  const categories = [category('A'), category('R', 'RALLY'), category('B')]
  const seven = { number: '07', modalidad: 'MOTOCROSS', for: 'Ana' }
  const event = { ...anEvent({ categories, reserved: [seven] }), openedAt: '' }
  const settings = { events: { [firstEventId]: event } }
  const moved = decideList(settings, 'categories', { event: 'open', kind: 'move', key: 'b', step: -1 })
  const names = moved.changed.events?.[firstEventId]?.categories.map(({ name }) => name)
  expect(names).toEqual(['B', 'A', 'R'])
  const change = { kind: 'change', key: 'MOTOCROSS\n 7', item: { ...seven, number: '8' } } as const
  const { changed } = decideList(settings, 'reserved', { event: firstEventId, ...change })
  expect(changed).toEqual({ events: { [firstEventId]: { ...event, reserved: [{ ...seven, number: '8' }] } } })
})

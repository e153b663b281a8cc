/** Tests of the categories of an event: their ranges of numbers, and the riders whom they fit. */
import { expect, test } from 'vitest'
import { decideList } from '#domain/desk/lists'
import { parseSettings } from '#domain/desk/settings'
import {
  type Category,
  describeCategory,
  type GivenCategory,
  takesNumber,
} from '#domain/events/categories/category'
import { categoryFits } from '#domain/events/categories/fit'
import { parseRanges } from '#domain/events/categories/ranges'
import { changedEvent, type EventData, noEvent } from '#domain/events/event'
import { addEvents, addedEvents, newEvent } from '#domain/events/events'

const eventsIn = (events: unknown) => parseSettings({ events }).events ?? {}

const now = '2026-11-20T10:00:00.000Z'
const data: EventData = { ...noEvent, name: 'Copa Andina', first: '2026-06-15', last: '2026-06-16' }
const { categories: _none, ...withoutCategories } = data

const cadets: GivenCategory = {
  modalidad: 'MOTOCROSS',
  name: '85 cc',
  age: { from: 10, to: 13, on: 'year-end' },
  engine: { from: 80, to: 150 },
  numbers: '1-199, 901',
  places: 40,
}
const quick: GivenCategory = {
  modalidad: 'MOTOCROSS',
  name: 'MX2',
  engine: { from: 125, to: 250, strokes: '2T' },
}

function opened(categories: readonly GivenCategory[] = [cadets, quick]) {
  return { A: newEvent(undefined, { ...data, categories }, { now, change: 0 }) }
}

test.each([
  ['1-199, 901', 'MX1', ['1', '199', '901', '07', ' 7 '], ['0', '200', '900', '7A', '']],
  ['7', 'MX1', ['7', '007'], ['70']],
  ['1 a 9; 20–30', 'MX1', ['9', '20'], ['10']],
])('the ranges %s are read, and 07 and 7 are one number', (numbers, name, inside, outside) => {
  const category: Category = { id: 'x', modalidad: 'MOTOCROSS', name, numbers }
  for (const number of inside) expect(takesNumber(category, number), number).toBe(true)
  for (const number of outside) expect(takesNumber(category, number), number).toBe(false)
})

test.each(['', 'uno', '5-1', '0-9', '1-', '1,,2', '100000', '1-2-3'])('%o is no range', (text) => {
  expect(parseRanges(text)).toBeUndefined()
})

test('ranges of one modalidad that overlap are told with both categories, at both', () => {
  const ranges = (...all: [name: string, numbers: string, modalidad?: string][]) =>
    all.map(([name, numbers, modalidad = 'MOTOCROSS']) => ({ modalidad, name, numbers }))
  const told =
    'MX1 y MX2 comparten 150-199, el 901: cambie los de una o, en Ajustes › Evento, permita los mismos números'
  const fields = { 'categories.0.numbers': told, 'categories.1.numbers': told }
  expect(() => opened(ranges(['MX1', '1-199, 901'], ['MX2', '150-300; 901'], ['65 cc', '400'])).A).toThrow(
    expect.objectContaining({ details: { fields } }),
  )
  expect(
    opened(ranges(['MX1', '1-199'], ['MX2', '200-399'], ['Quad', '1-99', 'QUAD CROSS'])).A,
  ).toMatchObject({
    categories: [{ id: 'motocross-mx1' }, { id: 'motocross-mx2' }, { id: 'quadcross-quad' }],
  })
})

test.each<[part: string, change: Partial<GivenCategory>, message: string]>([
  ['name', { name: ' \u200b' }, 'Escriba el nombre de la categoría'],
  ['name', { name: '85CC' }, 'Ya hay una categoría 85 cc'],
  ['name', { name: '🏁'.repeat(21) }, 'El nombre tiene hasta 40 letras'],
  ['modalidad', { modalidad: 'PATINETA' }, '«PATINETA» no es una modalidad: elija entre'],
  [
    'age',
    { age: { from: 14, to: 13, on: 'race' } },
    'Empieza en 14 años y termina en 13: va el menor primero',
  ],
  ['age', { age: { from: 0, on: 'race' } }, 'Van de 1 a 120 años'],
  ['engine', { engine: { to: 20_000 } }, 'Van de 1 a 10000 cc'],
  ['numbers', { numbers: 'del 1 al 9' }, 'Escriba los números como 1-199, 901'],
  ['places', { places: 0 }, 'Va un número de 1 a 1000'],
])('a category with a wrong %s is refused: %o', (part, change, message) => {
  const fields = expect.objectContaining({ [`categories.1.${part}`]: expect.stringContaining(message) })
  expect(() =>
    opened([
      { modalidad: 'MOTOCROSS', name: '85 cc' },
      { ...quick, ...change },
    ]),
  ).toThrow(expect.objectContaining({ details: { fields } }))
})

const reasonsOf = (category: GivenCategory, rider: Parameters<typeof categoryFits>[2], first = data.first) =>
  categoryFits({ ...opened([category]).A, first }, category.modalidad, rider, '2026-11-20')[0]?.reasons

test('the least and the greatest values are of a category, and two names of one identifier are told apart', () => {
  const longest = { modalidad: 'M'.repeat(40), name: 'N'.repeat(40) }
  const edge: GivenCategory[] = [
    { ...longest, age: { from: 1, to: 1, on: 'race' }, engine: { from: 10_000, to: 10_000 }, places: 1 },
    { ...longest, name: `${'N'.repeat(39)}O`, age: { from: 120, on: 'race' }, places: 1000 },
    ...['★', '☆'].map((name) => ({ modalidad: 'MOTOCROSS', name })),
  ]
  const stored = newEvent(
    undefined,
    { ...data, modalidades: [longest.modalidad], categories: edge },
    { now, change: 0, known: [longest.modalidad, 'MOTOCROSS'] },
  )
  expect(new Set(stored.categories.map(({ id }) => id)).size).toBe(4)
  expect(eventsIn({ A: stored as object }).A?.categories).toEqual(stored.categories)
})

test('each reason for which a rider is not of a category is told, and an unknown birth date too', () => {
  const none: string[] = []
  expect(reasonsOf(cadets, { fechanac: '2012-05-01' })).toEqual(['14 años: máximo 13'])
  expect(reasonsOf(cadets, { fechanac: '2018-01-01' })).toEqual(['8 años: mínimo 10'])
  expect(reasonsOf(cadets, { fechanac: '2014-01-01' })).toEqual(none)
  for (const fechanac of [undefined, ''])
    expect(reasonsOf(cadets, { fechanac })).toEqual([
      'falta la fecha de nacimiento: de 10 a 13 años cumplidos al 31 de diciembre',
    ])
  expect(reasonsOf(cadets, { fechanac: '2009-01-01', motorcycle: { cc: 250 } })).toEqual([
    '17 años: máximo 13',
    '250 cc: máximo 150',
  ])
  expect(reasonsOf(quick, { motorcycle: { cc: 85, strokes: '4T' } })).toEqual([
    '85 cc: mínimo 125',
    '4T: solo 2T',
  ])
  expect(reasonsOf(quick, { motorcycle: { cc: 125, strokes: '2T' } })).toEqual(none)
  expect(reasonsOf(quick, {})).toEqual(none)
})

test('an age counts on the chosen day: 31 December, the day of the race, or 1 January', () => {
  const ages = (fechanac: string, first?: string) =>
    (['year-start', 'race', 'year-end'] as const).map(
      (on) => reasonsOf({ ...cadets, age: { to: 13, on } }, { fechanac }, first)?.length,
    )
  // The fourteenth birthday is on the day of the race, one day later, and on 1 January.
  expect(ages('2012-06-15')).toEqual([0, 1, 1])
  expect(ages('2012-06-16')).toEqual([0, 0, 1])
  expect(ages('2012-01-01')).toEqual([1, 1, 1])
  expect(ages('2013-01-01')).toEqual([0, 0, 0])
  // Without days, the event is that of today, which is 20 November.
  expect(ages('2012-11-20', '')).toEqual([0, 1, 1])
})

test('the categories that fit stand first, and only those of the modalidad', () => {
  const other = { ...quick, modalidad: 'RALLY' }
  const fits = categoryFits(opened([cadets, quick, other]).A, 'MOTOCROSS', { fechanac: '1990-01-01' }, now)
  expect(fits.map(({ category, reasons }) => [category.name, reasons])).toEqual([
    ['MX2', []],
    ['85 cc', ['36 años: máximo 13']],
  ])
})

test('a category is described in one line', () => {
  expect(opened().A.categories.map(describeCategory)).toEqual([
    'de 10 a 13 años cumplidos al 31 de diciembre · de 80 a 150 cc · números 1-199, 901 · 40 lugares',
    'de 125 a 250 cc 2T',
  ])
})

test('a new event takes over the categories of the last one, and a request without them leaves them', () => {
  const stored = opened()
  const { categories } = stored.A
  expect(newEvent(stored, withoutCategories, { now, change: 0 }).categories).toEqual(categories)
  expect(newEvent(stored, { ...data, categories: [] }, { now, change: 0 }).categories).toEqual([])
  const event = { id: 'A', ...stored.A }
  const fewer = { ...withoutCategories, modalidades: ['RALLY'] }
  expect(changedEvent(event, fewer).categories).toEqual(categories)
  // An identifier stays when the name changes, and one that is taken gets a number.
  const renamed = categories.map((one) => ({ ...one, name: `${one.name} A` }))
  const changed = changedEvent(event, { ...data, categories: [...renamed, quick] })
  const ids = ['motocross-85cc', 'motocross-mx2', 'motocross-mx2-2']
  expect(changed.categories.map(({ id }) => id)).toEqual(ids)
})

test('categories are read again as they are stored, a wrong one is left out, and another desk takes them over', () => {
  const stored = opened()
  const [first] = stored.A.categories
  const again = JSON.parse(JSON.stringify(stored))
  expect(eventsIn(again)).toEqual(stored)
  again.A.categories = [{ ...first, numbers: 'no' }, { ...first, engine: 3 }, ...again.A.categories]
  expect(eventsIn(again)).toEqual(stored)
  delete again.A.categories
  expect(eventsIn(again).A?.categories).toEqual([])
  expect(addEvents(undefined, stored, 1).A?.categories).toEqual(stored.A.categories)
  const keys = [[cadets], [{ ...cadets, places: 20 }]].map(
    (one) => addedEvents(undefined, opened(one))[0]?.key,
  )
  expect(new Set(keys).size).toBe(2)
})

test('an event of two desks has the categories of both after a merge, with those of this desk first', () => {
  const [ours, theirs] = [opened([cadets]), opened([{ ...cadets, places: 20 }, quick])]
  expect(addEvents(ours, theirs, 1).A?.categories).toMatchObject([
    { id: 'motocross-85cc', places: 40 },
    { id: 'motocross-mx2' },
  ])
  expect(addEvents(theirs, ours, 1)).toEqual(theirs)
})

test('a modalidad that is renamed is renamed in the categories too', () => {
  const { changed } = decideList({ events: opened() }, 'modalidad', {
    kind: 'change',
    key: 'MOTOCROSS',
    item: { name: 'MX' },
  })
  expect(changed.events?.A?.categories.map(({ id, modalidad }) => [id, modalidad])).toEqual([
    ['motocross-85cc', 'MX'],
    ['motocross-mx2', 'MX'],
  ])
})

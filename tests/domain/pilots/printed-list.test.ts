/** Tests the printed list: its order, its rows for entries, their checks, and its workbook. */
import { expect, test } from 'vitest'
import type { Category } from '#domain/events/categories/category'
import { inCategory } from '#domain/events/entered-kinds'
import type { Entry } from '#domain/events/entry'
import { bookOf, listWidth, printedList } from '#domain/pilots/printed-list'
import { aDraft, aPilot } from '../../support/pilots.ts'

const event = { id: 'E1', checks: ['payment', 'guardian'] as const, categories: [] as Category[] }
const today = '2026-11-27'
const at = '2026-11-27T12:00:00.000Z'

let next = 0
function rider(changes: object, entries?: readonly Omit<Entry, 'event' | 'at'>[]) {
  next += 1
  const pilot = aPilot(String(next).padStart(12, '0'), aDraft({ fechanac: '1990-01-01', ...changes }))
  return { ...pilot, ...(entries && { entries: entries.map((entry) => ({ event: 'E1', at, ...entry })) }) }
}

const numbersOf = ({ groups }: ReturnType<typeof printedList>) =>
  groups.map(({ title, rows }) => [title, ...rows.map(({ cells }) => cells[0])])

test('the rows are by modalidad, then by number as numbers, and those without a number or a modalidad are last', () => {
  const pilots = [
    rider({ modalidad: 'UTV', npiloto: '5' }),
    rider({ modalidad: 'RALLY', npiloto: '12' }),
    rider({ modalidad: 'RALLY', npiloto: '100' }),
    rider({ modalidad: 'RALLY', npiloto: '7' }),
    rider({ modalidad: 'RALLY', npiloto: '12A' }),
    { ...rider({ modalidad: 'RALLY' }), npiloto: undefined },
    { ...rider({ npiloto: '1' }), modalidad: undefined },
  ]
  expect(numbersOf(printedList(pilots, { event, filter: {}, today }))).toEqual([
    ['RALLY', '7', '12', '12A', '100', ''],
    ['UTV', '5'],
    ['Sin modalidad', '1'],
  ])
})

test('a rider has a row for each entry, with its number and its checks, and nobody else can have a check', () => {
  const mark = { at, by: 'marta' }
  const pilots = [
    rider({ lastname: 'Rojas', name: 'Ana', modalidad: 'RALLY', npiloto: '7' }, [
      { modalidad: 'RALLY', number: '70', checks: { payment: mark } },
      { modalidad: 'UTV', number: '71' },
    ]),
    rider({ lastname: 'Paz', name: 'Teo', modalidad: 'UTV', fechanac: '2014-05-01' }, [{ modalidad: 'UTV' }]),
    rider({ lastname: 'Vera', name: 'Luz', modalidad: 'UTV', npiloto: '8' }),
  ]
  const list = printedList(pilots, { event, filter: {}, today })
  expect(list.title).toBe('3 pilotos')
  const checkCells = list.groups.map(({ title, rows }) => [
    title,
    ...rows.map(({ cells }) => [cells[0], cells[1], ...cells.slice(5)]),
  ])
  expect(checkCells).toEqual([
    ['RALLY', ['70', 'Rojas, Ana', 'Sí', '–', '']],
    [
      'UTV',
      ['8', 'Vera, Luz', '–', '–', ''],
      ['71', 'Rojas, Ana', '', '–', ''],
      ['', 'Paz, Teo', '', '', ''],
    ],
  ])
  // A filter of one modalidad leaves the rows of the others out.
  expect(numbersOf(printedList(pilots, { event, filter: { entered: 'RALLY' }, today }))[0]).toEqual([
    'RALLY',
    '70',
  ])
  const ofUtv = printedList(pilots.slice(0, 1), { event, filter: { entered: 'UTV' }, today })
  expect(numbersOf(ofUtv)).toEqual([['UTV', '71']])
})

test('an incomplete rider is listed with what the desk asks for', () => {
  const { dni: _dni, fechanac: _fechanac, ...rest } = rider({ lastname: 'Paz', name: 'Teo', npiloto: '8' })
  const pilots = [rest, rider({ lastname: 'Vera', name: 'Luz', npiloto: '9' })]
  const { groups } = printedList(pilots, { event, filter: {}, today })
  expect(groups.flatMap(({ rows }) => rows.map(({ cells }) => cells[1]))).toEqual([
    'Paz, Teo (falta DNI, Fecha de Nacimiento)',
    'Vera, Luz',
  ])
})

test('the columns are as wide as the page with any checks, and the last one is for the signature', () => {
  const all = ['payment', 'insurance', 'inspection', 'guardian'] as const
  for (const checks of [[], ['payment'], all] as const) {
    const { columns } = printedList([], { event: { ...event, checks }, filter: {}, today })
    expect(columns.reduce((sum, { width }) => sum + width, 0)).toBe(listWidth)
    expect(Math.min(...columns.map(({ width }) => width))).toBeGreaterThanOrEqual(12)
    expect(columns.at(-1)?.title).toBe('Firma')
  }
})

test('the list of those inside has one row for each person, with the entrance instead of the checks', () => {
  const both = rider({ lastname: 'Rojas' }, [{ modalidad: 'RALLY' }, { modalidad: 'UTV' }])
  const list = printedList([both], { event, today, entrances: new Map([[both.id, 'Norte, 09:00']]) })
  expect(list.title).toBe('1 piloto elegido')
  expect(list.columns.map(({ title }) => title).slice(-2)).toEqual(['Entró por', 'Firma'])
  expect(list.groups.flatMap(({ rows }) => rows.map(({ cells }) => cells.at(-2)))).toEqual(['Norte, 09:00'])
})

test('the workbook has the modalidad in a column, and numbers as numbers', () => {
  const pilots = [rider({ modalidad: 'RALLY', npiloto: '7' }), rider({ modalidad: 'UTV', npiloto: '012' })]
  const { columns, rows } = bookOf(printedList(pilots, { event, filter: {}, today }))
  expect(columns.slice(0, 3).map(({ label }) => label)).toEqual(['Modalidad', 'N°', 'Apellidos y nombres'])
  expect(rows.map((cells) => cells.slice(0, 2))).toEqual([
    ['RALLY', 7],
    ['UTV', '012'],
  ])
})

test('the rows of a modalidad with categories are by category in their order, those without one last, and a filter by one has no others', () => {
  const categories = ['MX2', '85 cc'].map((name) => ({ id: name, modalidad: 'MOTOCROSS', name }))
  const pilots = [
    rider({}, [{ modalidad: 'MOTOCROSS', number: '9' }]),
    rider({}, [
      { modalidad: 'MOTOCROSS', number: '2', category: '85 cc' },
      { modalidad: 'UTV', number: '3' },
    ]),
    rider({}, [{ modalidad: 'MOTOCROSS', number: '8', category: 'MX2' }]),
  ]
  const all = printedList(pilots, { event: { ...event, categories }, filter: {}, today })
  expect(numbersOf(all)).toEqual([
    ['MOTOCROSS · MX2', '8'],
    ['MOTOCROSS · 85 cc', '2'],
    ['MOTOCROSS', '9'],
    ['UTV', '3'],
  ])
  const { columns, rows } = bookOf(all)
  expect(columns.slice(0, 3).map(({ label }) => label)).toEqual(['Modalidad', 'Categoría', 'N°'])
  expect(rows.map((cells) => cells.slice(0, 3))).toEqual([
    ['MOTOCROSS', 'MX2', 8],
    ['MOTOCROSS', '85 cc', 2],
    ['MOTOCROSS', undefined, 9],
    ['UTV', undefined, 3],
  ])
  const filter = { entered: inCategory('85 cc') }
  const some = printedList(pilots.slice(1, 2), { event: { ...event, categories }, filter, today })
  expect([some.title, numbersOf(some)]).toEqual([
    '1 piloto inscrito en MOTOCROSS · 85 cc',
    [['MOTOCROSS · 85 cc', '2']],
  ])
})

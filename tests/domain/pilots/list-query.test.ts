/** Tests of the list queries in requests and in the addresses of pages. */
import { expect, test } from 'vitest'
import { searchPath } from '#domain/api/addresses'
import { defaultRules } from '#domain/credential/validity-rules'
import { fixedFields } from '#domain/pilots/own/field-table'
import {
  describeFound,
  isFiltered,
  type ListFilter,
  type ListView,
  lastPageOf,
  readInteger,
  readListView,
  toFilter,
} from '#domain/pilots/search/list-query'
import { stopClock } from '../../support/clock.ts'

const basis = { rules: defaultRules, day: '2026-11-21' }

test('the filter for today starts at the last midnight of this machine', () => {
  stopClock(new Date(2026, 10, 21, 18, 30))
  const midnight = new Date(2026, 10, 21).toISOString()
  expect(
    ['1', true, '0', 'true', undefined].map(
      (today) => toFilter({ today }, { basis, table: fixedFields }).since,
    ),
  ).toEqual([midnight, midnight, undefined, undefined, undefined])
})

test('the filter for a status has the rules and the day by which it is decided', () => {
  expect(toFilter({ status: 'expired' }, { basis, table: fixedFields }).status).toEqual({
    kind: 'expired',
    ...basis,
  })
  expect(toFilter({}, { basis, table: fixedFields }).status).toBeUndefined()
})

test('an integer is a string of digits within its bounds', () => {
  expect(
    [undefined, '1', '007', '9', '10', '0', ' 1', '1e0', 1].map((value) => readInteger(value, 9)),
  ).toEqual([undefined, 1, 7, 9, null, null, null, null, null])
  expect(readInteger('0', 9, 0)).toBe(0)
})

test('words, modalidad, licencia, status, day, missing photo or card, invented values, entries and attendance filter a list, and its order and page do not', () => {
  const filters: ListView[] = [
    { search: 'a' },
    { modalidad: 'RALLY' },
    { licencia: 'Anual' },
    { status: 'expired' },
    { today: true },
    { noPhoto: true },
    { noCard: true },
    { invented: true },
    { attendance: 'missing' },
    { entered: 'none' },
    { lacks: 'payment' },
  ]
  expect(filters.map(isFiltered)).toEqual(filters.map(() => true))
  expect([{}, { search: '' }, { sort: 'name', page: 3 } as ListView].map(isFiltered)).toEqual([
    false,
    false,
    false,
  ])
})

test.each<[ListView]>([
  [{}],
  [{ search: 'muñoz & hijos', page: 2 }],
  [{ modalidad: 'ENDURO CROSS', licencia: 'Anual', today: true, sort: 'lastname', order: 'desc' }],
  [{ noPhoto: true, noCard: true, invented: true, status: 'suspended' }],
  [{ attendance: 'inside', search: 'a' }],
  [{ entered: 'none', modalidad: 'RALLY' }],
  [{ entered: 'RALLY', licencia: 'Anual' }],
  [{ entered: 'category:rally-mayores' }],
  [{ entered: 'uncategorized' }],
  [{ entered: 'category:rally-mayores', lacks: 'waiver' }],
])('the view %j of the list is read back from its address', (view) => {
  const query = new URL(searchPath(view), 'http://localhost').searchParams
  expect(readListView(query)).toEqual({ page: 1, ...view })
})

test('invalid parameters in an address of the list are ignored', () => {
  const query =
    'search=+&modalidad=x&licencia=x&status=revoked&today=x&no_photo=x&no_card=true&invented=x&entered=x&attendance=x&lacks=x&sort=x&order=desc&page=-1'
  expect(readListView(new URLSearchParams(query))).toEqual({ page: 1 })
})

test('a category that the open event does not have is ignored once its categories are known', () => {
  const query = new URLSearchParams('entered=category:rally-mayores')
  const known = [{ id: 'rally-mayores', modalidad: 'RALLY', name: 'Mayores' }]
  expect(readListView(query, fixedFields, known).entered).toBe('category:rally-mayores')
  expect(readListView(query, fixedFields, [])).toEqual({ page: 1 })
  expect(describeFound({ total: 2 }, readListView(query), fixedFields, known)).toBe(
    '2 pilotos inscritos en RALLY · Mayores',
  )
})

test.each<[number, ListFilter, string]>([
  [0, {}, '0 pilotos'],
  [10_000, { search: 'rojas' }, '10.000 pilotos con «rojas»'],
  [1, { modalidad: 'RALLY', today: true }, '1 piloto de RALLY, registrado hoy'],
  [2, { licencia: 'Anual', today: true, search: 'a' }, '2 pilotos licencia Anual, registrados hoy, con «a»'],
  [2, { status: 'expired', today: true }, '2 pilotos con credencial vencida, registrados hoy'],
  [1, { attendance: 'missing' }, '1 piloto inscrito, que no ha entrado'],
  [2, { attendance: 'missing', entered: 'RALLY' }, '2 pilotos inscritos en RALLY, que no han entrado'],
  [2, { attendance: 'entered', modalidad: 'UTV' }, '2 pilotos de UTV, que entraron hoy'],
  [1, { entered: 'none', modalidad: 'UTV' }, '1 piloto de UTV, no inscrito'],
  [2, { entered: 'none' }, '2 pilotos no inscritos'],
  [2, { entered: 'pending' }, '2 pilotos por inscribir'],
  [2, { entered: 'uncategorized' }, '2 pilotos inscritos sin categoría'],
  [1, { lacks: 'payment' }, '1 piloto que debe'],
  [2, { entered: 'RALLY', lacks: 'payment' }, '2 pilotos inscritos en RALLY, que deben'],
  [2, { lacks: 'waiver' }, '2 pilotos sin deslinde'],
  [1, { invented: true, search: 'a' }, '1 piloto con datos por revisar, con «a»'],
  [3, { modalidad: 'UTV', noPhoto: true, noCard: true }, '3 pilotos de UTV, sin foto, sin imprimir'],
])('a list of %i pilots with the filter %j is described as %j', (total, filter, text) => {
  expect(describeFound({ total }, filter)).toBe(text)
})

test('a list that was not counted to its end is described as more than its total, and has a page after it', () => {
  const found = { total: 1000, isTotalCapped: true }
  expect(describeFound(found, { search: 'ana' })).toBe('Más de 1.000 pilotos con «ana»')
  expect([lastPageOf(found), lastPageOf({ total: 1000 }), lastPageOf({ total: 0 })]).toEqual([21, 20, 1])
})

/** Tests how the column of the categories of the open event is told from that of the modalidades. */
import { expect, test } from 'vitest'
import { conflictsOf } from '../../../server/spreadsheets/mapping/header.ts'
import { tableOf } from '../../support/table.ts'

const categories = ['MX1', 'MX2', '85 cc', 'Rally'].map((name) => ({
  ...{ id: `motocross-${name}`, modalidad: 'MOTOCROSS', name },
}))

const targetsOf = async (text: string, request = {}) =>
  (await tableOf(text, { categories, ...request })).mapping.columns.map(({ name, target }) => [name, target])

test.each([
  ['Categoría', 'mx 2\n85\n'],
  ['CLASE', 'Clase MX1\nMX3\n85cc\n'],
  ['Cat.', 'MX-1\n\n'],
])('a column «%s» whose cells are categories of the event is that of the categories', async (name, cells) => {
  expect(await targetsOf(`DNI;${name}\n${cells.replace(/^/gm, '70123456;')}`)).toEqual([
    ['DNI', 'dni'],
    [name, 'categoria_evento'],
  ])
})

test('a column whose cells are modalidades stays that of the modalidades, also in an event without categories', async () => {
  const sheet = 'DNI;Clase\n70123456;Rally\n70123457;Velocross\n'
  expect((await targetsOf(sheet))[1]).toEqual(['Clase', 'modalidad'])
  const mx = 'DNI;Clase\n70123456;MX2\n'
  expect((await targetsOf(mx, { categories: [] }))[1]).toEqual(['Clase', 'modalidad'])
  expect((await targetsOf(mx, { categories: undefined }))[1]).toEqual(['Clase', 'modalidad'])
})

test('beside a column of modalidades, most of the cells decide, and else a person', async () => {
  const sheet = (...cells: string[]) =>
    `Modalidad;Categoría\n${cells.map((cell) => `Motocross;${cell}\n`).join('')}`
  expect((await targetsOf(sheet('mx2', 'Rally')))[1]).toEqual(['Categoría', 'categoria_evento'])
  expect((await targetsOf(sheet('mx2', 'A', 'B')))[1]).toEqual(['Categoría', null])
  const chosen = { mapping: { columns: { Categoría: 'categoria_evento' } } }
  expect((await targetsOf(sheet('mx2', 'A', 'B'), chosen))[1]).toEqual(['Categoría', 'categoria_evento'])
  expect(
    (await targetsOf('Tipo licencia;Clase licencia\nAnual;MX2\n')).map(([, target]) => target),
  ).not.toContain('categoria_evento')
})

test.each([
  ['Moto;Cilindrada', ['moto_evento', 'cc_evento']],
  ['Motocicleta;cc', ['moto_evento', 'cc_evento']],
  ['Marca/Modelo;C.C.', ['moto_evento', 'cc_evento']],
  ['Marca;Modelo de la moto;Cilindrada (cc)', ['moto_evento', 'moto_evento', 'cc_evento']],
])('the columns «%s» have the motorcycles of an event with categories', async (names, targets) => {
  const cells = names.split(';').map((_, index, all) => (index === all.length - 1 ? '250 cc' : 'KTM'))
  const sheet = `Modalidad;${names}\nMotocross;${cells.join(';')}\n`
  const found = await tableOf(sheet, { categories })
  expect(found.mapping.columns.slice(1).map(({ target }) => target)).toEqual(targets)
  expect(conflictsOf(found.mapping.columns)).toEqual([])
  expect((await targetsOf(sheet, { categories: [] })).slice(1).map(([, target]) => target)).toEqual(
    targets.map(() => null),
  )
})

test('a column of documents or of numbers is none of motorcycles', async () => {
  const sheet = 'DNI;CC;Moto\n70123456;1020304050;27\n'
  expect((await targetsOf(sheet)).slice(1)).toEqual([
    ['CC', null],
    ['Moto', null],
  ])
})

/** Tests of the groups in which a person sees the bad cells of an import. */
import { expect, test } from 'vitest'
import { deferralOf, fixOf, groupRejections, isNewClass, questionOf, unreadFix } from '#domain/import/fixes'
import type { Rejection } from '#domain/import/import'
import { planImport } from '#domain/import/plan'
import { RowReader } from '#domain/import/row-reader'
import { existingAmong } from '#domain/pilots/existing'
import { nearestValue } from '#domain/pilots/pilot'
import { aDraft, aRow } from '../../support/pilots.ts'

/** Returns the rejections of rows that differ from a good one in these values. */
function rejectionsOf(...changes: Record<string, unknown>[]): Rejection[] {
  const rows = changes.map((change, index) => aRow(index, { ...aDraft(), ...change }))
  let made = 0
  return planImport({
    rows,
    pilots: existingAmong([], []),
    options: {},
    newId: () => `ID${++made}`,
    now: '2026-11-22T10:00:00.000Z',
  }).report.rejected
}

function times<Item>(number: number, item: Item): Item[] {
  return Array(number).fill(item)
}

test('the texts that are no option are one group, with the most frequent first and the option that each may mean', () => {
  const changes = [
    ...times(2, { modalidad: 'Libre' }),
    ...times(3, { modalidad: 'Velocros' }),
    ...times(5, { modalidad: 'Enduro Ind.' }),
    ...times(2, { modalidad: ' Velocros ' }),
  ]
  const [group, ...others] = groupRejections(rejectionsOf(...changes))
  expect(others).toEqual([])
  expect([group?.problem, group?.field]).toEqual(['con modalidad sin reconocer', 'modalidad'])
  expect(group?.values).toEqual([
    { value: 'Velocros', rows: 5, nearest: 'VELOCROSS' },
    { value: 'Enduro Ind.', rows: 5 },
    { value: 'Libre', rows: 2 },
  ])
  expect(group?.cells.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13])
})

test('all texts of a field that nobody understands can stand for no value, at once', () => {
  const bad = [
    { email: 'josé@ejemplo.org' },
    { email: 'ana@' },
    { celular: '987654321 / 912345678' },
    { dni: 'x' },
  ]
  const fixes = groupRejections(rejectionsOf(...bad)).map((group) => unreadFix(group, group.cells.length))
  expect(fixes.map((fix) => fix?.label)).toEqual(['Poner «No tiene» en las 2 filas', undefined, undefined])
  expect(fixes[0]).toMatchObject({ option: '--replace "email:*=No tiene"' })
  const mapping = fixes[0]?.change({}) ?? {}
  const columns = (['email', 'celular'] as const).map((name) => ({ name, target: name }))
  const read = (...cells: string[]) => new RowReader({ ...mapping, columns }).read({ line: 2, cells }).values
  expect(read('josé@ejemplo.org', 'x')).toEqual({ email: 'No tiene', celular: 'x' })
  expect([read('ana@ejemplo.org').email, read('').email]).toEqual(['ana@ejemplo.org', ''])
})

test('rows with the documents of other persons are one group, which is answered at once', () => {
  const [one, two] = [aDraft({ name: 'Ana' }), aDraft({ name: 'Eva' })]
  const pilots = existingAmong(
    [one, two].map((draft, at) => ({ id: `ID${at}`, photo: null, ...draft })),
    [],
  )
  const rows = [one, two].map(({ dni }, at) =>
    aRow(at, { ...aDraft({ dni, fechanac: '2001-05-12' }), name: `Luz ${at}`, lastname: 'Ríos' }),
  )
  const { rejected } = planImport({
    rows,
    pilots,
    options: { update: true },
    newId: () => '',
    now: '',
  }).report
  const [group, ...others] = groupRejections(rejected)
  expect([group?.problem, group?.isOther, others]).toEqual([
    'con Documento de identidad (DNI): Es de otra persona',
    true,
    [],
  ])
  if (!group) return
  expect(deferralOf(group, 2)).toBeUndefined()
  expect(fixOf(group, 2)).toMatchObject({ option: '--same-person todas' })
  expect(fixOf(group, 2)?.change({})).toEqual({ samePersons: { '*': true } })
})

test('a text that stands for no value has the words for it, and comes before others that are as frequent', () => {
  const [group] = groupRejections(rejectionsOf({ email: 'ana@' }, { email: '-' }, { email: 'sincorreo@' }))
  expect(group?.values).toEqual([
    { value: '-', rows: 1, nearest: 'No tiene' },
    { value: 'sincorreo@', rows: 1, nearest: 'No tiene' },
    { value: 'ana@', rows: 1 },
  ])
})

test.each<[string, Record<string, unknown>[], string]>([
  ['a missing value', [{ licencia: '' }], '1 sin Licencia'],
  [
    'missing values of all kinds',
    [{ licencia: null }, { licencia: ' ' }, { licencia: undefined }],
    '3 sin Licencia',
  ],
  ['a missing text', times(2, { club: '' }), '2 sin Club'],
  ['one text that is no option', [{ licencia: 'Otra' }], '1 con Licencia sin reconocer'],
  [
    'bad texts with one problem',
    [{ email: 'a' }, { email: 'b' }],
    '2 con Correo Electronico: correo electronico invalido',
  ],
  [
    'pilots that are in the file before',
    [{ dni: 7 }, { dni: 7, club: 'Sur' }, { dni: 8 }, { dni: 8, club: 'Sur' }],
    '2 con Documento de identidad (DNI): Repite a otro piloto del archivo',
  ],
])('%s: %j are one group', (_, changes, problem) => {
  expect(
    groupRejections(rejectionsOf(...changes)).map(({ cells, problem }) => `${cells.length} ${problem}`),
  ).toEqual([problem])
})

test('cells with two numbers are a group of their own, of which the first can be used', () => {
  const groups = groupRejections(
    rejectionsOf(
      { celular: '999888777 / 988777666' },
      { celular: 'x9' },
      { dni: '41000003-1' },
      { celular: '999888777 o 988777666' },
    ),
  )
  expect(groups.map(({ problem, hasFirst, cells }) => [problem, hasFirst, cells.length])).toEqual([
    ['con Celular: hay más de uno', true, 2],
    ['con Celular: Porfavor ingrese un numero de celular valido', undefined, 1],
    ['con Documento de identidad (DNI): lleva su dígito verificador', true, 1],
  ])
})

test('a missing value and a bad one are two groups, and so are two problems of one field', () => {
  const problems = groupRejections(
    rejectionsOf(
      { modalidad: '' },
      { modalidad: 'Libre' },
      { fechanac: '31/02/1999' },
      { fechanac: '1/1/2999' },
    ),
  ).map(({ problem }) => problem)
  expect(problems).toEqual([
    'con Fecha de Nacimiento: Ingrese una fecha válida, como 28/02/1994',
    'con Fecha de Nacimiento: La fecha de nacimiento no puede ser futura',
    'sin modalidad',
    'con modalidad sin reconocer',
  ])
})

test('groups are in the order of the form, those of whole rows last, whichever rows they come from', () => {
  const all = rejectionsOf({ club: '' }, { name: '', club: '' }, { id_driver: 'x' })
  const wide = (line: number, cells: string): Rejection => ({
    line,
    message: `La fila tiene ${cells} y el encabezado 13`,
  })
  const groups = groupRejections([
    wide(5, '1 celda'),
    wide(6, '14 celdas'),
    ...all,
    { line: 9, message: 'Otro' },
  ])
  expect(groups.map(({ cells, problem, field }) => [cells.length, problem, field])).toEqual([
    [1, 'con Identificador: No es un identificador: son 12 letras y números', 'id_driver'],
    [1, 'sin Nombres', 'name'],
    [2, 'sin Club', 'club'],
    [2, 'sin importar: le sobran o le faltan celdas', undefined],
    [1, 'sin importar: Otro', undefined],
  ])
})

test('an error of another program is perhaps no value, and a number without its last digits is none of that', () => {
  const rejected = (value: string) => ({
    line: 2,
    field: 'nlicencia' as const,
    value,
    message: 'escriba su valor',
  })
  const valuesOf = (value: string) => groupRejections([rejected(value)]).flatMap(({ values }) => values)
  expect(valuesOf('#N/D')).toMatchObject([{ value: '#N/D', nearest: 'No tiene' }])
  expect(valuesOf('2,026E+11')).toEqual([{ value: '2,026E+11', rows: 1 }])
})

test('no rejections are no groups', () => {
  expect(groupRejections([])).toEqual([])
})

test.each([
  ['modalidad', 'MOTOCROSS y RALLY', ['MOTOCROSS', 'RALLY']],
  ['modalidad', 'MOTOCROSS / ENDURO CROSS', ['MOTOCROSS', 'ENDURO CROSS']],
  ['modalidad', 'MX+SX', ['MOTOCROSS', 'SUPERCROSS']],
  ['modalidad', 'Rally, UTV y Velocross', ['RALLY', 'UTV', 'VELOCROSS']],
  ['licencia', 'Anual y Regional 2026', ['Anual', 'Regional']],
  ['tipodoc', 'Pasaporte / CE', ['Pasaporte', 'Carné de extranjería']],
] as const)('of %s, «%s» names several options, none of which is offered', (field, value, named) => {
  const other = field === 'tipodoc' && { dni: 'No tiene', documento: 'AB123456' }
  const [group] = groupRejections(rejectionsOf({ [field]: value, ...other }))
  expect(group?.values).toEqual([{ value, rows: 1, named }])
  expect(group?.cells[0]?.message).toContain(`son ${named.length === 2 ? 'dos' : '3'}, ${named[0]}`)
  expect(group && fixOf(group, 1)).toBeUndefined()
  expect(group?.values.map(isNewClass)).toEqual([false])
  expect(questionOf(group?.values[0] ?? {})).toContain('elija una')
})

test.each(['Motocross / MX', 'MOTOCROSS - MX2', 'Motocross 85cc'])('«%s» names one option', (value) => {
  expect(nearestValue('modalidad', value)).toBe('MOTOCROSS')
})

test.each(['Motocross y Expertos', 'RALLY / Promocionales', 'Rally, Novatos'])(
  'in «%s», what follows the option may be another, so that none is offered',
  (value) => {
    expect(nearestValue('modalidad', value)).toBeUndefined()
  },
)

test.each([
  ['Enduro Ind.', true],
  ['Libre', true],
  ['MX1', true],
  ['Enduro / Libre', false],
  ['?', false],
  ['no tiene', false],
])('«%s» may be the name of a new class: %s', (value, isNew) => {
  const [group] = groupRejections(rejectionsOf({ modalidad: value }))
  expect(group?.values.map(isNewClass)).toEqual([isNew])
})

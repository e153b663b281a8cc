/** Tests of the spellings of options, of which a person corrects all at once. */
import { expect, test } from 'vitest'
import { distinctSpellings, joinSpellings } from '#domain/import/cells/spellings'
import { fixOf, groupRejections } from '#domain/import/fixes'
import type { Rejection } from '#domain/import/import'
import { RowReader } from '#domain/import/row-reader'
import type { PilotField } from '#domain/pilots/own/field-table'
import { nearestValue } from '#domain/pilots/pilot'

test.each<[PilotField, string[], string[][]]>([
  [
    'licencia',
    ['NACIONAL', 'Nacional', 'Nac.', 'nacional', 'NAC.'],
    [['NACIONAL', 'Nacional', 'Nac.', 'nacional', 'NAC.']],
  ],
  ['modalidad', ['MX1', 'mx 1', 'MX-1', 'Mx.1', 'ＭX_1'], [['MX1', 'mx 1', 'MX-1', 'Mx.1'], ['ＭX_1']]],
  ['modalidad', ['Niños', 'NINOS', 'niños.'], [['Niños', 'NINOS', 'niños.']]],
  ['tipodoc', ['Carné', 'CARNE'], [['Carné', 'CARNE']]],
  ['propio_opcion_talla', ['XXL', 'x-x-l', 'XL'], [['XXL', 'x-x-l'], ['XL']]],
  ['propio_casilla_bus', ['Quizás', 'quizas'], [['Quizás', 'quizas']]],
])('the spellings of a %s are one: %j', (field, texts, groups) => {
  expect(joinSpellings(field, texts)).toEqual(groups)
})

test.each<[string, PilotField, string[]]>([
  ['the sign of a blood type', 'tiposangre', ['C+', 'C-', 'C', 'D +', 'D -']],
  ['a minus, or a plus', 'modalidad', ['Master 35', 'Master +35', 'Master -35', 'Clase B', 'Clase B-']],
  ['a beginning without a point', 'licencia', ['NACIONAL', 'Nac']],
  ['a beginning of two', 'licencia', ['NACIONAL', 'NACIMIENTO', 'Nac.']],
  ['a letter with a point', 'licencia', ['NACIONAL', 'N.']],
  ['letters of their own', 'modalidad', ['MX1', 'MX2', 'MX 11']],
  ['the point of an address', 'email', ['a.b@', 'ab@', 'A.B@']],
  ['the beginning of an address', 'email', ['ana.b@', 'ana.']],
  ['the point of a text of one’s own', 'propio_texto_bus', ['1.2', '12', 'A', 'a']],
  ['the stroke of a date', 'fechanac', ['1/11/19x9', '11/1/19x9', '11-1-19x9']],
])('%s keeps texts apart', (_, field, texts) => {
  expect(joinSpellings(field, texts)).toEqual(texts.map((text) => [text]))
})

test('one replacement holds for all spellings, and an abbreviation has one of its own', () => {
  const texts = ['NACIONAL', 'nacional', 'Nac.', 'NAC.']
  expect(distinctSpellings('licencia', texts)).toEqual(['NACIONAL', 'Nac.'])
  const columns = [
    { name: 'Licencia', target: 'licencia' as const },
    { name: 'Sangre', target: 'tiposangre' as const },
  ]
  const reader = new RowReader({
    columns,
    replacements: {
      licencia: { NACIONAL: 'Anual', 'Nac.': 'Anual' },
      tiposangre: { 'C+': 'O+', 'A B+': 'A+' },
    },
  })
  const read = (licencia: string, blood: string) =>
    Object.values(reader.read({ line: 2, cells: [licencia, blood] }).values)
  expect(read(' Nacional ', 'c +')).toEqual(['Anual', 'O+'])
  expect(read('NAC.', 'C-')).toEqual(['Anual', 'C-'])
  expect(read('Anual', 'AB+')).toEqual(['Anual', 'AB+'])
  expect(read('Internacional', 'C')).toEqual(['Internacional', 'C'])
})

test('a group names each value once, with its spellings, and corrects all of them', () => {
  const cells = ['MX1', 'mx 1', 'MX1', 'MX-2', 'MX 2', 'MX 2'].map(
    (value, index): Rejection => ({
      line: index + 2,
      field: 'modalidad',
      value,
      message: 'no es una opción',
    }),
  )
  const [group] = groupRejections(cells)
  expect(group?.values).toEqual([
    { value: 'MX1', spellings: ['mx 1'], rows: 3, nearest: 'MOTOCROSS' },
    { value: 'MX 2', spellings: ['MX-2'], rows: 3, nearest: 'MOTOCROSS' },
  ])
  const fix = group && fixOf(group, cells.length)
  expect(fix?.label).toBe('Poner «MOTOCROSS» en las 6 filas')
  expect(fix?.change({})).toEqual({ replacements: { modalidad: { MX1: 'MOTOCROSS', 'MX 2': 'MOTOCROSS' } } })
})

test.each([
  ['modalidad', 'MX-1', 'MOTOCROSS'],
  ['modalidad', 'Motocross 85cc', 'MOTOCROSS'],
  ['modalidad', 'ENDURO CROSS B', 'ENDURO CROSS'],
  ['modalidad', 'Hard Enduro Pro', 'HARD ENDURO'],
  ['modalidad', 'Mini.', 'MINICROSS'],
  ['modalidad', 'Velo.', undefined],
  ['modalidad', 'MXY', undefined],
  ['modalidad', 'Enduro', undefined],
  ['licencia', 'Reg.', 'Regional'],
  ['licencia', 'Anual FIM', 'Anual'],
  ['licencia', 'NACIONAL', undefined],
  ['tiposangre', 'A+ o B+', undefined],
  ['tiposangre', '?', 'No sabe'],
] as const)('%s «%s» probably means %s', (field, text, option) => {
  expect(nearestValue(field, text)).toBe(option)
})

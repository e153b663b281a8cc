/** Tests of the texts of failed formulas. */
import { expect, test } from 'vitest'
import { excelErrorProblem } from '#domain/import/cells/cells'

test.each(
  [
    '#N/A',
    '#N/D',
    '#REF!',
    '#¡REF!',
    '#VALUE!',
    '#¡VALOR!',
    '#DIV/0!',
    '#¡DIV/0!',
    '#NAME?',
    '#¿NOMBRE?',
  ].concat(
    ['#NUM!', '#¡NUM!', '#NULL!', '#¡NULO!', '#SPILL!', '#CALC!', '#¡CALC!', '#n/d', '#N/A '],
    ['###', '########', '###…', '#GETTING_DATA'],
  ),
)('%j is an error of Excel', (text) => {
  expect(excelErrorProblem(text)).toBe(
    `La celda contiene un error de Excel (${text.trim()}): escriba su valor`,
  )
})

test.each(
  ['#ERROR!', '#error', 'Loading...', 'Cargando…', 'Carregando...'].concat([
    'Err:502',
    'Err:508 ',
    '#Deleted',
    '#Eliminado',
    '#MACRO?',
    '#FMT',
  ]),
)('%j is an error of another program', (text) => {
  expect(excelErrorProblem(text)).toBe(
    `La celda contiene un error de otro programa (${text.trim()}): escriba su valor`,
  )
})

test.each(['Loading Team', 'Cargando', 'Errázuriz', 'Error', 'Err:5', 'Loa Muñoz'])(
  '%j is no error',
  (cell) => {
    expect(excelErrorProblem(cell)).toBeUndefined()
  },
)

test.each(['#27', '#', '##', '# 27', '#1 Team', '#REF', 'N/A', '#N/A 27', '### 27', '', 27, null, undefined])(
  '%j is no error of Excel',
  (cell) => {
    expect(excelErrorProblem(cell)).toBeUndefined()
  },
)

/** Tests that texts are wrapped at their words, and that what a person copies stays whole. */
import width from 'fast-string-width'
import { expect, test } from 'vitest'
import { wrapped } from '../../../bin/terminal/output.ts'

test('a long line is wrapped at its words, with the further lines indented below its first', () => {
  const text = 'Revise «Nacimiento»: se lee como día/mes, y así pueden leerse 19 de sus 20 fechas.'
  const lines = wrapped(`corta\n  ${text}`, 40).split('\n')
  expect(lines).toEqual([
    'corta',
    '  Revise «Nacimiento»: se lee como',
    '    día/mes, y así pueden leerse 19 de',
    '    sus 20 fechas.',
  ])
  expect(lines.every((line) => width(line) <= 40)).toBe(true)
  expect(wrapped(text, Number.POSITIVE_INFINITY)).toBe(text)
})

test('an option stays beside its value, and a command stays on one line', () => {
  const option = '--replace "modalidad:Enduro Ind.=ENDURO CROSS"'
  expect(wrapped(`    en las 23 filas: ${option}`, 60)).toBe(`    en las 23 filas:\n      ${option}`)
  const command = '  pilotos import inscritos.xlsx --map "Cód. Fed.=nlicencia" --set licencia=Anual'
  expect(wrapped(command, 60)).toBe(command)
})

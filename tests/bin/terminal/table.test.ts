/** Tests that tables fit the width of a terminal. */
import width from 'fast-string-width'
import { describe, expect, test } from 'vitest'
import { defaultRules } from '#domain/credential/validity-rules'
import { pilotTable, table } from '../../../bin/terminal/table.ts'
import { aDraft } from '../../support/pilots.ts'

const pilots = [
  {
    id: '7K3Q9XW2M4TB',
    photo: null,
    ...aDraft({ name: 'María Fernanda', lastname: 'Gutiérrez de la Cruz' }),
  },
  {
    id: '5X3RW3PRGY1S',
    photo: null,
    ...aDraft({ name: '玉', club: 'Escudería Valle Sagrado de los Incas' }),
  },
]

const basis = { rules: defaultRules, day: '2026-11-22' }

describe('the table of pilots', () => {
  test.each([45, 60, 80, 100, 120, 200])(
    'has no line over %d columns, and keeps ID, name and DNI',
    (columns) => {
      const { text, omitted } = pilotTable(pilots, basis, columns)
      for (const line of text.split('\n')) expect(width(line)).toBeLessThanOrEqual(Math.max(columns, 44))
      expect(text).toMatch(/^ID +PILOTO +DNI/)
      for (const word of ['7K3Q9XW2M4TB', 'María', 'Fernanda', 'Gutiérrez', 'Cruz'])
        expect(text.replaceAll(/\n +/g, '')).toContain(word)
      expect(omitted.every((title) => !text.includes(title))).toBe(true)
    },
  )

  test('has all columns in a file or a pipe', () => {
    expect(pilotTable(pilots, basis, Number.POSITIVE_INFINITY).omitted).toEqual([])
  })
})

test('a table wraps the cells of its widest columns, and loses no text', () => {
  const text = 'Campeona regional de la categoría Promocional en los años 2023 y 2024, '.repeat(4)
  const drawn = table(['CUÁNDO', 'QUÉ'], [['22/11/2026', text]], 40)
  for (const line of drawn.split('\n')) expect(width(line)).toBeLessThanOrEqual(40)
  expect(drawn.replaceAll(/\s+/g, ' ')).toContain(text.trim())
})

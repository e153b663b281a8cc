/** Tests of names in capitals: their accents come from the same person elsewhere only, and a person sees examples. */
import { expect, test } from 'vitest'
import { capitalsIn, withKnownNames } from '#domain/import/cells/capitals'
import type { ImportRow } from '#domain/import/import'
import { planImport } from '#domain/import/plan'
import { RowReader } from '#domain/import/row-reader'
import { existingAmong } from '#domain/pilots/existing'
import { aDraft } from '../../../support/pilots.ts'

const columns = (['name', 'lastname', 'dni', 'fechanac'] as const).map((target) => ({ name: target, target }))

type Cells = [name: string, lastname: string, dni: string, born: string]

function rowsOf(lines: readonly Cells[], fixesCapitals = true): ImportRow[] {
  const reader = new RowReader({ columns, fixesCapitals })
  return [...withKnownNames(lines.map((cells, index) => reader.read({ line: index + 2, cells })))]
}

function namesOf(rows: readonly ImportRow[]): string[] {
  return rows.map(({ values }) => `${values.name} ${values.lastname}`)
}

test.each<[string, Cells, string]>([
  ['the same document', ['MARIA', 'NUNEZ', '40000001', ''], 'María Núñez'],
  ['the same name and birth date', ['MARIA', 'NUNEZ', '', '28/02/1994'], 'María Núñez'],
  ['nothing else', ['MARIA', 'NUNEZ', '40000002', '01/02/1994'], 'Maria Nunez'],
  ['the document, and another name', ['MARIO', 'NUNEZ', '40000001', ''], 'Mario Núñez'],
  ['mixed letters of its own', ['Maria', 'Nunez', '40000001', ''], 'Maria Nunez'],
])('a row with %s as one with accents: %j is %s', (_, cells, names) => {
  const accented: Cells = ['María', 'Núñez', '40.000.001', '28/02/1994']
  expect(namesOf(rowsOf([cells, accented]))[0]).toBe(names)
  expect(namesOf(rowsOf([accented, cells]))[1]).toBe(names)
})

test('names stay in capitals, without accents of others, if a person leaves them so', () => {
  const lines: Cells[] = [
    ['MARIA', 'NUNEZ', '40000001', ''],
    ['María', 'Núñez', '40000001', ''],
  ]
  expect(namesOf(rowsOf(lines, false))).toEqual(['MARIA NUNEZ', 'María Núñez'])
})

test.each([
  [true, 'María', 'McDonald', 1],
  [false, 'MARIA', 'MC DONALD', 0],
])(
  'an update keeps the accents of a stored rider, if capitals are rewritten: %s',
  (fixesCapitals, name, lastname, unchanged) => {
    const pilot = { id: '7K3Q9XW2M4T1', photo: null, ...aDraft({ name: 'María', lastname: 'McDonald' }) }
    const [row] = rowsOf([['MARIA', 'MC DONALD', String(pilot.dni), pilot.fechanac]], fixesCapitals)
    const { update, report } = planImport({
      rows: [row as ImportRow],
      pilots: existingAmong([pilot], []),
      options: { update: true },
      newId: () => 'ID',
      now: '2026-11-22T10:00:00.000Z',
    })
    expect(report.unchanged).toBe(unchanged)
    expect({ ...pilot, ...update[0] }).toMatchObject({ name, lastname })
  },
)

test('ten names show how capitals are rewritten, those with particles and the like first', () => {
  const plain = Array.from(
    { length: 12 },
    (_, index): Cells => ['ANA', `ROJAS ${'ABCDEFGHIJKL'[index]}OTA`, '', ''],
  )
  const rows = rowsOf([...plain, ['José', 'DE LA CRUZ Y PEÑA', '', ''], ['Eva', 'Rojas', '', '']])
  const { rows: riders, examples = [] } = capitalsIn(rows) ?? {}
  expect([riders, examples.length]).toEqual([13, 10])
  expect(examples.slice(0, 2)).toEqual([
    { text: 'José DE LA CRUZ Y PEÑA', fixed: 'José De la Cruz y Peña' },
    { text: 'ANA ROJAS AOTA', fixed: 'Ana Rojas Aota' },
  ])
  const left = rowsOf([['ANA', 'ROJAS', '', '']], false)
  expect(capitalsIn(left)?.examples).toEqual([{ text: 'ANA ROJAS', fixed: 'Ana Rojas' }])
  expect(capitalsIn(rowsOf([['Ana', 'Rojas', '', '']]))).toBeUndefined()
})

/** Tests that a whole column of dates is read with its year in one place. */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readTerms } from '#domain/import/flat-pilots'
import type { ImportMapping } from '#domain/import/mapping'
import { readValue } from '#domain/pilots/pilot'
import { addDays, today } from '#domain/text/date'
import { previewOf } from '../../server/import/preview.ts'
import type { ImportTable } from '../../server/spreadsheets/table.ts'
import { tableOf } from '../support/table.ts'

const birthdaysIn = ({ rows }: ImportTable) =>
  rows.map(({ values }) => readValue('fechanac', values.fechanac))

const lastDaysIn = ({ rows }: ImportTable) =>
  rows.map((row) => {
    const { terms, problems } = readTerms(row, undefined, { day: today() })
    return terms?.until ?? problems[0]?.[1]
  })

test('birthdays whose years have two digits in front are those of the riders', async () => {
  const table = await tableOf(await readFile('tests/fixtures/sheets/04-year-first.csv'))
  expect(birthdaysIn(table)).toEqual(['1965-07-17', '1971-10-28', '2012-05-10', '2010-11-12'])
})

/** Returns a day some weeks ahead, with a number that cannot be a month. */
function soon(): string {
  const day = addDays(today(), 20)
  return Number(day.slice(8)) > 12 ? day : addDays(day, 12)
}

const written: [string, (year: string, month: string, day: string) => string][] = [
  ['26-12-31', (year, month, day) => `${year}-${month}-${day}`],
  ['26/12/31', (year, month, day) => `${year}/${month}/${day}`],
  ['26.12.31', (year, month, day) => `${year}.${month}.${day}`],
  ['261231', (year, month, day) => year + month + day],
]

test.each(written)('a last day such as %s is never one of another year', async (_, write) => {
  const day = soon()
  const text = write(day.slice(2, 4), day.slice(5, 7), day.slice(8))
  const file = `DNI;Válida hasta\n40000010;${text}\n`
  const open = await tableOf(file)
  expect(lastDaysIn(open)).toEqual([expect.stringContaining('No se sabe si va primero el año o el día')])
  expect(previewOf(open).columns[1]?.dates).toEqual({
    order: null,
    orders: ['dia-mes', 'anio-mes'],
    example: text,
  })
  const dates: ImportMapping['dates'] = { valida_hasta: 'anio-mes' }
  expect(lastDaysIn(await tableOf(file, { mapping: { dates } }))).toEqual([day])
})

test('a last day with its year at the end needs no answer', async () => {
  const day = soon()
  for (const separator of ['/', '-', '.']) {
    const text = [day.slice(8), day.slice(5, 7), day.slice(2, 4)].join(separator)
    const table = await tableOf(`DNI;Válida hasta\n40000010;${text}\n`)
    expect([lastDaysIn(table), table.mapping.columns[1]?.dates]).toEqual([[day], undefined])
  }
})

test('a header such as aa-mm-dd asks whether the year comes first, and aaaa-mm-dd asks nothing', async () => {
  const doubts = async (header: string, text: string) =>
    (await tableOf(`DNI;Fecha de nacimiento (${header})\n40000010;${text}\n`)).mapping.columns[1]?.doubt
  expect(await doubts('aa-mm-dd', '12/05/10')).toBe(
    'El encabezado dice que va primero el año: elija si es así',
  )
  expect(await doubts('aaaa-mm-dd', '2012-05-10')).toBeUndefined()
})

test('years of four digits in front, with the day before the month, are read after one answer', async () => {
  const file = 'DNI;Fecha de nacimiento\n1;1965-17-07\n2;1971-28-10\n3;2012-10-05\n4;2001-05-05\n'
  const { rows } = await tableOf(file)
  expect(rows.map(({ badCells }) => badCells?.fechanac !== undefined)).toEqual([true, true, true, false])
  const answered = await tableOf(file, { mapping: { dates: { fechanac: 'anio-dia' } } })
  expect(birthdaysIn(answered)).toEqual(['1965-07-17', '1971-10-28', '2012-05-10', '2001-05-05'])
})

test('an order that a person chose for an earlier file is used for the next one', async () => {
  const header = 'DNI;Fecha de nacimiento'
  const remembered = { 'dni\tfecha de nacimiento': { dates: { fechanac: 'anio-mes' as const } } }
  expect(birthdaysIn(await tableOf(`${header}\n1;12-05-10\n`, { remembered }))).toEqual(['2012-05-10'])
})

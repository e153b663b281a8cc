/** Tests of the decision whether the day or the month comes first in a column of dates. */
import { expect, test } from 'vitest'
import { type ColumnDates, decideDates } from '#domain/import/column-dates'
import type { DateOrder } from '#domain/text/date'

const many = (count: number, text: string) => Array.from({ length: count }, () => text)

interface Case {
  chosen?: DateOrder
  saysMonthFirst?: boolean
  isExchanged?: boolean
  birthdays?: ColumnDates
}

function decide(texts: readonly string[], about: Case = {}) {
  const { chosen, birthdays, saysMonthFirst = false, isExchanged = false } = about
  return decideDates({ texts, saysMonthFirst, isExchanged }, chosen, birthdays)
}

test.each<[string, string[]]>([
  ['can all have the day first', ['05/03/1994', '25/03/1994', '31/12/1999']],
  ['are exchangeable, but none contradicts', many(5, '05/03/1994')],
  ['have no order', ['1994-03-25', '5-mar-1994', '34398', 'x', '31/04/1994']],
  ['are missing', []],
])('the day comes first without a question if the dates %s', (_, texts) => {
  expect(decide(texts)).toBeUndefined()
})

test('a few dates that can only have the month first leave the others with the day first, and are told', () => {
  const texts = [...many(19, '05/03/1994'), '03/25/1994']
  expect(decide(texts)).toEqual({
    dates: { order: 'dia-mes', example: '05/03/1994' },
    doubt: 'Se lee como día/mes: así pueden leerse 19 de sus 20 fechas, y «03/25/1994» no',
  })
  expect(decide(['5-mar-94', ...many(9, '25/03/1994'), ' 03/25/1994 '])?.doubt).toContain(
    '9 de sus 10 fechas',
  )
})

test.each<[string, string[], string]>([
  [
    'more than a few',
    [...many(8, '05/03/1994'), '03/25/1994'],
    'No se sabe si va primero el día o el mes: «03/25/1994» solo puede llevar primero el mes, y 8 fechas pueden leerse de las dos formas',
  ],
  [
    'all',
    ['03/25/1994', '12/31/1999'],
    'No se sabe si va primero el día o el mes: «03/25/1994» solo puede llevar primero el mes',
  ],
])('a person decides if %s can only have the month first', (_, texts, doubt) => {
  expect(decide(texts)).toMatchObject({ dates: { order: null }, doubt })
})

test('a person decides if the header says that the month comes first, or Excel has exchanged dates', () => {
  expect(decide(['25/03/1994'], { saysMonthFirst: true })).toEqual({
    dates: { order: null },
    doubt: 'El encabezado dice que va primero el mes: elija si es así',
  })
  expect(decide(['05/03/1994'], { isExchanged: true })).toEqual({
    dates: { order: null, example: '05/03/1994', isExchanged: true },
    doubt: 'Parece que Excel leyó primero el mes: elija si es así',
  })
})

test.each<Case>([{ saysMonthFirst: true }, { birthdays: { order: 'dia-mes' } }, {}])(
  'the answer of a person ends the question (%j)',
  (about) => {
    const texts = ['05/03/1994', '03/25/1994']
    expect(decide(texts, { ...about, chosen: 'mes-dia' })).toEqual({
      dates: { order: 'mes-dia', example: '05/03/1994' },
    })
  },
)

test('other dates follow the birthdays, unless they have an order of their own', () => {
  const open: ColumnDates = { order: null }
  const american: ColumnDates = { order: 'mes-dia' }
  const silent = ['05/03/2026', '07/08/2026']
  expect(decide(silent, { birthdays: open })).toMatchObject({
    dates: { order: null },
    doubt: expect.any(String),
  })
  expect(decide(silent, { birthdays: american })).toEqual({
    dates: { order: 'mes-dia', example: '05/03/2026' },
  })
  expect(decide([...silent, '31/12/2026'], { birthdays: american })).toBeUndefined()
  expect(decide([...silent, '12/31/2026'], { birthdays: american })).toMatchObject({
    dates: { order: 'mes-dia' },
  })
  expect(decide(['05/05/2026'], { birthdays: open })).toBeUndefined()
})

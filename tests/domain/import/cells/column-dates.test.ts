/** Tests of the decision whether the day or the month comes first in a column of dates. */
import { expect, test } from 'vitest'
import {
  type ColumnDates,
  type DateEvidence,
  decideDates,
  readInOrder,
} from '#domain/import/cells/column-dates'
import type { DateOrder } from '#domain/text/date'

const many = (count: number, text: string) => Array.from({ length: count }, () => text)

interface Case {
  chosen?: DateOrder
  saysFirst?: DateEvidence['saysFirst']
  isExchanged?: boolean
  isLikely?: DateEvidence['isLikely']
  birthdays?: ColumnDates
}

function decide(texts: readonly string[], about: Case = {}) {
  const { chosen, birthdays, isExchanged = false, ...said } = about
  return decideDates({ texts, isExchanged, ...said }, chosen, birthdays)
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
  expect(decide(['25/03/1994'], { saysFirst: 'mes' })).toEqual({
    dates: { order: null },
    doubt: 'El encabezado dice que va primero el mes: elija si es así',
  })
  expect(decide(['05/03/1994'], { isExchanged: true })).toEqual({
    dates: { order: null, example: '05/03/1994', isExchanged: true },
    doubt: 'Parece que Excel leyó primero el mes: elija si es así',
  })
})

test.each<Case>([{ saysFirst: 'mes' }, { birthdays: { order: 'dia-mes' } }, {}])(
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

test.each<[string, string[]]>([
  ['hyphens', ['65-07-17', '71-10-28', '12-05-10', '10-11-12']],
  ['strokes', ['65/07/17', '71/10/28', '12/05/10', '10/11/12']],
  ['dots', ['65.7.17', '71.10.28', '12.5.10', '10.11.12']],
  ['no separators', ['650717', '711028', '120510', '101112']],
])(
  'a column of two-digit years with %s has the year first if some of its dates can only have it so',
  (_, texts) => {
    const decided = decide(texts)
    expect(decided).toMatchObject({ dates: { order: 'anio-mes', orders: ['dia-mes', 'anio-mes'] } })
    expect(decided?.doubt).toBeUndefined()
    expect(texts.map((text) => decided && readInOrder(text, decided.dates))).toEqual(
      ['17-jul-65', '28-oct-71', '10-may-12', '12-nov-10'].map((text) => ({ text })),
    )
  },
)

test('a year in front is weighed against years at the end', () => {
  const few = ['65-07-17', ...many(19, '05-03-94')]
  expect(decide(few)).toEqual({
    dates: { order: 'dia-mes', orders: ['dia-mes', 'anio-mes'] },
    doubt: 'Se lee como día/mes: así pueden leerse 19 de sus 20 fechas, y «65-07-17» no',
  })
  const half = ['65-07-17', '28-02-94', '12-05-10']
  const question = decide(half)
  expect(question).toEqual({
    dates: { order: null, orders: ['dia-mes', 'anio-mes'], example: '12-05-10' },
    doubt:
      'No se sabe si va primero el año o el día: «65-07-17» solo puede llevar primero el año, y «28-02-94» solo al final',
  })
  const read = (dates: ColumnDates) => half.map((text) => Object.keys(readInOrder(text, dates))[0])
  expect(question && read(question.dates)).toEqual(['problem', 'text', 'problem'])
  const answered = decide(half, { chosen: 'anio-mes' })
  expect(answered?.doubt).toBeUndefined()
  expect(answered && read(answered.dates)).toEqual(['text', 'problem', 'text'])
})

test('a person decides if the year can be in both places, and its place at the end is not the likely one', () => {
  const isNear = (text: string) => /-2[5-9]$/.test(text)
  for (const text of ['26-12-31', '26/12/31', '26.12.31', '261231'])
    expect(decide([text], { isLikely: isNear })).toEqual({
      dates: { order: null, orders: ['dia-mes', 'anio-mes'], example: text },
      doubt: `No se sabe si va primero el año o el día: «${text}» puede leerse de las dos formas`,
    })
  for (const text of ['31-12-26', '31/12/26', '31.12.26', '311226'])
    expect(decide([text], { isLikely: isNear })).toBeUndefined()
  expect(decide(['12-05-10'])).toMatchObject({ dates: { order: null } })
  expect(decide(['12/05/10'])).toBeUndefined()
  expect(decide(['12/05/10'], { saysFirst: 'anio' })?.doubt).toContain('El encabezado dice')
})

test('the answer about the place of the year leaves the question where it was, and holds for other columns', () => {
  const isNear = (text: string) => /-2[5-9]$/.test(text)
  for (const chosen of ['dia-mes', 'anio-mes'] as const)
    expect(decide(['26-12-31'], { isLikely: isNear, chosen })).toEqual({
      dates: { order: chosen, orders: ['dia-mes', 'anio-mes'], example: '26-12-31' },
    })
  expect(decide(['26-12-31'], { isLikely: isNear, birthdays: { order: 'anio-mes' } })).toMatchObject({
    dates: { order: 'anio-mes' },
  })
  expect(decide(['05/03/2026'], { birthdays: { order: 'anio-mes' } })).toBeUndefined()
})

test.each<[string, string[]]>([
  ['four digits', ['1965-17-07', '1971-28-10', '2012-10-05']],
  ['strokes', ['1965/17/07', '1971/28/10', '2012/10/05']],
  ['no separators', ['19651707', '19712810', '20121005']],
  ['two digits', ['65-17-07', '71-28-10', '12-10-05']],
])('a person decides if dates with a year of %s can only have the day before the month', (_, texts) => {
  expect(decide(texts)?.dates).toMatchObject({ order: null, orders: ['anio-mes', 'anio-dia'] })
  const answered = decide(texts, { chosen: 'anio-dia' })
  expect(texts.map((text) => answered && readInOrder(text, answered.dates))).toEqual(
    ['17-jul', '28-oct', '10-may'].map((day) => ({ text: expect.stringContaining(day) })),
  )
})

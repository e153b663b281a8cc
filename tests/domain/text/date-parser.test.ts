/** Tests of the notations of dates that people type and that spreadsheets contain. */
import { expect, test } from 'vitest'
import { parseDate, parseSerial, parseShortYear, readingsOf, withNamedMonth } from '#domain/text/date'

test.each([
  ['1994-02-28', '1994-02-28'],
  ['1994-2-8', '1994-02-08'],
  ['28/02/1994', '1994-02-28'],
  ['28-2-1994', '1994-02-28'],
  ['28.02.1994', '1994-02-28'],
  ['28 02 1994', '1994-02-28'],
  ['28021994', '1994-02-28'],
  ['1994-02-28T00:00:00.000Z', '1994-02-28'],
  ['1994-02-28 00:00', '1994-02-28'],
  ['29/02/1996', '1996-02-29'],
  ['29/02/2000', '2000-02-29'],
  ['31/12/1999', '1999-12-31'],
  ['05-MAR-1994', '1994-03-05'],
  ['5-mar-1994', '1994-03-05'],
  ['5 mar. 1994', '1994-03-05'],
  ['05-mar.-1994', '1994-03-05'],
  ['05MAR1994', '1994-03-05'],
  ['28 de febrero de 1994', '1994-02-28'],
  ['5 de marzo del 1994', '1994-03-05'],
  ['5 de Marzo 1994', '1994-03-05'],
  ['marzo 5, 1994', '1994-03-05'],
  ['Mar 5 1994', '1994-03-05'],
  ['1994.03.05', '1994-03-05'],
  ['1994/03/05', '1994-03-05'],
  ['1994/3/5', '1994-03-05'],
  ['19940305', '1994-03-05'],
  ['20011201', '1201-01-20'],
  ['5/03/1994 0:00', '1994-03-05'],
  ['5/03/1994 00:00:00', '1994-03-05'],
  ['1994-03-05 00:00:00', '1994-03-05'],
  ['1994/03/05 0:00:00', '1994-03-05'],
  ['05_03_1994', '1994-03-05'],
  ['1994_03_05', '1994-03-05'],
  ['5_mar_1994', '1994-03-05'],
  ['5/3/1994 12:00:00 AM', '1994-03-05'],
  ['5/03/1994 12:00:00 a. m.', '1994-03-05'],
  // Programs write the midnight of Lima, and noon, in UTC, and the midnight of any place with its offset.
  ['1994-03-05T05:00:00.000Z', '1994-03-05'],
  ['1994-03-05T03:00:00+00:00', '1994-03-05'],
  ['1994-03-05 12:00:00Z', '1994-03-05'],
  ['1994-03-05T00:00:00-05:00', '1994-03-05'],
  ['1994-03-05 00:00:00+01', '1994-03-05'],
])('%j is read as the day %s', (text, day) => {
  expect(parseDate(text)).toBe(day)
})

test.each([
  '29/02/1995',
  '29/02/1900',
  '31/04/1994',
  '00/04/1994',
  '01/13/1994',
  '01/00/1994',
  '03/25/1994',
  '1994/25/03',
  '28/02/94',
  '28-feb-94',
  '2802194',
  '34398',
  '19943102',
  '1994-02-28T12:30:00Z',
  '1994-02-28T22:00:00Z',
  '1994-02-28T05:00:00',
  '28/02/1994 12:00 PM',
  '28/02/1994 10:00',
  '31 de abril de 1994',
  '5 de marzos de 1994',
  '5-ma-1994',
  'mar 1994',
  'marzo 5, 94',
  ' 28/02/1994',
  '',
])('%j is not accepted as a day', (text) => {
  expect(parseDate(text)).toBeUndefined()
})

test.each([
  ['ene', 1],
  ['enero', 1],
  ['Jan', 1],
  ['January', 1],
  ['feb', 2],
  ['febrero', 2],
  ['February', 2],
  ['mar', 3],
  ['March', 3],
  ['abr', 4],
  ['Apr', 4],
  ['may', 5],
  ['mayo', 5],
  ['jun', 6],
  ['June', 6],
  ['jul', 7],
  ['July', 7],
  ['ago', 8],
  ['Aug', 8],
  ['set', 9],
  ['sep', 9],
  ['SEPT', 9],
  ['setiembre', 9],
  ['septiembre', 9],
  ['September', 9],
  ['oct', 10],
  ['nov', 11],
  ['dic', 12],
  ['Dec', 12],
  ['December', 12],
])('%j is the month %i', (name, month) => {
  expect(parseDate(`7 ${name} 1994`)).toBe(`1994-${String(month).padStart(2, '0')}-07`)
})

test('with an earliest day, an earlier one is not accepted, and eight digits begin with the year instead', () => {
  const texts = ['1899-12-31', '31/12/1899', '31 dic 1899', '31121899', '1900-01-01', '20011201']
  expect(texts.map((text) => parseDate(text, '1900-01-01'))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    '1900-01-01',
    '2001-12-01',
  ])
})

test.each([
  ['05/03/94', ['1994-03-05', '2094-03-05']],
  ['5.3.94', ['1994-03-05', '2094-03-05']],
  ['5-mar-94', ['1994-03-05', '2094-03-05']],
  ['5 de marzo de 94', ['1994-03-05', '2094-03-05']],
  ['05/03/94 0:00', ['1994-03-05', '2094-03-05']],
  ['29/02/00', ['2000-02-29']],
  ['29/02/95', undefined],
  ['03/25/94', undefined],
  ['05/03/1994', undefined],
  ['050394', undefined],
])('%j with a year of two digits can mean the days %j', (text, days) => {
  expect(parseShortYear(text)).toEqual(days)
})

test.each([
  ['25569', '1970-01-01'],
  ['34398', '1994-03-05'],
  ['34398.0', '1994-03-05'],
  ['36585', '2000-02-29'],
  ['34398.5', undefined],
  ['-34398', undefined],
  ['04398', undefined],
  ['1994', undefined],
])('the serial %j of Excel is the day %s', (text, day) => {
  expect(parseSerial(text)).toBe(day)
})

test.each([
  ['04/05/1994', ['dia-mes', 'mes-dia'], true],
  ['4-5-94', ['dia-mes', 'mes-dia'], true],
  ['05/05/1994', ['dia-mes', 'mes-dia'], false],
  ['25/03/1994', ['dia-mes'], false],
  ['03.25.1994', ['mes-dia'], false],
  [' 03/25/1994 0:00', ['mes-dia'], false],
  ['04051994', ['dia-mes', 'mes-dia'], true],
  ['03251994', ['mes-dia'], false],
  ['29/02/1994', ['dia-mes'], false],
  ['31/04/1994', [], false],
  ['25/25/1994', [], false],
  ['00/05/1994', [], false],
  ['1994-05-04', ['anio-mes', 'anio-dia'], true],
  ['19940504', ['anio-mes', 'anio-dia'], true],
  ['4 de mayo de 1994', [], false],
  ['34398', [], false],
  ['04/05/19945', [], false],
  ['', [], false],
  ['65-07-17', ['anio-mes'], false],
  ['65-17-07', ['anio-dia'], false],
  ['12-05-10', ['dia-mes', 'mes-dia', 'anio-mes', 'anio-dia'], true],
  ['26/12/31', ['dia-mes', 'anio-mes'], true],
  ['261231', ['dia-mes', 'anio-mes'], true],
  ['1994-05-04T00:00:00', ['anio-mes', 'anio-dia'], true],
  ['1994-28-02', ['anio-dia'], false],
  ['20121005', ['anio-mes', 'anio-dia'], true],
  ['5-3-4', [], false],
  ['1994-05-1994', [], false],
] as const)('%j can have the orders %j (exchangeable: %s)', (text, orders, isAmbiguous) => {
  const readings = readingsOf(text)
  expect([readings.map(({ order }) => order), new Set(readings.map((one) => one.text)).size > 1]).toEqual([
    orders,
    isAmbiguous,
  ])
})

test.each([
  ['04/05/1994', 'dia-mes', '4-may-1994'],
  ['04/05/1994', 'mes-dia', '5-abr-1994'],
  ['9-7-94', 'mes-dia', '7-set-94'],
  ['03/25/1994 0:00', 'mes-dia', '25-mar-1994 0:00'],
  ['12011999', 'mes-dia', '1-dic-1999'],
  ['03/25/1994', 'dia-mes', undefined],
  ['1994-05-04', 'mes-dia', undefined],
  ['1994-05-04', 'anio-mes', '4-may-1994'],
  ['65-07-17', 'anio-mes', '17-jul-65'],
  ['65-17-07', 'anio-dia', '17-jul-65'],
  ['65-07-17', 'dia-mes', undefined],
] as const)('%j in the order %s is written %j, which is read in one way', (text, order, written) => {
  expect(withNamedMonth(text, order)).toBe(written)
  if (written) expect(parseDate(written) ?? parseShortYear(written)).toBeDefined()
})

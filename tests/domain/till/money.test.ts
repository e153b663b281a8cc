/** Tests of amounts as people type and read them. */
import { expect, test } from 'vitest'
import { type Currency, formatMoney, maxCents, readAmount, withThousands } from '#domain/till/money'

const read = (text: string, currency: Currency = 'PEN') => {
  const amount = readAmount(text, currency)
  if (typeof amount === 'string') return amount
  return amount.isUnsure ? `¿${amount.cents}?` : amount.cents
}

test.each([
  ['80', 8000],
  ['80.5', 8050],
  ['80,50', 8050],
  [' S/ 80.00 ', 8000],
  ['S/. 80', 8000],
  ['$80', 8000],
  ['R$ 80', 8000],
  ['1500.00', 150_000],
  ['0', 0],
])('«%s» is an amount', (text, cents) => {
  expect(read(text)).toBe(cents)
})

test.each([
  ['1.500,00', '¿150000?'],
  ['1,500.00', '¿150000?'],
  ['1.500', '¿150000?'],
  ['1 500', '¿150000?'],
  ['1.500.000', '¿150000000?'],
])('«%s» is asked, since its marks can be read in two ways', (text, asked) => {
  expect(read(text)).toBe(asked)
})

test.each(['', 'ochenta', '8o', '80.1234', '1.500.00', '.50', '1,500,00', '12.34.56', '1e3', 'NaN'])(
  '«%s» is no amount',
  (text) => {
    expect(read(text)).toBe('Escriba el monto con cifras, como 80 o 80.50')
  },
)

test('an amount below zero, or beyond the greatest one, is refused', () => {
  expect(read('-5')).toBe('El monto no puede ser negativo')
  expect(read('999999999999')).toContain('demasiado grande')
  expect(read(String(maxCents / 100))).toBe(maxCents)
})

test('a currency without cents takes whole amounts', () => {
  expect(read('15000', 'CLP')).toBe(15_000)
  expect(read('15000,00', 'CLP')).toBe(15_000)
  expect(read('15.000', 'CLP')).toBe(15_000)
  expect(read('15000,50', 'CLP')).toContain('no tiene centavos')
})

test('an amount is written as in the country of its currency', () => {
  expect(formatMoney(150_000, 'PEN')).toBe('S/ 1,500.00')
  expect(formatMoney(150_000, 'ARS')).toBe('$ 1.500,00')
  expect(formatMoney(150_000, 'BOB')).toBe('Bs 1.500,00')
  expect(formatMoney(1500, 'CLP')).toBe('$1.500')
  expect(formatMoney(150_000, 'PYG')).toBe('Gs. 150.000')
  expect(formatMoney(-40_000, 'CLP')).toBe('-$40.000')
  expect(formatMoney(-4000, 'PEN')).toBe('-S/ 40.00')
})

test('an amount has its marks of thousands while it is typed, where they can be read in one way', () => {
  const typing = (keys: string, currency: Currency) =>
    [...keys].reduce((before, key) => {
      const text = key === '<' ? before.slice(0, -1) : before + key
      return withThousands(text, before, currency)
    }, '')
  expect(typing('40000', 'CLP')).toBe('40.000')
  expect(typing('40000<', 'CLP')).toBe('4.000')
  expect(typing('4000<<<<', 'CLP')).toBe('')
  expect(typing('4.000', 'CLP')).toBe('4.000')
  expect(typing('4.5', 'CLP')).toBe('4.5')
  expect(typing('4000,00', 'CLP')).toBe('4.000,00')
  expect(typing('-4000', 'CLP')).toBe('-4000')
  expect(typing('1500.50', 'PEN')).toBe('1500.50')
})

import { expect, test } from 'vitest'
import { countryCodes, countryOf, foreignQuestion, otherLength } from '#domain/pilots/countries'

test.each([
  ['PE', 12345678, undefined],
  ['PE', 9876543, undefined],
  ['PE', 123456789, 'hasta 8 cifras'],
  ['PE', 1234, 'al menos 5 cifras'],
  ['AR', 40123456, undefined],
  ['EC', 912345678, undefined],
  ['EC', 12345678, 'al menos 9 cifras'],
  ['CR', 12345678, 'al menos 9 cifras'],
  ['CR', 1234567890, '9 cifras'],
  ['MX', 1234, undefined],
  ['', 123456789, undefined],
  [null, 123456789, undefined],
] as const)('in an event of %s, the DNI %s is not of %s', (country, dni, size) => {
  expect(otherLength(dni, country)?.size).toBe(size)
})

test('the question names the country, and the longest document of every country is likely', () => {
  const other = otherLength(123456789, 'PE')
  expect(other && foreignQuestion(123456789, other)).toBe(
    'Un documento de Perú tiene hasta 8 cifras, y este 9: ¿es de otro país?',
  )
  for (const code of countryCodes) {
    const [, most = 15] = countryOf(code).document ?? []
    expect(otherLength(10 ** most - 1, code)).toBeUndefined()
  }
})

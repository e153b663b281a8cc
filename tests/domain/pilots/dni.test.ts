/** Tests of the formats of a DNI and of the search patterns for it. */
import { expect, test } from 'vitest'
import { formatDni, matchesDni, readDniPattern } from '#domain/pilots/rules'

test.each([
  [7, '00000007'],
  [9876543, '09876543'],
  [40123456, '40123456'],
  [123456789012, '123456789012'],
  [912345678, '0912345678', 'EC'],
  [4123456, '4123456', 'PY'],
  [9876543, '09876543', 'PE'],
  [162975, '000162975', 'SV'],
])('the DNI %i is written %s', (dni, text, country?: string) => {
  expect(formatDni(dni, country)).toBe(text)
})

test.each(['40123456', '9876', 'rojas', '93a', '0a', '', '01234567890123456'])(
  '%j is not read as a pattern for DNIs',
  (word) => {
    expect(readDniPattern(word)).toBeUndefined()
  },
)

test.each([
  ['09876543', 9876543, true],
  ['0987', 9876543, true],
  ['0987', 98765432, false],
  ['0987', 19876543, false],
  ['00987', 987654, true],
  ['00987', 9876543, false],
  ['000', 12345, true],
  ['000', 123456, false],
  ['009876543', 9876543, true],
  ['0912', 912345678, false],
  ['0912', 912345678, true, 'EC'],
  ['0987', 9876543, false, 'PY'],
])('the word %s matches the DNI %i: %s', (word, dni, means, country?: string) => {
  const pattern = readDniPattern(word)
  expect(pattern && matchesDni(dni, pattern, country)).toBe(means)
})

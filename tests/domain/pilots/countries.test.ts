import { expect, test } from 'vitest'
import {
  type CountryCode,
  chatNumber,
  countryCodes,
  countryOf,
  internationalNumber,
  onlyCountryCalled,
} from '#domain/pilots/countries'

/** A mobile number of each country as people there write it, and as WhatsApp needs it. */
const written: Record<CountryCode, readonly [national: string, international: string]> = {
  AR: ['3511234567', '5493511234567'],
  BO: ['71234567', '59171234567'],
  BR: ['11987654321', '5511987654321'],
  CL: ['987654321', '56987654321'],
  CO: ['3001234567', '573001234567'],
  CR: ['87654321', '50687654321'],
  CU: ['51234567', '5351234567'],
  DO: ['8095551234', '18095551234'],
  EC: ['987654321', '593987654321'],
  ES: ['612345678', '34612345678'],
  GT: ['51234567', '50251234567'],
  HN: ['98765432', '50498765432'],
  MX: ['5512345678', '525512345678'],
  NI: ['87654321', '50587654321'],
  PA: ['61234567', '50761234567'],
  PE: ['987654321', '51987654321'],
  PR: ['7875551234', '17875551234'],
  PY: ['981234567', '595981234567'],
  SV: ['71234567', '50371234567'],
  US: ['3055551234', '13055551234'],
  UY: ['99123456', '59899123456'],
  VE: ['4121234567', '584121234567'],
}

test.each(countryCodes)(
  'a national number of %s gets its code, in an event of another country as well',
  (code) => {
    const [national, international] = written[code]
    const { callingCode } = countryOf(code)
    expect(internationalNumber(national, callingCode)).toBe(international)
    expect(internationalNumber(international, callingCode)).toBe(international)
    // A number of Porto Alegre has the digits of a Peruvian one with its code: see below.
    for (const other of countryCodes.filter(
      (one) => one !== 'BR' && countryOf(one).callingCode !== callingCode,
    ))
      expect([other, internationalNumber(international, countryOf(other).callingCode)]).toEqual([
        other,
        // A Cuban number with its code has as many digits as one of Mexico.
        code === 'CU' && other === 'MX' ? `52${international}` : international,
      ])
  },
)

test.each([
  ['Argentina with 15 after the area', '54', '111512345678', '5491112345678'],
  ['Argentina with 15 after an area of three digits', '54', '351154123456', '5493514123456'],
  ['Argentina with 15 after an area of four digits', '54', '290215123456', '5492902123456'],
  ['Argentina with 9 and without the code', '54', '91112345678', '5491112345678'],
  ['Argentina with the code and without 9', '54', '541112345678', '5491112345678'],
  ['Argentina with the code, 9 and 15', '54', '549111512345678', '5491112345678'],
  ['Argentina with the code, in an event of Peru', '51', '541112345678', '5491112345678'],
  ['Mexico with the old 1', '52', '5215512345678', '525512345678'],
  ['Mexico with the old 1, in an event of Peru', '51', '5215512345678', '525512345678'],
  ['Mexico with the old 044', '52', '445512345678', '525512345678'],
  ['the United States, in an event of Mexico', '52', '13055551234', '13055551234'],
  ['a zero after the code', '51', '510987654321', '51987654321'],
  ['a zero before the number, as text', '593', '0987654321', '593987654321'],
  [
    'Porto Alegre, whose digits are those of a Peruvian number with its code',
    '55',
    '51987654321',
    '5551987654321',
  ],
  ['France, which is not in the table', '51', '33612345678', '33612345678'],
])('a number is read as people write it: %s', (_how, code, digits, international) => {
  expect(internationalNumber(digits, code)).toBe(international)
})

test.each([
  ['a digit is missing', '51', '98765432'],
  ['a digit is missing after the code', '51', '5198765432'],
  ['a digit is too many', '51', '9876543211'],
  ['a landline of Lima', '51', '14567890'],
  ['a national number of another country', '57', '987654321'],
  ['15 and no area', '54', '1512345678'],
  ['the code of Mexico and a short number', '51', '52551234567'],
])('a number that is a mobile number of no country has no international one: %s', (_why, code, digits) => {
  expect(internationalNumber(digits, code)).toBeUndefined()
})

test('a calling code that is in no table is put before short numbers, unless they may begin with it', () => {
  expect(internationalNumber('7911123456', '44')).toBe('447911123456')
  expect(internationalNumber('447911123456', '44')).toBe('447911123456')
  expect(internationalNumber('3912345678', '39')).toBeUndefined()
})

test('a calling code names its country, if it has one only', () => {
  expect(onlyCountryCalled('51')).toBe('PE')
  expect(onlyCountryCalled('1')).toBeUndefined()
  expect(onlyCountryCalled('44')).toBeUndefined()
})

test.each([
  [987654321, '51', '51987654321'],
  [987654321, undefined, '987654321'],
  [51987654321, '51', '51987654321'],
  [3001234567, '57', '573001234567'],
  [98765432, '51', undefined],
])('the chat of %s with country code %s is %s', (celular, code, number) => {
  expect(chatNumber(celular, code)).toBe(number)
})

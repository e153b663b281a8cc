/** Tests of the identity documents of the countries: right ones and wrong ones of each, with their sources. */
import { expect, test } from 'vitest'
import { countryCodes } from '#domain/pilots/countries'
import {
  foreignQuestion,
  isDocumentCountry,
  otherLength,
  readNational,
  readWritten,
} from '#domain/pilots/documents/national-documents'
import { documentCountries } from '#domain/pilots/fields'

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
  ['US', 1234, undefined],
  ['', 123456789, undefined],
  [null, 123456789, undefined],
] as const)('in an event of %s, the DNI %s is not of %s', (country, dni, size) => {
  expect(otherLength(dni, country)?.size).toBe(size)
})

test('the question names the country, and every country but two has a document', () => {
  const other = otherLength(123456789, 'PE')
  expect(other && foreignQuestion(123456789, other)).toBe(
    'Un documento de Perú tiene hasta 8 cifras, y este 9: ¿es de otro país?',
  )
  expect(countryCodes.filter((code) => !isDocumentCountry(code)).sort()).toEqual(['PR', 'US'])
  expect(countryCodes).toEqual(expect.arrayContaining([...documentCountries]))
})

/**
 * The numbers are those of the pages of python-stdnum and stdnum-js on each document, or are made by the rule that the table
 * names. A text without a result is no document of the country.
 */
test.each([
  ['AR', '20.123.456', 20123456],
  ['AR', 'DNI 7123456', 7123456],
  ['AR', '123456789'],
  ['BO', '4567890', 4567890],
  ['BO', '4567890 LP', 4567890],
  ['BO', '4567890-1k', '45678901K'],
  ['BO', '4567890 XX'],
  ['BR', '390.533.447-05', '39053344705'],
  ['BR', '231.002.999-00', '23100299900', false],
  ['BR', '012.345.678-90', '01234567890'],
  ['BR', 1234567890, '01234567890'],
  ['BR', '12.345.678', 12345678],
  ['BR', '123'],
  ['CL', '12.345.678-5', '123456785'],
  ['CL', '12345678-5', '123456785'],
  ['CL', '123456785', '123456785'],
  ['CL', '12345678', '123456785'],
  ['CL', '12.345.678', '123456785'],
  ['CL', 'RUT: 12.531.909-2', '125319092'],
  ['CL', '12531909-3', '125319093', false],
  ['CL', '10.000.013-k', '10000013K'],
  ['CL', '9.876.543-3', '98765433'],
  ['CL', '98765433', '98765433'],
  ['CL', '012.345.678-5', '123456785'],
  ['CL', '1234'],
  ['CO', '1.012.345.678', 1012345678],
  ['CO', 'CC 79123456', 79123456],
  ['CO', '123456789012'],
  ['CR', '1-0234-0567', 102340567],
  ['CR', '12345678'],
  ['CU', '91021027775', 91021027775],
  ['CU', '01020312345', 1020312345],
  ['CU', '91721027775', 91721027775, false],
  ['DO', '001-1391820-5', 113918205],
  ['DO', '00113918205', 113918205],
  ['DO', '113918205', 113918205],
  ['DO', '00113918204', 113918204, false],
  ['EC', '1714307103', 1714307103],
  ['EC', '171430710-3', 1714307103],
  ['EC', '0926687856', 926687856],
  ['EC', '1714307104', 1714307104, false],
  ['EC', '12345678'],
  ['ES', '12345678', 12345678],
  ['GT', '2322 52211 0101', 2322522110101],
  ['GT', '2322 52213 0101', 2322522130101, false],
  ['HN', '0801-1990-12345', 801199012345],
  ['HN', '801'],
  ['MX', 'BOXW310820HNERXN09', 'BOXW310820HNERXN09'],
  ['MX', 'BOXW310820HNERXN08', 'BOXW310820HNERXN08', false],
  ['MX', 'BOXW310820'],
  ['NI', '001-010190-0001A', '0010101900001A', false],
  ['NI', '001-010190-0001N', '0010101900001N'],
  ['NI', '001-010190'],
  ['PA', '8-123-456', '080123000456'],
  ['PA', '08-0123-000456', '080123000456'],
  ['PA', 'PE-12-345', 'PE0012000345'],
  ['PA', 'E-8-123456', 'E0008123456'],
  ['PA', '8123456'],
  ['PE', '09876543', 9876543],
  ['PE', '9876543.0', 9876543],
  ['PE', '41000003-1'],
  ['PE', '123456789'],
  ['PY', '4.123.456', 4123456],
  ['PY', '12345678'],
  ['SV', '00016297-5', 162975],
  ['SV', '000162974', 162974, false],
  ['UY', '1.234.567-2', 12345672],
  ['UY', '1.234.567-3', 12345673, false],
  ['UY', '123'],
  ['VE', 'V-12.345.678', 12345678],
  ['VE', 'V12345678901'],
] as const)('in %s, %s is read as %s', (country, text, stored?: string | number, isRight: boolean = true) => {
  const read = readNational(String(text), country)
  expect(read && { stored: read.dni ?? read.documento, isRight: read.isRight, of: read.paisdoc }).toEqual(
    stored === undefined ? undefined : { stored, isRight, of: country },
  )
})

test.each([
  ['Pasap. XDB 123.456', { dni: null, tipodoc: 'Pasaporte', documento: 'XDB123456' }],
  ['Pasaporte N° AB123', { dni: null, tipodoc: 'Pasaporte', documento: 'AB123' }],
  ['AR DNI 12.345.678', { dni: 12345678, paisdoc: 'AR' }],
  ['Argentina 12345678', { dni: 12345678, paisdoc: 'AR' }],
  ['RUT 12.345.678-5', { dni: null, tipodoc: 'RUT', documento: '123456785', paisdoc: 'CL' }],
  ['CPF 390.533.447-05', { dni: null, tipodoc: 'CPF', documento: '39053344705', paisdoc: 'BR' }],
  ['RUN 12345678', { dni: null, tipodoc: 'RUT', documento: '123456785', paisdoc: 'CL' }],
  ['C.E. 001234567', undefined],
  ['09876543', { dni: 9876543, paisdoc: 'PE' }],
  ['No tiene', undefined],
  ['juan', undefined],
])('in an event of Perú, %s is that other document', (text, document) => {
  expect(readWritten(text, 'PE')).toEqual(document && { ...document, isRight: true })
})

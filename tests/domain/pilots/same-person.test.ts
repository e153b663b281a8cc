/** Tests which registered rider is probably the person of a form. */
import { expect, test } from 'vitest'
import { decideDuplicates } from '#domain/pilots/checks/duplicates'
import type { Pilot } from '#domain/pilots/pilot'
import { aDraft } from '../../support/pilots.ts'

function aPilot(id: string, changes: object): Pilot {
  return {
    id,
    photo: null,
    ...aDraft({ name: 'Ana María', lastname: 'Núñez', fechanac: '1994-02-28', ...changes }),
  }
}

const ana = { name: 'ANA  MARIA', lastname: ' nuñez', fechanac: '28/02/1994' }

test.each([
  ['one digit is different', 40123457, true],
  ['two neighbours are swapped', 40123465, true],
  ['a digit is missing', 4012345, true],
  ['all digits are different', 71000001, false],
])('a rider with the name and the birth date and another DNI is found: %s', (_how, dni, isNear) => {
  const pilots = [aPilot('1', { dni: 40123456, photo: 'a.jpg' }), aPilot('2', { name: 'Eva', dni: 40123458 })]
  expect(decideDuplicates(pilots, { ...ana, dni }).person).toEqual({
    id: '1',
    name: 'Ana María Núñez',
    photo: 'a.jpg',
    document: '40123456',
    isNear,
  })
})

test('the rider with the nearest document is named, also one with a document of another kind', () => {
  const passport = { dni: null, tipodoc: 'Pasaporte', documento: 'AB1234' }
  const pilots = [aPilot('1', { dni: 71000001 }), aPilot('2', { dni: 40123456 }), aPilot('3', passport)]
  const personOf = (query: object) => decideDuplicates(pilots, { ...ana, ...query }).person?.id
  expect(personOf({ dni: 40123457 })).toBe('2')
  expect(personOf({ tipodoc: 'Pasaporte', documento: 'AB1235' })).toBe('3')
  expect(personOf({})).toBe('1')
})

test('nobody is named for half a person, for another birth date, for the rider of the document, or for the edited rider', () => {
  const pilots = [aPilot('1', { dni: 40123456 })]
  const personOf = (query: object) => decideDuplicates(pilots, { ...ana, dni: 40123457, ...query }).person
  expect(personOf({ lastname: '' })).toBeUndefined()
  expect(personOf({ fechanac: '28/02' })).toBeUndefined()
  expect(personOf({ fechanac: '1994-03-01' })).toBeUndefined()
  expect(personOf({ dni: 40123456 })).toBeUndefined()
  expect(personOf({ except: '1' })).toBeUndefined()
})

/** A rider whom an import has stored without a document. */
function incomplete(id: string, changes: object = {}): Pilot {
  const { dni: _dni, ...rider } = aPilot(id, { npiloto: '7' })
  return { ...rider, ...changes } as Pilot
}

test.each([
  ['before anything else is typed', { fechanac: '', dni: null }, {}],
  ['with any document', { dni: 40123457 }, {}],
  ['of whom no birth date is known', { dni: 40123457, npiloto: '07' }, { fechanac: undefined }],
  ['with the birth date and another number', { npiloto: '8' }, {}],
])('an incomplete rider of the same name without a document is found %s', (_how, query, changes) => {
  const pilots = [aPilot('1', { name: 'Eva' }), incomplete('2', changes)]
  expect(decideDuplicates(pilots, { ...ana, ...query }).person).toEqual({
    id: '2',
    name: 'Ana María Núñez',
    photo: null,
    document: '',
    isNear: false,
  })
})

test('an incomplete rider is not found by another name, birth date or number, or by half a name', () => {
  const personOf = (query: object, changes: object = {}) =>
    decideDuplicates([incomplete('1', changes)], { ...ana, ...query }).person
  expect(personOf({ name: 'Eva' })).toBeUndefined()
  expect(personOf({ lastname: ' ' })).toBeUndefined()
  expect(personOf({ fechanac: '1990-01-01' })).toBeUndefined()
  expect(personOf({ fechanac: '', npiloto: '8' })).toBeUndefined()
  // A rider with a document is recognized by the birth date only.
  expect(personOf({ fechanac: '' }, { dni: 40123456 })).toBeUndefined()
  expect(personOf({ fechanac: '' }, { dni: 40123456, fechanac: undefined })).toBeUndefined()
})

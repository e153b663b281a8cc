import { expect, test } from 'vitest'
import { InvalidError, MalformedError } from '#domain/errors'
import { fieldNames } from '#domain/pilot/fields'
import {
  checkDraft,
  checkField,
  draftOf,
  type Pilot,
  parseDraft,
  readDni,
  requireStorable,
  sameData,
} from '#domain/pilot/pilot'
import { aDraft } from '../../support/pilots.ts'

const card = { at: '2026-11-21T10:00:00.000Z', address: 'http://192.168.1.20:4780' }
const pilot: Pilot = { id: '7K3Q9XW2M4TB', photo: 'A.jpg', ...aDraft(), since: card.at, card }

const required = 'Campo Requerido'

test('a blank pilot gets a message for every field, and only the blood type has words of its own', () => {
  const { draft, problems } = checkDraft({})
  expect(draft).toBeUndefined()
  expect(problems).toEqual(
    Object.fromEntries(
      fieldNames.map((name) => [name, name === 'tiposangre' ? 'Ingrese su Tipo de Sangre' : required]),
    ),
  )
})

test('unknown keys are dropped, whatever they are called', () => {
  const raw = JSON.parse(`{"__proto__": {"name": "x"}, "id_driver": "A", "extra": 1}`)
  expect(parseDraft({ ...aDraft(), ...raw })).not.toHaveProperty('extra')
  expect(checkDraft(raw).problems.name).toBe(required)
})

test('a draft with problems is refused with one message for each field, and a good one is stored as checked', () => {
  const refused = () => parseDraft({ ...aDraft(), email: 'ana', club: '' })
  expect(refused).toThrow(InvalidError)
  expect(refused).toThrow(
    expect.objectContaining({
      details: { fields: { email: 'correo electronico invalido', club: required } },
    }),
  )
  expect(parseDraft({ ...draftOf(pilot), name: ' Ana ' })).toEqual({ ...draftOf(pilot), name: 'Ana' })
})

test('one field is checked by itself, with the message of the form', () => {
  expect([checkField('club', ''), checkField('club', 'Sur')]).toEqual([required, undefined])
})

test('a pilot of the history is stored again where it keeps the rules of today, with its photo and card', () => {
  expect(requireStorable(pilot)).toEqual(pilot)
  expect(() => requireStorable({ ...pilot, email: 'ana', fechanac: '' })).toThrow(
    new MalformedError(
      'El historial de este piloto tiene datos que no se pueden guardar ' +
        '(Correo Electronico y Fecha de Nacimiento): regístrelo otra vez',
    ),
  )
})

test.each([
  ['09.876.543', 9876543],
  [9876543, 9876543],
  ['X1', undefined],
  ['', undefined],
  [undefined, undefined],
])('the value %j means the DNI %s', (value, dni) => {
  expect(readDni(value)).toBe(dni)
})

test('two states say the same unless a field or the photo differs; identifier and card are no matter', () => {
  const { card: _card, ...printed } = pilot
  expect(sameData(pilot, { ...printed, id: '0K3Q9XW2M4T1' } as Pilot)).toBe(true)
  expect(sameData(pilot, { ...pilot, club: 'Otro' })).toBe(false)
  expect(sameData(pilot, { ...pilot, photo: null })).toBe(false)
})

/** Tests of drafts and of the comparison of pilots. */
import { expect, test } from 'vitest'
import { InvalidError, MalformedError } from '#domain/errors'
import { readDocument } from '#domain/pilots/document'
import { requiredNames } from '#domain/pilots/fields'
import {
  checkDraft,
  checkField,
  draftOf,
  firstNumber,
  nearestValue,
  type Pilot,
  parseDraft,
  requireStorable,
  sameData,
} from '#domain/pilots/pilot'
import { aDraft } from '../../support/pilots.ts'

const card = { at: '2026-11-21T10:00:00.000Z', address: 'http://192.168.1.20:4780' }
const pilot: Pilot = { id: '7K3Q9XW2M4TB', photo: 'A.jpg', ...aDraft(), since: card.at, card }

const required = 'Campo Requerido'

test('an empty draft gets a message for every field, and only the message of the blood type is different', () => {
  const { draft, problems } = checkDraft({})
  expect(draft).toBeUndefined()
  expect(problems).toEqual(
    Object.fromEntries(
      requiredNames.map((name) => [name, name === 'tiposangre' ? 'Ingrese su Tipo de Sangre' : required]),
    ),
  )
})

test('no value is null or its words, in the fields that need none, and in no other', () => {
  const words = {
    email: 'no tiene',
    celular: 'No Tiene',
    nlicencia: ' No tiene ',
    club: 'INDEPENDIENTE',
    tiposangre: 'No sabe',
  }
  const none = { email: null, celular: null, nlicencia: null, club: null, tiposangre: null }
  for (const given of [words, none]) expect(parseDraft(aDraft(given as never))).toMatchObject(none)
  expect(checkDraft(aDraft({ name: null, email: '' } as never)).problems).toEqual({
    name: 'Campo Requerido',
    email: 'Campo Requerido',
  })
})

test.each([
  ['email', '-', 'No tiene'],
  ['email', 'sincorreo@gmail', 'No tiene'],
  ['celular', 'S/N', 'No tiene'],
  ['tiposangre', 'no se', 'No sabe'],
  ['dni', '-', 'No tiene'],
  ['email', 'ana@', undefined],
] as const)('in %s, %j nearly is %j', (name, value, nearest) => {
  expect(nearestValue(name, value)).toBe(nearest)
})

test('unknown keys are dropped, including __proto__', () => {
  const raw = JSON.parse(`{"__proto__": {"name": "x"}, "id_driver": "A", "extra": 1}`)
  expect(parseDraft({ ...aDraft(), ...raw })).not.toHaveProperty('extra')
  expect(checkDraft(raw).problems.name).toBe(required)
})

test('a draft with problems is refused with one message for each field, and a valid one is stored in its checked form', () => {
  const refused = () => parseDraft({ ...aDraft(), email: 'ana', club: '' })
  expect(refused).toThrow(InvalidError)
  expect(refused).toThrow(
    expect.objectContaining({
      details: { fields: { email: 'correo electronico invalido', club: required } },
    }),
  )
  expect(parseDraft({ ...draftOf(pilot), name: ' Ana ' })).toEqual({ ...draftOf(pilot), name: 'Ana' })
})

test('a single field can be checked, with the message of the form', () => {
  expect([checkField('club', ''), checkField('club', 'Sur')]).toEqual([required, undefined])
})

test.each([
  ['modalidad', 'Velocros', 'VELOCROSS'],
  ['modalidad', 'Hard Endruo', 'HARD ENDURO'],
  ['modalidad', 'ENDURO CRSS', 'ENDURO CROSS'],
  ['modalidad', 'Raly', 'RALLY'],
  ['modalidad', 'Ralie', undefined],
  ['modalidad', 'UTVS', undefined],
  ['modalidad', 'Enduro Ind.', undefined],
  ['modalidad', 'RALLY', undefined],
  ['modalidad', '', undefined],
  ['modalidad', 'x'.repeat(32_767), undefined],
  ['licencia', 'Anuall 2026', 'Anual'],
  ['licencia', 'Regionales', 'Regional'],
  ['licencia', 'Semanal', undefined],
  ['tiposangre', 'AC+', undefined],
  ['club', 'Velocros', undefined],
] as const)('%s %j is nearly the option %s', (name, value, option) => {
  expect(nearestValue(name, value)).toBe(option)
})

test('a pilot from the history is stored again, with its photo and card, only if it follows the current rules', () => {
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
  expect(readDocument({ dni: value })?.dni).toBe(dni)
})

test('two states have the same data unless a field or the photo differs, regardless of identifier and card', () => {
  const { card: _card, ...printed } = pilot
  expect(sameData(pilot, { ...printed, id: '0K3Q9XW2M4T1' } as Pilot)).toBe(true)
  expect(sameData(pilot, { ...pilot, club: 'Otro' })).toBe(false)
  expect(sameData(pilot, { ...pilot, photo: null })).toBe(false)
})

test.each([
  ['celular', '999888777 / 988777666', '999888777'],
  ['celular', '+51 999888777; 988777666', '51999888777'],
  ['celular', '999 888 777 y 988 777 666', '999888777'],
  ['celular', '4223344 4223355', '4223344'],
  ['celular', '999888777 / Ana', undefined],
  ['celular', '999888777-2', undefined],
  ['celular', '99988 / 77', undefined],
  ['celular', '999888777', undefined],
  ['celular', 's/n', undefined],
  ['dni', '41000003-1', '41000003'],
  ['dni', 'DNI 41.000.003 - K', '41000003'],
  ['dni', '41000003', undefined],
  ['dni', '41000003-12', undefined],
  ['dni', '41000003/41000004', undefined],
  ['npiloto', '27 / 28', undefined],
] as const)('the first number in the %s «%s» is %s', (name, text, first) => {
  expect(firstNumber(name, text)).toBe(first)
})

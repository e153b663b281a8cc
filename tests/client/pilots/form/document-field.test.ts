/** Tests that the first field of the form takes the document of the event's country as it is written. */
import { expect, test } from 'vitest'
import { settled } from '#domain/pilots/documents/typed-document'
import { fixedFields } from '#domain/pilots/own/field-table'
import { checkDraft } from '#domain/pilots/pilot'
import { changedState, initialState, leftState } from '../../../../client/pilots/form/pilot-form-state.ts'
import { sameValues, valuesOf } from '../../../../client/pilots/form/pilot-values.ts'
import { aDraft, aForeigner, aPilot } from '../../../support/pilots.ts'

/** Types a document into a new form, leaves the field, and returns what it shows and what is sent. */
function typed(text: string, country: string | null) {
  const begun = initialState(fixedFields, undefined, { typed: valuesOf(aDraft()) })
  const { values } = leftState(changedState(begun, 'dni', text, country), 'dni')
  const { draft } = checkDraft(settled(values))
  const { dni, tipodoc, documento, paisdoc } = { ...draft }
  return { shown: values.dni, sent: [dni, tipodoc, documento, paisdoc].filter(Boolean).join(' ') }
}

test.each([
  ['12345678-5', 'CL', '12.345.678-5', 'RUT 123456785 CL'],
  ['12345678', 'CL', '12.345.678-5', 'RUT 123456785 CL'],
  ['926687856', 'EC', '0926687856', '926687856 EC'],
  ['4.123.456', 'PY', '4123456', '4123456 PY'],
  ['9876543', 'PE', '09876543', '9876543 PE'],
  ['AR DNI 12.345.678', 'PE', '12345678', '12345678 AR'],
  ['Pasap. XDB123', 'PE', 'No tiene', 'Pasaporte XDB123'],
  ['123456789', 'PE', '123456789', '123456789'],
  ['9876543', null, '9876543', '9876543'],
])('%s in an event of %s is shown as %s, and stored as %s', (text, country, shown, sent) => {
  expect(typed(text, country)).toEqual({ shown, sent })
})

test('a rider who is stored is shown whole in the first field, and stays as it is, whatever event is open', () => {
  const chilean = { dni: null, tipodoc: 'RUT', documento: '123456785', paisdoc: 'CL' } as const
  for (const draft of [
    aDraft({ dni: 926687856, paisdoc: 'EC' }),
    aDraft(),
    { ...aForeigner(), ...chilean },
  ]) {
    const latest = aPilot('7K3Q9XW2M4TB', draft)
    const begun = initialState(fixedFields, { id: latest.id, latest, refresh: async () => latest })
    const { values } = leftState(changedState(begun, 'dni', begun.values.dni, 'PE'), 'dni')
    expect(sameValues(values, valuesOf(latest))).toBe(true)
    expect(checkDraft(settled(values)).draft).toMatchObject(
      Object.fromEntries(
        ['dni', 'tipodoc', 'documento', 'paisdoc'].flatMap((name) => {
          const value = draft[name as 'dni']
          return value === undefined ? [] : [[name, value]]
        }),
      ),
    )
  }
})

test('what is neither a text nor a number is no document', () => {
  const hostile = { toString: 1, valueOf: 1 }
  for (const name of ['dni', 'documento', 'paisdoc'])
    expect(settled({ tipodoc: 'RUT', [name]: hostile })).toMatchObject({ tipodoc: 'RUT' })
})

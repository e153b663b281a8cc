import { expect, test } from 'vitest'
import { fieldNames } from '#domain/fields'
import { checkDraft, parseDraft } from '#domain/pilot'
import { aDraft } from '../support/pilots.ts'

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

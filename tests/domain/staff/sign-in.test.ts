/** Tests of the rules for user names and passwords. */
import { expect, test } from 'vitest'
import { isPossiblePassword, isUserName, passwordProblem } from '#domain/staff/accounts'

test.each([
  ['ana', true],
  ['Íñigo.Núñez@mesa-1', true],
  ['x'.repeat(60), true],
  ['x'.repeat(61), false],
  ['', false],
  ['ana lopez', false],
  ['ana\n', false],
])('an account may have the name %j: %s', (name, may) => {
  expect(isUserName(name)).toBe(may)
})

test.each([
  ['x'.repeat(7), 'La contraseña debe tener al menos 8 caracteres', true],
  ['x'.repeat(8), undefined, true],
  ['x'.repeat(512), undefined, true],
  ['x'.repeat(513), 'La contraseña puede tener hasta 512 caracteres', false],
  ['', 'La contraseña debe tener al menos 8 caracteres', false],
])(
  'the check of the new password %j returns %s, and an existing account may have it: %s',
  (password, problem, can) => {
    expect([passwordProblem(password), isPossiblePassword(password)]).toEqual([problem, can])
  },
)

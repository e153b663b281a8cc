/** Tests of the distance of words. */
import { expect, test } from 'vitest'
import { editDistance, isOneEditAway } from '#domain/text/edit-distance'

test.each([
  ['velocross', 'velocross', 0],
  ['velocros', 'velocross', 1],
  ['velocrosss', 'velocross', 1],
  ['velocrozs', 'velocross', 1],
  ['evlocross', 'velocross', 1],
  ['velocrsos', 'velocross', 1],
  ['evlocrsos', 'velocross', 2],
  ['belokross', 'velocross', 2],
  ['ca', 'abc', 3],
  ['', 'abc', 3],
  ['a', '', 1],
  ['', '', 0],
])('the distance of %j and %j is %i, in both directions', (one, other, distance) => {
  expect([editDistance(one, other, 3), editDistance(other, one, 3)]).toEqual([distance, distance])
})

test.each([
  ['rally', 'rlaly', 0, 1],
  ['abcdef', 'uvwxyz', 2, 3],
  ['rally', 'rallycross', 2, 3],
])('the distance of %j and %j over the limit of %i is returned as %i', (one, other, limit, distance) => {
  expect(editDistance(one, other, limit)).toBe(distance)
})

test.each([
  ['apelidos', 'apellidos', true],
  ['apellidos', 'apellidos', false],
  ['apelido', 'apellidos', false],
  ['pellidos', 'apellidos', true],
  ['apellido', 'apellidos', true],
  ['paellidos', 'apellidos', true],
  ['ab', 'ba', true],
  ['a', 'b', true],
])('%j is one edit away from %j: %s', (one, other, is) => {
  expect(isOneEditAway(one, other)).toBe(is)
})

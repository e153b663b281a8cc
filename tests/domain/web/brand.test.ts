/** Tests the brand of an event. */
import { expect, test } from 'vitest'
import { defaultBrand, isBrand, textColourOn } from '#domain/web/brand'

test.each([
  ['#000000', '#ffffff'],
  ['#ffffff', '#000000'],
  ['#12355b', '#ffffff'],
  ['#ffd500', '#000000'],
  ['#c4001a', '#ffffff'],
  ['#777777', '#000000'],
])('texts on %s are %s', (colour, text) => {
  expect(textColourOn(colour)).toBe(text)
})

test.each([
  [defaultBrand, true],
  [{ name: 'Copa', colour: '#ffd500', logo: 'aGk=' }, true],
  [{ name: 'C'.repeat(61), colour: '#ffd500', logo: null }, false],
  [{ name: 'Copa', colour: 'red', logo: null }, false],
  [{ name: 'Copa', colour: '#ffd500', logo: 7 }, false],
  [{ name: 'Copa', colour: '#ffd500' }, false],
  [null, false],
])('%j is a brand: %s', (value, isOne) => {
  expect(isBrand(value)).toBe(isOne)
})

/** Tests the brand of an event. */
import { expect, test } from 'vitest'
import { brandFor, defaultBrand, textColourOn } from '#domain/desk/brand'
import { readSettings } from '#domain/stored/reading'

const brandIn = (brand: unknown) => readSettings({ brand }).brand

/** The beginning of a PNG of 600 × 200 pixels, in base64. */
const pngHeader = 'iVBORw0KGgoAAAANSUhEUgAAAlgAAADICAYAAAA0n5+2AAAACXBIWXMA'

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
  // The API accepts 60 characters, however many code units they have.
  [{ name: '🏁'.repeat(60) }, { name: '🏁'.repeat(60) }],
  [{ name: '🏁'.repeat(61) }, { name: '' }],
  [{ logo: pngHeader.slice(0, 30) }, { logo: null }],
  [{ logo: btoa('<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100"/>') }, { logo: null }],
])('a stored brand with %j is read with %j, and keeps its other parts', (stored, read) => {
  const brand = { name: 'Copa', colour: '#ffd500', logo: pngHeader }
  expect(brandIn({ ...brand, ...stored })).toEqual({ ...brand, ...read })
})

test('a brand of which no part is stored is the default brand', () => {
  expect(brandIn({})).toEqual(defaultBrand)
})

test.each([
  ['Federación Andina', 'Copa Sur', { name: 'Copa Sur', organiser: 'Federación Andina' }],
  // Nobody has named an event.
  ['Copa Sur', '', { name: 'Copa Sur' }],
  ['COPA SUR', 'Copa Sur', { name: 'Copa Sur' }],
  ['', 'Copa Sur', { name: 'Copa Sur' }],
  ['', '', { name: '' }],
])('the brand «%s» of an event «%s» is shown with one name of an event', (name, event, shown) => {
  expect(brandFor({ name, colour: '#12355b' }, event)).toEqual({ ...shown, colour: '#12355b' })
})

/** Tests of the categories that a text means, as people type it or as it is in a sheet. */
import { expect, test } from 'vitest'
import { categoriesMeant, requiredCategory } from '#domain/events/categories/meant'

const named = (modalidad: string, ...names: string[]) =>
  names.map((name) => ({ id: `${modalidad}-${name}`, modalidad, name }))
const event = {
  categories: [
    ...named('MOTOCROSS', 'MX1', 'MX2', '85 cc', '65cc', 'Élite', 'Clase B'),
    ...named('QUAD CROSS', 'Élite'),
  ],
}

test.each([
  ['MX2', ['MX2']],
  ['mx 2', ['MX2']],
  ['Mx-2.', ['MX2']],
  ['85', ['85 cc']],
  ['85CC', ['85 cc']],
  ['85 c.c.', ['85 cc']],
  ['Cat. 65', ['65cc']],
  ['Categoría: 65 cc', ['65cc']],
  ['clase b', ['Clase B']],
  ['b', ['Clase B']],
  ['elite', ['Élite', 'Élite']],
  ['Motocross Elite', ['Élite']],
  ['MOTOCROSS · 85 cc', ['85 cc']],
  ['MX', []],
  ['5', []],
  [' - ', []],
])('«%s» means the categories %j', (text, names) => {
  expect(categoriesMeant(event, text).map(({ name }) => name)).toEqual(names)
})

test('a modalidad leaves one of the categories of a name', () => {
  expect(categoriesMeant(event, 'élite', 'QUAD CROSS')).toEqual(named('QUAD CROSS', 'Élite'))
  expect(categoriesMeant(event, 'mx1', 'QUAD CROSS')).toEqual([])
})

test('a text that means no category or several is refused with those that it can mean', () => {
  expect(requiredCategory(event, '85').id).toBe('MOTOCROSS-85 cc')
  expect(() => requiredCategory(event, 'elite')).toThrow(
    '«elite» es de MOTOCROSS y QUAD CROSS: escriba también la modalidad, como "MOTOCROSS Élite"',
  )
  expect(() => requiredCategory(event, 'SX')).toThrow(
    'No hay una categoría «SX». Las que hay: MOTOCROSS · MX1, MOTOCROSS · MX2,',
  )
  expect(() => requiredCategory({ categories: [] }, 'SX')).toThrow('El evento abierto no tiene categorías')
})

/** Tests of the names in ZIPs that do not say their encoding. */
import { expect, test } from 'vitest'
import { decodeName } from '../../server/photos/picture-zip.ts'

const latin1 = (text: string) => Buffer.from(text, 'latin1')

test.each<[string, Uint8Array, string]>([
  ['UTF-8', Buffer.from('García Ñandú.jpg'), 'García Ñandú.jpg'],
  [
    'UTF-8 of macOS, with separate accents',
    Buffer.from('Garci\u0301a N\u0303andu\u0301.jpg'),
    'García Ñandú.jpg',
  ],
  [
    'code pages 437 and 850',
    latin1('Garc\xa1a Pe\xa4a Jos\x82 \xa4and\xa3.jpg'),
    'García Peña José ñandú.jpg',
  ],
  [
    'code page 850, which has the capitals',
    latin1('GARC\xd6A MU\xa5OZ, \xb5NGEL JES\xe9S L\xe0PEZ'),
    'GARCÍA MUÑOZ, ÁNGEL JESÚS LÓPEZ',
  ],
  ['Windows-1252', latin1('Garc\xeda Pe\xf1a, Mar\xcdA.jpg'), 'García Peña, MarÍA.jpg'],
  ['Windows-1252 with é only', latin1('P\xe9rez, Jos\xe9'), 'Pérez, José'],
  ['code page 850 with a capital Ú only', latin1('\xe9rsula'), 'Úrsula'],
  ['letters of no Spanish name, in code page 850', latin1('Jo\xc6o.jpg'), 'João.jpg'],
])('a name in %s is read', (_encoding, bytes, name) => {
  expect(decodeName(bytes)).toBe(name)
})

test('a name with all bytes has a letter for each', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
  expect(decodeName(bytes)).toHaveLength(256)
})

/** Tests of the pilots whom the file names of pictures mean. */
import { expect, test } from 'vitest'
import { comparePictures, isSystemFile, PictureOwners } from '#domain/photos/pictures'
import type { Pilot } from '#domain/pilots/pilot'
import { aDraft } from '../../support/pilots.ts'

function pilotOf(name: string, changes: Partial<Pilot>): Pilot {
  return {
    ...aDraft({ name, lastname: 'Q.', nlicencia: `L-${name}`, npiloto: `N-${name}` }),
    ...changes,
  } as Pilot
}

const pilots = [
  pilotOf('Ana', { id: '1' as never, dni: 10584709 }),
  pilotOf('Luis', { id: '2' as never, dni: 7123456, npiloto: '93' }),
  pilotOf('Eva', { id: '3' as never, dni: 70000003, npiloto: '7123456' }),
  pilotOf('José', { id: '4' as never, dni: 70000004, nlicencia: '10584709-1' }),
  pilotOf('Zoë', { id: '6' as never, dni: null, tipodoc: 'Pasaporte', documento: 'AB123456' }),
  pilotOf('Caio', { id: '7' as never, dni: null, tipodoc: 'CPF', documento: '12345678909' }),
  pilotOf('Rosa', { id: '5' as never, dni: 20260301, nlicencia: '80000001' }),
]

/** Returns the first name of the pilot whom a name means, or the reason why it means nobody. */
function ownerOf(path: string): string {
  const owner = new PictureOwners([path], pilots).find(path)
  return typeof owner === 'string' ? owner : owner.pilot.name
}

const nobody = 'no coincide con el DNI, la licencia ni el número de ningún piloto'

test.each([
  ['10584709.jpg', 'Ana'],
  ['10584709 García.JPG', 'Ana'],
  ['fotos/10584709_garcia_juan.png', 'Ana'],
  ['10584709-2.jpg', 'Ana'],
  ['10584709 (1).jpg', 'Ana'],
  ['10584709García.jpg', 'Ana'],
  [' 10584709 - foto 93.jpg', 'Ana'],
  ['10.584.709 García.jpg', 'Ana'],
  ['DNI 10584709 García.jpg', 'Ana'],
  ['10584709 cel 987654321.jpg', 'Ana'],
  ['07123456 Rojas.jpg', 'Luis'],
  ['93.jpg', 'Luis'],
  ['n-josé.jpg', 'José'],
  ['ab123456.jpg', 'Zoë'],
  ['AB-123456_Silva.png', 'Zoë'],
  ['Pasaporte AB123456 Silva.jpg', 'Zoë'],
  ['12345678909.jpg', 'Caio'],
  ['CPF 12345678909.jpg', 'Caio'],
  ['123.456.789-09 Souza.jpg', 'Caio'],
  ['20260301 Rosa.jpg', 'Rosa'],
])('%s means %s', (path, name) => {
  expect(ownerOf(path)).toBe(name)
})

test.each([
  ['a short number, which counts pictures', '93 Rojas.jpg'],
  ['a part of a longer number', '105847090 García.jpg'],
  ['a DNI of nobody before a DNI', '11111111 10584709.jpg'],
  ['a DNI that is not at the beginning', 'García 10584709.jpg'],
  ['a licence with more after it', '80000001 Rosa.jpg'],
  ['the time of a camera', '20260301_143059.jpg'],
])('a name that begins with %s means nobody', (_, path) => {
  expect(ownerOf(path)).toBe(nobody)
})

test.each([
  ['two DNIs', '10584709 07123456.jpg', 'Ana Q. y Luis Q.'],
  ['two DNIs with dots', '10.584.709 y 7.123.456.jpg', 'Ana Q. y Luis Q.'],
  ['the DNI of one and the number of another', '7123456.jpg', 'Eva Q. y Luis Q.'],
  ['the DNI of one at the beginning and the number of another', '7123456 Rojas.jpg', 'Eva Q. y Luis Q.'],
  ['a licence that begins like a DNI', '10584709-1.jpg', 'Ana Q. y José Q.'],
])('a name with %s is ambiguous', (_, path, names) => {
  const [, listed] =
    /^coincide con más de un piloto \((.*)\): nómbrela solo por el DNI/.exec(ownerOf(path)) ?? []
  expect(listed?.split(' y ').sort().join(' y ')).toBe(names)
})

test('the name with nothing but the DNI comes before the other names of the pilot', () => {
  const paths = ['b/10584709.jpg', 'a/10584709-1.jpg', 'a/10584709 2.jpg', '10584709.png']
  expect(paths.sort(comparePictures)).toEqual([
    '10584709.png',
    'b/10584709.jpg',
    'a/10584709 2.jpg',
    'a/10584709-1.jpg',
  ])
})

test('the files that systems add are known in any folder', () => {
  const added = [
    '__MACOSX/._1.jpg',
    'x/__MACOSX/1.jpg',
    '.DS_Store',
    'x/.DS_Store',
    'x\\Thumbs.db',
    '.t/1.jpg',
  ]
  expect(added.filter((path) => !isSystemFile(path))).toEqual([])
  const others = ['1.jpg', './1.jpg', 'x.y/1.jpg', 'x/Thumbs.jpg']
  expect(others.filter(isSystemFile)).toEqual([])
})

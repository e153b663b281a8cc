/** Tests of the encodings of imported files. */
import { readFile } from 'node:fs/promises'
import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { type Encoding, encodingLabels } from '#domain/import/mapping'
import { previewOf } from '../../../server/import/preview.ts'
import { tableOf } from '../../support/table.ts'

const texts = [
  ['José', 'Núñez Güemes', 'Club Ñandú'],
  ['Álvaro', 'O’Brien', 'Club “Sol” – Sur'],
  ['ÍÑIGO', 'PEÑA MUÑOZ', 'ÁGUILAS DE CAÑETE'],
  ['María', 'D’Angelo', 'Moto Club N° 1'],
  ['Óscar', 'João Conceição', '¿Pingüinos?'],
]
const csv = [
  'Nombres;Apellidos;Club;Categoría;Grupo sanguíneo',
  ...texts.map((row) => `${row.join(';')};UTV;O+`),
].join('\r\n')

const tables: [Encoding, string][] = [
  ['windows-1252', csv],
  ['macroman', csv],
  // DOS has neither typographic signs nor, in its first table, capitals with accents.
  ['cp850', csv.replace(/[“”’]/g, "'").replace('–', '-')],
  ['cp850', 'Nombres;Apellidos;Club\nJosé;Núñez;Club Ñandú\n'],
  ['cp437', 'Nombres;Apellidos;Club\nJosé;Núñez;Club Ñandú\n'],
  ['windows-1252', 'Nombres;Apellidos;Club\nJos;O’Brien;“Sol” – Sur\n'],
  ['windows-1252', 'Nombres;Apellidos;Club\nANA;NÚÑEZ PEÑA;ÑANDÚ\n'],
  ['macroman', 'Nombres;Apellidos;Club\nMaría;García;Peña\n'],
  ['macroman', 'NOMBRES;APELLIDOS;CLUB\nMARÍA;GARCÍA;PEÑA\n'],
  ['utf-16le', csv],
  ['utf-16be', csv],
]

test.each(tables)(
  'a file in %s without a mark keeps its letters, and the preview names the encoding',
  async (encoding, text) => {
    const { rows, form } = await tableOf(iconv.encode(text, encoding, { addBOM: false }))
    const [, ...lines] = text.split(/\r?\n/).filter(Boolean)
    expect(rows.map(({ cells }) => cells.join(';'))).toEqual(lines)
    // Both tables of DOS have the small letters in the same places.
    const label = encodingLabels[encoding === 'cp437' ? 'cp850' : encoding]
    expect(form).toBe(`CSV separado por punto y coma, ${label}`)
  },
)

test.each<[Encoding, string]>([
  ['windows-1252', 'O’Higgins'],
  ['windows-1252', 'Úrsula'],
  ['windows-1252', 'Álvaro'],
  ['windows-1252', 'MARÍA'],
  ['windows-1252', 'Gonçalves'],
  ['windows-1252', 'João'],
  ['windows-1252', 'Club N° 3'],
  ['macroman', 'D’Angelo'],
  ['macroman', 'María'],
  ['macroman', 'ÍÑIGO'],
  ['macroman', 'Club N° 3'],
  ['macroman', 'Club – Sur'],
  ['cp850', 'Úrsula'],
  ['cp850', 'MARÍA'],
  ['cp850', 'JOSÉ'],
  ['cp850', 'Chávez'],
  ['cp850', 'Íñigo'],
  ['cp850', 'Club N° 3'],
  ['cp850', 'Segunda 2ª'],
])('the only letter of a file in %s that shows it is read: %s', async (encoding, text) => {
  const { rows, otherEncoding } = await tableOf(iconv.encode(`Nombres;Club\nAna;${text}\n`, encoding))
  expect([rows[0]?.values.club, rows[0]?.badCells, otherEncoding]).toEqual([text, undefined, undefined])
})

test('a person chooses between two encodings where nobody knows which one a file has, before its letters are stored', async () => {
  const bytes = iconv.encode('Nombres;Club\n\nAna;Sur\nUgo;Úbeda\n', 'cp850')
  const table = await tableOf(bytes)
  expect(previewOf(table)).toMatchObject({ encoding: 'windows-1252', otherEncoding: 'cp850' })
  expect(table.rows.map(({ line, badCells }) => [line, badCells])).toEqual([
    [3, undefined],
    [
      4,
      { club: 'El archivo puede ser Windows-1252 («ébeda») o DOS (CP850) («Úbeda»): elija la codificación' },
    ],
  ])
  const { rows, otherEncoding } = await tableOf(bytes, { mapping: { encoding: 'cp850' } })
  expect([rows[1]?.values.club, rows[1]?.badCells, otherEncoding]).toEqual(['Úbeda', undefined, undefined])
})

test.each([
  ['01-windows-1252.csv', 'Windows-1252', ['Anaa', 'O’Brien', 'Club “Sol” – Sur']],
  ['02-dos-cp850.csv', 'DOS (CP850)', ['José', 'Núñez', 'Club Ñandú']],
])('%s is read as %s', async (file, label, values) => {
  const { rows, form } = await tableOf(await readFile(`tests/fixtures/sheets/${file}`))
  const { name, lastname, club } = rows[0]?.values ?? {}
  expect([name, lastname, club]).toEqual(values)
  expect(form).toContain(label)
})

test('a person chooses another encoding, which the preview has', async () => {
  const bytes = iconv.encode('Nombres;Club\nJosé;Ñandú\n', 'cp850')
  expect(previewOf(await tableOf(bytes)).encoding).toBe('cp850')
  const { rows, form, encoding } = await tableOf(bytes, { mapping: { encoding: 'windows-1252' } })
  expect([rows[0]?.values.name, form, encoding]).toEqual([
    'Jos‚',
    'CSV separado por punto y coma, Windows-1252',
    'windows-1252',
  ])
})

test('a list in JSON is read in any encoding too', async () => {
  const bytes = iconv.encode('[{"Nombres": "José", "Club": "Ñandú"}]', 'cp850')
  expect((await tableOf(bytes)).rows[0]?.values).toEqual({ name: 'José', club: 'Ñandú' })
})

test('a file in UTF-16 is read, which Excel writes as Unicode text', async () => {
  const bytes = Buffer.from('\ufeffname\tclub\nÑusta\tSur\n', 'utf16le')
  expect((await tableOf(bytes)).rows[0]?.values).toEqual({ name: 'Ñusta', club: 'Sur' })
})

test.each([
  ['', 'UTF-8 con letras dañadas'],
  ['\ufeff', 'UTF-8 con BOM'],
])(
  'a bad byte in a file in UTF-8 that begins with %j affects only its own cell, which is refused',
  async (mark, encoding) => {
    const bytes = Buffer.concat([
      Buffer.from(`${mark}name;club\nMuñoz Pérez;Ñandú\nÍñigo Núñez;Peña `),
      Buffer.from([0xf1]),
      Buffer.from('\n'),
    ])
    const { form, rows } = await tableOf(bytes)
    expect(form).toBe(`CSV separado por punto y coma, ${encoding}`)
    expect(rows[0]).toMatchObject({ values: { name: 'Muñoz Pérez', club: 'Ñandú' } })
    expect(rows[1]?.badCells).toEqual({ club: 'La celda tiene letras dañadas: escríbala otra vez' })
  },
)

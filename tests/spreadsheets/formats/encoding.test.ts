/** Tests of the encodings of imported files. */
import { expect, test } from 'vitest'
import { tableOf } from '../../support/table.ts'

test('a file in UTF-16 is read, which Excel writes as Unicode text', async () => {
  const bytes = Buffer.from('\ufeffname\tclub\nÑusta\tSur\n', 'utf16le')
  expect((await tableOf(bytes)).rows[0]?.values).toEqual({ name: 'Ñusta', club: 'Sur' })
})

test('a file in Windows-1252 keeps its accents', async () => {
  expect((await tableOf(Buffer.from('name\nÑusta Güemes\n', 'latin1'))).rows[0]?.values).toEqual({
    name: 'Ñusta Güemes',
  })
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

/** Tests of cells that another program has damaged before: each is told with the text that it probably was. */
import { readFile } from 'node:fs/promises'
import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { type DamageKind, damageKinds } from '#domain/import/cells/cells'
import { groupRejections } from '#domain/import/fixes'
import { planImport } from '#domain/import/plan'
import { existingAmong } from '#domain/pilots/existing'
import type { ImportTable } from '../../server/spreadsheets/table.ts'
import { tableOf } from '../support/table.ts'

/** Returns the damages of the first row, by column. */
const damagesIn = ({ rows }: ImportTable) =>
  Object.fromEntries(
    Object.entries(rows[0]?.damages ?? {}).map(([column, { kind, meant }]) => [column, [kind, meant]]),
  )

/** Returns a text in UTF-8 as a program shows it that reads it in another table. */
const misread = (text: string, table: string) => iconv.decode(Buffer.from(text), table)

const clubs = ['Club Ñandú', 'Peña «Güemes» N° 1', 'O’Brien – Sur', 'ÁGUILAS DE CAÑETE', 'João']

test.each(
  clubs.flatMap((club) =>
    ['latin1', 'macroman', 'cp850', 'cp437'].map((table) => [club, table, misread(club, table)] as const),
  ),
)('%s in UTF-8 that was read as %s is %j, and is recognized', async (club, _, damaged) => {
  const file = `Nombres;Club\nAna;${damaged}\n`
  const table = await tableOf(file)
  expect(damagesIn(table)).toEqual({ club: ['letras', club] })
  expect(table.rows[0]?.badCells).toEqual({ club: `Otro programa la dañó: probablemente dice «${club}»` })
  const { rows } = await tableOf(file, { mapping: { corrects: ['letras'] } })
  expect([rows[0]?.values.club, rows[0]?.badCells]).toEqual([club, undefined])
})

/** Returns a text in UTF-8 as LibreOffice shows it that reads it in Windows-1252, a number of times. */
const misreadByOffice = (text: string, times = 1): string => {
  const shown = misread(text, 'latin1').replace(/[\u0080-\u009f]/g, (one) => {
    const character = iconv.decode(Buffer.from(one, 'latin1'), 'windows-1252')
    return character === '\ufffd' ? String.fromCharCode(0xf100 + one.charCodeAt(0)) : character
  })
  return times === 1 ? shown : misreadByOffice(shown, times - 1)
}

const officeDamages = ['Álvaro', 'Íñigo', 'MARÍA ÁVALOS', 'Ýñez “Ï”', 'Peña'].flatMap((text) =>
  [1, 2].map((times): [string, DamageKind, string] => [misreadByOffice(text, times), 'letras', text]),
)

test.each<[string, DamageKind, string]>([
  ['JosÃ©', 'letras', 'José'],
  ['JosÃƒÂ©', 'letras', 'José'],
  ['NÃºÃ±ez PÃ©rez, JosÃ© y María', 'letras', 'Núñez Pérez, José y María'],
  ['josã©', 'letras', 'josé'],
  ...officeDamages,
  ['JOS\uf190', 'perdidas', 'JOSÉ'],
  ['Jos\\u00e9', 'letras', 'José'],
  ['Jos%C3%A9', 'letras', 'José'],
  ['Jos=C3=A9', 'letras', 'José'],
  ['Mar&iacute;a', 'html', 'María'],
  ['Mar&amp;iacute;a', 'html', 'María'],
  ['Mar&#237;a', 'html', 'María'],
  ['Mar&#xED;a', 'html', 'María'],
  ['Ruiz &amp; Hijos', 'html', 'Ruiz & Hijos'],
  ['O&#146;Brien', 'html', 'O’Brien'],
  ['Mar&iacute;a NÃºÃ±ez', 'html', 'María Núñez'],
  ['Jos\ufffd', 'perdidas', 'José'],
  ['N\ufffd\ufffdez', 'perdidas', 'Núñez'],
  ['MAR\ufffdA', 'perdidas', 'MARÍA'],
  ['\ufffdlvarez', 'perdidas', 'Álvarez'],
  ['Ãlvarez', 'perdidas', 'Álvarez'],
  ['Mu?oz', 'perdidas', 'Muñoz'],
  ['Jos\u00ef\u00bf\u00bd', 'perdidas', 'José'],
])('%j is told as %s, and probably was %j', async (damaged, kind, meant) => {
  expect(damagesIn(await tableOf(`Nombres;Club\n${damaged};Sur\n`))).toEqual({ name: [kind, meant] })
})

test.each(['Xq\ufffd', 'Club \ufffdz'])(
  '%j is refused without a guess, since nobody knows what it was',
  async (lost) => {
    const { rows } = await tableOf(`Nombres;Club\nAna;${lost}\n`)
    expect([rows[0]?.badCells, rows[0]?.damages]).toEqual([
      { club: 'La celda tiene letras dañadas: escríbala otra vez' },
      undefined,
    ])
  },
)

test.each(
  [
    'José Núñez',
    'CLUB “JOSÉ”',
    'JOÃO',
    'Âncora',
    'SÃO JOÃO',
    'Ñañez',
    'R&D',
    'AT&T;',
    'Ruiz & Hijos',
    'Åse',
  ].concat(['100% real', '¿Listo?', 'https://x.pe/?q=a', 'Club a?b', 'C:\\u00', 'Ôscar', '“Sur” – ½']),
)('%j is no damage', async (text) => {
  const { rows } = await tableOf(`Nombres;Club\nAna;"${text}"\n`)
  expect([rows[0]?.values.club, rows[0]?.badCells]).toEqual([text, undefined])
})

test('damaged names of columns are recognized, in every format', async () => {
  const names = ['Nombres', 'Apellidos', 'CategorÃ­a', 'Tel&eacute;fono', 'Número de Licencia']
  const row = ['Ana', 'Quispe', 'UTV', '987654321', 'FM-1']
  const files = [
    `${names.join(';')}\n${row.join(';')}\n`,
    JSON.stringify([Object.fromEntries(names.map((name, index) => [name, row[index]]))]),
    await writeXlsxFile([names, row].map((cells) => cells.map((value) => ({ value })))).toBuffer(),
  ]
  for (const file of files) {
    const { mapping } = await tableOf(file)
    expect(mapping.columns.map(({ target }) => target)).toEqual([
      'name',
      'lastname',
      'modalidad',
      'celular',
      'nlicencia',
    ])
  }
})

/** Imports a table into no pilots. */
const planOf = ({ rows }: ImportTable) =>
  planImport({
    rows,
    pilots: existingAmong([], []),
    options: {},
    newId: () => '000000000001',
    now: '2026-11-22T09:00:00.000Z',
  })

test('nothing damaged is stored: each kind is one group over all columns, which one choice mends', async () => {
  const file = await readFile('tests/fixtures/sheets/03-mojibake.csv')
  const { create, report } = planOf(await tableOf(file))
  expect([create.length, report.rejectedRows]).toEqual([0, 3])
  const groups = groupRejections(report.rejected)
  expect(groups.map(({ damage, field, problem, cells }) => [damage, field, problem, cells.length])).toEqual([
    ['letras', undefined, 'con letras que otro programa leyó mal', 2],
    ['html', undefined, 'con letras escritas como en una página web', 1],
    ['perdidas', undefined, 'con letras que se perdieron', 1],
  ])
  expect(
    groups[0]?.cells.map(({ line, field, value, damage }) => [line, field, value, damage?.meant]),
  ).toEqual([
    [2, 'name', 'JosÃ©', 'José'],
    [2, 'lastname', 'NÃºÃ±ez', 'Núñez'],
  ])
  const mended = planOf(await tableOf(file, { mapping: { corrects: damageKinds } }))
  expect(mended.report.rejectedRows).toBe(0)
  expect(mended.create.map(({ name, lastname }) => [name, lastname])).toEqual([
    ['José', 'Núñez'],
    ['María', 'Quispe'],
    ['José', 'Quispe'],
  ])
})

test('a damaged full name is told once, and a person who types over its first part still sees the other', async () => {
  const file = 'Apellidos y Nombres;Club\nQuispe NÃºÃ±ez JosÃ©;Sur\n'
  const whole = 'Quispe Núñez José'
  expect(damagesIn(await tableOf(file))).toEqual({ name: ['letras', whole] })
  const { rows } = await tableOf(file, { mapping: { cells: { 2: { name: 'José' } } } })
  expect(Object.keys(rows[0]?.badCells ?? {})).toEqual(['lastname'])
})

/** Tests that rejected rows, once mended, are imported without the choices that were made for the whole file. */
import { describe, expect, test } from 'vitest'
import type { ImportReport } from '#domain/import/import'
import type { ImportMapping } from '#domain/import/mapping'
import { planImport } from '#domain/import/plan'
import { existingAmong } from '#domain/pilots/existing'
import { checkDraft } from '#domain/pilots/pilot'
import { isBlank } from '#domain/text/text'
import { remarksOf, requireColumns } from '../../server/import/preview.ts'
import { writeRejects } from '../../server/import/rejects.ts'
import { federationFiles } from '../support/federations.ts'
import { mappingOfArgs } from '../support/mapping-args.ts'
import { tableOf } from '../support/table.ts'

type Table = Awaited<ReturnType<typeof tableOf>>

function ridersOf({ rows }: Table) {
  return rows.filter(({ isAside }) => !isAside)
}

/** Writes these rows as if each was rejected for a reason that is not in its cells. */
function rejectsOf(table: Table, rows = ridersOf(table)): string {
  return writeRejects(table, { rejected: [], rejectedLines: rows.map(({ line }) => line) })
}

function draftsOf(rows: Table['rows']) {
  return rows.map(({ values }) => checkDraft(values).draft)
}

describe('the files of federations', () => {
  test.each(federationFiles)(
    '$file goes in whole, and all of its riders, and any part of them, are the same after they were rejected',
    async ({ args, bytes, riders, aside = 0, unsure = 0 }) => {
      const table = await tableOf(await bytes(), { mapping: mappingOfArgs(args) })
      const { create, report } = plan(table)
      expect([create.length, report.rejectedRows]).toEqual([riders, 0])
      expect(remarksOf(table, [])).toMatchObject({ asideRows: aside, unsureRows: unsure })
      const all = ridersOf(table)
      expect(draftsOf(all).filter(Boolean)).toHaveLength(riders)
      for (const some of [all, all.filter((_, index) => index % 3 === 2), all.slice(0, 5), all.slice(-1)]) {
        const again = await tableOf(rejectsOf(table, some))
        expect(() => requireColumns(again, {})).not.toThrow()
        expect(draftsOf(ridersOf(again))).toEqual(draftsOf(some))
        expect(rejectsOf(again)).toBe(rejectsOf(table, some))
      }
    },
  )

  const broken = federationFiles.filter(({ rejected }) => rejected !== undefined)

  test.each(broken)(
    'the rejects of $file go in once the texts are mended in them, and no rider is lost',
    async ({ args, bytes, riders, rejected }) => {
      const mapping = mappingOfArgs(args)
      const content = await bytes()
      const table = await tableOf(content, { mapping: { ...mapping, replacements: undefined } })
      const { create, report } = plan(table)
      expect([create.length, report.rejectedRows]).toEqual([riders - Number(rejected), rejected])
      let mended = writeRejects(table, report)
      for (const [text, option] of Object.values(mapping.replacements ?? {}).flatMap(Object.entries))
        mended = mended.replaceAll(`;${text};`, `;${option};`)
      const others = plan(await tableOf(mended))
      expect(others.report.rejected).toEqual([])
      const whole = plan(await tableOf(content, { mapping }))
      const dataOf = (pilots: typeof create) =>
        pilots.map(({ id: _id, ...data }) => data).sort((one, other) => Number(one.dni) - Number(other.dni))
      expect(dataOf([...create, ...others.create])).toEqual(dataOf(whole.create))
    },
  )

  function plan({ rows }: Table) {
    let made = 0
    return planImport({
      rows,
      pilots: existingAmong([], []),
      options: {},
      newId: () => `ID${++made}`,
      now: '2026-11-22T10:00:00.000Z',
    })
  }
})

const counted = ['N°;Nombres;DNI', ...[1, 2, 3, 4, 5, 6].map((n) => `${n};Ana;4545454${n}`)]

test.each<[string, string[], ImportMapping]>([
  ['a value for a missing column', ['Nombres;DNI', 'Ana;7'], { defaults: { club: 'Sur' } }],
  ['a value for empty cells', ['Nombres;Club', 'Ana;', 'Eva;Norte'], { defaults: { club: 'Sur' } }],
  ['an unknown header', ['Nombres;Cód. Fed.', 'Ana;F-7'], { columns: { 'Cód. Fed.': 'nlicencia' } }],
  [
    'a header that means something else',
    ['Nombres;N° Lic.;Cód.', 'Ana;L-7;F-7'],
    { columns: { 'Cód.': 'nlicencia', 'N° Lic.': 'club' } },
  ],
  ['a column that is left out', ['DNI;Documento;Club', '7;DNI;Sur'], { columns: { Documento: null } }],
  ['the only column of a field', ['Nombres;Club;Equipo', 'Ana;Sur;Norte'], { columns: { Club: null } }],
  ['a row counter', counted, {}],
  ['numbers that look like a row counter', counted, { columns: { 'N°': 'npiloto' } }],
  [
    'a file without a header',
    ['Ana;7', 'Eva;8'],
    { header: 0, columns: { 'Columna A': 'name', 'Columna B': 'dni' } },
  ],
  ['surnames in two columns', ['Paterno;Materno;Nombres', 'Quispe;Mamani;Ana', 'Rojas;;Eva'], {}],
  ['surnames in the other order', ['Materno;Paterno;Nombres', 'Mamani;Quispe;Ana'], {}],
  [
    'a chosen second surname',
    ['Apellido Paterno;A. M.;Nombres', 'Quispe;Mamani;Ana'],
    { columns: { 'A. M.': 'lastname' } },
  ],
  [
    'a second surname beside both',
    ['Apellidos;Segundo;Nombres', 'Quispe;Mamani;Ana'],
    { columns: { Segundo: 'lastname' } },
  ],
  [
    'two chosen surnames',
    ['Uno;Dos;Nombres', 'Quispe;Mamani;Ana'],
    { columns: { Uno: 'lastname', Dos: 'lastname' } },
  ],
  [
    'joined cells that were typed over',
    ['Materno;Paterno;Nombres', 'Mamani;Quispe;Ana', 'Rojas;Flores;Eva'],
    { cells: { 2: { lastname: 'Huamán Ríos' } } },
  ],
  ['joined cells without a value', ['Grupo;RH;DNI', 'O;+;7', ';;8'], { defaults: { tiposangre: 'A-' } }],
  [
    'a joined text that is replaced',
    ['Grupo;RH;DNI', 'O;más;7', 'A;+;8'],
    { replacements: { tiposangre: { 'O más': 'O+' } } },
  ],
  [
    'typed cells',
    ['Nombres;Club', 'Ana;Sur', 'Eva;'],
    { cells: { 2: { club: '' }, 3: { name: 'Eva M.', club: 'Sur' } } },
  ],
  [
    'dates with a chosen order',
    ['Nacimiento;DNI', '03/05/1994;7', '03/25/1994;8', '3.5.94;9'],
    { dates: { fechanac: 'mes-dia' } },
  ],
  [
    'dates of which one is American',
    ['Nacimiento;DNI', ...Array.from({ length: 9 }, (_, index) => `03/05/1994;${index}`), '03/25/1994;8'],
    {},
  ],
  ['full names in a chosen order', ['Piloto;DNI', 'Ana Quispe Mamani;7'], { surnamesFirst: true }],
  ['full names in an unknown order', ['Piloto;DNI', 'Tulio Pumacahua Yauricasa;7', 'Eva;8'], {}],
  [
    'full names below an unknown header',
    ['Quién;DNI', 'Ana Quispe Mamani;7'],
    { columns: { Quién: 'nombrecompleto' }, surnamesFirst: false },
  ],
  [
    'full names of which a part was typed over',
    ['Nombres y Apellidos;DNI', 'Ana Quispe Mamani;7', 'Eva;8', 'Zoë;9'],
    { cells: { 2: { name: 'Ana María' }, 3: { lastname: 'Rojas' }, 4: { name: 'Zoë Luz' } } },
  ],
  [
    'a surname for all',
    ['Nombre completo;DNI', 'Ana;7', 'Eva Rojas;8'],
    { defaults: { lastname: 'Sin apellido' } },
  ],
  ['capitals', ['Paterno;Materno;Nombres', 'DE LA CRUZ;ROJAS;ANA', 'ROJAS;DE LA CRUZ;EVA'], {}],
  ['capitals that are kept', ['Apellidos y Nombres;DNI', '"ROJAS, ANA";7'], { fixesCapitals: false }],
  ['capitals in some names', ['Apellidos;Nombres', 'ROJAS;ANA', 'Flores;Eva'], { fixesCapitals: true }],
])('the rejects of a file with %s give the same values without any choice', async (_, lines, mapping) => {
  const table = await tableOf(`${lines.join('\n')}\n`, { mapping })
  const again = await tableOf(rejectsOf(table))
  expect(filledOf(again)).toEqual(filledOf(table))
  expect(rejectsOf(again)).toBe(rejectsOf(table))
  expect(filledOf(table)).not.toEqual([])
})

function filledOf(table: Table) {
  return ridersOf(table).map(({ values }) =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => !isBlank(value))),
  )
}

test('cells that no choice changes, and the names of their columns, are as they were', async () => {
  const lines = [
    'Nº;Materno;Paterno;Nombre(s);Categoría;Obs.;N° Lic.',
    '7;Mamani;Quispe;Ana;Enduro-cross;;L-7',
    '7;;Rojas;"Eva ""E""";RALLY;"a;b";L-8',
  ]
  const [header, ...rows] = rejectsOf(await tableOf(`${lines.join('\n')}\n`))
    .trim()
    .split('\n')
  expect(header).toBe('Numero de Piloto;Materno;Paterno;Nombre(s);Categoría;Obs.;N° Lic.;motivo')
  expect(rows.map((row) => row.slice(0, row.lastIndexOf(';')))).toEqual(lines.slice(1))
})

test('a reason names the column as it is in the file', async () => {
  const table = await tableOf('Piloto;Cód. Fed.\nAna Rojas;\n', {
    mapping: { columns: { 'Cód. Fed.': 'nlicencia' } },
  })
  const rejected: ImportReport['rejected'] = [
    { line: 2, field: 'nlicencia', message: 'Campo Requerido' },
    { line: 2, field: 'name', value: 'Ana', message: 'mal' },
  ]
  const [, row] = writeRejects(table, { rejected, rejectedLines: [2] }).split('\n')
  expect(row).toContain(';Cód. Fed.: Campo Requerido. Piloto: mal')
})

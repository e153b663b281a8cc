/** Tests of the decision that an import makes for each row. */
import { expect, test } from 'vitest'
import { type ImportOptions, type ImportRow, maxRejections } from '#domain/import/import'
import { type ImportPlan, planImport } from '#domain/import/plan'
import { documentOf } from '#domain/pilots/document'
import type { ExistingPilots } from '#domain/pilots/existing'
import type { Pilot } from '#domain/pilots/pilot'
import { writeRejects } from '../../../server/import/rejects.ts'
import { hostileTexts } from '../../support/hostile-files.ts'
import { aDraft, aRow } from '../../support/pilots.ts'
import { tableOf } from '../../support/table.ts'

const now = '2026-11-21T10:00:00.000Z'
const ana: Pilot = {
  id: '7K3Q9XW2M4TB',
  photo: '0123456789AB.jpg',
  ...aDraft({ name: 'Ana', dni: 1001 }),
  since: '2025-01-01T00:00:00.000Z',
  card: { at: '2025-01-02T00:00:00.000Z', address: 'http://192.168.1.20:4780' },
}
/** The card of Ana after a change of what it shows. */
const outdated = { ...ana.card, outdated: true }
const luis: Pilot = { id: '1K3Q9XW2M4T1', photo: null, ...aDraft({ name: 'Luis', dni: 1002 }) }
const lost = '2K3Q9XW2M4T1'
/** The other code of Ana, whom two desks registered. */
const joined = '3K3Q9XW2M4T1'

test('a valid row becomes a pilot with a new identifier, or with the identifier in the row', () => {
  const bringing = { ...aDraft(), id_driver: '9k3q-9xw2-m4tb', attachment: '0K3Q9XW2M4T1.jpg' }
  const { create, update, report } = plan([aRow(0), aRow(1, bringing)])
  expect(create).toMatchObject([
    { id: 'NEW000000001', photo: null, since: now },
    { id: '9K3Q9XW2M4TB', photo: '0K3Q9XW2M4T1.jpg', since: now },
  ])
  expect([update, report]).toMatchObject([[], { registered: 2, updated: 0, unchanged: 0, rejectedRows: 0 }])
})

test.each<[string, Partial<Record<string, unknown>>, string, string]>([
  ['an existing DNI', { dni: '1.001' }, 'dni', 'Ya existe un piloto con este DNI'],
  [
    'an existing identifier',
    { id_driver: ana.id },
    'id_driver',
    'Ya existe un piloto con este identificador',
  ],
  [
    'a revoked identifier',
    { id_driver: lost },
    'id_driver',
    'Este identificador es de una credencial anulada',
  ],
  [
    'an invalid identifier',
    { id_driver: 'x' },
    'id_driver',
    'No es un identificador: son 12 letras y números',
  ],
  ['a foreign photo', { attachment: '../a.jpg' }, 'attachment', 'No es el nombre de una foto de PilotOS'],
  ['a broken rule', { email: 'ana' }, 'email', 'correo electronico invalido'],
])('a row with %s is rejected with the message of that cell', (_, values, field, message) => {
  const { create, report } = plan([aRow(0, { ...aDraft(), ...values })])
  expect(create).toEqual([])
  expect(report).toMatchObject({ rejectedRows: 1, rejectedLines: [2], badCells: 1 })
  const rider = 'Íñigo Núñez Peña'
  expect(report.rejected).toEqual([{ line: 2, field, value: String(values[field]), message, rider }])
})

test('a row with the other code of a pilot whom two desks registered is about that pilot', () => {
  const row = aRow(0, { id_driver: joined, club: 'Otro' })
  const { update, report } = plan([row], { update: true })
  expect(report.rejected).toEqual([])
  expect(update).toEqual([{ ...ana, club: 'Otro', card: outdated }])
  const twice = plan([row, aRow(1, { id_driver: ana.id, club: 'Tercero' })], { update: true })
  expect(twice.report.rejected).toMatchObject([
    { line: 3, message: 'Repite a otro piloto del archivo, el de 2' },
  ])
  expect(plan([aRow(0, { ...aDraft(), id_driver: joined })]).report.rejected).toMatchObject([
    { field: 'id_driver', message: 'Ya existe un piloto con este identificador' },
  ])
})

test('a value that holds only for new pilots never replaces that of an existing pilot', () => {
  const values = { ...aDraft({ dni: 1001, name: 'Ana María' }), club: 'Sin club' }
  const row: ImportRow = { line: 2, values, defaulted: ['club'] }
  const { update } = plan([row, { ...row, line: 3, values: { ...values, dni: 7 } }], { update: true })
  expect(update).toMatchObject([{ name: 'Ana María', club: ana.club }])
  expect(plan([{ ...row, values: { ...values, dni: 7 } }], { update: true }).create).toMatchObject([
    { club: 'Sin club' },
  ])
})

test('a cell that its reader could not use is rejected despite the rules of its field, and a malformed row as a whole', () => {
  const rows = [
    { ...aRow(0), badCells: { club: 'La celda tiene letras dañadas' } },
    { ...aRow(1), problem: 'La fila tiene 1 celda y el encabezado 13' },
    aRow(2, { ...aDraft(), dni: { toString: 1 } }),
  ]
  expect(plan(rows).report.rejected).toEqual([
    expect.objectContaining({ line: 2, field: 'club', message: 'La celda tiene letras dañadas' }),
    { line: 3, message: 'La fila tiene 1 celda y el encabezado 13' },
    expect.objectContaining({ line: 4, field: 'dni', value: '' }),
  ])
})

test('two rows of one file never create the same pilot: the second is rejected with the line of the first', () => {
  const id = '9K3Q9XW2M4TB'
  const rows = [
    aRow(0, aDraft({ dni: 7 })),
    aRow(1, aDraft({ dni: 7, club: 'Otro' })),
    aRow(2, { ...aDraft(), id_driver: id }),
    aRow(3, { ...aDraft({ club: 'Otro' }), id_driver: id }),
  ]
  const { create, report } = plan(rows)
  expect(create).toHaveLength(2)
  expect(report.rejected.map(({ line, field, message }) => [line, field, message])).toEqual([
    [3, 'dni', 'Repite a otro piloto del archivo, el de 2'],
    [5, 'id_driver', 'Repite a otro piloto del archivo, el de 4'],
  ])
})

test('a row that says of a rider what a row before has said is no rejection: the rider is stored once', () => {
  const terms = { valida_hasta: '2026-12-31' }
  const rows = [
    aRow(0, aDraft({ dni: 7, name: 'María' })),
    aRow(1, aDraft({ dni: 7, name: 'María' })),
    aRow(2, { ...aDraft({ dni: 8 }), ...terms }),
    aRow(3, { ...aDraft({ dni: 8 }), ...terms }),
    aRow(4, { ...aDraft({ dni: 8 }), valida_hasta: '2026-11-30' }),
  ]
  const { create, report } = plan(rows)
  expect(create).toMatchObject([{ dni: 7 }, { dni: 8 }])
  expect(report).toMatchObject({ registered: 2, repeatedRows: 2, rejectedRows: 1, rejectedLines: [6] })
  const twice = [0, 1].map((index) => aRow(index, { id_driver: ana.id, club: 'Otro' }))
  const update = plan(twice, { update: true })
  expect(update.report).toMatchObject({ updated: 1, repeatedRows: 1, rejectedRows: 0 })
})

test('an update changes the columns that the file has, and keeps the photo, the card, which is out of date, and the registration', () => {
  const { create, update, report } = plan([aRow(0, { dni: 1001, club: 'Otro' })], { update: true })
  expect([create, update]).toEqual([[], [{ ...ana, club: 'Otro', card: outdated }]])
  expect(report).toMatchObject({ registered: 0, updated: 1, unchanged: 0 })
})

test('an update finds a pilot by the identifier first, so that a DNI can be corrected', () => {
  const { update } = plan([aRow(0, { id_driver: ana.id, dni: 1003 })], { update: true })
  expect(update).toEqual([{ ...ana, dni: 1003 }])
})

test('an update counts the rows that change nothing, and registers pilots that do not exist yet', () => {
  const { create, update, report } = plan([aRow(0, { dni: 1002, name: ' Luis ' }), aRow(1)], { update: true })
  expect([create.length, update, report.unchanged]).toEqual([1, [], 1])
})

const stranger = { name: 'Pedro', lastname: 'Soto', fechanac: '2001-05-12', club: 'Otro' }

test.each([
  ['document', { dni: 1001 }, 'dni'],
  ['code', { id_driver: ana.id, dni: 1001 }, 'id_driver'],
])(
  'an update asks about a row with the %s of a rider of other names and another birth date',
  (_, key, field) => {
    const row = aRow(0, { ...stranger, ...key })
    const asked = plan([row], { update: true })
    expect([asked.update, asked.report.rejectedRows]).toEqual([[], 1])
    expect(asked.report.rejected).toMatchObject([
      {
        field,
        message:
          'Es de otra persona: Ana Núñez Peña (nació el 28/02/1994). El archivo dice Pedro Soto (nació el 12/05/2001)',
      },
    ])
    expect(plan([{ ...row, isSamePerson: true }], { update: true }).update).toMatchObject([
      { ...stranger, id: ana.id },
    ])
    const left = plan([{ ...row, isSamePerson: false }], { update: true, strict: true })
    expect(left.report).toMatchObject({ otherPersonRows: 1, rejectedRows: 0, updated: 0 })
  },
)

test('an update of one rider by names that differ a little, or without a birth date, is no question', () => {
  const rows = [
    { dni: 1001, name: 'ANA', lastname: 'NUÑEZ', fechanac: '01/03/1994' },
    { dni: 1002, name: 'Luis Alberto' },
  ]
  expect(
    plan(
      rows.map((row, at) => aRow(at, row)),
      { update: true },
    ).update,
  ).toHaveLength(2)
  expect(
    plan([aRow(0, { dni: 1001, name: 'Pedro', lastname: 'Soto' })], { update: true }).report.rejected,
  ).toMatchObject([
    { message: expect.stringContaining('El archivo dice Pedro Soto (sin fecha de nacimiento)') },
  ])
})

test.each<[string, Record<string, unknown>, string]>([
  ['the DNI of another pilot', { id_driver: ana.id, dni: 1002 }, 'Ya existe un piloto con este DNI'],
  [
    'an unknown identifier and the DNI of a pilot',
    { id_driver: '9K3Q9XW2M4TB', dni: 1001 },
    'Ningún piloto tiene este identificador, y el de ese DNI tiene otro',
  ],
  ['too few columns for a new pilot', { dni: 9, club: 'Otro' }, 'No existe ese piloto, y faltan columnas'],
])('an update with %s is rejected', (_, values, message) => {
  const { create, update, report } = plan([aRow(0, values)], { update: true })
  expect([create, update]).toEqual([[], []])
  expect(report.rejected[0]?.message).toContain(message)
})

test('a strict import with one bad row stores nothing, and still reports every bad row', () => {
  const bad = aRow(3, { ...aDraft(), name: '' })
  const rows = [aRow(0), aRow(1, { dni: 1002 }), aRow(2, { dni: 1001, club: 'Otro' }), bad]
  const { create, update, report } = plan(rows, { update: true, strict: true })
  expect([create, update]).toEqual([[], []])
  expect(report).toMatchObject({ registered: 0, updated: 0, unchanged: 0 })
  expect(report).toMatchObject({ rejectedRows: 1, rejectedLines: [5] })
  expect(plan([aRow(0)], { strict: true }).create).toHaveLength(1)
})

test('a report of very many bad rows lists the first and counts all, and the file of rejects contains each', async () => {
  const table = await tableOf(hostileTexts['CSV with 30,000 bad rows']())
  const { report } = plan(table.rows)
  expect([report.rejectedRows, report.rejectedLines.length]).toEqual([30_000, 30_000])
  expect(report.rejected.length).toBeLessThanOrEqual(maxRejections)
  expect(report.badCells).toBeGreaterThan(maxRejections)
  const rejects = writeRejects(table, report).trim().split('\n')
  expect(rejects).toHaveLength(30_001)
  expect(rejects[1]).toContain('id_driver: No es un identificador')
  expect(rejects.at(-1)).toContain('Hay demasiadas celdas mal para listarlas todas')
})

test('an update says which suspensions of the file differ from those that are not over, and takes the rest of the rows', () => {
  const suspended = (pilot: Pilot): Pilot => ({
    ...pilot,
    terms: { suspension: { from: '2026-11-01', reason: 'Antidopaje' } },
  })
  const rows = [
    aRow(0, { dni: 1001, club: 'Otro', suspendida_desde: '2026-11-20', suspendida_motivo: 'Pago' }),
    aRow(1, { dni: 1002, suspendida_desde: '2026-11-01' }),
  ]
  const pilots = [suspended(ana), suspended(luis)]
  const { update, report } = plan(rows, { update: true }, pilots)
  expect(update).toEqual([{ ...suspended(ana), club: 'Otro', card: outdated }])
  const [stored, given] = ['desde 01/11/2026: Antidopaje', 'desde 20/11/2026: Pago']
  const otherSuspensions = [{ line: 2, rider: 'Ana Núñez Peña', stored, given }]
  expect(report).toMatchObject({ updated: 1, unchanged: 1, otherSuspensionRows: 1, otherSuspensions })
  const replaced = plan(rows, { update: true, replaceSuspensions: true }, pilots)
  expect(replaced.update).toMatchObject([{ terms: { suspension: { from: '2026-11-20', reason: 'Pago' } } }])
  expect(replaced.report).toMatchObject({ otherSuspensionRows: 1, otherSuspensions })
})

/** Plans an import into a store with these pilots. */
function plan(
  rows: Iterable<ImportRow>,
  options: ImportOptions = {},
  pilots: readonly Pilot[] = [ana, luis],
): ImportPlan {
  const existing: ExistingPilots = {
    all: () => pilots,
    byId: (id) => pilots.find((pilot) => pilot.id === id),
    byDocument: (document) => pilots.find((pilot) => documentOf(pilot) === documentOf(document)),
    holder: (code) => (code === lost ? undefined : code === joined ? ana.id : code),
  }
  let made = 0
  const newId = () => `NEW${String(++made).padStart(9, '0')}`
  return planImport({ rows, pilots: existing, options, newId, now })
}

/** Tests of riders whom an import stores without the values that are missing. */
import { expect, test } from 'vitest'
import { sameNameTexts } from '#domain/errors'
import { groupRejections } from '#domain/import/fixes'
import type { ImportOptions, ImportRow } from '#domain/import/import'
import { planImport } from '#domain/import/plan'
import { deferredIn } from '#domain/import/row-check'
import { RowReader } from '#domain/import/row-reader'
import { existingAmong } from '#domain/pilots/existing'
import type { FieldName } from '#domain/pilots/fields'
import { missingNames } from '#domain/pilots/incomplete'
import type { Pilot } from '#domain/pilots/pilot'
import { aDraft } from '../../support/pilots.ts'

const now = '2026-11-21T10:00:00.000Z'

test('a row with missing values is rejected as ever, and with the option it is an incomplete rider without them', () => {
  const row = aRow({ dni: ' ', fechanac: undefined, club: '' })
  expect(plan([row]).report).toMatchObject({ registered: 0, incomplete: 0, rejectedRows: 1, badCells: 3 })
  const { create, report } = plan([row, aRow({ npiloto: '7' })], { incomplete: true })
  expect(create.map(missingNames)).toEqual([['dni', 'fechanac', 'club'], []])
  expect(report).toMatchObject({ registered: 2, incomplete: 1, rejectedRows: 0, unreadTexts: 0 })
  expect(create[0]).not.toHaveProperty('dni')
  // «No tiene» is a value, and none that is missing.
  expect(plan([aRow({ email: 'No tiene' })], { incomplete: true }).create[0]).toMatchObject({ email: null })
})

test('a rider without a DNI lacks the document of another kind', () => {
  const rows = [aRow({ dni: 'No tiene' }), aRow({ dni: null, tipodoc: 'Pasaporte', npiloto: '8' })]
  const { create } = plan(rows, { incomplete: true })
  expect(create.map(missingNames)).toEqual([['tipodoc', 'documento'], ['documento']])
  expect(create[1]).toMatchObject({ dni: null, tipodoc: 'Pasaporte' })
})

test('names are never missing, and a value that nobody understands is no missing one', () => {
  const rows = [aRow({ lastname: '' }), aRow({ dni: 'abc' }), aRow({ fechanac: '31/02/1990' })]
  const { create, report } = plan(rows, { incomplete: true })
  expect(create).toEqual([])
  expect(report.rejected.map(({ field }) => field)).toEqual(['lastname', 'dni', 'fechanac'])
})

test('a deferred line or field leaves out a text that nobody understands, and the report has the text', () => {
  const deferred: FieldName[] = ['dni', 'fechanac']
  const row = { ...aRow({ dni: 'abc', fechanac: '31/02/1990' }, 7), deferred }
  const { create, report } = plan([row])
  expect(create.map(missingNames)).toEqual([['dni', 'fechanac']])
  expect(report).toMatchObject({ incomplete: 1, rejectedRows: 0, unreadTexts: 2 })
  const rider = 'Íñigo Núñez Peña'
  expect(report.unread).toEqual([
    { line: 7, rider, field: 'dni', text: 'abc' },
    { line: 7, rider, field: 'fechanac', text: '31/02/1990' },
  ])
  // A cell with a problem of its own is not stored either, although its value follows the rule.
  const damaged = { ...aRow({}), deferred, badCells: { fechanac: 'dos sentidos' } }
  expect(plan([damaged]).create.map(missingNames)).toEqual([['fechanac']])
  expect(plan([{ ...damaged, deferred: ['dni'] }]).report).toMatchObject({ rejectedRows: 1 })
})

test('a person defers a field where it is missing, where it is not understood, or a whole line', () => {
  const values = { dni: '', fechanac: 'ayer' }
  expect(deferredIn({ line: 3, values }, { fields: ['dni', 'fechanac', 'name'] })).toEqual(['dni'])
  expect(deferredIn({ line: 3, values }, { unread: ['dni', 'fechanac'] })).toEqual(['fechanac'])
  expect(deferredIn({ line: 3, values }, { lines: [3] })).toEqual(
    expect.arrayContaining(['dni', 'fechanac', 'npiloto', 'documento']),
  )
  expect(deferredIn({ line: 4, values }, { lines: [3] })).toBeUndefined()
})

test.each(['-', ' — ', '?', 'S/D', 's/n', 'N/A', 'n.d.', 'NA'])(
  'a cell with «%s» is an empty one',
  (text) => {
    const names = ['dni', 'fechanac', 'modalidad', 'licencia', 'documento', 'poliza_hasta'] as const
    const reader = new RowReader({ columns: names.map((name) => ({ name, target: name })) })
    const { values } = reader.read({ line: 2, cells: names.map(() => text) })
    expect(values).toEqual(Object.fromEntries(names.map((name) => [name, ''])))
    const row = aRow({ ...values, documento: undefined })
    expect(plan([row], { incomplete: true }).create.map(missingNames)).toEqual([
      ['dni', 'fechanac', 'licencia', 'modalidad'],
    ])
  },
)

test('a text that says something, that a rule accepts, that a person replaces or that is typed is no empty cell', () => {
  const names = ['licencia', 'name', 'lastname', 'alergias', 'email', 'dni'] as const
  const columns = names.map((name) => ({ name, target: name }))
  const cells = ['no', 'Na', '-', 'N/A', '-', '-']
  const read = (mapping: object) => new RowReader({ columns, ...mapping }).read({ line: 2, cells }).values
  expect(read({})).toEqual({ ...Object.fromEntries(names.map((name, at) => [name, cells[at]])), dni: '' })
  expect(read({ replacements: { dni: { '-': '40123456' } } })).toMatchObject({ dni: '40123456' })
  expect(read({ cells: { 2: { dni: '-' } } })).toMatchObject({ dni: '-' })
})

test('a number that says that there is none yet is none, and leaves nobody incomplete', () => {
  for (const text of ['-', ' — ', '?', '...', 'S/N', 's/n', 'sin número', 'No tiene']) {
    const { create } = plan([aRow({ npiloto: text })])
    expect(
      create.map(({ npiloto }) => npiloto),
      text,
    ).toEqual([null])
    expect(create.map(missingNames)).toEqual([[]])
  }
  expect(['0', '7-B', 'N-7'].map((text) => plan([aRow({ npiloto: text })]).create[0]?.npiloto)).toEqual([
    '0',
    '7-B',
    'N-7',
  ])
})

test('the same file a second time doubles nobody, and an update completes the rider', () => {
  const row = aRow({ name: 'ROSA', lastname: 'Huaman', dni: '', fechanac: '' })
  const { create: stored } = plan([row], { incomplete: true })
  const same = { ...row, values: { ...row.values, name: 'Rosa', lastname: 'HUAMÁN' } }
  const again = plan([same], { incomplete: true }, stored)
  const rejected = [{ field: 'name', message: sameNameTexts.one }]
  expect([again.create, again.report.rejected]).toMatchObject([[], rejected])
  expect(plan([row], { incomplete: true, update: true }, stored).report).toMatchObject({ unchanged: 1 })

  const complete = aRow({ name: 'Rosa', lastname: 'Huamán' })
  expect(plan([complete], {}, stored).report).toMatchObject({ rejected })
  const { update } = plan([complete], { update: true }, stored)
  expect(update).toMatchObject([{ id: stored[0]?.id, dni: complete.values.dni, fechanac: '1994-02-28' }])
  expect(update.map(missingNames)).toEqual([[]])
  // A blank cell takes no value away.
  const later = plan([row], { update: true, incomplete: true }, update)
  expect([later.update, later.create]).toEqual([[{ ...update[0], name: 'ROSA', lastname: 'Huaman' }], []])
})

test.each<[string, ImportRow['values']]>([
  ['another document', { dni: 20000001 }],
  ['another birth date', { dni: '', fechanac: '2001-01-01' }],
  ['another number', { dni: '', npiloto: '94' }],
  ['another name', { dni: '', name: 'Iñigo José' }],
])('a rider of the same name with %s is another one', (_, values) => {
  const { create: stored } = plan([aRow({ dni: '' })], { incomplete: true })
  const complete = plan([aRow({})]).create
  const row = aRow({ npiloto: '93', ...values })
  const others = 'dni' in values && values.dni ? complete : stored
  expect(plan([row], { incomplete: true }, others).create).toHaveLength(1)
})

test('of several riders of that name, a row without a document names none', () => {
  const twins = plan([aRow({}), aRow({})]).create
  const { create, report } = plan([aRow({ dni: '' })], { incomplete: true, update: true }, twins)
  expect([create, report.rejected]).toMatchObject([[], [{ field: 'name', message: sameNameTexts.several }]])
})

test('a row without a document repeats another one of the file with the same name', () => {
  const rows = [
    aRow({ dni: '' }, 2),
    aRow({}, 3),
    aRow({ dni: '', name: 'Ana' }, 4),
    aRow({ dni: '', name: 'ANA' }, 5),
  ]
  const { create, report } = plan(rows, { incomplete: true })
  expect(create.map(({ name }) => name)).toEqual(['Íñigo', 'Ana'])
  expect(report.rejected.map(({ line, field, message }) => [line, field, message])).toEqual([
    [3, 'name', 'Repite a otro piloto del archivo, el de 2'],
    [5, 'name', 'Repite a otro piloto del archivo, el de 4'],
  ])
})

test('two rows of an update that name a stored rider alike are told by what they have', () => {
  const { create: stored } = plan([aRow({ dni: '' }), aRow({ name: 'Ana' })], { incomplete: true })
  const [noDocument, ana] = stored
  const rows = (values: ImportRow['values']) => [
    { line: 2, values },
    { line: 3, values: { ...values, club: 'Otro' } },
  ]
  const told = (values: ImportRow['values']) =>
    groupRejections(plan(rows(values), { incomplete: true, update: true }, stored).report.rejected).map(
      ({ problem }) => problem,
    )
  const repeated = 'Repite a otro piloto del archivo'
  expect(told({ ...aDraft(), dni: '' })).toEqual([`con Nombres: ${repeated}`])
  expect(told({ id_driver: noDocument?.id })).toEqual([`con Identificador: ${repeated}`])
  expect(told({ id_driver: ana?.id })).toEqual([`con Identificador: ${repeated}`])
  expect(told({ dni: ana?.dni })).toEqual([`con Documento de identidad (DNI): ${repeated}`])
})

/** Returns a row of the rider Íñigo Núñez Peña, with another document each time. */
function aRow(values: ImportRow['values'], line = 2): ImportRow {
  return { line, values: { ...aDraft(), ...values } }
}

function plan(rows: readonly ImportRow[], options: ImportOptions = {}, pilots: readonly Pilot[] = []) {
  let made = 0
  const newId = () => `NEW${String(pilots.length + ++made).padStart(9, '0')}`
  return planImport({ rows, pilots: existingAmong(pilots, []), options, newId, now })
}

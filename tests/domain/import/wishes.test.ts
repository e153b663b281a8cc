/** Tests of the categories that a file asks for: pending entries, modalidades that follow, and what is told. */
import { expect, test } from 'vitest'
import { openEvent } from '#domain/events/events'
import { choicesFor, fixOf, groupRejections } from '#domain/import/fixes'
import type { ImportOptions } from '#domain/import/import'
import type { ImportMapping } from '#domain/import/mapping'
import { planImport } from '#domain/import/plan'
import { RowReader } from '#domain/import/row-reader'
import { nearestWish } from '#domain/import/wishes'
import { existingAmong } from '#domain/pilots/existing'
import { fixedFields } from '#domain/pilots/own/field-table'
import type { Pilot } from '#domain/pilots/pilot'
import { aDraft, aPilot, aRow } from '../../support/pilots.ts'

const now = '2026-11-28T09:12:00.000Z'
const note = { at: now, by: 'ana' }
const categories = [
  { id: 'mx-85', modalidad: 'MOTOCROSS', name: '85 cc' },
  { id: 'mx-2', modalidad: 'MOTOCROSS', name: 'MX2' },
  { id: 'mx-elite', modalidad: 'MOTOCROSS', name: 'Élite' },
  { id: 'quad-elite', modalidad: 'QUAD CROSS', name: 'Élite' },
]
const event = { ...openEvent(), id: 'E', categories }

function plan(rows: object[], options: ImportOptions = {}, pilots: readonly Pilot[] = []) {
  let made = 0
  return planImport({
    rows: rows.map((values, index) => aRow(index, { ...aDraft({ dni: 70000001 + index }), ...values })),
    pilots: existingAmong(pilots, []),
    options: { event, by: 'ana', ...options },
    newId: () => `NEW${String(++made).padStart(9, '0')}`,
    now,
  })
}

const pendingOf = ({ create, update }: ReturnType<typeof plan>) =>
  [...create, ...update].map(({ modalidad, pending = [] }) => [
    modalidad,
    ...pending.map((one) => `${one.modalidad} ${one.category}`),
  ])

test('a row gets a pending entry in its category, and the modalidad follows where the name has one only', () => {
  const planned = plan([
    { modalidad: 'MOTOCROSS', categoria_evento: 'mx 2' },
    { modalidad: '', categoria_evento: 85 },
    { modalidad: 'QUAD CROSS', categoria_evento: 'ELITE' },
    { modalidad: 'RALLY', categoria_evento: ' - ' },
  ])
  expect(pendingOf(planned)).toEqual([
    ['MOTOCROSS', 'MOTOCROSS mx-2'],
    ['MOTOCROSS', 'MOTOCROSS mx-85'],
    ['QUAD CROSS', 'QUAD CROSS quad-elite'],
    ['RALLY'],
  ])
  expect(planned.create[0]?.pending).toEqual([
    { event: 'E', modalidad: 'MOTOCROSS', category: 'mx-2', ...note },
  ])
  expect(planned.report).toMatchObject({ registered: 4, wishes: 3, rejectedRows: 0 })
})

test('a text that means no category of the modalidad, or several, is told with those that it can mean, and never stored', () => {
  const { create, report } = plan([
    { modalidad: 'MOTOCROSS', categoria_evento: 'MX3' },
    { modalidad: 'RALLY', categoria_evento: 'MX2' },
    { modalidad: '', categoria_evento: 'élite' },
  ])
  expect(create).toEqual([])
  expect(report.wishes).toBeUndefined()
  expect(
    report.rejected.flatMap(({ field, message }) => (field === 'categoria_evento' ? [message] : [])),
  ).toEqual([
    'No es una categoría de MOTOCROSS: elija 85 cc, MX2 o Élite',
    'No es una categoría de RALLY: no tiene ninguna',
    'Es MOTOCROSS · Élite o QUAD CROSS · Élite: falta la modalidad',
  ])
  const strict = plan([{ modalidad: 'MOTOCROSS', categoria_evento: 'MX2' }, { categoria_evento: 'MX3' }], {
    strict: true,
  })
  expect([strict.create, strict.report.wishes]).toEqual([[], undefined])
})

test('an unknown text is a value of each modalidad, with the categories that it can mean there and the only one that it begins', () => {
  const { rejected } = plan([
    { modalidad: 'MOTOCROSS', categoria_evento: 'Elit.' },
    { modalidad: 'MOTOCROSS', categoria_evento: 'ELIT.' },
    { modalidad: 'QUAD CROSS', categoria_evento: 'Elit.' },
    { modalidad: 'RALLY', categoria_evento: 'Elit.' },
    { modalidad: '', categoria_evento: 'Elit.' },
    { modalidad: '', categoria_evento: 'MX4' },
    { modalidad: '', categoria_evento: 'élite' },
  ]).report
  const [unknown, ambiguous] = groupRejections(rejected, fixedFields, categories)
  expect(unknown?.problem).toBe('con Categoría del evento sin reconocer')
  const all = [...categories.map(({ modalidad, name }) => `${modalidad} · ${name}`), 'Sin categoría']
  expect(unknown?.choices).toEqual(all)
  const choices = (text: string) => choicesFor('categoria_evento', text, unknown ?? {}, fixedFields)
  expect(unknown?.values.map(({ value, rows, nearest }) => [value, rows, nearest, choices(value)])).toEqual([
    ['MOTOCROSS · Elit.', 2, 'Élite', ['85 cc', 'MX2', 'Élite', 'Sin categoría']],
    ['QUAD CROSS · Elit.', 1, 'Élite', ['Élite', 'Sin categoría']],
    ['RALLY · Elit.', 1, undefined, ['Sin categoría']],
    ['Elit.', 1, undefined, all],
    ['MX4', 1, undefined, all],
  ])
  expect(ambiguous).toMatchObject({
    problem: expect.stringContaining('falta la modalidad'),
    choices: all,
    values: [{ value: 'élite' }],
  })
  const [first] = unknown?.values ?? []
  expect(fixOf({ field: 'categoria_evento', values: first ? [first] : [] }, 2)?.change({})).toEqual({
    replacements: { categoria_evento: { 'MOTOCROSS · Elit.': 'Élite' } },
  })
})

test('a category that another letter or number tells apart is never proposed', () => {
  const titles = [
    'MOTOCROSS · Máster A',
    'MOTOCROSS · Máster B',
    'MOTOCROSS · KZ2',
    'MOTOCROSS · Júnior II',
    'MOTOCROSS · Promocional',
  ]
  const near = (text: string) => nearestWish(text, titles, fixedFields)
  expect(['Master C', 'Master', 'KZ1', 'Junior III', 'Júnior I'].map(near)).toEqual(Array(5).fill(undefined))
  expect(['Mastr A', 'Promocinal', 'Junor II'].map(near)).toEqual([titles[0], titles[4], titles[3]])
})

test('a sheet of one modalidad has its categories alone, and the modalidad for its new riders', () => {
  const columns = (['dni', 'categoria_evento'] as const).map((name) => ({ name, target: name }))
  const reader = new RowReader({
    columns,
    ...{ modalidad: 'MOTOCROSS', defaults: { modalidad: 'MOTOCROSS' } },
  })
  const planOf = (category: string, pilots: readonly Pilot[] = []) => {
    const row = reader.read({ line: 2, cells: [70000001, category] })
    const { modalidad: _modalidad, ...draft } = aDraft()
    const rows = [{ ...row, values: { ...draft, ...row.values } }]
    const options = { event: { ...event, categories: [...categories, open] }, update: pilots.length > 0 }
    return planImport({ rows, pilots: existingAmong(pilots, []), options, newId: () => '', now })
  }
  const open = { id: 'quad-open', modalidad: 'QUAD CROSS', name: 'Open' }
  expect(pendingOf(planOf('élite'))).toEqual([['MOTOCROSS', 'MOTOCROSS mx-elite']])
  expect(planOf('Open').report.rejected).toMatchObject([
    { value: 'MOTOCROSS · Open', message: 'No es una categoría de MOTOCROSS: elija 85 cc, MX2 o Élite' },
  ])
  const stored = aPilot('7K3Q9XW2M4TA', aDraft({ modalidad: 'RALLY', dni: 70000001 }))
  expect(pendingOf(planOf('élite', [stored]))).toEqual([['RALLY', 'MOTOCROSS mx-elite']])
})

test('a choice holds for the rows of its modalidad in all spellings, and the choice of a name for those of all', () => {
  const columns = (['modalidad', 'categoria_evento'] as const).map((name) => ({ name, target: name }))
  const read = (mapping: Omit<ImportMapping, 'columns'>, ...cells: string[]) =>
    new RowReader({ ...mapping, columns }).read({ line: 2, cells }).values.categoria_evento
  const replacements = {
    modalidad: { Quads: 'QUAD CROSS' },
    categoria_evento: { 'MOTOCROSS · Promoc.': 'MOTOCROSS · MX2', 'Promoc.': 'QUAD CROSS · Élite' },
  }
  expect(read({ replacements }, 'motocross', 'PROMOC')).toBe('MOTOCROSS · MX2')
  expect(read({ replacements }, 'Quads', 'Promoc.')).toBe('QUAD CROSS · Élite')
  expect(read({ replacements }, '', 'Promoc.')).toBe('QUAD CROSS · Élite')
  expect(read({ replacements }, 'RALLY', 'Promoc.')).toBe('Promoc.')
  expect(read({ replacements: { categoria_evento: { Promo: 'Élite' } } }, 'RALLY', 'promo')).toBe('Élite')
  const cells = { 2: { modalidad: 'MOTOCROSS' } }
  expect(read({ replacements, cells }, 'RALLY', 'Promoc.')).toBe('MOTOCROSS · MX2')
  expect(read({ replacements, cells: { 2: { categoria_evento: '85' } } }, '', 'Promoc.')).toBe('85')
})

test('the words for no category ask for none, and a modalidad for all rows yields to that of a category', () => {
  const values = { ...aDraft({ dni: 70000001 }), modalidad: 'MOTOCROSS', categoria_evento: 'sin categoria' }
  expect(pendingOf(plan([values]))).toEqual([['MOTOCROSS']])
  const defaulted = ['modalidad' as const]
  const categoriesOf = (...texts: string[]) =>
    pendingOf(
      planImport({
        rows: texts.map((text, index) => ({
          ...aRow(index, { ...values, dni: 70000001 + index, categoria_evento: text }),
          defaulted,
        })),
        pilots: { all: () => [], byId: () => undefined, byDocument: () => undefined, holder: (code) => code },
        options: { event: { ...event, categories: [...categories, quad] } },
        newId: () => '',
        now,
      }),
    )
  const quad = { id: 'quad-open', modalidad: 'QUAD CROSS', name: 'Open' }
  expect(categoriesOf('MX2', 'Open', 'élite', '')).toEqual([
    ['MOTOCROSS', 'MOTOCROSS mx-2'],
    ['QUAD CROSS', 'QUAD CROSS quad-open'],
    ['MOTOCROSS', 'MOTOCROSS mx-elite'],
    ['MOTOCROSS'],
  ])
})

test('an update changes a wish, and tells a rider who is entered in another category without changing the entry', () => {
  const draft = aDraft({ modalidad: 'MOTOCROSS', dni: 70000001 })
  const stored = aPilot('7K3Q9XW2M4TA', draft)
  const entry = { event: 'E', modalidad: 'MOTOCROSS', category: 'mx-85', at: now }
  const row = { ...draft, categoria_evento: 'MX2' }
  const update = (pilot: Pilot) => plan([row], { update: true }, [pilot])
  expect(pendingOf(update(stored))).toEqual([['MOTOCROSS', 'MOTOCROSS mx-2']])
  expect(update({ ...stored, pending: [{ ...entry, number: '27' }] }).update).toMatchObject([
    { pending: [{ modalidad: 'MOTOCROSS', category: 'mx-2', number: '27' }] },
  ])
  expect(update({ ...stored, pending: [{ ...entry, category: 'mx-2' }] }).report).toMatchObject({
    unchanged: 1,
  })
  expect(update({ ...stored, entries: [{ ...entry, category: 'mx-2' }] }).report).toMatchObject({
    unchanged: 1,
  })
  const told = update({ ...stored, entries: [entry] })
  expect(told.report).toMatchObject({
    unchanged: 1,
    otherCategories: { rows: 1, listed: [{ line: 2, stored: '85 cc', given: 'MX2' }] },
  })
  const { category: _category, ...uncategorized } = entry
  expect(update({ ...stored, entries: [uncategorized] }).report.otherCategories?.listed).toMatchObject([
    { stored: 'sin categoría', given: 'MX2' },
  ])
  // A rider of another modalidad keeps it, and is wanted in that of the category; of two of one name, in that of his own.
  const { modalidad: _modalidad, ...without } = row
  const wanted = (rider: Pilot, category: string) =>
    planImport({
      rows: [aRow(0, { ...without, categoria_evento: category })],
      ...{ options: { event, update: true }, newId: () => '', now },
      pilots: { all: () => [rider], byId: () => rider, byDocument: () => rider, holder: (code) => code },
    }).update
  expect(wanted({ ...stored, modalidad: 'RALLY' }, 'MX2')).toMatchObject([
    { modalidad: 'RALLY', pending: [{ modalidad: 'MOTOCROSS', category: 'mx-2' }] },
  ])
  expect(wanted({ ...stored, modalidad: 'QUAD CROSS' }, 'elite')).toMatchObject([
    { pending: [{ modalidad: 'QUAD CROSS', category: 'quad-elite' }] },
  ])
})

test('a second row of a rider with another category is told, and with the same one counts once', () => {
  const row = { ...aDraft({ modalidad: 'MOTOCROSS' }), categoria_evento: 'MX2' }
  expect(plan([row, row]).report).toMatchObject({ registered: 1, repeatedRows: 1 })
  expect(plan([row, { ...row, categoria_evento: '85' }]).report).toMatchObject({
    registered: 1,
    rejected: [{ line: 3, message: expect.stringContaining('Repite a otro piloto del archivo') }],
  })
})

test('an import that keeps the entries of the event reads no categories', () => {
  const { create } = plan([{ modalidad: 'MOTOCROSS', categoria_evento: 'MX3' }], {
    event: undefined,
  } as ImportOptions)
  expect(create[0]?.pending).toBeUndefined()
})

test('a motorcycle of the row is that of its pending entry, and a displacement that is none is told', () => {
  const mx2 = { modalidad: 'MOTOCROSS', categoria_evento: 'MX2' }
  const { create, report } = plan([
    { ...mx2, moto_evento: 'KTM 250 SX-F', cc_evento: '' },
    { ...mx2, moto_evento: 'Yamaha YZ', cc_evento: 249.6 },
    { ...mx2, moto_evento: ' - ', cc_evento: '2T 125' },
    { ...mx2, moto_evento: 'no tiene' },
    { ...mx2, cc_evento: 'doscientos' },
    { ...mx2, cc_evento: '25000' },
    { ...mx2, moto_evento: 'y'.repeat(61) },
    { modalidad: 'MOTOCROSS', moto_evento: 'Beta' },
  ])
  expect(create.map(({ pending = [] }) => pending[0]?.motorcycle)).toEqual([
    { brand: 'KTM', model: '250 SX-F', cc: 250, strokes: '4T' },
    { brand: 'Yamaha', model: 'YZ', cc: 250 },
    { cc: 125, strokes: '2T' },
    undefined,
    undefined,
  ])
  expect(
    report.rejected.map(({ line, field, value, message }) => [line, field, value?.[0], message]),
  ).toEqual([
    [6, 'cc_evento', 'd', 'La cilindrada va en cc, de 1 a 10.000'],
    [7, 'cc_evento', '2', 'La cilindrada va en cc, de 1 a 10.000'],
    [8, 'moto_evento', 'y', 'La marca, el modelo y el chasis tienen hasta 60 letras cada uno'],
  ])
  expect(report).toMatchObject({ wishes: 4, leftMotorcycles: 1 })
  expect(plan([mx2]).report.leftMotorcycles).toBeUndefined()
})

test('another file changes the motorcycle of a pending entry, and none of one that is made', () => {
  const row = { modalidad: 'MOTOCROSS', categoria_evento: 'MX2', moto_evento: 'Beta 300' }
  const [rider] = plan([row]).create
  const again = (values: object, pilot = rider) =>
    plan([{ ...row, ...values }], { update: true }, pilot ? [pilot] : [])
  expect(again({}).report).toMatchObject({ unchanged: 1 })
  expect(again({ moto_evento: '' }).report).toMatchObject({ unchanged: 1 })
  expect(again({ moto_evento: 'KTM' }).update[0]?.pending).toMatchObject([
    { category: 'mx-2', motorcycle: { brand: 'KTM' } },
  ])
  const { pending: entries = [], ...rest } = rider as Pilot
  const entered = { ...rest, entries }
  expect(again({}, entered).report.leftMotorcycles).toBeUndefined()
  const { update, report } = again({ moto_evento: 'KTM' }, entered)
  expect([update, report.leftMotorcycles, report.otherCategories]).toEqual([[], 1, undefined])
})

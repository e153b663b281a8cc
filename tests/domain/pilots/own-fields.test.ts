import { expect, test } from 'vitest'
import { toPublicRecord } from '#domain/api/records'
import { withCardOf } from '#domain/credential/printed-card'
import { decideList, type ListOrder } from '#domain/desk/lists'
import { parseSettings } from '#domain/desk/settings'
import { InvalidError } from '#domain/errors'
import { differences, labelled } from '#domain/pilots/history/history'
import { askedOf, fieldTable, ownFacts } from '#domain/pilots/own/field-table'
import { joinedFields, type TypedField } from '#domain/pilots/own/own-changes'
import {
  activeNames,
  maxDefinitions,
  maxOptions,
  maxOwnFields,
  type OwnFields,
} from '#domain/pilots/own/own-fields'
import { isOwnName, type OwnKind, type OwnName } from '#domain/pilots/own/own-name'
import { checkDraft, parseDraft, sameData, withDraft } from '#domain/pilots/pilot'
import { searchText } from '#domain/pilots/search/search'
import { parsePilot } from '#domain/pilots/stored'
import { forgotten } from '#domain/privacy/retention'
import { aDraft, aPilot } from '../../support/pilots.ts'

const fieldsIn = (fields: unknown) => parseSettings({ fields }).fields ?? {}

const rider = () => aPilot('7K3Q9XW2M4TB', aDraft())

/** Returns the problems with which a change is refused. */
function refusal(change: () => unknown): string {
  try {
    change()
    return ''
  } catch (error) {
    return error instanceof InvalidError ? Object.values(error.details.fields ?? {}).join() : String(error)
  }
}

function added(fields: OwnFields, kind: OwnKind, typed: Partial<TypedField> & { label: string }): OwnFields {
  return after(fields, { kind: 'add', item: { audience: 'desk', kind, ...typed } })
}

/** Returns the fields after an order. */
function after(fields: OwnFields, order: ListOrder<'fields'>): OwnFields {
  return { ...fields, ...decideList({ fields }, 'fields', order).changed.fields }
}

const retire = (fields: OwnFields, key: OwnName, isRetired: boolean) =>
  after(fields, { kind: 'retire', key, isRetired })

/** One field of each kind. */
const five = [
  ['texto', { label: 'Bus' }],
  ['numero', { label: 'Peso' }],
  ['fecha', { label: 'Vence la visa', dataGroup: 'contact' }],
  ['opcion', { label: 'Talla de polo', options: ['S', 'M', 'L'], audience: 'everyone', isOnCard: true }],
  ['casilla', { label: 'Camping', audience: 'gates' }],
].reduce<OwnFields>((fields, [kind, typed]) => added(fields, kind as OwnKind, typed as TypedField), {})
const table = fieldTable(five)
const names = {
  bus: 'propio_texto_bus',
  peso: 'propio_numero_peso',
  visa: 'propio_fecha_vence_la_visa',
  talla: 'propio_opcion_talla_de_polo',
  camping: 'propio_casilla_camping',
} as const

const given = {
  [names.bus]: ' 12 B ',
  [names.peso]: '72,5',
  [names.visa]: '31/12/2026',
  [names.talla]: 'm',
  [names.camping]: true,
}
const stored = {
  [names.bus]: '12 B',
  [names.peso]: 72.5,
  [names.visa]: '2026-12-31',
  [names.talla]: 'M',
  [names.camping]: 'Sí',
}

test('a field has a name of its kind and its first label, and the form checks it by the rule of its kind', () => {
  expect(activeNames(five)).toEqual(Object.values(names))
  expect(Object.values(names).every(isOwnName)).toBe(true)
  expect(parseDraft({ ...aDraft(), ...given }, table)).toMatchObject(stored)
  const bad = { [names.peso]: '1.250', [names.visa]: 'ayer', [names.talla]: 'XXL' }
  expect(checkDraft({ ...aDraft(), ...bad }, table).problems).toEqual({
    [names.peso]: 'Escriba un número, como 12 o 12,5, sin separar los miles',
    [names.visa]: 'Ingrese una fecha válida, como 31/12/2026',
    [names.talla]: '«XXL» no es una opción: elija S, M o L',
  })
})

test('fields whose labels are in another script have names of their own, which a merge does not join', () => {
  const [team, size] = ['Команда', 'サイズ'].map((label) => added({}, 'texto', { label }))
  const { fields } = joinedFields(team ?? {}, size ?? {})
  const all = { ...team, ...fields }
  expect(Object.values(all).map(({ label }) => label)).toEqual(['Команда', 'サイズ'])
  expect(Object.keys(all).every(isOwnName)).toBe(true)
  const long = added({}, 'texto', { label: '漢'.repeat(40) })
  expect(Object.keys(long).every(isOwnName)).toBe(true)
})

test('a draft without a value leaves it as it is, and an empty one takes it away', () => {
  const pilot = withDraft(rider(), parseDraft({ ...aDraft(), ...given }, table))
  expect(withDraft(pilot, parseDraft(aDraft(), table))).toMatchObject(stored)
  const emptied = { [names.bus]: '', [names.peso]: null, [names.camping]: 'No' }
  const after = withDraft(pilot, parseDraft({ ...aDraft(), ...emptied }, table))
  expect(Object.keys(after).filter(isOwnName)).toEqual([names.visa, names.talla])
  expect(sameData(pilot, after)).toBe(false)
})

test('«No tiene» is no value, unless it is an option, or the answer to a text that must be there', () => {
  const of = (kind: OwnKind, typed: Partial<TypedField>) =>
    parseDraft(
      { ...aDraft(), [`propio_${kind}_dieta`]: 'no tiene' },
      fieldTable(added({}, kind, { label: 'Dieta', ...typed })),
    )[`propio_${kind}_dieta`]
  expect(of('texto', {})).toBeNull()
  expect(of('texto', { isRequired: true })).toBe('no tiene')
  expect(of('opcion', { options: ['Vegana', 'No tiene'] })).toBe('No tiene')
  expect(of('opcion', { options: ['Vegana'] })).toBeNull()
})

test('thirteen fields register a pilot while no field of one’s own is required', () => {
  const required = after(five, { kind: 'change', key: names.talla, item: { ...aTalla, isRequired: true } })
  const asking = fieldTable(required)
  expect(checkDraft(aDraft(), table).draft).toBeDefined()
  expect(checkDraft(aDraft(), asking).problems).toEqual({
    [names.talla]: 'Elija una opción de Talla de polo',
  })
  // A client that knows nothing of the field changes a pilot who has a value.
  expect(checkDraft(aDraft(), askedOf(asking, { [names.talla]: 'M' })).draft).toBeDefined()
  expect(checkDraft(aDraft(), askedOf(asking, {})).draft).toBeUndefined()
})

const aTalla = { label: 'Talla de polo', options: ['S', 'M', 'L'], audience: 'everyone' } satisfies TypedField

test('a rename keeps the name and the values, and a retired field is taken back', () => {
  const renamed = after(five, { kind: 'change', key: names.talla, item: { ...aTalla, label: 'Polo' } })
  expect(renamed[names.talla]?.label).toBe('Polo')
  const retired = retire(renamed, names.talla, true)
  expect(activeNames(retired)).not.toContain(names.talla)
  expect(checkDraft({ ...aDraft(), ...given }, fieldTable(retired)).draft).not.toHaveProperty(names.talla)
  expect(retire(retired, names.talla, false)[names.talla]).toEqual(renamed[names.talla])
  expect(refusal(() => added(retired, 'texto', { label: 'polo' }))).toMatch(/retirado/)
  // Another field of the first label gets another name.
  expect(activeNames(added(renamed, 'opcion', aTalla)).at(-1)).toBe('propio_opcion_talla_de_polo_2')
})

test.each([
  ['', 'Escriba el nombre del campo'],
  ['x'.repeat(41), 'El nombre admite hasta 40 caracteres'],
  ['numero de LICENCIA', 'Ese nombre ya es de un dato de PilotOS: elija otro'],
  ['fechanac', 'Ese nombre ya es de un dato de PilotOS: elija otro'],
  ['Válida hasta', 'Ese nombre ya es de un dato de PilotOS: elija otro'],
  ['TALLA  de Polo', 'Ya hay un campo con ese nombre'],
])('the label %j is refused', (label, message) => {
  expect(refusal(() => added(five, 'texto', { label }))).toBe(message)
})

test('a field with the name of another is refused, also of a retired one', () => {
  const typed = { label: ' Polo  corto', options: ['S', ' M', ''], isRequired: true } as const
  const both = added(five, 'opcion', typed)
  expect(refusal(() => added(both, 'opcion', typed))).toMatch(/nombre/)
  const retired = retire(both, 'propio_opcion_polo_corto', true)
  expect(refusal(() => added(retired, 'opcion', typed))).toMatch(/retirado/)
  expect(refusal(() => added(retired, 'opcion', { ...typed, isRequired: false }))).toMatch(/retirado/)
  expect(refusal(() => added(retired, 'texto', typed))).toMatch(/retirado/)
  expect(refusal(() => added(retired, 'opcion', { ...typed, options: ['S'] }))).toMatch(/retirado/)
})

test('twelve fields are asked for at most, three of them stand on a card, and options are bounded', () => {
  let full: OwnFields = {}
  for (let number = 1; number <= maxOwnFields; number += 1)
    full = added(full, 'texto', { label: `Campo ${number}` })
  expect(refusal(() => added(full, 'texto', { label: 'Otro' }))).toMatch(/Ya hay 12 campos/)
  let carded: OwnFields = {}
  for (const label of ['A', 'B', 'C']) carded = added(carded, 'texto', { label, isOnCard: true })
  expect(refusal(() => added(carded, 'texto', { label: 'D', isOnCard: true }))).toMatch(/caben 3 campos/)
  const options = (all: string[]) => () => added({}, 'opcion', { label: 'X', options: all })
  expect(refusal(options([]))).toMatch(/Escriba las opciones/)
  expect(refusal(options(Array.from({ length: 31 }, (_, index) => `o${index}`)))).toMatch(/Caben hasta 30/)
  expect(refusal(options(['x'.repeat(61)]))).toMatch(/hasta 60 caracteres/)
  expect(refusal(options(['M', ' m']))).toMatch(/está dos veces/)
})

test('a retired field takes no room on a card, and is taken back only if there is room for it', () => {
  let fields: OwnFields = {}
  for (const label of ['A', 'B', 'C']) fields = added(fields, 'texto', { label, isOnCard: true })
  fields = added(retire(fields, 'propio_texto_a', true), 'texto', { label: 'D', isOnCard: true })
  expect(refusal(() => retire(fields, 'propio_texto_a', false))).toMatch(/caben 3 campos/)
  fields = retire(fields, 'propio_texto_d', true)
  expect(retire(fields, 'propio_texto_a', false).propio_texto_a?.isOnCard).toBe(true)
})

/** Returns retired fields with the labels `A1`, `A2` and so on. */
function retiredFields(letter: string, count: number): OwnFields {
  const labels = Array.from({ length: count }, (_, index) => `${letter}${index + 1}`)
  return labels.reduce<OwnFields>((fields, label) => {
    return retire(added(fields, 'texto', { label }), `propio_texto_${label.toLowerCase()}`, true)
  }, {})
}

test('one of as many fields as there may be is taken back, and a merge loses none of those of two desks', () => {
  const own = retiredFields('A', maxDefinitions)
  expect(refusal(() => added(own, 'texto', { label: 'B' }))).toMatch(/ya hay 60/)
  expect(retire(own, 'propio_texto_a1', false).propio_texto_a1?.isRetired).toBeUndefined()
  const all = { ...own, ...joinedFields(own, retiredFields('B', maxDefinitions)).fields }
  expect(Object.keys(fieldsIn(all))).toHaveLength(2 * maxDefinitions)
})

test('a field moves up and down among the others', () => {
  const moved = after(five, { kind: 'move', key: names.peso, step: -1 })
  expect(activeNames(moved).slice(0, 2)).toEqual([names.peso, names.bus])
  expect(activeNames(after(moved, { kind: 'move', key: names.camping, step: 1 }))).toEqual(activeNames(moved))
})

test('stored definitions are read again, and what is no definition is ignored', () => {
  expect(fieldsIn(JSON.parse(JSON.stringify(five)))).toEqual(five)
  expect(fieldsIn({ otro: { label: 'Otro' }, propio_lista_x: { label: 'Lista' } })).toEqual({})
  const newer = fieldsIn({ propio_texto_x: { label: 'X', audience: 'judges', order: 1 } })
  expect(newer).toEqual({ propio_texto_x: { label: 'X', audience: 'desk', order: 1 } })
})

test('stored pilots keep their values, and one with a value of another shape is damaged', () => {
  const pilot = { ...rider(), ...stored }
  expect(parsePilot(JSON.parse(JSON.stringify(pilot)))).toEqual(pilot)
  expect(parsePilot({ ...pilot, [names.peso]: 'mucho' })).toBeUndefined()
  expect(parsePilot({ ...pilot, [names.bus]: { a: 1 } })).toBeUndefined()
})

test('the history tells the labels, and the values of before and after', () => {
  const before = rider()
  const changes = differences(before, { ...before, [names.talla]: 'M' })
  expect(changes).toEqual([{ field: names.talla, before: '', after: 'M' }])
  const [entry] = labelled([{ at: '', kind: 'changed', changes }], table)
  expect(entry?.changes?.[0]?.label).toBe('Talla de polo')
})

test('each audience sees its fields, and a retired one is seen by nobody', () => {
  const pilot = { ...rider(), ...stored }
  const seenBy = (audience: 'everyone' | 'gates' | 'complete', of = table) =>
    toPublicRecord(pilot, { kind: 'valid' }, audience, { table: of }).own_facts?.map(({ label }) => label)
  expect(seenBy('everyone')).toEqual(['Talla de polo'])
  expect(seenBy('gates')).toEqual(['Talla de polo', 'Camping'])
  const retired = fieldTable(retire(five, names.talla, true))
  expect(seenBy('everyone', retired)).toBeUndefined()
  expect(ownFacts(table, pilot, 'credential').map(({ text }) => text)).toEqual([
    '12 B',
    '72,5',
    '31/12/2026',
    'M',
    'Sí',
  ])
})

test('texts, numbers and days are searched, and choices are not', () => {
  const text = searchText({ ...rider(), ...stored, [names.talla]: 'Extragrande' })
  expect(text).toContain(' 12 ')
  expect(text).toContain('72')
  expect(text).not.toContain('extragrande')
})

test('a printed card is out of date after a change of a field on it, and of no other', () => {
  const card = { at: '2026-11-21T14:00:00.000Z', address: 'http://kiosco' }
  const before = { ...rider(), ...stored, card }
  expect(withCardOf(before, { ...before, [names.bus]: '3' }, table).card).toEqual(card)
  expect(withCardOf(before, { ...before, [names.talla]: 'L' }, table).card?.outdated).toBe(true)
})

test('a field of a group of data is forgotten with it', () => {
  const basis = { rules: {} as never, day: '2026-11-21' }
  const pilot = { ...rider(), ...stored }
  const after = forgotten(pilot, 'contact', basis, five)
  expect(after[names.visa]).toBeUndefined()
  expect(after[names.talla]).toBe('M')
})

test('the fields of two desks are one by their names, and what differs is told', () => {
  const own: OwnFields = {
    [names.talla]: { ...aTalla, audience: 'everyone', order: 1 },
    propio_texto_bus: { label: 'Bus', audience: 'desk', order: 2 },
  }
  const other: OwnFields = {
    [names.talla]: { label: 'Polo', options: ['M', 'XL'], audience: 'desk', order: 1 },
    propio_numero_bus: { label: 'bus', audience: 'desk', order: 2 },
    propio_fecha_visa: { label: 'Visa', audience: 'desk', order: 3 },
  }
  const { fields, notes } = joinedFields(own, other)
  expect(fields).toEqual({
    [names.talla]: { ...aTalla, options: ['S', 'M', 'L', 'XL'], order: 1 },
    propio_numero_bus: { label: 'bus (número)', audience: 'desk', order: 3 },
    propio_fecha_visa: { label: 'Visa', audience: 'desk', order: 4 },
  })
  expect(notes).toEqual([
    '«Polo» de la otra mesa es aquí «Talla de polo»',
    '«Talla de polo» tiene también las opciones de la otra mesa',
    '«bus» es en la otra mesa de otro tipo (número): queda aparte, como «bus (número)»',
    'Se agrega el campo «Visa»',
  ])
  expect(joinedFields({ ...own, ...fields }, other).fields).toEqual({})
})

test('a field of the same kind that was renamed to a label of this desk is told as another field', () => {
  const own: OwnFields = { propio_texto_bus: { label: 'Bus', audience: 'desk', order: 1 } }
  const other: OwnFields = { propio_texto_carro: { label: 'Bus', audience: 'desk', order: 1 } }
  expect(joinedFields(own, other).notes).toEqual([
    '«Bus» es en la otra mesa otro campo: queda aparte, como «Bus (texto)»',
  ])
})

test('a thirteenth field of another desk is retired here', () => {
  let full: OwnFields = {}
  for (let number = 1; number <= maxOwnFields; number += 1)
    full = added(full, 'texto', { label: `Campo ${number}` })
  const name: OwnName = 'propio_fecha_visa'
  const { fields, notes } = joinedFields(full, { [name]: { label: 'Visa', audience: 'desk', order: 1 } })
  expect(fields[name]?.isRetired).toBe(true)
  expect(notes).toEqual(['«Visa» queda retirado: ya hay 12 campos'])
})

test('fields and options of another desk that do not fit on a card or in a list are told', () => {
  const cardOf = (labels: string[]) =>
    labels.reduce<OwnFields>((fields, label) => added(fields, 'texto', { label, isOnCard: true }), {})
  const cards = joinedFields(cardOf(['A', 'B']), cardOf(['C', 'D']))
  expect(Object.values(cards.fields).map(({ isOnCard }) => isOnCard)).toEqual([true, undefined])
  expect(cards.notes).toEqual([
    'Se agrega el campo «C»',
    'Se agrega el campo «D»',
    '«D» no sale en la credencial impresa: ya hay 3 campos en ella',
  ])
  const choice = (options: string[]) => added({}, 'opcion', { label: 'Talla', options })
  const many = Array.from({ length: maxOptions - 1 }, (_, index) => `o${index}`)
  expect(joinedFields(choice(many), choice(['S', 'M'])).notes).toEqual([
    '«Talla» tiene ya 30 opciones: 1 de la otra mesa queda fuera',
    '«Talla» tiene también las opciones de la otra mesa',
  ])
})

test('a label that is cut for the kind of its field keeps whole characters', () => {
  const label = `${'😀'.repeat(19)}x`
  const { fields } = joinedFields(added({}, 'texto', { label }), added({}, 'numero', { label }))
  expect(Object.values(fields)[0]?.label).toBe(`${'😀'.repeat(15)} (número)`)
})

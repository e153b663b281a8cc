import { expect, test } from 'vitest'
import { decideList } from '#domain/desk/lists'
import { parseSettings } from '#domain/desk/settings'
import { type EntriesOrder, orderOfNow } from '#domain/events/entry-orders'
import { joinedClasses } from '#domain/pilots/classes/class-changes'
import {
  classesOf,
  classNames,
  classRule,
  maxClasses,
  maxClassName,
  maxSpellings,
  type OwnClasses,
} from '#domain/pilots/classes/classes'
import { followRenames, withNamesOfNow } from '#domain/pilots/classes/renamed'
import { fieldTable, keptBy } from '#domain/pilots/own/field-table'
import {
  joinedDefinitions,
  restoredDefinitions,
  undoneDefinitions,
} from '#domain/pilots/own/joined-definitions'
import { readValue } from '#domain/pilots/pilot'
import { Problem } from '#domain/pilots/rules'
import { aDraft, aPilot } from '../../support/pilots.ts'

const fieldsIn = (fields: unknown) => parseSettings({ fields }).fields ?? {}

/** Returns the modalidades after an order. */
function after(own: OwnClasses, order: object): OwnClasses {
  return { ...own, ...decideList({ fields: own }, 'modalidad', order as never).changed.fields }
}

const aRider = (modalidad: string) => aPilot('0123456789AB', aDraft({ modalidad }))
const many = (length: number, prefix: string) => Array.from({ length }, (_, index) => `${prefix} ${index}`)
const refusedWith = (fields: Record<string, string>) => expect.objectContaining({ details: { fields } })
const add = (name: string, spellings: string[] = []) => ({ kind: 'add', item: { name, spellings } })
const rename = (key: string, name: string) => ({ kind: 'change', key, item: { name } })

test('a class is moved among those that are offered, and the retired ones stand at the end', () => {
  const retired = after({}, { kind: 'retire', key: 'MINICROSS', isRetired: true })
  const moved = after(retired, { kind: 'move', key: 'SUPERCROSS', step: -1 })
  expect(classNames('modalidad', moved).slice(0, 3)).toEqual(['SUPERCROSS', 'MOTOCROSS', 'VELOCIDAD'])
  expect(classesOf('modalidad', moved).at(-1)).toMatchObject(['MINICROSS', { isRetired: true }])
})

test('a change without spellings keeps those that a class has', () => {
  const [, { spellings }] = classesOf('modalidad', after({}, rename('UTV', 'Buggy')))[8] ?? ['', {}]
  expect(spellings).toEqual(['SxS', 'Side by side'])
})

test('a name of before is read, and is free again for no other class', () => {
  const own = after(after({}, rename('RALLY', 'RALLY RAID')), rename('RALLY', 'RAID'))
  const read = classRule('modalidad', own)
  expect(['rally', 'Rally Raid', 'raid'].map(read)).toEqual(['RAID', 'RAID', 'RAID'])
  expect(() => after(own, add('Rally raid'))).toThrow(
    refusedWith({ name: 'Ya es otra manera de escribir RAID' }),
  )
  expect(classNames('modalidad', after(own, rename('RALLY', 'RALLY')))).toContain('RALLY')
})

test('a class with the name of another is refused', () => {
  const own = after(after({}, add('MX1', ['450'])), rename('RALLY', 'RAID'))
  for (const [name, problem] of [
    ['MX1', 'Ya existe MX1'],
    ['MOTOCROSS', 'Ya existe MOTOCROSS'],
    ['RALLY', 'Ya es otra manera de escribir RAID'],
  ] as const)
    expect(() => after(own, add(name))).toThrow(refusedWith({ name: problem }))
  const retired = after(own, { kind: 'retire', key: 'VELOCIDAD', isRetired: true })
  expect(() => after(retired, add('VELOCIDAD'))).toThrow(
    refusedWith({ name: 'VELOCIDAD está retirada: vuelva a usarla' }),
  )
})

test('a class has at most as many words and letters as are read again, without the blank and the repeated ones', () => {
  const longest = 'M'.repeat(maxClassName)
  const words = many(maxSpellings, 'Moto')
  const own = after({}, add(longest, ['', ' - ', longest.toLowerCase(), ...words, 'moto-0']))
  expect(own.modalidad?.[longest]?.spellings).toEqual(['moto-0', ...words.slice(1)])
  expect(fieldsIn(JSON.parse(JSON.stringify(own)))).toEqual(own)
  expect(() => after({}, add('MX1', [...words, 'Moto 99']))).toThrow(
    refusedWith({ spellings: `Caben hasta ${maxSpellings} palabras` }),
  )
  expect(() => after({}, add('MX1', [`${longest}M`]))).toThrow(
    refusedWith({ spellings: `Admite hasta ${maxClassName} caracteres` }),
  )
  const renamed = many(maxSpellings + 2, 'Nombre').reduce((all, name) => after(all, rename('UTV', name)), {})
  const read = classRule('modalidad', fieldsIn(renamed))
  expect(['UTV', 'nombre 1', 'nombre 20'].map(read)).toEqual(Array(3).fill('Nombre 21'))
})

test('as many classes are added, also by a merge, as are read again, and the others are told', () => {
  const own = many(maxClasses - 13, 'C').reduce((all, name) => after(all, add(name)), {})
  expect(classesOf('modalidad', own)).toHaveLength(maxClasses)
  expect(() => after(own, add('Otra'))).toThrow(
    refusedWith({ name: `Entre las que se usan y las retiradas ya hay ${maxClasses}` }),
  )
  const there = after({}, add('Otra'))
  expect(joinedClasses('modalidad', own, there)).toEqual({
    options: {},
    notes: [`«Otra» no se agrega: ya hay ${maxClasses} en modalidad`],
  })
  const wordy = (prefix: string) => after({}, add('MX1', many(maxSpellings, prefix)))
  const { options } = joinedClasses('modalidad', wordy('Moto'), wordy('Cross'))
  expect(options).toEqual({})
  const renamed = (prefix: string) =>
    many(maxSpellings, prefix).reduce((all, name) => after(all, rename('UTV', name)), {})
  const joined = joinedClasses('modalidad', renamed('Aquí'), renamed('Allá')).options
  expect(fieldsIn({ modalidad: joined })).toEqual({ modalidad: joined })
})

test('an order for a class that is not there is refused', () => {
  for (const order of [
    rename('GOLF', 'Tenis'),
    { kind: 'retire', key: 'GOLF', isRetired: true },
    { kind: 'move', key: 'GOLF', step: 1 },
  ])
    expect(() => after({}, order)).toThrow('No existe esa opción')
})

test.each(['all', 'none', 'pending', 'category:mx', 'constructor', 'toString', '__proto__', '---'])(
  'a class cannot have the name %s, which a filter, an object or a file would take for something else',
  (name) => {
    const refusal = refusedWith({ name: 'Elija otro nombre: ese no se puede usar' })
    expect(() => after({}, add(name))).toThrow(refusal)
    expect(() => after({}, rename('RALLY', name))).toThrow(refusal)
    const modalidad = JSON.parse(
      `{"A": {"name": "${name}", "order": 1}, "${name}": {"name": "B", "order": 1}}`,
    )
    if (name !== '---') expect(fieldsIn({ modalidad })).toEqual({ modalidad: {} })
    expect(fieldsIn({ modalidad: { A: { name: '\u0000', order: 1 } } })).toEqual({ modalidad: {} })
  },
)

test('a class of another desk is that of this one with the same name in other letters, and keeps its name here', () => {
  const here = after({}, add('MX1', ['Moto 1']))
  const there = after(after({}, add('mx-1', ['450'])), add('85 cc'))
  const { options, notes } = joinedClasses('modalidad', here, there)
  expect(options).toEqual({
    MX1: { name: 'MX1', spellings: ['Moto 1', '450'], formerNames: ['mx-1'], order: 14 },
    '85 cc': { name: '85 cc', order: 15 },
  })
  expect(notes).toEqual(['«mx-1» de la otra mesa es aquí «MX1»', 'Se agrega la modalidad «85 cc»'])
  const all = { modalidad: { ...here.modalidad, ...options } }
  expect(joinedClasses('modalidad', all, there)).toEqual({ options: {}, notes: [] })
  const [rider] = withNamesOfNow([aRider('mx-1')], all)
  expect(rider?.modalidad).toBe('MX1')
})

test('two desks that renamed one class otherwise each keep their name, and read that of the other', () => {
  const here = after({}, rename('UTV', 'Side by side UTV'))
  const there = after({}, rename('UTV', 'Buggy'))
  const { options, notes } = joinedClasses('modalidad', here, there)
  expect(options.UTV).toMatchObject({ name: 'Side by side UTV', formerNames: ['UTV', 'Buggy'] })
  expect(notes).toEqual(['«Buggy» de la otra mesa es aquí «Side by side UTV»'])
})

test('a spelling of another desk that means another class here is left out', () => {
  const here = after({}, add('MX1', ['450']))
  const { options } = joinedClasses('modalidad', here, after({}, add('MX2', ['450', '250'])))
  expect(options).toEqual({ MX2: { name: 'MX2', spellings: ['250'], order: 15 } })
})

test('desks without classes of their own add nothing to each other', () => {
  expect(joinedDefinitions({}, {})).toEqual({ fields: {}, notes: [] })
  expect(restoredDefinitions({}, {})).toEqual({})
})

test('the undo of a merge takes back the classes that it added, unless one was changed since', () => {
  const before = after({}, add('MX1'))
  const merged = after(before, add('MX2', ['250']))
  const undone = (now: OwnClasses, own: OwnClasses = before) =>
    undoneDefinitions(now, { before: own, after: merged })
  expect(undone(merged)).toEqual({ back: before, gone: [] })
  expect(undone(merged, {})).toEqual({ back: {}, gone: ['modalidad'] })
  for (const order of [
    add('MX3'),
    rename('MX2', 'Moto 2'),
    { kind: 'change', key: 'MX2', item: { name: 'MX2', spellings: [] } },
    { kind: 'retire', key: 'MX1', isRetired: true },
    { kind: 'move', key: 'MX2', step: -1 },
  ])
    expect(undone(after(merged, order)), JSON.stringify(order)).toEqual({ back: {}, gone: [] })
})

test('an order with the names of before has those of now in all its parts', () => {
  const own = after({}, rename('UTV', 'Buggy'))
  const order = (name: string): EntriesOrder => ({
    ...{ kind: 'enter', ids: [], modalidades: [name], numbers: { [name]: '7' } },
    ...{ motorcycles: { [name]: { cc: 1000 } }, categories: { [name]: { id: 'utv-1' } } },
  })
  expect(orderOfNow(order('UTV'), own)).toEqual(order('Buggy'))
  const change = (modalidad: string): EntriesOrder => ({
    ...{ kind: 'change', id: '0123456789AB', modalidad, to: { modalidad, number: '8' } },
  })
  expect(orderOfNow(change('UTV'), own)).toEqual(change('Buggy'))
})

test('a restore has the classes of the backup, and those that were added since', () => {
  const backup = after({}, add('MX1'))
  const stored = after(after({}, add('MX2')), rename('RALLY', 'RAID'))
  const names = classNames('modalidad', restoredDefinitions(stored, backup))
  expect(names).toEqual(expect.arrayContaining(['MX1', 'MX2', 'RALLY']))
})

test('a name that a class of this desk has now is none of before, also if another desk knows it so', () => {
  const here = after({}, rename('UTV', 'Libre'))
  const there = after(after({}, add('Libre')), rename('Libre', 'Abierta'))
  const { options } = joinedClasses('modalidad', here, there)
  const all = { modalidad: { ...here.modalidad, ...options } }
  expect(classNames('modalidad', all)).toEqual(expect.arrayContaining(['Libre', 'Abierta']))
  expect(followRenames([aRider('Libre')], all)).toEqual([])
})

test('riders without a renamed class are the same objects, and the entries of the others follow', () => {
  const own = after({}, rename('RALLY', 'RAID'))
  const entry = { event: 'primero', modalidad: 'RALLY', at: '2026-11-21T10:00:00.000Z', number: '7' }
  const riders = [aRider('UTV'), { ...aRider('UTV'), entries: [entry] }]
  const [same, follower] = withNamesOfNow(riders, own)
  expect(same).toBe(riders[0])
  expect(follower).toEqual({ ...riders[1], entries: [{ ...entry, modalidad: 'RAID' }] })
})

test('a rider keeps a retired class in its own field only', () => {
  const own = after({}, { kind: 'retire', key: 'UTV', isRetired: true })
  const table = keptBy(fieldTable(own), { modalidad: 'UTV', licencia: 'Anual' })
  expect(readValue('modalidad', 'UTV', table)).toBe('UTV')
  expect(readValue('licencia', 'UTV', table)).toBeInstanceOf(Problem)
  expect(['UTV', 'Side by side'].map(classRule('modalidad', own))).toEqual([
    expect.any(Problem),
    expect.any(Problem),
  ])
})

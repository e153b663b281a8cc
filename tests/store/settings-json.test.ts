/** Tests of stored settings that a person or another version of the program has changed. */
import { expect, test } from 'vitest'
import { defaultRules } from '#domain/credential/validity-rules'
import {
  changedEvents,
  changedSettings,
  parseSettings,
  type Settings,
  type StoredSettings,
  withoutEntries,
} from '#domain/desk/settings'
import type { ImportMapping } from '#domain/import/mapping'
import { AllSettings, settingsKind } from '../../server/store/documents/settings.ts'
import type { StoredDocument } from '../../server/store/documents/stored-document.ts'
import { dataIn } from '../../server/store/documents/stored-document.ts'
import { State } from '../../server/store/shared/log.ts'
import type { Store } from '../../server/store/shared/store.ts'

const whole: ImportMapping = {
  sheet: 'Lima',
  header: 0,
  columns: { DNI: 'dni', Quién: 'nombrecompleto', Obs: null },
  defaults: { club: 'Sur' },
  replacements: { modalidad: { Libre: 'UTV' } },
  surnamesFirst: false,
  fixesCapitals: true,
  cells: { 2: { club: 'Norte' } },
}

test('mappings are read as they were stored', () => {
  expect(parseSettings({ mappings: { one: whole, two: {} } })).toEqual({ mappings: { one: whole, two: {} } })
})

test('a mapping that is none is ignored, and the others are kept', () => {
  const stored = { address: 'http://10.0.0.1', mappings: { bad: { columns: { DNI: 'placa' } }, good: whole } }
  expect(parseSettings(stored)).toEqual({ address: 'http://10.0.0.1', mappings: { good: whole } })
})

test.each(['{"mappings": []}', '{"mappings": "a"}'])('settings such as %s have no mappings', (text) => {
  expect(parseSettings(dataIn(settingsKind, text) ?? {})).toEqual({})
})

const days = { kind: 'days', days: 30 }
const year = { kind: 'year' }

test.each([
  ['a licence without a rule has the default', { Anual: days }, { Anual: days, Regional: year }],
  [
    'the rule of an unknown licence is kept',
    { Mensual: days },
    { Anual: year, Regional: year, Mensual: days },
  ],
  [
    'a malformed rule is lost alone',
    { Anual: days, Regional: { kind: 'week' } },
    { Anual: days, Regional: year },
  ],
])('of the stored rules of validity, %s', (_, stored, validity) => {
  expect(parseSettings({ validity: stored })).toEqual({ validity: { ...defaultRules, ...validity } })
})

test.each([
  ['an unknown rule', { again: 'weekly', gates: ['Norte'] }, { again: 'warn', gates: ['Norte'] }],
  ['a malformed name', { again: 'daily', gates: ['', 7, 'Norte'] }, { again: 'daily', gates: ['Norte'] }],
  ['no names', { again: 'daily' }, { again: 'daily', gates: ['Puerta principal'] }],
])('stored gates with %s keep the rest', (_, stored, gate) => {
  expect(parseSettings({ gate: stored })).toEqual({ gate })
})

test('an unknown choice of the public data shows no more than the fewest fields', () => {
  expect(parseSettings({ publicData: 'nada' })).toEqual({ publicData: 'minima' })
})

test.each(['validity', 'gate', 'brand'])('a stored %s that is no object is ignored', (name) => {
  for (const value of [null, 'a', 7, []]) expect(parseSettings({ [name]: value })).toEqual({})
})

test('a change keeps all that is stored beside it, and forgets the mappings that it does not name', () => {
  const stored = {
    theme: 'dark',
    address: 'http://10.0.0.1',
    validity: { Anual: { kind: 'week' }, Mensual: { kind: 'weeks' } },
    gate: { again: 'weekly', gates: ['Norte'], colours: ['red'] },
    mappings: { one: whole, two: {} },
  }
  const some = {
    validity: { ...defaultRules, Anual: days } as const,
    gate: { again: 'daily', gates: ['Sur'] } as const,
    mappings: { two: {} },
  }
  expect(changedSettings(stored, some as Settings)).toEqual({
    theme: 'dark',
    address: 'http://10.0.0.1',
    validity: { ...defaultRules, Anual: days, Mensual: { kind: 'weeks' } },
    gate: { again: 'daily', gates: ['Sur'], colours: ['red'] },
    mappings: { two: {} },
  })
  expect(changedSettings(settingsKind.empty, { address: 'http://10.0.0.2' })).toEqual({
    address: 'http://10.0.0.2',
  })
})

test('a change of an event, and the removal of another, keep all that is stored of events beside it', () => {
  const first = { name: 'Copa Lima', demand: 'licence', livery: 'red' }
  const later = { name: 'Copa Ica', openedAt: '2026-11-21T08:00:00.000Z', modalidades: ['UTV', 'Quad'] }
  const series = { kind: 'series', rounds: 3 }
  const changed = changedEvents({ theme: 'dark', events: { primero: first, later, series } }, (events) =>
    Object.fromEntries(Object.entries(events).map(([id, event]) => [id, { ...event, place: 'Tarma' }])),
  )
  expect(changed).toEqual({
    theme: 'dark',
    events: { primero: { ...first, place: 'Tarma' }, later: { ...later, place: 'Tarma' }, series },
  })
  expect(withoutEntries(changed, 'events', ['primero'])).toMatchObject({
    events: { later: { place: 'Tarma' }, series },
  })
  expect(withoutEntries(changed, 'events', ['primero'])).not.toHaveProperty('events.primero')
})

test('a read that began before a change and ends after it does not bring the old settings back', async () => {
  let data: StoredSettings = { address: 'http://10.0.0.1' }
  let finish = () => {}
  const slow = new Promise<void>((resolve) => {
    finish = resolve
  })
  let wait: Promise<void> | undefined
  const document: StoredDocument<StoredSettings> = {
    async read() {
      const answer = { data, now: 0 }
      await wait
      return answer
    },
    async change(toChanged) {
      const changed = toChanged(data, { now: 0, isAgain: false })
      data = changed ?? data
      return changed
    },
  }
  const settings = new AllSettings(document, storeOf(new State()))
  await settings.watch()
  wait = slow
  const polled = settings.check()
  wait = undefined
  await settings.change({ address: 'http://10.0.0.2' })
  expect(settings.current.address).toBe('http://10.0.0.2')
  finish()
  await polled
  expect(settings.current.address).toBe('http://10.0.0.2')
})

/** Returns a store of nothing but a state. */
function storeOf(state: State): Store {
  return { state, current: async () => state } as Pick<Store, 'state' | 'current'> as Store
}

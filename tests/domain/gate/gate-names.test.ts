/** Tests of gates that get other names. */
import { expect, test } from 'vitest'
import type { GateSettings } from '#domain/gate/passage'
import { changedGates, currentGate, followedGate } from '#domain/gate/passage'

const two: GateSettings = { again: 'warn', gates: ['Norte', 'Sur'] }
const rename = (from: string, to: string) => ({ from, to })

test('a renamed gate is found by all the names that it had', () => {
  const once = changedGates(two, { gates: ['Boxes', 'Sur'], renamed: [rename('Norte', ' Boxes ')] })
  expect(once).toEqual({ again: 'warn', gates: ['Boxes', 'Sur'], renamed: [rename('Norte', 'Boxes')] })
  const twice = changedGates(once, { renamed: [rename('Boxes', 'Pista')] })
  expect(twice.gates).toEqual(['Pista', 'Sur'])
  for (const name of ['Norte', 'Boxes', 'Pista']) expect(currentGate(twice, name)).toBe('Pista')
  expect(['Sur', 'Este', 'constructor'].map((name) => currentGate(twice, name))).toEqual([
    'Sur',
    'Este',
    'constructor',
  ])
})

test('an earlier name is forgotten once another gate has it, or once its gate is removed', () => {
  const once = changedGates(two, { renamed: [rename('Norte', 'Boxes')] })
  const again = changedGates(once, { gates: ['Boxes', 'Sur', 'Norte'] })
  // The empty list takes the place of the stored one.
  expect(again).toEqual({ again: 'warn', gates: ['Boxes', 'Sur', 'Norte'], renamed: [] })
  expect(changedGates(once, { gates: ['Sur'] })).toEqual({ again: 'warn', gates: ['Sur'], renamed: [] })
  expect(changedGates(once, { again: 'daily' })).toEqual({ ...once, again: 'daily' })
})

test('the phones of renamed gates follow, also if two gates exchange their names', () => {
  const change = { gates: ['Sur', 'Norte'], renamed: [rename('Norte', 'Sur'), rename('Sur', 'Norte')] }
  expect(['Norte', 'Sur', 'Este'].map((gate) => followedGate(two, change, gate))).toEqual([
    'Sur',
    'Norte',
    'Este',
  ])
  expect(changedGates(two, change)).toEqual({ again: 'warn', gates: ['Sur', 'Norte'] })
})

test('a person who does not know of a rename can rename the same gate', () => {
  const once = changedGates(two, { renamed: [rename('Norte', 'Boxes')] })
  const change = { gates: ['Pista', 'Sur'], renamed: [rename('Norte', 'Pista')] }
  expect(changedGates(once, change).gates).toEqual(['Pista', 'Sur'])
  expect(followedGate(once, change, 'Boxes')).toBe('Pista')
})

test('a rename of an unknown gate, or to a name that is not in the list, is refused', () => {
  expect(() => changedGates(two, { renamed: [rename('Este', 'Oeste')] })).toThrow(
    'No hay una puerta Este que cambie de nombre',
  )
  expect(() => changedGates(two, { gates: ['Sur'], renamed: [rename('Norte', 'Boxes')] })).toThrow(
    'El nombre nuevo Boxes no está entre las puertas',
  )
})

/** Tests of the identifiers of pilots. */
import { expect, test } from 'vitest'
import { groupedId, isPilotId, newPilotId, readPilotId } from '#domain/pilots/pilot-id'

test.each([
  ['7K3Q9XW2M4TB', '7K3Q9XW2M4TB'],
  ['7k3q-9xw2-m4tb', '7K3Q9XW2M4TB'],
  [' oK3Q9XW2M4Tl ', '0K3Q9XW2M4T1'],
  ['7K3Q9XW2M4T', undefined],
  ['7K3Q9XW2M4TBB', undefined],
  ['7K3Q9XW2M4TU', undefined],
  ['', undefined],
])('the identifier %j is read as %j', (text, id) => {
  expect(readPilotId(text)).toBe(id)
})

test('each of the 32 letters of an identifier is equally probable', () => {
  const counts = new Map<string, number>()
  for (let byte = 0; byte < 256; byte += 1) {
    const letter = newPilotId(new Uint8Array(12).fill(byte)).charAt(0)
    counts.set(letter, (counts.get(letter) ?? 0) + 1)
  }
  expect([...counts.keys()].sort().join('')).toBe('0123456789ABCDEFGHJKMNPQRSTVWXYZ')
  expect(new Set(counts.values())).toEqual(new Set([8]))
})

test('only the stored form is accepted as an identifier: upper case, without groups', () => {
  expect(['7K3Q9XW2M4TB', '7k3q9xw2m4tb', '7K3Q-9XW2-M4TB', 'IK3Q9XW2M4TB', 7, null].map(isPilotId)).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ])
})

test('an identifier in groups of four is read as the identifier without groups', () => {
  expect(groupedId('7K3Q9XW2M4TB')).toBe('7K3Q-9XW2-M4TB')
  expect(readPilotId(groupedId('7K3Q9XW2M4TB'))).toBe('7K3Q9XW2M4TB')
})

test('an identifier has one letter for each random byte', () => {
  const bytes = new Uint8Array(12).map((_, index) => index)
  expect(newPilotId(bytes)).toBe('0123456789AB')
})

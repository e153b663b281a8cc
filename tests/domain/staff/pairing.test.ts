/** Tests of the names of paired phones, and of the codes that pair them. */
import { expect, test } from 'vitest'
import { pairingUrl, readPairingCode } from '#domain/api/addresses'
import { phoneName, requireUsable } from '#domain/staff/accounts'

test.each([
  ['Norte', [], 'Puerta Norte 1'],
  ['Norte', ['ana', 'Puerta Norte 1', 'Puerta Norte 7', 'Puerta Norte Grande 9'], 'Puerta Norte 8'],
  ['Puerta principal', ['Puerta principal 1'], 'Puerta principal 2'],
  ['Puertas del sur', [], 'Puerta Puertas del sur 1'],
  ['norte', ['Puerta Norte 1', 'PUERTA NORTE 2', 'Puerta  Ｎorte ３'], 'Puerta norte 4'],
  ['Boxes 2', ['Puerta Boxes 21', 'Puerta Boxes 2 x'], 'Puerta Boxes 2 1'],
])('a further phone of the gate %s beside %j is %s', (gate, users, expected) => {
  expect(phoneName(gate, users)).toBe(expected)
})

test('a code is usable until it ends, or until a phone has used it', () => {
  const pairing = { hash: 'x', gate: 'Norte', expires: '2026-11-22T10:10:00.000Z' }
  const end = Date.parse(pairing.expires)
  expect(requireUsable(pairing, end - 1)).toBe(pairing)
  expect(() => requireUsable(pairing, end)).toThrow('ya no vale')
  expect(() => requireUsable({ ...pairing, cancelled: true }, 0)).toThrow('ya no vale')
  expect(() => requireUsable({ ...pairing, account: 'Puerta Norte 1' }, end - 1)).toThrow('ya se usó')
  expect(() => requireUsable(undefined, 0)).toThrow('no es de este kiosco')
})

test('the code stands in the fragment of the address, and no other fragment is a code', () => {
  const code = 'abcdefghijklmnopqrs_-9'
  expect(readPairingCode(new URL(pairingUrl('http://192.168.1.20:4780', code)).hash)).toBe(code)
  for (const other of ['', '#', '#contenido', `#${code}x`, code])
    expect(readPairingCode(other)).toBeUndefined()
})

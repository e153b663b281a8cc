/** Tests of what the desk types and reads about applications. */
import { expect, test } from 'vitest'
import { approvalPath } from '#domain/api/addresses'
import { closingMoment, hourText, readTurn, waitText } from '#domain/applications/desk'

test.each([
  ['7', 7],
  [' 007 ', 7],
  ['120', 120],
  [`http://192.168.1.20:4780${approvalPath('007')}`, 7],
  ["httpÑ--192.168.1.20Ñ4780-por'aprobar_turno¡042", 42],
  ['0', undefined],
  ['1234', undefined],
  ['http://192.168.1.20:4780/credencial/7K3Q9XW2M4TB', undefined],
  ['', undefined],
])('reads the turn in %j', (text, turn) => {
  expect(readTurn(text)).toBe(turn)
})

test('an hour of today closes the reception, and one that is over does not', () => {
  const now = new Date(2026, 10, 28, 9, 30)
  const at = (hours: number, minutes = 0) => new Date(2026, 10, 28, hours, minutes).toISOString()
  expect(['18:30', '18.30', '1830', '18', ''].map((text) => closingMoment(text, now))).toEqual([
    ...[at(18, 30), at(18, 30), at(18, 30), at(18), ''],
  ])
  expect(['9:30', '24', '18:60', 'tarde'].map((text) => closingMoment(text, now))).toEqual(
    Array(4).fill(undefined),
  )
  expect([hourText(at(18, 30), now), hourText(at(9), now), hourText('', now)]).toEqual(['18:30', '', ''])
})

test('says how long somebody waits', () => {
  const now = new Date('2026-11-28T12:00:00Z')
  const texts = ['11:59:30', '11:48:00', '09:55:00', '12:00:10'].map((time) =>
    waitText(`2026-11-28T${time}Z`, now),
  )
  expect(texts).toEqual(['Ahora', '12 min', '2 h 5 min', 'Ahora'])
})

import { expect, test, vi } from 'vitest'
import { isTaken, Numbers, nearestFree, takenNumbers } from '#domain/events/numbers'
import type { Pilot } from '#domain/pilots/pilot'
import { maxEntryNumber } from '#domain/stored/limits'
import { aDraft, aPilot } from '../../support/pilots.ts'

const taken = takenNumbers(['100', '101', '102', '0103', 'M-10', '1', 'S/N'])

test.each([
  ['102', { below: '99', above: '104' }],
  ['099', { below: '098', above: '104' }],
  ['0102', { below: '0099', above: '0104' }],
  ['200', { below: '199', above: '201' }],
  ['M-009', { below: 'M-008', above: 'M-011' }],
  ['2', { above: '3' }],
  ['', { above: '2' }],
  ['S/N', { above: '2' }],
])('next to «%s» are the free numbers %o', (number, free) => {
  expect(nearestFree(number, taken)).toEqual(free)
})

test('the free numbers of ranges are in the next range too, and have no letters', () => {
  const ranges = [
    { from: 1, to: 5 },
    { from: 10, to: 20 },
  ]
  const taken = takenNumbers(['5', '10', '12', '20'])
  expect(nearestFree('10', taken, ranges)).toEqual({ below: '4', above: '11' })
  expect(nearestFree('20', taken, ranges)).toEqual({ below: '19' })
  expect(nearestFree('M-05', taken, ranges)).toEqual({ below: '04', above: '11' })
})

test('a number is taken regardless of zeros and case, and none is taken by nobody', () => {
  expect(['0102', '103', 'm-10'].every((number) => isTaken(number, taken))).toBe(true)
  expect(['', 'S/N', '99'].some((number) => isTaken(number, taken))).toBe(false)
})

test('riders without a number, or with the same one, get the next free ones without a walk over all taken ones', () => {
  const all = riders(1000)
  const numbers = new Numbers([], { id: 'E1', categories: [], reserved: [] })
  const problem = vi.spyOn(numbers, 'problem')
  const given = all.map((rider, index) => {
    const entry = numbers.nextFree(rider, {
      event: 'E1',
      modalidad: 'RALLY',
      ...(index % 2 && { number: '300' }),
    })
    numbers.take(rider, { ...entry, at: '2026-11-27T10:00:00.000Z' })
    return Number(entry.number)
  })
  expect(given.slice(0, 4)).toEqual([1, 300, 2, 301])
  expect(new Set(given).size).toBe(1000)
  expect(problem.mock.calls.length).toBeLessThan(5000)
})

test('a number that is given up is free again, and a next one that is too long is one without letters', () => {
  const [one, two, three, four] = riders(4)
  if (!one || !two || !three || !four) throw new Error('There are four riders')
  const entry = { event: 'E1', modalidad: 'RALLY', at: '2026-11-27T10:00:00.000Z' }
  const numbers = new Numbers([], { id: 'E1', categories: [], reserved: [] })
  const take = (rider: Pilot, number?: string) => {
    const next = numbers.nextFree(rider, { ...entry, ...(number && { number }) })
    numbers.take(rider, next)
    return next
  }
  const first = take(one)
  expect([first.number, take(two).number]).toEqual(['1', '2'])
  numbers.release(one, first)
  expect(take(three).number).toBe('1')
  // A number that a merge has given to two riders stays that of the other one.
  numbers.take(four, first)
  numbers.release(four, first)
  expect(numbers.problem(four, first)).toMatchObject({ other: three.id })
  const longest = `${'A'.repeat(maxEntryNumber - 1)}9`
  expect([take(one, longest).number, take(four, longest).number]).toEqual([longest, '3'])
})

test('the number that a rider prefers is told if somebody races with it in the own modalidad', () => {
  const [one, two] = riders(2)
  if (!one || !two) throw new Error('There are two riders')
  const category = { id: 'super', modalidad: 'RALLY', name: 'Súper Expertos' }
  const [at, event] = ['2026-11-27T10:00:00.000Z', { id: 'E1', categories: [category], reserved: [] }]
  const entry = { event: 'E1', modalidad: 'RALLY', number: '021', category: 'super', at }
  const ana = { ...one, name: 'Ana', lastname: 'Paz', entries: [entry] }
  const told = (rider: object, owner: Pilot = ana) =>
    new Numbers([owner], event).racerOf({ ...two, modalidad: 'RALLY', npiloto: '21', ...rider })
  expect(told({})).toBe('lo usa Ana Paz en Súper Expertos')
  expect(told({}, { ...ana, entries: [{ ...entry, category: undefined }] })).toBe('lo usa Ana Paz en RALLY')
  const entered = { entries: [{ ...entry, number: '22' }] }
  for (const other of [{ npiloto: '22' }, { npiloto: undefined }, { modalidad: 'UTV' }, entered])
    expect(told(other)).toBeUndefined()
})

function riders(count: number): Pilot[] {
  return Array.from({ length: count }, (_, index) => aPilot(String(index).padStart(12, '0'), aDraft()))
}

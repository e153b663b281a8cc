import { expect, test } from 'vitest'
import { clockProblem, newestOf } from '#domain/clock'
import { momentsOf } from '#domain/moments'
import { aReceivedScan } from '../support/passages.ts'
import { aDraft, aPilot } from '../support/pilots.ts'

const year = (text: string | number) => `${text}-11-21T10:00:00.000Z`
const many = (text: string | number) => Array.from({ length: 5 }, () => year(text))

test('a clock before the newest stored moment has a problem, and one that other laptops differ from by minutes has none', () => {
  expect(clockProblem(year(2026), new Date(year(2015)))).toEqual({ now: year(2015), newest: year(2026) })
  expect(clockProblem(year(2026), new Date('2026-11-21T09:56:00.000Z'))).toBeUndefined()
  expect(clockProblem(year(2026), new Date('2026-11-21T09:54:00.000Z'))).toBeDefined()
  expect(clockProblem(undefined, new Date(year(2015)))).toBeUndefined()
})

test.each([
  ['nothing is stored', [], undefined],
  ['one moment was made up', [...many(2026), year(2099)], year(2026)],
  ['a morning was stored by a clock far ahead', [...many(2026), year(2099), year(2099)], year(2026)],
  ['some was stored by a clock that stood behind', [year(2015), year(2015), ...many(2026)], year(2026)],
  ['the clock was ahead by a year', [...many(2026), year(2027)], year(2027)],
  ['the folder is ten years old', [2026, 2029, 2032, 2036].map(year), year(2036)],
])('the newest moment is one that can be right: %s', (_, moments, newest) => {
  expect(newestOf(moments)).toBe(newest)
})

test('the moments are those of the riders, the scans when the laptop received them, the events and the last change', () => {
  const entry = { event: 'primero', modalidad: 'RALLY', at: year(2024) }
  const card = { at: year(2023), address: 'http://192.168.1.20:4780' }
  const pilot = { ...aPilot('7K3Q9XW2M4TB', aDraft()), since: year(2022), card, entries: [entry] }
  const passage = {
    ...aReceivedScan({ at: year(2099), received: year(2025) }),
    event: 'primero',
    number: 1,
    result: 'pass' as const,
    isAdmitted: true,
  }
  expect(momentsOf({ pilots: [pilot], entries: [passage], lastAt: year(2026) }).sort()).toEqual(
    [2022, 2023, 2024, 2025, 2026].map(year),
  )
})

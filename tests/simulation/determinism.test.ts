/** Tests that a seed decides all that happens on a simulated day. */
import { expect, test } from 'vitest'
import { playDay } from './day.ts'

test.each([
  [17, false],
  [18, false],
  [19, true],
])('two plays of the seed %i are the same, byte for byte (two kiosks: %s)', async (seed, isShared) => {
  const play = async () => {
    const trace: string[] = []
    const { orders, faults } = await playDay(seed, { isShared, onTrace: (line) => trace.push(line) })
    return { orders, faults, trace }
  }
  const first = await play()
  expect(first.trace.length).toBeGreaterThan(1000)
  expect(await play()).toEqual(first)
})

/** Tests that a seed decides all that happens on a simulated day. */
import { expect, test } from 'vitest'
import { playDay } from './day.ts'

/** The seeds, and whether two kiosks share the day. */
const days = Object.entries({ 17: false, 18: false, 19: true })

test.each(days)(
  'two plays of the seed %s are the same, byte for byte (shared: %s)',
  async (seed, isShared) => {
    const play = async () => {
      const trace: string[] = []
      const onTrace = (line: string) => trace.push(line)
      const { orders, faults } = await playDay(Number(seed), { isShared, onTrace })
      return { orders, faults, trace }
    }
    const first = await play()
    expect(first.trace.length).toBeGreaterThan(1000)
    expect(await play()).toEqual(first)
  },
)

/** Tests of the time of a gate, whose telephone has a clock that a person may set. */
import { expect, test } from 'vitest'
import { GateClock } from '../../../../client/gate/offline/gate-clock.ts'

const hour = 60 * 60 * 1000

/** Returns a clock, and the two clocks of its telephone. */
function openClock() {
  const device = { wall: 1_000_000_000_000, steady: 500 }
  return {
    device,
    clock: new GateClock(
      () => device.wall,
      () => device.steady,
    ),
  }
}

test.each([
  ['back', -48 * hour],
  ['ahead', 48 * hour],
])('a clock that a person sets %s changes nothing', (_, shift) => {
  const { device, clock } = openClock()
  device.wall += shift
  device.steady += 1000
  expect(clock.now()).toBe(1_000_000_001_000)
})

test('the hours count that a telephone has slept, whose steady clock stood still', () => {
  const { device, clock } = openClock()
  device.wall += 8 * hour
  expect(clock.now()).toBe(1_000_000_000_000 + 8 * hour)
})

test('the laptop is right, but for the seconds that an answer takes, and no time comes again that was stored', () => {
  const { clock } = openClock()
  const tellTime = (time: number) =>
    clock.compare(new Response('', { headers: { date: new Date(time).toUTCString() } }))
  tellTime(1_000_000_003_000)
  expect(clock.now()).toBe(1_000_000_000_000)
  tellTime(1_000_000_000_000 + hour)
  expect(clock.now()).toBe(1_000_000_000_000 + hour)
  clock.isAfter(1_000_000_000_000)
  expect(clock.now()).toBe(1_000_000_000_000 + hour)
  clock.isAfter(1_000_000_000_000 + 2 * hour)
  expect(clock.now()).toBe(1_000_000_000_000 + 2 * hour)
})

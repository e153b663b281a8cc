/** The clock of tests whose results depend on the day or the time of day. */
import { onTestFinished, vi } from 'vitest'

/** Stops the clock at noon of 21/11/2026, or at another time, until the test ends. Timers still run. */
export function stopClock(time = new Date(2026, 10, 21, 12)): void {
  vi.useFakeTimers({ toFake: ['Date'], now: time })
  onTestFinished(() => void vi.useRealTimers())
}

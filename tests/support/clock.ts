/** The clock of tests whose results depend on the day or the time of day. */
import { onTestFinished, vi } from 'vitest'

/** Stops the clock at noon of 21/11/2026, or at another time, until the test ends. Timers still run. */
export function stopClock(time = new Date(2026, 10, 21, 12)): void {
  vi.useFakeTimers({ toFake: ['Date'], now: time })
  onTestFinished(() => void vi.useRealTimers())
}

/**
 * Sets the time zone of this process until the test ends. The zone before is then set by its name, since Node on Windows
 * goes on with a zone whose variable is deleted.
 */
export function setZone(zone: string): void {
  const before = process.env.TZ
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  process.env.TZ = zone
  onTestFinished(() => {
    process.env.TZ = before ?? timeZone
    if (before === undefined) delete process.env.TZ
  })
}

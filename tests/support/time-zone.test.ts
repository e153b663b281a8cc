import { expect, test } from 'vitest'
import { zoneInItsFirstHour } from './time-zone.ts'

test('at each hour of the day there is a time zone in which a day has just begun', () => {
  for (let hour = 0; hour < 24; hour += 1) {
    const now = new Date(Date.UTC(2026, 0, 1, hour, 59))
    const timeZone = zoneInItsFirstHour(now)
    expect(now.toLocaleTimeString('en', { timeZone, hourCycle: 'h23' }), timeZone).toBe('00:59:00')
  }
})

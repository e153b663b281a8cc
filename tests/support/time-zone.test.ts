import { expect, test } from 'vitest'
import { setZone } from './clock.ts'
import { zoneInItsFirstHour } from './time-zone.ts'

test('at each hour of the day there is a time zone in which a day has just begun', () => {
  for (let hour = 0; hour < 24; hour += 1) {
    const now = new Date(Date.UTC(2026, 0, 1, hour, 59))
    const timeZone = zoneInItsFirstHour(now)
    expect(now.toLocaleTimeString('en', { timeZone, hourCycle: 'h23' }), timeZone).toBe('00:59:00')
  }
})

const noon = new Date('2026-01-01T12:00:00.000Z')
const ownOffset = noon.getTimezoneOffset()

test('a test sets the time zone of its process', () => {
  setZone('Pacific/Kiritimati')
  expect(noon.getTimezoneOffset()).toBe(-14 * 60)
})

test('the test after it has the time zone of before', () => {
  expect(noon.getTimezoneOffset()).toBe(ownOffset)
})

/** Tests of calendar days and moments, in the time zone of this machine. */
import { expect, test } from 'vitest'
import {
  formatDate,
  formatDay,
  formatMoment,
  isCalendarDay,
  isFuture,
  isMoment,
  startOfDay,
  today,
} from '#domain/text/date'

test('a day is formatted as people write it, and any other text stays as it is', () => {
  expect(['1994-02-28', 'ayer', '', '1994-02-28T00:00'].map(formatDate)).toEqual([
    '28/02/1994',
    'ayer',
    '',
    '1994-02-28T00:00',
  ])
})

test('the first and the last second of a day belong to it, and the next midnight does not', () => {
  const day = [new Date(2026, 0, 1, 0, 0, 0), new Date(2026, 0, 1, 23, 59, 59), new Date(2026, 0, 2, 0, 0, 0)]
  expect(day.map((now) => today(now))).toEqual(['2026-01-01', '2026-01-01', '2026-01-02'])
  expect(day.map((now) => startOfDay(now).getTime())).toEqual([
    new Date(2026, 0, 1).getTime(),
    new Date(2026, 0, 1).getTime(),
    new Date(2026, 0, 2).getTime(),
  ])
})

test('a moment is formatted in local time, with two digits for each part', () => {
  const moment = new Date(2026, 2, 4, 9, 5).toISOString()
  expect([formatMoment(moment), formatDay(moment)]).toEqual(['04/03/2026, 09:05', '04/03/2026'])
})

test.each([
  ['2026-11-20', false],
  ['2026-11-21', false],
  ['2026-11-22', true],
  ['2027-01-01', true],
  ['2025-12-31', false],
])('on 21/11/2026, %s is in the future: %s', (day, is) => {
  expect(isFuture(day, new Date(2026, 10, 21, 23, 59))).toBe(is)
})

test('only a text that names a point in time is accepted as a moment', () => {
  expect(['2026-11-21T10:00:00.000Z', '', 'ayer', 0, null, undefined].map(isMoment)).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ])
})

test('a day is of the calendar exactly if a date in UTC is written in the same way', () => {
  for (const year of ['0000', '0004', '0100', '1900', '2000', '2023', '2024', '9999'])
    for (let month = 0; month <= 13; month += 1)
      for (let date = 0; date <= 32; date += 1) {
        const day = [year, ...[month, date].map((part) => String(part).padStart(2, '0'))].join('-')
        const at = new Date(`${day}T00:00:00Z`)
        const isWritten = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
        expect(isCalendarDay(day), day).toBe(isWritten)
      }
  for (const other of ['2026-1-01', '2026-01-01T00:00:00Z', '', 20260101, null])
    expect(isCalendarDay(other)).toBe(false)
})

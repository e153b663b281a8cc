/** Tests of the days that a person types. */
import { expect, test } from 'vitest'
import { completedDay, readDay } from '#domain/text/date'

test('a short year is of this century, and other texts stay as they are', () => {
  expect(readDay('311226')).toBe('2026-12-31')
  expect(readDay(' 1/2/27 ')).toBe('2027-02-01')
  expect(readDay('29022024')).toBe('2024-02-29')
  expect(readDay('31/12/0202')).toBeUndefined()
  expect(readDay('29/02/2027')).toBeUndefined()
  expect(completedDay('5 de marzo del 2027')).toBe('05/03/2027')
  expect(completedDay('31/12')).toBe('31/12')
})

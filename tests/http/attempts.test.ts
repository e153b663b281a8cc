/** Tests of the exponential back-off, with a clock that the test controls. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { Attempts } from '../../server/http/attempts.ts'

const rules = { free: 1, firstWait: 30, longestWait: 900, forgetAfter: 3600 }

test('the waits double up to the longest, end, and are forgotten', () => {
  let now = 0
  const attempts = new Attempts({ free: 2, firstWait: 30, longestWait: 100, forgetAfter: 600 }, () => now)
  expect([attempts.count('a'), attempts.count('a'), attempts.count('a'), attempts.count('a')]).toEqual([
    0, 30, 60, 100,
  ])
  expect([attempts.waitOf('a'), attempts.waitOf('b')]).toEqual([100, 0])
  now = 100_000
  expect(attempts.waitOf('a')).toBe(0)
  now = 701_000
  expect(attempts.count('a')).toBe(0)
  attempts.forget('a')
  expect(attempts.count('a')).toBe(0)
})

test('the stored attempts do not contain the names, are bounded in number, and expire', () => {
  let now = 0
  const attempts = new Attempts(rules, () => now)
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  collect()
  const before = process.memoryUsage().heapUsed
  for (let index = 0; index < 100; index += 1) attempts.count(String(index).padEnd(1_000_000, 'x'))
  collect()
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(30_000_000)
  for (let index = 0; index < 12_000; index += 1) attempts.count(`user ${index}`)
  expect(attempts.size).toBe(10_000)
  now = 3_630_000
  attempts.count('another')
  expect(attempts.size).toBe(1)
})

test('no wait is longer than the longest, even if the clock goes back', () => {
  let now = 365 * 24 * 60 * 60 * 1000
  const attempts = new Attempts(rules, () => now)
  attempts.count('ana')
  now = 0
  expect(attempts.waitOf('ana')).toBe(900)
})

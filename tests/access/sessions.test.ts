/** Tests of the end of sessions. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { Sessions } from '../../server/access/sessions.ts'
import { sessionSeconds } from '../../server/store/contract/session-store.ts'

test('a session ends after twelve hours', async () => {
  let now = 0
  const sessions = new Sessions(() => now)
  const id = await sessions.start('ana')
  now = sessionSeconds * 1000 - 1
  expect(sessions.userOf(id)).toBe('ana')
  now += 1
  expect(sessions.userOf(id)).toBeUndefined()
})

test('a listener is called once when its session ends, by sign-out or by age', async () => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const sessions = new Sessions()
  const told: string[] = []
  const [old, left, signedOut] = [
    await sessions.start('ana'),
    await sessions.start('ana'),
    await sessions.start('eva'),
  ]
  for (const [name, id] of Object.entries({ old, signedOut })) sessions.onEnd(id, () => told.push(name))
  sessions.onEnd(left, () => told.push('left'))()
  await sessions.end(signedOut)
  await sessions.end(signedOut)
  expect(told).toEqual(['signedOut'])
  vi.advanceTimersByTime(sessionSeconds * 1000 - 1)
  expect(told).toEqual(['signedOut'])
  vi.advanceTimersByTime(1)
  expect(told).toEqual(['signedOut', 'old'])
})

/** Tests that long work leaves room for other work. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { runAtOnce } from '#domain/gate/passage-log'
import { inTurns, runInTurns } from '../../server/async/in-turns.ts'
import { compute, otherWork } from '../support/other-work.ts'

function* steps(count: number): Generator<number, string> {
  for (let step = 0; step < count; step += 1) {
    compute(3)
    yield step
  }
  return 'done'
}

test('a generator runs to its end, and other work runs at least after every other step of 3 ms', async () => {
  const other = otherWork()
  expect(await runInTurns(steps(20))).toBe('done')
  expect(other.turns).toBeGreaterThanOrEqual(9)
  other.end()
})

test('items come in their order, with other work in between, also from an iterator that never waits', async () => {
  const other = otherWork()
  const items: number[] = []
  for await (const item of inTurns(steps(20))) items.push(item)
  expect(items).toEqual(Array.from({ length: 20 }, (_, index) => index))
  expect(other.turns).toBeGreaterThanOrEqual(9)
  other.end()
})

test('a failed step fails the work, and a consumer that stops ends the generator', async () => {
  function* failing() {
    yield 1
    throw new Error('no more')
  }
  await expect(runInTurns(failing())).rejects.toThrow('no more')
  let isClosed = false
  function* endless() {
    try {
      for (;;) yield 1
    } finally {
      isClosed = true
    }
  }
  for await (const _ of inTurns(endless())) break
  expect(isClosed).toBe(true)
})

test('at once, no other work runs before the end', async () => {
  const other = otherWork()
  await nextTurn()
  const before = other.turns
  expect(runAtOnce(steps(5))).toBe('done')
  expect(other.turns).toBe(before)
  other.end()
})

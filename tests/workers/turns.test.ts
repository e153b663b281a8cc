/** Tests that long work leaves room for other work. */
import { expect, test } from 'vitest'
import { inTurns } from '../../server/workers/turns.ts'
import { compute, otherWork } from '../support/other-work.ts'

function* steps(count: number): Generator<number> {
  for (let step = 0; step < count; step += 1) {
    compute(3)
    yield step
  }
}

test('items come in their order, with other work in between, at least after every other step of 3 ms', async () => {
  const other = otherWork()
  const items: number[] = []
  for await (const item of inTurns(steps(20))) items.push(item)
  expect(items).toEqual(Array.from({ length: 20 }, (_, index) => index))
  expect(other.turns).toBeGreaterThanOrEqual(9)
  other.end()
})

test('a consumer that stops ends the generator', async () => {
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

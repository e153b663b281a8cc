/** Tests of codes that stay in the picture of a camera. */
import { expect, test } from 'vitest'
import { SeenCodes } from '../../../client/camera/decoder.ts'

test('a code is new once until it has been out of the picture, however long it stays in it', () => {
  const seen = new SeenCodes()
  expect(seen.isNew('A', 0)).toBe(true)
  for (let time = 100; time < 90_000; time += 1000) expect(seen.isNew('A', time)).toBe(false)
  expect(seen.isNew('B', 90_000)).toBe(true)
  expect(seen.isNew('A', 93_000)).toBe(true)
})

/** Tests of signatures as data: what a drawing is, what is none, and how two desks join theirs. */
import { expect, test } from 'vitest'
import { isStrokes, maxStrokes, readStrokes, strokesOf, strokesProblem } from '#domain/signing/strokes'
import { joinedWaivers, type Waiver, withoutWaiver, withWaiver } from '#domain/waivers/waiver'

const drawn = strokesOf([
  [
    [100, 200],
    [400, 120],
    [700, 260],
  ],
])
const signed = (changes: Partial<Waiver> = {}): Waiver => ({
  version: 1,
  hash: 'a'.repeat(64),
  at: '2026-11-28T10:00:00.000Z',
  by: 'ana',
  strokes: drawn,
  ...changes,
})
const onPaper = (changes: Partial<Waiver> = {}): Waiver => {
  const { strokes: _strokes, ...rest } = signed(changes)
  return { ...rest, paper: true }
}

test('a drawing is a bounded path of integers, and reads back as it was drawn', () => {
  expect(drawn).toBe('M100 200l300 -80l300 140')
  expect(readStrokes(drawn)).toEqual([
    [
      [100, 200],
      [400, 120],
      [700, 260],
    ],
  ])
  expect(isStrokes(strokesOf([[[-5, 900]], [[1.4, 2.6]]]))).toBe(true)
  expect(strokesOf([[[-5, 900]]])).toBe('M0 400l0 0')
  const bad = ['', 'M1 2', 'M1 2l3', 'M1 2l3 4z', 'M1001 2l0 0', 'M1 2l-2 0', 'M1 2l1e3 0', 'M1 2l3 4"/>']
  expect(bad.filter(isStrokes)).toEqual([])
  expect(isStrokes(`M1 2${'l0 0'.repeat(maxStrokes)}`)).toBe(false)
})

test('a dot and a short dash are no signature', () => {
  expect(strokesProblem(drawn)).toBeUndefined()
  expect(strokesProblem('')).toContain('no parece una firma')
  expect(strokesProblem(strokesOf([[[500, 200]]]))).toContain('no parece una firma')
  expect(strokesProblem(`M500 200${'l4 0l-4 0'.repeat(60)}`)).toContain('no parece una firma')
})

test('a rider has one signature below each text, and a drawing stands for one on paper', () => {
  const other = signed({ hash: 'b'.repeat(64), version: 2 })
  expect(withWaiver(withWaiver(undefined, onPaper()), signed())).toEqual([signed()])
  expect(withWaiver([signed()], onPaper({ by: 'eva' }))).toEqual([signed()])
  expect(withWaiver([signed()], signed({ by: 'eva' }))).toEqual([signed()])
  const guardian = { name: 'Rosa', document: '1' }
  expect(withWaiver([signed()], onPaper({ guardian }))).toEqual([onPaper({ guardian })])
  expect(withWaiver([onPaper({ guardian })], signed())).toEqual([onPaper({ guardian })])
  expect(joinedWaivers([signed()], [onPaper({ guardian })])).toEqual([onPaper({ guardian })])
  expect(withWaiver([signed()], other)).toEqual([signed(), other])
  expect(withoutWaiver([signed(), other], other.hash)).toEqual([signed()])
  expect(withoutWaiver([signed()], signed().hash)).toBeUndefined()
})

test('two desks join their signatures alike, in any order', () => {
  const [early, late] = [signed(), signed({ at: '2026-11-28T11:00:00.000Z', by: 'eva' })]
  const second = onPaper({ hash: 'b'.repeat(64), version: 2 })
  const joined = joinedWaivers([late, second], [early, onPaper({ at: '2026-11-28T09:00:00.000Z' })])
  expect(joined).toEqual([early, second])
  expect(joinedWaivers([early], [second, late])).toEqual(joined)
})

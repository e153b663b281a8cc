/** Tests of the n-grams by which a database finds words. */
import { expect, test } from 'vitest'
import { gramOfPair, gramsOf, gramsOfWord } from '../../../../server/store/postgres/pilots/grams.ts'

const text = ' , ana , josefa , quispe .- 7 - 70123456 - fm20260001 josefa@correope motoclub rally '

test('the n-grams are those of the current version of the tables, so that stored pilots are still found', () => {
  expect([...gramsOf('ñu anas 93')]).toEqual([-1501563819, 1984992328, 419952653])
  const start = gramsOfWord('quispe')[0]?.start
  expect([start, gramOfPair('ana', 'quispe')]).toEqual([418102891, -116123017])
})

test.each(['ana', 'josefa', 'quispe', 'spe', 'efa@corr', '70123456', '0123', 'rally', 'fm20260001'])(
  'a text has each gram of its part %j, at the start of a name or elsewhere, and never both',
  (word) => {
    const grams = gramsOf(text)
    const found = gramsOfWord(word).map(({ start, elsewhere }) => [grams.has(start), grams.has(elsewhere)])
    const isName = ['ana', 'josefa', 'quispe'].includes(word)
    expect(found[0]).toEqual(isName ? [true, false] : [false, true])
    expect(found.every(([isStart, isElsewhere]) => isStart !== isElsewhere)).toBe(true)
  },
)

test.each<[string, string, boolean | undefined]>([
  ['quispe', 'ana', true],
  ['jos', 'quis', true],
  ['josefina', 'quispe', true],
  ['rally', 'quispe', false],
  ['spe', 'ana', false],
  ['jos', 'josefa', undefined],
  ['an', 'quispe', undefined],
])('of the pair %j and %j, a text whose names start so has the gram: %j', (one, two, has) => {
  const gram = gramOfPair(one, two)
  expect(gram === undefined ? undefined : gramsOf(text).has(gram)).toBe(has)
  expect(gramOfPair(two, one)).toBe(gram)
})

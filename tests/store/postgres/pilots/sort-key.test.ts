/** Tests of the sort keys of a database, whose order equals that of the collator of the folder's store. */
import { expect, test } from 'vitest'
import { sortKey } from '../../../../server/store/postgres/pilots/sort-key.ts'

const { compare } = new Intl.Collator('es', { sensitivity: 'base', numeric: true })

test.each([
  ['n', 'ñ'],
  ['ñ', 'o'],
  ['NUNEZ', 'Núnez'],
  ['moto 9', 'moto 10'],
  ['007', '7'],
  ['0', '00'],
  ['a', 'a b'],
  ['straße', 'strasse'],
  ['æ', 'ae'],
  ['Moto-Club', 'Moto Club'],
  ['', 'a'],
  ['n\u0303', 'ñ'],
  ['12 345', '123 45'],
  ['Ж', 'z'],
])('the sort keys of «%s» and «%s» have the order of the collator', (one, other) => {
  expect(Math.sign(Buffer.compare(sortKey(one), sortKey(other)))).toBe(Math.sign(compare(one, other)))
})

test('the sort keys of random texts have the order of the collator', () => {
  const characters = [...' -_.,\'"()/&+#@aáàäbcçdeéiíïjlmnñoóöøpqrstuúüvwxyzABCÑÁÉÍÓÚÜZ0123456789ªº°€$¿¡ßæœ']
  let state = 7
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const text = () => Array.from({ length: 1 + next(6) }, () => characters[next(characters.length)]).join('')
  const wrong: string[] = []
  for (let round = 0; round < 20_000; round += 1) {
    const [one, other] = [text(), text()]
    if (Math.sign(Buffer.compare(sortKey(one), sortKey(other))) !== Math.sign(compare(one, other)))
      wrong.push(`«${one}» «${other}»`)
  }
  expect(wrong).toEqual([])
})

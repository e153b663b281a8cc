/** Tests of the comparison and the formatting of texts. */
import { expect, test } from 'vitest'
import { count, enumerate, figure, fold, isBlank, shortened } from '#domain/text/text'

test.each([
  ['Muñoz', 'MUNOZ'],
  ['José', 'Jose\u0301'],
  ['Óscar Güemes', 'oscar guemes'],
])('«%s» and «%s» compare equal', (one, other) => {
  expect(fold(one)).toBe(fold(other))
})

test('letters that only look similar stay different', () => {
  expect(['ø', 'ß', 'Ж'].map(fold)).toEqual(['ø', 'ß', 'ж'])
})

test.each([
  [0, '0 pilotos'],
  [1, '1 piloto'],
  [2, '2 pilotos'],
  [1000, '1.000 pilotos'],
  [1_234_567, '1.234.567 pilotos'],
])('a count of %i pilots is written as %s', (n, text) => {
  expect(count(n, 'piloto')).toBe(text)
})

test('a count can have an irregular plural, and a number has a dot before every three digits', () => {
  expect([count(1, 'carácter', 'caracteres'), count(2, 'carácter', 'caracteres')]).toEqual([
    '1 carácter',
    '2 caracteres',
  ])
  expect([999, 1000, 100_000, 1_000_000].map(figure)).toEqual(['999', '1.000', '100.000', '1.000.000'])
})

test('an enumeration has a word before its last item', () => {
  expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map((items) => enumerate(items))).toEqual([
    '',
    'a',
    'a y b',
    'a, b y c',
  ])
  expect(enumerate(['a', 'b', 'c'], 'o')).toBe('a, b o c')
})

test('a text is shortened to one line of a maximum length, which includes the ellipsis', () => {
  expect(shortened(' uno\n\tdos  tres ', 12)).toBe('uno dos tres')
  expect(shortened('uno dos tres', 11)).toBe('uno dos tr…')
})

test('a cell is blank if it has no visible content', () => {
  expect(['', ' \t\u00a0', null, undefined, 0, false, 'x'].map(isBlank)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    false,
  ])
})

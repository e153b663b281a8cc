/** Tests of the names of accounts, gates and phones. */
import { expect, test } from 'vitest'
import { gateProblems, gatesProblem } from '#domain/gate/passage'
import { userProblem } from '#domain/staff/accounts'
import { findNamed, hasInvisible, namesMatch } from '#domain/text/names'

/** The characters are written as codes, since an editor shows none of them. */
const invisible: [string, string][] = [
  ['NUL', '\u0000'],
  ['a bell', '\u0007'],
  ['a delete', '\u007f'],
  ['a soft hyphen', '\u00ad'],
  ['a zero width space', '\u200b'],
  ['a zero width joiner', '\u200d'],
  ['a mark of direction', '\u200f'],
  ['an override of the direction', '\u202e'],
  ['an isolate of the direction', '\u2067'],
  ['a word joiner', '\u2060'],
  ['a Hangul filler', '\u3164'],
  ['a blank of Braille', '\u2800'],
  ['a tag', '\u{e0041}'],
  ['half a character', '\ud800'],
]

test.each(invisible)('neither a new account nor a new gate may have %s in its name', (_, character) => {
  const name = `je${character}fa`
  expect(hasInvisible(name)).toBe(true)
  expect(userProblem(name)).toContain('un carácter que no se ve: bórrelo')
  expect(gatesProblem([name], ['Norte'])).toContain('un carácter que no se ve: bórrelo')
  expect(gatesProblem([name, 'Norte'], [name])).toBeUndefined()
})

test.each(['\n', '\r\n', '\t', '\u2028', '\u2029', '\u0085'])('a line end %j is in no new name', (end) => {
  expect(userProblem(`je${end}fa`)).toBeDefined()
  expect(gatesProblem([`Puerta${end}Norte`], [])).toContain('un carácter que no se ve')
})

test.each(['Íñigo', 'Puerta 2', '門', 'Puerta ☀️', "O'Higgins", 'VIP & prensa'])('%s is visible', (name) => {
  expect(hasInvisible(name)).toBe(false)
  expect(gatesProblem([name], [])).toBeUndefined()
})

test.each([
  ['jefa', 'JEFA'],
  ['jefa', 'ｊefa'],
  ['Íñigo', 'i\u0301n\u0303igo'],
  ['A', 'A '],
  ['Puerta Norte', ' puerta\u00a0  NORTE'],
  ['Straße', 'STRASSE'],
  ['Puerta ☀', 'Puerta ☀️'],
])('%j and %j are the same name', (one, other) => {
  expect(namesMatch(one, other)).toBe(true)
  expect(gatesProblem([one, other], [])).toContain('Ya hay una puerta con este nombre')
  expect(gatesProblem([one, other], [one, other])).toBeUndefined()
})

test.each([
  ['jose', 'José'],
  ['ana1', 'ana2'],
  ['Puerta Norte', 'PuertaNorte'],
])('%j and %j are two names', (one, other) => {
  expect(namesMatch(one, other)).toBe(false)
})

test('of two gates with the same name, the new one has the problem', () => {
  expect([...gateProblems(['NORTE', 'Norte', 'Sur', 'sur'], ['Norte']).keys()]).toEqual([0, 3])
  expect([...gateProblems(['Norte', 'Norte'], ['Norte']).keys()]).toEqual([1])
  expect(gatesProblem([], [])).toContain('de 1 a 50')
})

test('a name finds the element that has it exactly, or the only one with the same form', () => {
  const find = (names: string[], name: string) => findNamed(names, name, String)
  expect(find(['marta', 'ana'], 'Marta')).toBe('marta')
  expect(find(['jefa', 'JEFA'], 'JEFA')).toBe('JEFA')
  expect(find(['jefa', 'JEFA'], 'Jefa')).toBeUndefined()
  expect(find(['marta'], 'luz')).toBeUndefined()
})

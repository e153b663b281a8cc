/** Tests of the form in which texts are stored, from wherever they come. */
import { expect, test } from 'vitest'
import { settlementReason } from '#domain/gate/log-entry'
import { changedGates } from '#domain/gate/passage'
import { decideDuplicates, frequentClubs } from '#domain/pilots/checks/duplicates'
import { decideUpdate } from '#domain/pilots/decisions'
import { documentOf, readDocument } from '#domain/pilots/document'
import { checkDraft, checkField, parseDraft } from '#domain/pilots/pilot'
import { searchText, searchWords } from '#domain/pilots/search/search'
import { changedConsentText } from '#domain/privacy/consent'
import { enteredText, numberKey, visible } from '#domain/text/names'
import { fold } from '#domain/text/text'
import { aDraft } from '../../support/pilots.ts'

/** The characters are written as codes, since an editor shows none of them. */
const unseen = [
  '\u0000',
  '\u0007',
  '\u0092',
  '\u00ad',
  '\u034f',
  '\u061c',
  '\u180e',
  '\u200b',
  '\u200d',
  '\u200e',
  '\u202a',
  '\u202c',
  '\u202e',
  '\u2060',
  '\u2067',
  '\u2800',
  '\u3164',
  '\ufe0f',
  '\ufeff',
  '\u{e0041}',
]

test.each(unseen.map((character) => [JSON.stringify(character).slice(1, -1), character]))(
  'the character %j is in no stored value, and a name of nothing else is missing',
  (_, character) => {
    const around = (text: string) => character + text.slice(0, 1) + character + text.slice(1) + character
    const draft = aDraft({ participacion: '2021: campeona\n2022: segunda', alergias: 'Penicilina' })
    const typed = Object.fromEntries(
      Object.entries(draft).map(([name, value]) => [name, value === null ? value : around(String(value))]),
    )
    expect(checkDraft(typed)).toEqual(checkDraft(draft))
    expect(checkField('name', character)).toBe('Campo Requerido')
    expect(checkField('npiloto', character.repeat(3))).toBe('Campo Requerido')
    expect(numberKey(around('FM-0042'))).toBe('fm-42')
    expect(fold(around('Ñandú'))).toBe(fold('Ñandú'))
  },
)

test.each([
  ['Nun\u0303ez', 'Nuñez'],
  ['  Ana\u00a0Lucía\u3000', 'Ana Lucía'],
  ['una\r\notra\rmás\u2028fin', 'una\notra\nmás\nfin'],
  ['a\tb', 'a b'],
  ['👨‍👩‍👧 ❤️ 👍🏽', '👨‍👩‍👧 ❤️ 👍🏽'],
  ['A\u200dB\ufe0f', 'AB'],
  ['门卫', '门卫'],
  ["O'Higgins — “Sur”", "O'Higgins — “Sur”"],
])('%j is stored as %j', (typed, stored) => {
  expect(enteredText(typed)).toBe(stored)
  expect(enteredText(stored)).toBe(stored)
  expect(visible(typed)).toBe(stored.replace(/\s+/g, ' '))
})

test('two spellings of one club are one club', () => {
  const [nfc, nfd] = ['Club Ñandú', 'Club Ñandú'.normalize('NFD')]
  expect(
    frequentClubs([
      [nfd, 3],
      ['Sur', 4],
      [nfc, 2],
      [`${nfc}\u200b`, 1],
    ]),
  ).toEqual([nfc, 'Sur'])
  expect(fold(nfd)).toBe(fold(nfc))
})

test('what a file has in another form is found by the same words, number, licence and document', () => {
  const draft = aDraft({
    npiloto: '\u200b27',
    nlicencia: 'FM\u2011n\u0303-1\u200b',
    club: 'N\u0303andu\u0301\u200b',
  })
  const pilot = { ...draft, id: '000000000001', photo: null }
  const query = { npiloto: '27', nlicencia: 'fm\u2011ñ-01', modalidad: draft.modalidad }
  expect(Object.keys(decideDuplicates([pilot], query))).toEqual(['nlicencia', 'npiloto'])
  for (const word of searchWords('Ñandú 27')) expect(searchText(pilot)).toContain(word)
  const [one, other] = ['AÑ123', 'an\u0303-1\u200b23'].map((documento) =>
    readDocument({ tipodoc: 'Otro', documento }),
  )
  expect(one && other && documentOf(one)).toBe(other && documentOf(other))
})

test('a pilot of a file that has such characters is edited as before', () => {
  const draft = aDraft({ club: 'N\u0303andu\u0301', name: 'Ana\u200b' })
  const pilot = { ...draft, id: '000000000001', photo: null }
  const next = { ...parseDraft(pilot), npiloto: '28' }
  expect(decideUpdate(pilot, next, {}, '2026-11-22T09:00:00.000Z').pilot).toMatchObject({
    name: 'Ana',
    npiloto: '28',
  })
})

test('a reason, a text of consent, an event and a gate are stored in the same form', () => {
  const typed = 'Nun\u0303ez \u202eSur\u200b'
  expect(settlementReason(typed)).toBe('Nuñez Sur')
  expect(changedConsentText(undefined, `${typed}\r\nfin`).text).toBe('Nuñez Sur\nfin')
  const { gates } = changedGates({ again: 'warn', gates: ['N\u0303'] }, { gates: ['N\u0303', 'Pen\u0303a'] })
  expect(gates).toEqual(['N\u0303', 'Peña'])
})

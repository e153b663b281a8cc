/** Tests of the change log and of the history that is derived from it. */
import { expect, test } from 'vitest'
import type { Change, Merged } from '#domain/pilots/change'
import { historyOf, type LoggedChange, lastStateOf, mergeLogs } from '#domain/pilots/history/history'
import { parseLoggedChange } from '#domain/pilots/history/readable'
import type { Pilot } from '#domain/pilots/pilot'
import { aDraft } from '../../support/pilots.ts'

const id = '7K3Q9XW2M4TB'
const next = '0K3Q9XW2M4T1'
const pilot: Pilot = { id, photo: null, ...aDraft({ club: 'Uno' }) }
const other: Pilot = { id: '1K3Q9XW2M4T1', photo: null, ...aDraft() }
const changed: Pilot = { ...pilot, club: 'Dos' }
const printed: Pilot = { ...pilot, card: { at: '2026-11-21T10:00:00.000Z', address: 'http://a' } }
const moved: Pilot = { ...pilot, id: next }

/** Returns the time of a change: one minute later for each number. */
const momentOf = (number: number) => new Date(Date.UTC(2026, 10, 21, 10, number)).toISOString()

function log(...changes: Change[]): LoggedChange[] {
  return changes.map((change, index) => ({ number: index + 1, at: momentOf(index + 1), change }))
}

const kindsOf = (changes: LoggedChange[], ids = [id]) =>
  historyOf(changes, new Set(ids)).map(({ kind }) => kind)

test.each<[string, Change[], string[]]>([
  ['registered, changed', [{ put: [pilot] }, { put: [changed] }], ['registered', 'changed']],
  ['registered, printed', [{ put: [pilot] }, { put: [printed] }], ['registered', 'printed']],
  [
    'removed and recovered',
    [{ put: [pilot] }, { remove: [id] }, { put: [pilot] }],
    ['registered', 'removed', 'recovered'],
  ],
  ['restored from a backup', [{ put: [pilot] }, { clear: true, put: [changed] }], ['registered', 'restored']],
  [
    'changed between changes of others',
    [{ put: [other] }, { put: [other, pilot] }, { remove: [other.id] }, { put: [changed] }],
    ['registered', 'changed'],
  ],
])('a pilot that was %s has that history', (_, changes, kinds) => {
  expect(kindsOf(log(...changes))).toEqual(kinds)
})

test('a pilot whose identifier was revoked keeps its history under both identifiers', () => {
  const changes = log(
    { put: [pilot] },
    { put: [moved], remove: [id], revoke: [{ id, at: momentOf(2), next }] },
    { put: [{ ...moved, club: 'Dos' }] },
  )
  expect(kindsOf(changes, [id, next])).toEqual(['registered', 'revoked', 'changed'])
})

test('an entry contains its time, its author if known, and the differences', () => {
  expect(historyOf(log({ put: [pilot], by: 'ana' }, { put: [changed] }), new Set([id]))).toEqual([
    { at: momentOf(1), by: 'ana', kind: 'registered' },
    { at: momentOf(2), kind: 'changed', changes: [{ field: 'club', before: 'Uno', after: 'Dos' }] },
  ])
})

test('the last state of a pilot is the one before it was removed', () => {
  const changes = log({ put: [pilot] }, { put: [other, changed] }, { remove: [id] })
  expect(lastStateOf(changes, id)).toEqual(changed)
  expect(lastStateOf(changes, next)).toBeUndefined()
})

test('restored changes are merged with the own ones by their times, and without them the order stays as it is', () => {
  const at = (number: number, minute: number): LoggedChange => ({ number, at: momentOf(minute), change: {} })
  const numbers = (own: LoggedChange[], brought: LoggedChange[]) =>
    mergeLogs(own, brought).map(({ number }) => number)
  expect(numbers([at(11, 5), at(12, 9)], [at(1, 1), at(2, 7)])).toEqual([1, 11, 2, 12])
  expect(numbers([at(11, 5)], [at(1, 5)])).toEqual([1, 11])
  expect(numbers([at(11, 9), at(12, 5)], [])).toEqual([11, 12])
})

test('a line of a backup is parsed into its change', () => {
  const [change] = log({
    put: [printed],
    remove: [other.id],
    revoke: [{ id, at: momentOf(1), next }],
    by: 'ana',
  })
  expect(parseLoggedChange(JSON.stringify(change))).toEqual(change)
})

test.each<[string, unknown]>([
  ['invalid JSON', undefined],
  ['a list as its value', []],
  ['an invalid number', { number: '1', at: momentOf(1), change: {} }],
  ['an invalid time', { number: 1, at: 'ayer', change: {} }],
  ['no change', { number: 1, at: momentOf(1) }],
  ['a put that is not a list', { number: 1, at: momentOf(1), change: { put: pilot } }],
  ['an invalid pilot', { number: 1, at: momentOf(1), change: { put: [{ ...pilot, dni: '7' }] } }],
  ['a removal of an invalid identifier', { number: 1, at: momentOf(1), change: { remove: ['x'] } }],
  [
    'a revocation without a successor',
    { number: 1, at: momentOf(1), change: { revoke: [{ id, at: momentOf(1) }] } },
  ],
  ['an author that is not a text', { number: 1, at: momentOf(1), change: { by: 7 } }],
])('a line with %s is not accepted as part of a history', (_, value) => {
  expect(parseLoggedChange(value === undefined ? '{' : JSON.stringify(value))).toBeUndefined()
})

test('a change of another desk differs from its own last state, until a merge', () => {
  const email = 'otro@ejemplo.org'
  const changes = log(
    { put: [pilot] },
    { put: [changed], by: 'marta' },
    { put: [{ ...pilot, email }], by: 'luis', desk: 'NORTE' },
    { put: [{ ...pilot, email, npiloto: '7' }], by: 'luis', desk: 'NORTE' },
    { put: [{ ...changed, celular: 5 }], by: 'marta' },
    { put: [{ ...changed, celular: 5, email, npiloto: '7' }], merged: aMerge },
    { put: [{ ...changed, celular: 5, email, npiloto: '8' }] },
  )
  const fields = historyOf(changes, new Set([id])).map((entry) => entry.changes?.map(({ field }) => field))
  expect(fields.slice(3)).toEqual([['npiloto'], ['celular'], ['email', 'npiloto'], ['npiloto']])
})

const aMerge: Merged = {
  desk: 'NORTE',
  passages: [],
  moved: [],
  accounts: [],
  past: [],
  replaced: [],
  settled: [],
  open: [],
}

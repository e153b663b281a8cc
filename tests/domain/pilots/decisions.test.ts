/** Tests of the decisions that both stores make before they commit. */
import { expect, test } from 'vitest'
import {
  AlreadyPrintedError,
  ConflictError,
  DuplicateDocumentError,
  NotFoundError,
  RevokedError,
} from '#domain/errors'
import { ReturningEntries } from '#domain/events/numbers'
import {
  decideIssueCards,
  decidePrint,
  decideRegister,
  decideRevoke,
  decideUndoRemove,
  decideUpdate,
  requireUniqueDocument,
} from '#domain/pilots/decisions'
import type { Pilot } from '#domain/pilots/pilot'
import { aDraft } from '../../support/pilots.ts'

const id = '7K3Q9XW2M4TB'
const newId = '0K3Q9XW2M4T1'
const now = '2026-11-22T10:00:00.000Z'
const card = { at: '2026-11-21T10:00:00.000Z', address: 'http://192.168.1.20:4780' }
const draft = aDraft()
const pilot: Pilot = { id, photo: 'A.jpg', ...draft, since: card.at }
const printed: Pilot = { ...pilot, id: newId, card }

test('a registration stores the draft with its identifier, photo and time', () => {
  const expected = { id, photo: null, ...draft, since: now }
  expect(decideRegister({ draft, by: 'ana' }, id, now)).toEqual({
    pilot: expected,
    change: { put: [expected], by: 'ana' },
  })
})

test('an update keeps the identifier, the time of registration and, unless it replaces or removes it, the photo', () => {
  const other = { ...draft, club: 'Otro' }
  expect(decideUpdate(pilot, other, {}, now).pilot).toEqual({ ...pilot, club: 'Otro' })
  expect(decideUpdate(pilot, other, { photo: 'B.jpg' }, now).pilot.photo).toBe('B.jpg')
  expect(decideUpdate(pilot, other, { photo: null }, now).pilot.photo).toBeNull()
})

test('printed cards are printed again, or left out, only if the order says so', () => {
  expect(decidePrint([pilot], {})).toEqual([pilot])
  expect(() => decidePrint([pilot, printed], {})).toThrow(new AlreadyPrintedError(1, 2))
  expect(decidePrint([pilot, printed], { again: true })).toEqual([pilot, printed])
  expect(decidePrint([pilot, printed], { onlyNew: true })).toEqual([pilot])
  expect(() => decidePrint([printed], { onlyNew: true })).toThrow(new AlreadyPrintedError(1, 1))
})

test('issued cards contain the time and the address', () => {
  const issued = { at: now, address: 'http://a' }
  const options = { address: 'http://a', by: 'ana' }
  expect(decideIssueCards([pilot], options, now)).toEqual({ put: [{ ...pilot, card: issued }], by: 'ana' })
  expect(() => decideIssueCards([printed], options, now)).toThrow(AlreadyPrintedError)
  expect(decideIssueCards([printed], { ...options, again: true }, now).put).toEqual([
    { ...printed, card: issued },
  ])
})

test('a revocation results in a new identifier, the copied photo and no card', () => {
  const { card: _card, ...others } = printed
  const { pilot: next, change } = decideRevoke(printed, id, { photo: { of: 'A.jpg', copy: 'B.jpg' } }, now)
  expect(next).toEqual({ ...others, id, photo: 'B.jpg' })
  expect(change).toEqual({ put: [next], remove: [newId], revoke: [{ id: newId, at: now, next: id }] })
  expect(decideRevoke({ ...pilot, photo: null }, newId, {}, now).pilot.photo).toBeNull()
})

test('a revocation is refused if the photo was replaced after it was copied', () => {
  const photo = { of: 'other.jpg', copy: 'B.jpg' }
  expect(() => decideRevoke(pilot, newId, { photo }, now)).toThrow(ConflictError)
})

const nobody = new ReturningEntries([])

test('a removed pilot is restored in its last state', () => {
  expect(decideUndoRemove({ last: printed }, nobody, 'ana')).toEqual({
    pilot: printed,
    change: { put: [printed], by: 'ana' },
  })
})

test('an existing pilot is not restored again, and a revoked or unknown identifier is an error', () => {
  expect(decideUndoRemove({ stored: pilot, last: printed }, nobody)).toEqual({ pilot })
  expect(() => decideUndoRemove({}, nobody)).toThrow(NotFoundError)
  expect(() => decideUndoRemove({ last: pilot, revocation: { at: now, next: 'B' } }, nobody)).toThrow(
    RevokedError,
  )
})

test('a DNI belongs to at most one pilot', () => {
  requireUniqueDocument(pilot, undefined)
  requireUniqueDocument(pilot, pilot)
  expect(() => requireUniqueDocument(pilot, printed)).toThrow(new DuplicateDocumentError(newId, 'dni'))
})

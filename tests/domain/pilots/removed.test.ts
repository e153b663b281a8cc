/** Tests of the list of removed pilots, and of the decisions about several pilots. */
import { expect, test } from 'vitest'
import { ReturningEntries } from '#domain/events/numbers'
import type { LoggedChange } from '#domain/pilots/history/history'
import { decideUndoRemoveMany, removedIn, removedPage, removedSince } from '#domain/pilots/history/removed'
import type { Pilot } from '#domain/pilots/pilot'
import { aDraft } from '../../support/pilots.ts'

const [first, second]: [Pilot, Pilot] = [
  { id: '0000000000AA', photo: null, ...aDraft({ dni: 7 }) },
  { id: '0000000000BB', photo: null, ...aDraft({ dni: 7 }) },
]

/** Returns a log whose changes are one day apart. */
function logOf(...changes: LoggedChange['change'][]): LoggedChange[] {
  return changes.map((change, index) => ({
    number: index + 1,
    at: new Date(Date.UTC(2026, 0, index + 1)).toISOString(),
    change,
  }))
}

test('a removal is listed for 90 days', () => {
  const removed = removedIn(logOf({ put: [first] }, { remove: [first.id] }))
  const totalAt = (now: string) => removedPage(removed, {}, removedSince(new Date(now))).total
  expect(totalAt('2026-01-02T00:00:00.000Z')).toBe(1)
  expect(totalAt('2026-04-02T00:00:00.000Z')).toBe(1)
  expect(totalAt('2026-04-02T00:00:00.001Z')).toBe(0)
})

test('a revoked identifier, a restored pilot and the pilots of an undone import are not listed', () => {
  const revoke = [{ id: first.id, at: '2026-01-02T00:00:00.000Z', next: second.id }]
  const listed = (...changes: LoggedChange['change'][]) =>
    removedIn(logOf(...changes)).map(({ pilot }) => pilot.id)
  expect(listed({ put: [first] }, { put: [second], remove: [first.id], revoke })).toEqual([])
  expect(listed({ put: [first] }, { remove: [first.id] }, { put: [first] })).toEqual([])
  expect(listed({ put: [first] }, { remove: [first.id], undoes: 1 })).toEqual([])
  expect(listed({ put: [first] }, { remove: [first.id] }, { clear: true, put: [] })).toEqual([first.id])
  expect(listed({ put: [first] }, { clear: true, put: [] })).toEqual([])
})

test('of two removed pilots with one DNI, the first is restored, and the second is refused with a link to it', () => {
  const lasts = new Map([first, second].map((pilot) => [pilot.id, pilot]))
  const none = () => undefined
  const existing = { byId: none, byDocument: none, revocation: none }
  const { undone, put } = decideUndoRemoveMany(
    [first.id, second.id],
    existing,
    (id) => lasts.get(id),
    new ReturningEntries([]),
  )
  expect(put).toEqual([first])
  expect(undone.refused).toEqual([
    {
      id: second.id,
      name: 'Íñigo Núñez Peña',
      reason: 'Ya existe un piloto con este DNI',
      other: first.id,
    },
  ])
})

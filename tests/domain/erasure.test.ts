/** Tests which passages, photos and records belong to an erased person, and which to others. */
import { expect, test } from 'vitest'
import { erasureOf } from '#domain/erasure/erasure'
import { personsWith } from '#domain/erasure/person'
import type { Change } from '#domain/pilot/change'
import type { Pilot } from '#domain/pilot/pilot'
import { at } from '../support/passages.ts'
import { aDraft, aForeigner, aPilot } from '../support/pilots.ts'

const [own, joined, other] = ['0000000000AA', '0000000000BB', '00000AB123CC']
const eva: Pilot = {
  ...aPilot(own, aForeigner({ name: 'Eva', lastname: 'Paz', documento: 'AB123' })),
  photo: 'eva.jpg',
}
const luz: Pilot = { ...aPilot(other, aDraft({ name: 'Luz' })), photo: 'luz.jpg' }

/** Returns the rewriting that erases Eva. */
function erasing({ changes = [], pilots = [eva, luz] }: { changes?: Change[]; pilots?: Pilot[] } = {}) {
  const log = changes.map((change, index) => ({ number: index + 1, at: at('08:00'), change }))
  return erasureOf(personsWith([own], { log, revoked: [], pilots }))
}

/** Returns a stored passage. */
function aPassage(scanned: string, pilot?: string) {
  return {
    number: 1,
    id: scanned,
    scanned,
    at: at('09:00'),
    received: at('09:00'),
    by: 'ana',
    device: 'Android',
    result: 'valid',
    ...(pilot && { pilot }),
  } as never
}

test('a merged rider is one person: scans that only have the other code as a text lose it', () => {
  const merged = {
    desk: 'Sur',
    passages: [],
    moved: [
      { id: 'x', pilot: joined },
      { id: 'y', pilot: other },
    ],
    accounts: [],
    past: [],
    replaced: [{ id: joined, at: at('08:00'), next: own }],
    settled: [`${joined} {} k`, `${other} {} k`],
    open: [`${own} {} k`],
  }
  const change: Change = { put: [eva], remove: [joined], desk: 'Sur', merged }
  const { entry, change: kept } = erasing({ changes: [change] })
  for (const scanned of [joined, joined.toLowerCase(), `http://x/credencial/${joined}`, 'Eva Paz', 'AB123'])
    expect(entry(aPassage(scanned))).toMatchObject({ scanned: '', result: 'valid' })
  expect(kept(change)).toEqual({
    put: [],
    remove: [],
    desk: 'Sur',
    merged: {
      ...merged,
      moved: [{ id: 'y', pilot: other }],
      replaced: [],
      settled: [`${other} {} k`],
      open: [],
    },
  })
})

test('a passage of somebody else stays, also with a code or a document that contains a short document', () => {
  const { entry } = erasing()
  for (const passage of [
    aPassage(other, other),
    aPassage(other),
    aPassage('http://x/credencial/00000AB123CD'),
  ])
    expect(entry(passage)).toBe(passage)
})

test('a photo that another rider has too stays', () => {
  const shared = { ...luz, photo: 'eva.jpg' }
  expect([...erasing().photos]).toEqual(['eva.jpg'])
  expect([...erasing({ pilots: [eva, shared] }).photos]).toEqual([])
})

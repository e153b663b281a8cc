/** Tests which passages, photos and records belong to an erased person, and which to others. */
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Change, Revocation } from '#domain/pilots/change'
import type { Pilot } from '#domain/pilots/pilot'
import { erasureOf } from '#domain/privacy/erasure'
import { foundPerson, personIn, personsWith, seedsOf } from '#domain/privacy/person'
import { Tombstones } from '../../../server/store/shared/tombstones.ts'
import { at } from '../../support/passages.ts'
import { aDraft, aForeigner, aPilot } from '../../support/pilots.ts'

const [own, joined, other] = ['0000000000AA', '0000000000BB', '00000AB123CC']
const eva: Pilot = {
  ...aPilot(own, aForeigner({ name: 'Eva', lastname: 'Paz', documento: 'AB123' })),
  photo: 'eva.jpg',
}
const luz: Pilot = { ...aPilot(other, aDraft({ name: 'Luz' })), photo: 'luz.jpg' }

const logOf = (changes: Change[]) =>
  changes.map((change, index) => ({ number: index + 1, at: at('08:00'), change }))

/** Returns the rewriting that erases Eva. */
function erasing({ changes = [], pilots = [eva, luz] }: { changes?: Change[]; pilots?: Pilot[] } = {}) {
  return erasureOf(personsWith([own], { log: logOf(changes), revoked: [], pilots }))
}

/** A merge that changed nothing. */
const merge = {
  desk: 'Sur',
  passages: [],
  moved: [],
  accounts: [],
  past: [],
  replaced: [],
  settled: [],
  open: [],
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

test('the numbers that are reserved for a person in any notation are taken away, in events of any version', () => {
  const reserved = ['PAZ eva', 'pasaporte ab-123', 'Evaristo Paz'].map((name, index) => ({
    ...{ number: String(index + 1), modalidad: 'RALLY', for: name },
  }))
  const { events } = erasing()
  expect(events({ one: { name: 'Copa', reserved }, old: { name: 'Gran Premio' } })).toEqual({
    one: { name: 'Copa', reserved: reserved.slice(2) },
    old: { name: 'Gran Premio' },
  })
})

test('a merged rider is one person: scans that only have the other code as a text lose it', () => {
  const kept = { ...merge, moved: [{ id: 'y', pilot: other }], settled: [`${other} {} k`] }
  const merged = {
    ...merge,
    moved: [{ id: 'x', pilot: joined }, ...kept.moved],
    replaced: [{ id: joined, at: at('08:00'), next: own }],
    settled: [`${joined} {} k`, ...kept.settled],
    open: [`${own} {} k`],
  }
  const change: Change = { put: [eva], remove: [joined], desk: 'Sur', merged }
  const erased = erasing({ changes: [change] })
  for (const scanned of [joined, joined.toLowerCase(), `http://x/credencial/${joined}`, 'Eva Paz', 'AB123'])
    expect(erased.entry(aPassage(scanned))).toMatchObject({ scanned: '', result: 'valid' })
  expect(erased.change(change)).toEqual({ put: [], remove: [], desk: 'Sur', merged: kept })
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

/** Returns the persons with some codes in a history of changes, and the seeds with which older data is searched. */
function personOf(code: string, changes: Change[], pilots: Pilot[], revoked: Revocation[] = []) {
  return personsWith([code], { log: logOf(changes), revoked, pilots })
}
const third = '0000000000DD'
const ana = aPilot(other, aDraft({ name: 'Ana', fechanac: '1980-01-01', dni: 41000001 }))
const leo = aPilot(own, aDraft({ name: 'Leo', fechanac: '1990-02-02', dni: 41000002 }))
/** Leo with the document of Ana, before it was corrected. */
const wrong = { ...leo, dni: 41000001 }

test('a document that was typed on another rider, who lost a card before it was corrected, leads to nobody else', () => {
  const [lost, right] = [
    { ...wrong, id: third },
    { ...leo, id: third },
  ]
  const revoke = [{ id: own, at: at('08:00'), next: third }]
  const changes = [{ put: [wrong] }, { put: [lost], remove: [own], revoke }, { put: [right] }, { put: [ana] }]
  const person = personOf(other, changes, [right, ana], revoke)
  expect([[...person.codes], person.count]).toEqual([[other], 1])
})

test('the first card of a rider leads to the rider, and not to another one with a document of before a correction', () => {
  const right = { ...leo, id: third }
  const revoke = [{ id: own, at: at('08:00'), next: third }]
  const person = personOf(
    own,
    [{ put: [wrong] }, { put: [right], remove: [own], revoke }, { put: [ana] }],
    [right, ana],
    revoke,
  )
  expect([...person.codes].sort()).toEqual([own, third].sort())
})

test('a rider who was removed since the document was that of another person, who has it now, leads to nobody else', () => {
  const changes = [{ put: [wrong] }, { remove: [own] }, { put: [ana] }]
  expect([...personOf(own, changes, [ana]).codes]).toEqual([own])
  expect([...personOf(other, changes, [ana]).codes]).toEqual([other])
  const again = { ...ana, id: third, name: 'Anita' }
  expect([...personOf(other, [...changes, { put: [again] }, { remove: [third] }], [ana]).codes]).toEqual([
    other,
    third,
  ])
})

test('a code that a merge gave back to its rider leads to nobody else', () => {
  const joined = [{ id: own, at: at('08:00'), next: other, joined: true as const }]
  const merged = { ...merge, replaced: joined }
  const changes = [
    { put: [ana], revoke: joined },
    { put: [leo], unrevoke: [own], merged },
  ]
  const person = personOf(own, changes, [ana, leo])
  expect([[...person.codes], [...person.others]]).toEqual([[own], [other]])
})

test('other riders stay in older data, in which they have the document or are one with the person', () => {
  const person = personOf(other, [{ put: [wrong] }, { put: [leo] }, { put: [ana] }], [leo, ana])
  const stones = new Tombstones([]).withErasure(person, at('10:00'))
  for (const seeds of [seedsOf(person), stones.seedsIn()])
    expect([...personIn({ log: [], revoked: [], pilots: [wrong] }, seeds).codes]).toEqual([])
  const again = { ...ana, id: third }
  expect([...personIn({ log: [], revoked: [], pilots: [again] }, stones.seedsIn()).codes]).toEqual([third])
})

test('a document that was corrected stays with a rider who was removed, with the passages and texts that have it', () => {
  const changes = [{ put: [ana] }, { remove: [other] }, { put: [wrong] }, { put: [leo] }]
  const person = personOf(own, changes, [leo])
  expect(person.documents).toEqual(['DNI 41000002'])
  expect(person.isMentionedIn('41000001')).toBe(false)
  const stones = new Tombstones([]).withErasure(person, at('10:00'))
  expect(stones.isErased(ana)).toBe(false)
  const { entry } = erasureOf(person)
  for (const passage of [aPassage('41000001'), aPassage('41000002', other)])
    expect(entry(passage)).toBe(passage)
})

test('a tombstone finds who was registered at another desk by the document and the birth date together', () => {
  const person = personOf(other, [{ put: [ana] }], [ana])
  const stones = new Tombstones([]).withErasure(person, at('10:00'))
  const found = (pilot: Pilot, known: Tombstones = new Tombstones([])) => [
    ...personIn({ log: [], revoked: [], pilots: [pilot] }, stones.seedsIn(known.sets)).codes,
  ]
  const there = { ...ana, id: third, name: 'ANA M.' }
  expect(found(there)).toEqual([third])
  expect(found({ ...there, fechanac: '1980-01-02' })).toEqual([])
  expect(found({ ...there, dni: 41000009 })).toEqual([])
  // A rider in data that knows of the erasure was registered later.
  expect(found(there, stones)).toEqual([])
  expect(found(ana, stones)).toEqual([other])
})

test('no hash in a tombstone is a fast one of a document', () => {
  const { sets } = new Tombstones([]).withErasure(personOf(other, [{ put: [ana] }], [ana]), at('10:00'))
  const fast = sets.flatMap(({ key }) =>
    ['document DNI 41000001', 'DNI 41000001', '41000001', 'DNI 41000001 1980-01-01'].map((text) =>
      createHmac('sha256', Buffer.from(key, 'base64url')).update(text).digest('base64url'),
    ),
  )
  const hashes = sets.flatMap(({ stones }) => stones.map(({ hash, kind }) => `${kind} ${hash}`))
  expect(hashes).toHaveLength(2)
  expect(hashes.filter((one) => fast.includes(one.split(' ')[1] ?? ''))).toEqual([])
})

test('a document finds who has it, then who was removed with it, and last a rider on whom it was corrected', () => {
  const changes: Change[] = [{ put: [ana] }, { remove: [other] }, { put: [wrong] }, { put: [leo] }]
  const found = (all: Change[], pilots: Pilot[]) =>
    foundPerson('41000001', { log: logOf(all), revoked: [], pilots })
  expect(found(changes, [leo])).toMatchObject({ code: other, document: '41000001' })
  expect(found(changes.slice(2), [leo])).toMatchObject({ code: own, document: '41000002' })
  const again = { ...ana, id: third }
  expect(found([...changes, { put: [again] }, { put: [wrong] }, { put: [leo] }], [leo, again])).toMatchObject(
    { code: third },
  )
})

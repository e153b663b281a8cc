/** What holds for every merge: the histories of two desks are generated, also with merges and restores between them. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PilotosError } from '#domain/errors'
import type { EntryChange } from '#domain/events/entry-calls'
import { openEvent } from '#domain/events/events'
import type { MergeChoices, MergeReport } from '#domain/merge/calls'
import type { Pilot } from '#domain/pilots/pilot'
import type { PilotId } from '#domain/pilots/pilot-id'
import { MergeDesk } from '../../support/merge-desk.ts'

const clubs = ['Uno', 'Dos', 'Tres']
/** A few documents, so that both desks register the same person or give a document to another rider. */
const documents = [41000001, 41000002, 41000003, 41000004, 41000005, 41000006]

/** A step of a desk. `who` chooses the rider, modulo the number of riders. */
const step = fc.oneof(
  fc.record({
    kind: fc.constant('register' as const),
    dni: fc.constantFrom(...documents),
    club: fc.constantFrom(...clubs),
  }),
  fc.record({
    kind: fc.constant('edit' as const),
    who: fc.nat(9),
    values: fc.constantFrom<Partial<Pilot>>(
      ...clubs.map((club) => ({ club })),
      { npiloto: '1' },
      { npiloto: '2' },
      { club: null },
      ...documents.slice(0, 4).map((dni) => ({ dni })),
      { photo: 'AAAAAAAAAAAA.jpg' },
      { photo: 'BBBBBBBBBBBB.jpg' },
    ),
  }),
  fc.record({
    kind: fc.constant('suspend' as const),
    who: fc.nat(9),
    from: fc.constantFrom('2026-11-20', '2026-11-21'),
    to: fc.constantFrom('2026-11-22', '2026-11-23', undefined),
  }),
  fc.record({
    kind: fc.constant('enter' as const),
    who: fc.nat(9),
    modalidad: fc.constantFrom('RALLY', 'UTV'),
    to: fc.constantFrom<EntryChange[]>(
      {},
      { checks: { payment: true } },
      { number: '3' },
      { checks: { payment: false } },
    ),
  }),
  fc.record({ kind: fc.constant('withdraw' as const), who: fc.nat(9) }),
  fc.record({
    kind: fc.constant('consent' as const),
    who: fc.nat(9),
    version: fc.constantFrom(1, 2, undefined),
  }),
  fc.record({
    kind: fc.constantFrom(
      'lift' as const,
      'print' as const,
      'revoke' as const,
      'remove' as const,
      'forget' as const,
    ),
    who: fc.nat(9),
  }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

function take(desk: MergeDesk, one: Step): void {
  if (one.kind === 'register') {
    if (isTaken(desk, one.dni)) return
    desk.register({ dni: one.dni, club: one.club, name: `Rider ${one.dni}`, fechanac: '1990-01-01' })
    return
  }
  const riders = desk.riders()
  const rider = riders[one.who % Math.max(1, riders.length)]
  if (!rider) return
  if (one.kind === 'edit') {
    const { dni } = one.values
    if (dni && dni !== rider.dni && isTaken(desk, dni)) return
    desk.edit(rider.id, one.values as object)
  } else if (one.kind === 'suspend')
    desk.setTerms(rider.id, {
      suspension: { from: one.from, ...(one.to && { to: one.to }), reason: desk.desk },
    })
  else if (one.kind === 'enter') enter(desk, rider, one)
  else if (one.kind === 'withdraw') desk.order({ kind: 'withdraw', ids: [rider.id] }, event)
  else if (one.kind === 'consent') desk.consent(rider.id, one.version)
  else if (one.kind === 'lift') desk.setTerms(rider.id, {})
  else desk[one.kind](rider.id)
}

const event = { ...openEvent(), id: 'E' }

/** Enters a rider, and changes the entry. A number that another rider has is refused. */
function enter(desk: MergeDesk, { id }: Pilot, { modalidad, to }: Extract<Step, { kind: 'enter' }>): void {
  desk.order({ kind: 'enter', ids: [id], modalidades: [modalidad], number: null }, event)
  try {
    desk.order({ kind: 'change', id, modalidad, to }, event)
  } catch (error) {
    if (!(error instanceof PilotosError)) throw error
  }
}

function isTaken(desk: MergeDesk, dni: number): boolean {
  return desk.riders().some((rider) => rider.dni === dni)
}

/** What happened at two desks with a common past, or none, that may have exchanged their data before. */
const events = fc.record({
  past: fc.array(step, { maxLength: 8 }),
  origin: fc.constantFrom('backup' as const, 'folder' as const, 'none' as const),
  rounds: fc.array(
    fc.record({ north: fc.array(step, { maxLength: 6 }), south: fc.array(step, { maxLength: 6 }) }),
    { minLength: 1, maxLength: 3 },
  ),
  /** The desks that merge the other's data after each round but the last. */
  exchange: fc.constantFrom('north' as const, 'south' as const, 'both' as const),
  clock: fc.constantFrom(-48, 0, 48),
})
type Events = typeof events extends fc.Arbitrary<infer Value> ? Value : never

function desksAfter({ past, origin, rounds, exchange, clock }: Events) {
  const north = new MergeDesk('NORTE')
  const time = Date.parse('2026-11-21T12:00:00.500Z') + clock * 3_600_000
  if (origin !== 'none') for (const one of past) take(north, one)
  const south =
    origin === 'none'
      ? new MergeDesk('SUR', time)
      : north.second('SUR', time, { isFolder: origin === 'folder' })
  for (const [index, round] of rounds.entries()) {
    for (const one of round.north) take(north, one)
    for (const one of round.south) take(south, one)
    if (index === rounds.length - 1) break
    const [fromNorth, fromSouth] = [frozen(north), frozen(south)]
    if (exchange !== 'south') tryMerge(north, fromSouth, { prefer: 'other' })
    if (exchange !== 'north') tryMerge(south, fromNorth, { prefer: 'this' })
  }
  return { north, south }
}

type Data = ReturnType<MergeDesk['data']>

function frozen(desk: MergeDesk): Data {
  const data = desk.data()
  return { ...data, log: [...data.log], passages: [...data.passages] }
}

/** Merges, unless two riders would have the same document: then nothing is merged, and a person corrects one. */
function tryMerge(desk: MergeDesk, data: Data, choices: MergeChoices) {
  try {
    return desk.merge(data, choices)
  } catch (error) {
    expect(String(error)).toContain('quedarían con el mismo documento')
    return undefined
  }
}

const comparable = (desk: MergeDesk) => desk.riders().map(({ ...rider }) => rider)

/** The conflicts without those of a document that another rider has, which stay until one of both is corrected. */
function open({ conflicts }: MergeReport) {
  return conflicts.filter(({ onlySide }) => onlySide === undefined)
}

function check(holds: (north: MergeDesk, south: MergeDesk) => void): void {
  fc.assert(
    fc.property(events, (all) => {
      const { north, south } = desksAfter(all)
      holds(north, south)
    }),
    { numRuns: 1500 },
  )
}

test('the second merge of the same data changes nothing, and neither has a conflict', () => {
  check((north, south) => {
    const data = frozen(south)
    if (!tryMerge(north, data, { prefer: 'other' })) return
    const before = comparable(north)
    const again = north.merge(data, { prefer: 'other' })
    expect(comparable(north)).toEqual(before)
    expect([again.hasChanges, open(again.report)]).toEqual([false, []])
  })
})

test('a merge of a desk with itself finds nothing', () => {
  check((north) => {
    const { hasChanges, report } = north.plan(frozen(north))
    expect([hasChanges, report.same, report.conflicts]).toEqual([false, north.pilots.size, []])
  })
})

test('both desks have the same riders, whichever merges first, if the same side is chosen', () => {
  check((north, south) => {
    const [fromNorth, fromSouth] = [frozen(north), frozen(south)]
    const merged = tryMerge(north, fromSouth, { prefer: 'this' })
    const back = tryMerge(south, fromNorth, { prefer: 'other' })
    expect(merged === undefined).toBe(back === undefined)
    if (merged && back) expect(comparable(north)).toEqual(comparable(south))
  })
})

test('the other desk takes over the result without a conflict', () => {
  check((north, south) => {
    if (!tryMerge(north, frozen(south), { prefer: 'this' })) return
    const { report } = south.merge(frozen(north))
    expect(open(report)).toEqual([])
    expect(comparable(south)).toEqual(comparable(north))
  })
})

test('no rider is missing, unless one desk removed the rider and the other did nothing since', () => {
  check((north, south) => {
    const [mine, theirs] = [north.riders(), south.riders()]
    const removedAt = (desk: MergeDesk) =>
      new Set(desk.log.filter(({ past }) => !past).flatMap(({ change }) => change.remove ?? []))
    const removed = new Set([...removedAt(north), ...removedAt(south)])
    const result = tryMerge(north, frozen(south), { prefer: 'this' })
    if (!result) return
    const isThere = (id: PilotId): boolean => {
      const next = north.revoked.get(id)?.next
      return north.pilots.has(id) || removed.has(id) || (next !== undefined && isThere(next))
    }
    for (const { id } of [...mine, ...theirs]) expect(isThere(id)).toBe(true)
    const ids = comparable(north).map(({ dni }) => dni)
    expect(new Set(ids).size).toBe(ids.length)
  })
})

test('an undone merge leaves the riders as they were, and the next merge does the same again', () => {
  check((north, south) => {
    const data = frozen(south)
    const [before, revoked] = [comparable(north), [...north.revoked.values()]]
    const merge = tryMerge(north, data, { prefer: 'other' })
    if (!merge?.hasChanges) return
    const after = comparable(north)
    north.undo(merge.number)
    expect(comparable(north)).toEqual(before)
    expect(new Set(north.revoked.values())).toEqual(new Set(revoked))
    north.merge(data, { prefer: 'other' })
    expect(comparable(north)).toEqual(after)
  })
})

test('a field that only one desk changed since they were equal has its value', () => {
  const edits = fc.array(
    fc.record({ who: fc.nat(4), field: fc.constantFrom('club', 'npiloto', 'participacion') }),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(edits, edits, fc.boolean(), (mine, theirs, isFolder) => {
      const north = new MergeDesk('NORTE')
      for (let index = 0; index < 5; index += 1) north.register({ club: 'Uno', npiloto: '1' })
      const riders = north.riders()
      const south = north.second('SUR', Date.parse('2026-11-20T12:00:00.000Z'), { isFolder })
      let value = 1
      const make = (desk: MergeDesk, all: typeof mine) => {
        const changed = new Map<string, string>()
        for (const { who, field } of all) {
          value += 1
          const id = (riders[who] as Pilot).id
          desk.edit(id, { [field]: String(value) })
          changed.set(`${id} ${field}`, String(value))
        }
        return changed
      }
      const [own, others] = [make(north, mine), make(south, theirs)]
      const { report } = north.merge(south.data())
      const both = [...own.keys()].filter((key) => others.has(key))
      expect(report.conflicts.map(({ id_driver, field }) => `${id_driver} ${field}`).sort()).toEqual(
        both.sort(),
      )
      for (const [key, written] of new Map([...others, ...own])) {
        const [id = '', field = ''] = key.split(' ')
        expect(Reflect.get(north.get(id), field)).toBe(written)
      }
    }),
  )
})

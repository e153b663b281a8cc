import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  entriesDifferences,
  entriesIn,
  joinedEntries,
  lackingAtGate,
  missingText,
  pendingIn,
  type Requirements,
  sameEntries,
} from '#domain/events/entry'
import type { EntryChange } from '#domain/events/entry-calls'
import type { EntriesOrder } from '#domain/events/entry-orders'
import type { RaceEvent } from '#domain/events/event'
import { openEvent } from '#domain/events/events'
import { isIncomplete } from '#domain/pilots/incomplete'
import type { Pilot, PilotDraft } from '#domain/pilots/pilot'
import { numberKey } from '#domain/text/names'
import { RidersOfEvent } from '../../support/entry-desk.ts'
import { aDraft, aPilot } from '../../support/pilots.ts'

const now = RidersOfEvent.now
const event: RaceEvent = { ...openEvent(), id: 'E', modalidades: ['ENDURO CROSS', 'RALLY'] }
const [ana, luis, eva] = ['A', 'B', 'C'].map((letter) => `7K3Q9XW2M4T${letter}`) as [string, string, string]

function rider(id: string, changes: Partial<PilotDraft> = {}): Pilot {
  return aPilot(id, aDraft(changes))
}

const riders = (...all: Pilot[]) => new RidersOfEvent(event, all)

test('a rider enters with the modalidad, the number and the transponder that are his own', () => {
  const desk = riders(rider(ana, { npiloto: '27', transponder: '4012345' }), rider(luis, { npiloto: 'S/N' }))
  expect(desk.take({ kind: 'enter', ids: [ana, luis, ana] })).toMatchObject({
    changed: 2,
    unchanged: 0,
    refused: [],
  })
  expect(desk.entries(ana)).toEqual([
    { event: 'E', modalidad: 'ENDURO CROSS', number: '27', transponder: '4012345', at: now, by: 'ana' },
  ])
  expect(desk.entries(luis)).toEqual([{ event: 'E', modalidad: 'ENDURO CROSS', at: now, by: 'ana' }])
  expect(
    desk.take({ kind: 'enter', ids: [ana], modalidades: ['ENDURO CROSS', 'RALLY'], number: '8' }),
  ).toMatchObject({ changed: 1, unchanged: 1 })
  expect(desk.entries(ana).map(({ modalidad, number }) => [modalidad, number])).toEqual([
    ['ENDURO CROSS', '27'],
    ['RALLY', '8'],
  ])
})

test('those whom an order for many refuses stay pending, with the reason of now, until they are entered or left out', () => {
  const named = (id: string, name: string, npiloto: string, modalidad = 'RALLY' as const) =>
    rider(id, { name, lastname: 'Paz', npiloto, modalidad })
  const desk = riders(named(ana, 'Ana', '27'), named(luis, 'Luis', '027'), named(eva, 'Eva', '27'))
  desk.take({ kind: 'enter', ids: [ana, luis, eva] })
  const reason = (number: string) => `El número ${number} de RALLY lo tiene Ana Paz`
  expect(desk.pending()).toEqual([
    [eva, 'RALLY', '27', reason('27')],
    [luis, 'RALLY', '027', reason('027')],
  ])
  // An order that refuses them again changes nothing, and one rider with a number who is refused becomes no pending one.
  const before = [...desk.all.values()]
  desk.take({ kind: 'enter', ids: [luis, eva] })
  expect([...desk.all.values()]).toEqual(before)
  desk.take({ kind: 'leave-out', ids: [luis], modalidad: 'RALLY' })
  desk.take({ kind: 'enter', ids: [luis], numbers: { RALLY: '27' } })
  expect(desk.pending()).toEqual([[eva, 'RALLY', '27', reason('27')]])

  // A number that is freed leaves no reason, and a number that the rider gets meanwhile counts.
  desk.take({ kind: 'withdraw', ids: [ana] })
  expect(desk.pending()).toEqual([[eva, 'RALLY', '27', undefined]])
  desk.all.set(eva, { ...(desk.all.get(eva) as Pilot), npiloto: '300' })
  expect(desk.pending()).toEqual([[eva, 'RALLY', '300', undefined]])
  expect(desk.pending({ ...event, modalidades: ['UTV'] })).toEqual([
    [eva, 'RALLY', '300', 'RALLY no corre en este evento'],
  ])
  expect(desk.pending({ ...event, id: 'F' })).toEqual([])
  desk.take({ kind: 'enter', ids: [eva], numbers: { RALLY: '301' } })
  expect(desk.pending()).toEqual([])
  expect(desk.all.get(eva)).not.toHaveProperty('pending')
  // A rider who is taken out again is not wanted any more.
  desk.take({ kind: 'withdraw', ids: [eva] })
  expect(desk.pending()).toEqual([])
})

test('an incomplete rider stays pending for what is missing, and in the modalidad that the desk fills in', () => {
  const { npiloto: _number, ...one } = rider(ana, { modalidad: 'RALLY' })
  const { modalidad: _modalidad, ...two } = rider(luis, { npiloto: '1' })
  const desk = riders(one, two)
  desk.take({ kind: 'enter', ids: [ana, luis] })
  expect(desk.pending()).toEqual([
    [luis, '', '1', expect.stringMatching(/^Incompleto: falta Modalidad/)],
    [ana, 'RALLY', undefined, expect.stringMatching(/^Incompleto: falta Piloto N°/)],
  ])
  desk.all.set(luis, { ...(desk.all.get(luis) as Pilot), modalidad: 'RALLY' })
  expect(desk.pending()).toContainEqual([luis, 'RALLY', '1', undefined])
  // Without a number, the next free one is taken.
  expect(desk.take({ kind: 'pending' })).toMatchObject({ changed: 2, refused: [] })
  expect([desk.entries(ana)[0]?.number, desk.entries(luis)[0]?.number]).toEqual(['1', '2'])
  // Nobody stays incomplete for want of a number. Who has one keeps it.
  expect([ana, luis].map((id) => [desk.pilot(id).npiloto, isIncomplete(desk.pilot(id))])).toEqual([
    ['1', false],
    ['1', false],
  ])
  expect(desk.pending()).toEqual([])
})

test('an incomplete rider is entered with the modalidad and the number that are given, or with a reserved one', () => {
  const { npiloto: _number, modalidad: _modalidad, ...one } = rider(ana, { name: 'Ana', lastname: 'Paz' })
  const enter = (order: object, reserved: RaceEvent['reserved'] = []) => {
    const desk = riders({ ...one, entries: [{ event: 'A', modalidad: 'RALLY', number: '9', at: now }] })
    const at = { ...event, reserved }
    const { refused } = desk.take({ kind: 'enter', ids: [ana], modalidades: ['RALLY'], ...order }, at)
    // The number of another event is not that of the record.
    if (refused.length === 0) expect(desk.pilot(ana).npiloto).toBe(desk.entries(ana)[0]?.number)
    return refused[0]?.reason ?? desk.entries(ana)[0]?.number
  }
  const reserved = [{ number: '07', modalidad: 'RALLY', for: 'Ana Paz' }]
  expect([enter({ number: '7' }), enter({}, reserved)]).toEqual(['7', '07'])
  for (const reason of [enter({}), enter({ number: null }, reserved)]) expect(reason).toContain('Piloto N°')
})

test('an entry is moved into a modalidad that rides and in which the rider is not yet, and leaves the one before', () => {
  const desk = riders(rider(ana, { modalidad: 'RALLY' }))
  desk.take({ kind: 'enter', ids: [ana], modalidades: ['RALLY', 'ENDURO CROSS'] })
  const move = (modalidad: string) => () =>
    desk.take({ kind: 'change', id: ana, modalidad: 'RALLY', to: { modalidad } })
  for (const [modalidad, problem] of [
    ['ENDURO CROSS', 'Ya está inscrito en ENDURO CROSS'],
    ['UTV', 'UTV no corre en este evento'],
  ] as const)
    expect(move(modalidad)).toThrow(expect.objectContaining({ details: { fields: { modalidad: problem } } }))
  desk.take({ kind: 'withdraw', ids: [ana], modalidad: 'ENDURO CROSS' })
  move('ENDURO CROSS')()
  expect(desk.entries(ana)).toMatchObject([{ modalidad: 'ENDURO CROSS' }])
  expect(desk.entries(ana)).toHaveLength(1)
})

test('a number without a digit that counts is refused, and the field says so', () => {
  const desk = riders(rider(ana, { modalidad: 'RALLY' }))
  const refusal = expect.objectContaining({
    details: { fields: { number: expect.stringContaining('una cifra que no es cero') } },
  })
  expect(() => desk.take({ kind: 'enter', ids: [ana], number: 'S/N' })).toThrow(refusal)
  desk.take({ kind: 'enter', ids: [ana] })
  const zeros = { number: '00' }
  expect(() => desk.take({ kind: 'change', id: ana, modalidad: 'RALLY', to: zeros })).toThrow(refusal)
})

test('an entry that another desk has made is not pending, although the wish came with a merge', () => {
  const entry = { event: 'E', modalidad: 'RALLY', at: now }
  const one = { ...rider(ana, { modalidad: 'RALLY' }), pending: [entry] }
  expect(riders(one).pending()).toHaveLength(1)
  expect(riders({ ...one, entries: [entry] }).pending()).toEqual([])
})

test('all pending riders are entered at once, each with the next number that is free', () => {
  const many = ['A', 'B', 'C', 'D', 'E'].map((letter) =>
    rider(`7K3Q9XW2M4T${letter}`, { npiloto: 'M-09', modalidad: 'RALLY' }),
  )
  const other = { event: 'F', modalidad: 'UTV', number: '9', at: now }
  const carried = { ...rider('7K3Q9XW2M4TF', { npiloto: '5', modalidad: 'RALLY' }), entries: [other] }
  const desk = riders(...many, carried)
  desk.take({ kind: 'enter', ids: many.map(({ id }) => id) })
  desk.take({ kind: 'carry', from: 'F' })
  expect(desk.pending()).toHaveLength(5)
  const report = desk.take({ kind: 'pending' })
  expect([report.changed, report.refused.length]).toEqual([4, 1])
  expect(many.map(({ id }) => desk.entries(id)[0]?.number)).toEqual(['M-09', 'M-10', 'M-11', 'M-12', 'M-13'])
  // The modalidad of the last event does not ride: the rider stays, with the number of that event.
  expect(desk.pending()).toEqual([['7K3Q9XW2M4TF', 'UTV', '9', 'UTV no corre en este evento']])
})

test('an entry that is ordered as it is stays unchanged', () => {
  const desk = riders(rider(ana, { npiloto: '27', transponder: '4012345' }))
  desk.take({ kind: 'enter', ids: [ana] })
  const [entry] = desk.entries(ana)
  const to = { number: '27', transponder: '4012345', checks: { payment: false } }
  expect(desk.take({ kind: 'change', id: ana, modalidad: 'ENDURO CROSS', to })).toMatchObject({
    changed: 0,
    unchanged: 1,
    pilots: [],
  })
  expect(desk.entries(ana)).toEqual([entry])
})

test('an entry has the motorcycle that is given or, without it, the one of the last entry in its modalidad', () => {
  const next: RaceEvent = { ...event, id: 'F', modalidades: ['RALLY', 'UTV'] }
  const first = { ...next, id: 'E' }
  const desk = riders(rider(ana, { npiloto: '1', modalidad: 'RALLY' }))
  const motorcycles = { RALLY: { brand: ' KTM ', model: '', cc: 125 }, UTV: {} }
  desk.take({ kind: 'enter', ids: [ana], modalidades: ['RALLY', 'UTV'], motorcycles }, first)
  const motorcycle = { brand: 'KTM', cc: 125 }
  expect(desk.entries(ana)).toMatchObject([{ modalidad: 'RALLY', motorcycle }, { modalidad: 'UTV' }])
  expect(desk.entries(ana)[1]).not.toHaveProperty('motorcycle')
  const both = { kind: 'enter', ids: [ana], modalidades: ['RALLY', 'UTV'], earlier: ['D', 'E'] } as const
  desk.take(both, next)
  expect(desk.entries(ana, next)).toMatchObject([{ motorcycle }, { modalidad: 'UTV' }])
  expect(desk.entries(ana, next)[1]).not.toHaveProperty('motorcycle')
  const third = { ...next, id: 'G' }
  desk.take({ ...both, motorcycles: { RALLY: null, UTV: motorcycle } }, third)
  expect(desk.entries(ana, third)).toMatchObject([{ modalidad: 'RALLY' }, { motorcycle }])
  expect(desk.entries(ana, third)[0]).not.toHaveProperty('motorcycle')
})

test('a rider who was left pending is entered with the motorcycle of the last entry', () => {
  const motorcycle = { cc: 85 }
  const before = [{ event: 'D', modalidad: 'ENDURO CROSS', at: now, motorcycle }]
  const desk = riders(rider(ana, { npiloto: '1' }), { ...rider(luis, { npiloto: '1' }), entries: before })
  desk.take({ kind: 'enter', ids: [ana, luis], earlier: ['D'] })
  desk.take({ kind: 'pending', earlier: ['D'] })
  expect(desk.entries(luis)).toMatchObject([{ number: '2', motorcycle }])
})

test('a motorcycle is replaced as a whole, stays without a word about it, and goes with null', () => {
  const desk = riders(rider(ana))
  desk.take({ kind: 'enter', ids: [ana] })
  const change = (to: EntryChange) => {
    const { changed } = desk.take({ kind: 'change', id: ana, modalidad: 'ENDURO CROSS', to })
    return [changed, desk.entries(ana)[0]?.motorcycle]
  }
  expect(change({ motorcycle: { brand: 'KTM', cc: 125 } })).toEqual([1, { brand: 'KTM', cc: 125 }])
  expect(change({ motorcycle: { cc: 125, brand: 'KTM ' } })).toEqual([0, { brand: 'KTM', cc: 125 }])
  expect(change({ transponder: 'T1' })).toEqual([1, { brand: 'KTM', cc: 125 }])
  expect(change({ motorcycle: { strokes: '2T' } })).toEqual([1, { strokes: '2T' }])
  expect(change({ motorcycle: null })).toEqual([1, undefined])
})

test('two desks join the motorcycles of an entry alike, and one that was noted at one desk stays', () => {
  const entry = { event: 'E', modalidad: 'RALLY', at: now }
  const [ktm, beta] = [
    { ...entry, motorcycle: { brand: 'KTM' } },
    { ...entry, motorcycle: { brand: 'Beta' } },
  ]
  expect(joinedEntries([ktm], [beta])).toEqual(joinedEntries([beta], [ktm]))
  expect(joinedEntries([entry], [beta])).toEqual([beta])
  expect(joinedEntries([beta], [entry])).toEqual([beta])
  expect(sameEntries([ktm], [beta])).toBe(false)
  expect(entriesDifferences([entry], [ktm])).toEqual([{ before: 'RALLY', after: 'RALLY, KTM' }])
})

test('numbers and transponders have only characters that are seen, so that no two riders have one that looks the same', () => {
  const desk = riders(
    rider(ana, { npiloto: '27' }),
    rider(luis, { npiloto: '27\u200b', transponder: '40\u0000 12' }),
    rider(eva, { npiloto: '3' }),
  )
  const refused = [{ id: luis, other: ana }]
  expect(desk.take({ kind: 'enter', ids: [ana, luis, eva] })).toMatchObject({ changed: 2, refused })
  const change = (number: string) => () =>
    desk.take({ kind: 'change', id: eva, modalidad: 'ENDURO CROSS', to: { number } })
  for (const number of ['\u202e27', '27\u0000', '2\ud8007'])
    expect(change(number)).toThrow('El número 27 de ENDURO CROSS lo tiene')
  desk.take({ kind: 'enter', ids: [luis], number: '8' })
  expect(desk.entries(luis)).toMatchObject([{ number: '8', transponder: '40 12' }])
})

test('a number that another rider has is refused with who has it, whatever its case and zeros', () => {
  const desk = riders(
    rider(ana, { npiloto: 'x7' }),
    rider(luis, { npiloto: 'X07' }),
    rider(eva, { npiloto: '9', modalidad: 'UTV' }),
  )
  const reason = 'El número X07 de ENDURO CROSS lo tiene Íñigo Núñez Peña'
  expect(desk.take({ kind: 'enter', ids: [ana, luis, eva] })).toMatchObject({
    changed: 1,
    refused: [
      { id: luis, reason, other: ana },
      { id: eva, reason: 'UTV no corre en este evento' },
    ],
  })
  desk.take({ kind: 'enter', ids: [luis], number: '8' })
  const change = () =>
    desk.take({ kind: 'change', id: luis, modalidad: 'ENDURO CROSS', to: { number: ' X07 ' } })
  expect(change).toThrow(
    expect.objectContaining({ kind: 'conflict', details: { fields: { number: reason }, id: ana } }),
  )
  // In another modalidad or another event, the number is free.
  expect(desk.take({ kind: 'enter', ids: [luis], modalidades: ['RALLY'] }).changed).toBe(1)
  expect(desk.take({ kind: 'enter', ids: [luis] }, { ...event, id: 'F' }).changed).toBe(1)
  desk.take({ kind: 'withdraw', ids: [ana] })
  expect(change().changed).toBe(1)
})

test('the checks of riders whom a merge gave the same number can be noted', () => {
  const entry = { event: 'E', modalidad: 'RALLY', number: '7', at: now }
  const desk = riders(
    { ...rider(ana), entries: [entry] },
    { ...rider(luis), entries: [{ ...entry, number: '07' }] },
  )
  const to = { checks: { payment: true } }
  expect(desk.take({ kind: 'change', id: luis, modalidad: 'RALLY', to }).changed).toBe(1)
})

test('a check keeps who noted it first and when, until it is taken back, and the rest of the entry', () => {
  const desk = riders(rider(ana, { npiloto: '27', transponder: '4012345' }))
  desk.take({ kind: 'enter', ids: [ana] })
  const change = (checks: Record<string, boolean>) =>
    desk.take({ kind: 'change', id: ana, modalidad: 'ENDURO CROSS', to: { checks } })
  expect(change({ payment: true, insurance: true }).changed).toBe(1)
  expect(change({ payment: true })).toMatchObject({ changed: 0, unchanged: 1, pilots: [] })
  change({ insurance: false })
  expect(desk.entries(ana)).toMatchObject([
    { number: '27', transponder: '4012345', checks: { payment: { at: now, by: 'ana' } } },
  ])
  expect(desk.entries(ana)[0]?.checks).not.toHaveProperty('insurance')
})

test('the riders of the last event are entered as they were there, without its checks', () => {
  const next: RaceEvent = { ...event, id: 'F', modalidades: ['RALLY'] }
  const desk = riders(rider(ana, { npiloto: '1' }), rider(luis, { npiloto: '2' }), rider(eva))
  desk.take({ kind: 'enter', ids: [ana, luis], modalidades: ['RALLY'] })
  desk.take({ kind: 'enter', ids: [ana] })
  desk.take({
    kind: 'change',
    id: ana,
    modalidad: 'RALLY',
    to: { number: '77', transponder: 'T1', motorcycle: { cc: 125 }, checks: { payment: true } },
  })
  desk.take({ kind: 'enter', ids: [luis], modalidades: ['RALLY'] }, next)
  expect(desk.take({ kind: 'carry', from: 'E' }, next)).toMatchObject({
    changed: 1,
    unchanged: 1,
    refused: [{ id: ana, modalidad: 'ENDURO CROSS' }],
  })
  expect(desk.entries(ana, next)).toEqual([
    {
      event: 'F',
      modalidad: 'RALLY',
      number: '77',
      transponder: 'T1',
      motorcycle: { cc: 125 },
      at: now,
      by: 'ana',
    },
  ])
  expect(desk.take({ kind: 'carry', from: 'E' }, next).changed).toBe(0)
})

test('a gate lets a rider pass whom nothing is missing, in one of his modalidades', () => {
  const demanding = { id: 'E', checks: ['payment', 'guardian'] as const, demand: 'checks' as const }
  const [adult, minor] = [false, true].map((isMinor) => ({ isMinor, waiver: true })) as [
    Requirements,
    Requirements,
  ]
  const entry = { event: 'E', modalidad: 'RALLY', at: now }
  const paid = { ...entry, modalidad: 'UTV', checks: { payment: { at: now } } }
  expect(lackingAtGate({}, demanding, adult)).toEqual(['entry'])
  expect(lackingAtGate({ entries: [{ ...entry, event: 'F' }] }, demanding, adult)).toEqual(['entry'])
  expect(lackingAtGate({ entries: [entry] }, demanding, minor)).toEqual(['payment', 'guardian'])
  expect(lackingAtGate({ entries: [entry, paid] }, demanding, minor)).toEqual(['guardian'])
  expect(lackingAtGate({ entries: [entry, paid] }, demanding, adult)).toEqual([])
  expect(lackingAtGate({ entries: [entry] }, { ...demanding, demand: 'entry' }, minor)).toEqual([])
  expect(lackingAtGate({}, { ...demanding, demand: 'nothing' }, minor)).toEqual([])
  const signing = { ...demanding, checks: ['payment', 'waiver'] as const }
  expect(lackingAtGate({ entries: [paid] }, signing, adult)).toEqual([])
  expect(lackingAtGate({ entries: [paid] }, signing, { ...adult, waiver: false })).toEqual(['waiver'])
  expect(missingText(['waiver'])).toBe('deslinde')
  expect(missingText(['payment', 'inspection'])).toBe('pago y revisión técnica')
})

const numbers = fc.constantFrom('1', '01', '2', 'a3', 'A03', '', null)
const who = fc.constantFrom(ana, luis, eva)
const modalidad = fc.constantFrom('ENDURO CROSS', 'RALLY')
const order: fc.Arbitrary<EntriesOrder> = fc.oneof(
  fc.record({
    kind: fc.constant('enter' as const),
    ids: fc.array(who, { minLength: 1 }),
    modalidades: fc.option(fc.uniqueArray(modalidad, { minLength: 1 }), { nil: undefined }),
  }),
  fc.record({ kind: fc.constant('enter' as const), ids: fc.tuple(who), number: numbers }),
  fc.record({
    kind: fc.constant('change' as const),
    id: who,
    modalidad,
    to: fc.record(
      { modalidad, number: numbers, transponder: fc.constantFrom('T1', 'T2', '') },
      { requiredKeys: [] },
    ),
  }),
  fc.record({ kind: fc.constant('withdraw' as const), ids: fc.array(who, { minLength: 1 }), modalidad }),
  fc.record({ kind: fc.constant('carry' as const), from: fc.constantFrom('E', 'F') }),
  fc.record({ kind: fc.constant('pending' as const) }),
  fc.record({ kind: fc.constant('leave-out' as const), ids: fc.tuple(who) }),
)

function orUndefined<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

test('whatever is ordered, no two riders have a number in a modalidad of an event, and nobody is twice in one', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(order, fc.constantFrom('E', 'F')), { maxLength: 20 }), (orders) => {
      const desk = riders(
        rider(ana, { npiloto: '1' }),
        rider(luis, { npiloto: '01' }),
        rider(eva, { npiloto: 'A3', transponder: 'T1' }),
      )
      for (const [one, id] of orders) {
        const before = new Map(desk.all)
        const pilots = orUndefined(() => desk.take(one, { ...event, id }).pilots)
        // A refused order changes nothing.
        if (!pilots) expect(desk.all).toEqual(before)
        const others = [...before.values()].filter(({ id: its }) => !pilots?.some((one) => one.id === its))
        expect(others.map((pilot) => desk.all.get(pilot.id)?.entries)).toEqual(
          others.map(({ entries }) => entries),
        )
        const wishes = [...desk.all.values()].flatMap(({ pending = [] }) => pending)
        const open = [...desk.all.values()].flatMap((pilot) => pendingIn(pilot, id))
        expect(wishes.filter((wish) => wish.event === id)).toEqual(open)
        for (const at of ['E', 'F']) {
          const entries = [...desk.all.values()].flatMap((pilot) =>
            entriesIn(pilot, at).map((entry) => ({ pilot, entry })),
          )
          const places = entries.flatMap(({ entry: { modalidad: name, number } }) =>
            number === undefined ? [] : `${name} ${numberKey(number)}`,
          )
          expect(new Set(places).size).toBe(places.length)
          const seats = entries.map(({ pilot, entry }) => `${pilot.id} ${entry.modalidad}`)
          expect(new Set(seats).size).toBe(seats.length)
          for (const { entry } of entries) expect(entry.transponder).not.toBe('')
        }
      }
    }),
    { numRuns: 500 },
  )
})

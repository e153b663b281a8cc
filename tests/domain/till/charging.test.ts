/** Tests of the charges of entries: each entry has one, whatever two desks have done. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Entry } from '#domain/events/entry'
import { readAs } from '#domain/stored/reading'
import { till as tillShape } from '#domain/stored/setting-shapes'
import { owedIn, voidedCharge, withCharges } from '#domain/till/charging'
import { newTill } from '#domain/till/event-till'
import { type Charge, joinedCharges, type Payment, standing } from '#domain/till/lines'
import { lentChips, tillSummary } from '#domain/till/report'
import { aDraft, aPilot } from '../../support/pilots.ts'

type Rider = { entries: Entry[]; charges?: readonly Charge[] }

const at = '2026-11-28T12:00:00.000Z'
const entry = (modalidad: string, more: Partial<Entry> = {}): Entry => ({
  event: 'E',
  modalidad,
  at,
  ...more,
})
const price = (id: string, cents: number, kind: 'entry' | 'second' = 'entry') => ({
  id,
  kind,
  label: id,
  cents,
})
const event = (...prices: ReturnType<typeof price>[]) => ({ id: 'E', till: { ...newTill('PE'), prices } })

test('an entry that two desks have charged by prices of their own is charged once', () => {
  const rider: Rider = { entries: [entry('MX')] }
  const [one, other] = [event(price('p1', 8000)), event(price('q1', 8000))].map((desk) =>
    withCharges(rider, desk, { at }),
  )
  const joined = { ...rider, charges: joinedCharges(one?.charges, other?.charges) }
  expect(owedIn(joined, event(price('p1', 8000)), at)).toBe(8000)
})

test('an entry that was paid before there were prices is the first one', () => {
  const paid = entry('MX', { checks: { payment: { at } } })
  const rider = { entries: [entry('AAA'), paid] }
  expect(owedIn(rider, event(price('p', 8000), price('s', 4000, 'second')), at)).toBe(4000)
})

test('a rider who moves to another modalidad at the same price pays what was charged before', () => {
  const early = { ...price('p', 12_000), early: { cents: 8000, until: '2026-11-28' } }
  const desk = event(early, price('s', 6000, 'second'))
  const entered = withCharges<Rider>({ entries: [entry('MX'), entry('RALLY')] }, desk, { at })
  const later = { at: '2026-11-30T12:00:00.000Z' }
  const owed = (...entries: Entry[]) => owedIn({ ...entered, entries }, desk, later.at)
  expect([owed(entry('UTV'), entry('RALLY')), owed(entry('RALLY')), owed(entry('UTV'))]).toEqual([
    8000 + 6000,
    8000,
    8000,
  ])
  expect(
    withCharges({ ...entered, entries: [entry('UTV')] }, desk, later, { anew: true }).charges?.at(-1),
  ).toMatchObject({ cents: 12_000 })
})

test('the first entry stays the first, also if it costs nothing', () => {
  const desk = event(price('s', 4000, 'second'))
  const first = withCharges<Rider>({ entries: [entry('MX')] }, desk, { at })
  const second = withCharges<Rider>({ ...first, entries: [entry('MX'), entry('RALLY')] }, desk, { at })
  expect(second.charges).toMatchObject([{ modalidad: 'RALLY', isFurther: true, cents: 4000 }])
  expect(withCharges(second, desk, { at })).toBe(second)
})

test('a rider who is charged once more, whatever was entered and at whatever prices, has the same charges', () => {
  const modalidad = fc.constantFrom(undefined, 'AAA', 'MX', 'RALLY')
  const anyPrice = fc
    .tuple(
      fc.constantFrom('p', 'q'),
      fc.constantFrom(0, 4000),
      fc.constantFrom('entry' as const, 'second' as const),
    )
    .chain((parts) => modalidad.map((place) => ({ ...price(...parts), modalidad: place })))
  const anyEntry = fc
    .tuple(modalidad, fc.boolean())
    .map(([name = 'UTV', isPaid]) => entry(name, isPaid ? { checks: { payment: { at } } } : {}))
  const change = fc.tuple(
    fc.uniqueArray(anyPrice, { selector: (one) => `${one.kind} ${one.modalidad}` }),
    fc.uniqueArray(anyEntry, { selector: (one) => one.modalidad }),
    fc.record({ anew: fc.boolean() }),
  )
  fc.assert(
    fc.property(fc.array(change), fc.infiniteStream(fc.boolean()), (changes, exempts) => {
      let rider: Rider = { entries: [] }
      for (const [prices, entries, how] of changes) {
        const desk = event(...prices.map((one, index) => ({ ...one, id: `${one.id}${index}` })))
        rider = withCharges({ ...rider, entries }, desk, { at }, how)
        expect(withCharges(rider, desk, { at })).toBe(rider)
        const exempt = exempts.next().value ? standing(rider.charges ?? []).slice(0, 1) : []
        const lines = exempt.map((one) =>
          voidedCharge(one, { at }, 'Invitado', exempts.next().value ? one.cents / 2 : undefined),
        )
        rider = { ...rider, charges: joinedCharges(rider.charges, lines) }
      }
    }),
  )
})

test('an entry in a new modalidad with the name that another one had before is charged, too', () => {
  const desk = event(price('p', 8000))
  const { charges = [] } = withCharges<Rider>({ entries: [entry('MX')] }, desk, { at })
  const renamed = charges.map((one) => ({ ...one, modalidad: 'MX 1' }))
  expect(owedIn({ entries: [entry('MX 1'), entry('MX')], charges: renamed }, desk, at)).toBe(16_000)
})

test('a rider who is exempt stays it in another modalidad at the same price, and is charged a further one', () => {
  const desk = event(price('p', 8000), price('s', 6000, 'second'))
  const { charges = [] } = withCharges<Rider>({ entries: [entry('MX')] }, desk, { at })
  const exempt = charges.map((one) => voidedCharge(one, { at }, 'Invitado'))
  const owed = (...entries: Entry[]) => owedIn({ entries, charges: joinedCharges(charges, exempt) }, desk, at)
  expect([owed(entry('UTV')), owed(entry('MX'), entry('UTV'))]).toEqual([0, 6000])
})

test('a charge of which a part is exempt is taken back without it, also if another desk did so, and charged anew as a whole', () => {
  const desk = event(price('p', 8000))
  const entered = withCharges<Rider>({ entries: [entry('MX')] }, desk, { at })
  const { charges = [] } = entered
  const part = joinedCharges(
    charges,
    charges.map((one) => voidedCharge(one, { at }, 'Juez', 3000)),
  )
  const elsewhere = withCharges({ ...entered, entries: [] }, desk, { at }).charges
  const owed = (given: readonly Charge[], ...entries: Entry[]) =>
    owedIn({ entries, charges: given }, desk, at)
  const joined = joinedCharges(part, elsewhere)
  expect([owed(part, entry('MX')), owed(part, entry('UTV')), owed(part)]).toEqual([5000, 5000, 0])
  expect([owed(joined), owed(joined, entry('MX'))]).toEqual([0, 8000])
})

test('any number of payments of erased persons is read again', () => {
  const money = { cents: 1, currency: 'PEN', means: 'Yape', concept: '' } as const
  const line = { ...money, event: 'E', at, letter: 'A', drawer: 'a', shift: 1 }
  const erased = Array.from(
    { length: 20_000 },
    (_, index): Payment => ({ ...line, id: `p${index}`, receipt: `p${index}`, number: index + 1 }),
  )
  const stored = JSON.parse(JSON.stringify({ ...newTill('PE'), erased: [...erased, { id: 'roto' }] }))
  expect(readAs(tillShape, stored)?.erased).toHaveLength(20_000)
})

test('the report of an event names those who have its chips, and not those of another event, and all are in one order', () => {
  const loan = (chip: string, of: string) => ({ id: `loan-${chip}`, event: of, chip, at })
  const rider = { ...aPilot('AN0000000001', aDraft({})), loans: [loan('C2', 'F'), loan('C1', 'E')] }
  const here = { ...event(price('p', 8000)), country: 'PE' as const }
  expect(tillSummary([rider], here, at)?.lent.map(({ chip }) => chip)).toEqual(['C1'])
  expect(lentChips([rider], here.till).map(({ chip }) => chip)).toEqual(['C1', 'C2'])
})

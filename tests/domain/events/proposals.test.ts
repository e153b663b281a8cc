/** Tests of how a rider who is not entered yet would be entered. */
import { expect, test } from 'vitest'
import { noEvent, type RaceEvent } from '#domain/events/event'
import type { RaceEvents } from '#domain/events/events'
import { Numbers } from '#domain/events/numbers'
import { proposedEntries } from '#domain/events/proposals'
import type { Pilot } from '#domain/pilots/pilot'
import { aDraft, aPilot } from '../../support/pilots.ts'

const at = '2026-11-28T09:12:00.000Z'
const [open, last, first] = ['C', 'B', 'A'].map(
  (id): RaceEvent => ({ ...noEvent, id, openedAt: at, modalidades: ['RALLY', 'UTV'] }),
) as [RaceEvent, RaceEvent, RaceEvent]
const events: RaceEvents = [open, last, first]
const [ana, luis] = ['7K3Q9XW2M4TA', '7K3Q9XW2M4TB'] as const

function rider(id: string, entries: Pilot['entries'] = [], npiloto = '27'): Pilot {
  return { ...aPilot(id, aDraft({ npiloto, modalidad: 'RALLY' })), entries }
}

const propose = (one: Pilot, entered: Pilot[] = []) =>
  proposedEntries(one, events, new Numbers(entered, open), at)

test('a rider is proposed as registered, and after an event in the modalidades of the last one that still ride', () => {
  expect(propose(rider(ana))).toEqual([{ modalidad: 'RALLY', number: '27' }])
  expect(propose(rider(ana, [], 'S/N'))).toEqual([{ modalidad: 'RALLY' }])
  const entries = [
    { event: 'A', modalidad: 'RALLY', number: '27', at },
    { event: 'B', modalidad: 'MOTOCROSS', number: '27', at },
    { event: 'B', modalidad: 'UTV', number: '77', at },
  ]
  expect(propose(rider(ana, entries))).toEqual([{ modalidad: 'UTV', number: '77' }])
  expect(propose(rider(ana, entries.slice(0, 2)))).toEqual([{ modalidad: 'RALLY', number: '27' }])
  // The number in his own modalidad is the one that he has by now.
  expect(propose(rider(ana, entries.slice(0, 1), '611'))).toEqual([{ modalidad: 'RALLY', number: '611' }])
})

test('a rider who could not be entered is proposed where he is pending, with the number that was asked or else his own', () => {
  const pendingAs = (more: object) => ({
    ...rider(ana),
    pending: [{ event: 'C', modalidad: 'UTV', at, ...more }],
  })
  expect(propose(pendingAs({}))).toEqual([{ modalidad: 'UTV', number: '27' }])
  expect(propose(pendingAs({ number: '301' }))).toEqual([{ modalidad: 'UTV', number: '301' }])
})

test('a proposal has the motorcycle of the last entry in its modalidad, also if the last event had another one', () => {
  const entries = [
    { event: 'A', modalidad: 'RALLY', at, motorcycle: { cc: 250 } },
    { event: 'B', modalidad: 'MOTOCROSS', at, motorcycle: { cc: 85 } },
  ]
  expect(propose(rider(ana, entries))).toEqual([
    { modalidad: 'RALLY', number: '27', motorcycle: { cc: 250 } },
  ])
  const without = { event: 'B', modalidad: 'RALLY', at }
  expect(propose(rider(ana, [...entries, without]))).toEqual([{ modalidad: 'RALLY', number: '27' }])
})

test('a proposal says who has the number, or that the modalidad does not ride, and leaves out what is entered', () => {
  const other = rider(luis, [{ event: 'C', modalidad: 'RALLY', number: '027', at }])
  const name = `${other.name} ${other.lastname}`
  expect(propose(rider(ana), [other])).toEqual([
    { modalidad: 'RALLY', number: '27', reason: `El número 27 de RALLY lo tiene ${name}`, other: luis },
  ])
  expect(propose({ ...rider(ana), modalidad: 'QUAD CROSS' })).toEqual([
    { modalidad: 'QUAD CROSS', number: '27', reason: 'QUAD CROSS no corre en este evento' },
  ])
  expect(propose(rider(ana, [{ event: 'C', modalidad: 'RALLY', at }]))).toEqual([])
})

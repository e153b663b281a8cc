/** Tests of the report of an event: what counts, and what counts once. */
import { expect, test } from 'vitest'
import type { Entry } from '#domain/events/entry'
import type { RaceEvent } from '#domain/events/event'
import { eventsOf, type RaceEvents } from '#domain/events/events'
import { ReportBuilder } from '#domain/events/report/report'
import { sectionsOf } from '#domain/events/report/sections'
import { PassageLog } from '#domain/gate/passage-log'
import type { Change, Revocation } from '#domain/pilots/change'
import type { LoggedChange } from '#domain/pilots/history/history'
import { fullName, type Pilot } from '#domain/pilots/pilot'
import { aReceivedScan, at } from '../../support/passages.ts'
import { aDraft, aPilot } from '../../support/pilots.ts'

const event: RaceEvent = {
  id: 'copa',
  name: 'Copa Sur',
  place: 'Lima',
  country: '',
  first: '2026-11-21',
  last: '2026-11-22',
  modalidades: ['ENDURO CROSS', 'VELOCROSS'],
  checks: ['payment', 'guardian'],
  demand: 'checks',
  categories: [],
  reserved: [],
  openedAt: at('00:00', 20),
}
const open = eventsOf({ copa: event })
const closed = eventsOf({ copa: event, next: { ...event, openedAt: at('00:00', 22) } })

function builder(events: RaceEvents = open, revocations: Revocation[] = []): ReportBuilder {
  return new ReportBuilder({ event, events, now: at('20:00', 22), revocations })
}

/** Returns the log of changes at some times, in their order. */
function logOf(...changes: [time: string, change: Change, past?: true][]): LoggedChange[] {
  return changes.map(([time, change, past], index) => ({
    number: index + 1,
    at: time,
    change,
    ...(past && { past }),
  }))
}

function reportOf(log: LoggedChange[], events?: RaceEvents, revocations?: Revocation[]) {
  const report = builder(events, revocations)
  for (const logged of log) report.addChange(logged)
  return report.build([], [])
}

const ana = aPilot('0000000000A1', aDraft({ name: 'Ana' }))
const beto = aPilot('0000000000B2', aDraft({ name: 'Beto' }))
const caro = aPilot('0000000000C3', aDraft({ name: 'Caro' }))

test('registrations, renewals and prints count in the time of the event, by rider and by author', () => {
  const renewed: Pilot = { ...ana, terms: { issued: '2026-11-21' } }
  const printed: Pilot = { ...beto, card: { at: at('10:00'), address: 'http://192.168.1.20:4780' } }
  const report = reportOf(
    logOf(
      [at('09:00', 1), { put: [ana], by: 'luis' }],
      [at('08:00'), { put: [beto, caro], by: 'marta', importedAt: at('08:00') }],
      [at('09:00'), { put: [renewed], by: 'luis' }],
      [at('10:00'), { put: [printed], by: 'marta' }],
      [at('11:00'), { remove: [caro.id], by: 'marta' }],
    ),
  )
  expect(report).toMatchObject({ registered: 1, renewed: 1, cards: { printed: 1, revoked: 0 } })
  expect(report.work).toEqual([
    { name: 'marta', registered: 1, changes: 1, prints: 1, scans: 0 },
    { name: 'luis', registered: 0, changes: 1, prints: 0, scans: 0 },
  ])
})

test('a change after the event belongs to the next one, and so does a removal', () => {
  const report = reportOf(
    logOf(
      [at('08:00'), { put: [ana] }],
      [at('00:00', 22), { put: [beto] }],
      [at('09:00', 22), { remove: [ana.id] }],
    ),
    closed,
  )
  expect(report.registered).toBe(1)
  expect(report.event.is_open).toBe(false)
})

test('what another desk did counts once, wherever a store has it, and a rider of two desks is one', () => {
  const own: [string, Change][] = [
    [at('08:00'), { put: [ana], by: 'marta' }],
    [
      at('18:00'),
      {
        put: [beto, ana],
        remove: [caro.id],
        revoke: [{ id: caro.id, at: at('18:00'), next: ana.id, joined: true }],
        merged: { desk: 'NORTE' } as Change['merged'],
        by: 'marta',
      },
    ],
  ]
  const printed: Pilot = { ...beto, card: { at: at('10:00'), address: 'http://192.168.1.20:4780' } }
  const north: [string, Change, true][] = [
    [at('08:30'), { put: [beto, caro], by: 'luis', desk: 'NORTE' }, true],
    [at('10:00'), { put: [printed], by: 'luis', desk: 'NORTE' }, true],
  ]
  const revocations: Revocation[] = [{ id: caro.id, at: at('18:00'), next: ana.id, joined: true }]
  for (const log of [logOf(...north, ...own), logOf(...own, ...north)]) {
    const report = reportOf(log, open, revocations)
    expect(report).toMatchObject({ registered: 2, cards: { printed: 1, revoked: 0 } })
    expect(report.work).toEqual([
      { name: 'luis, en NORTE', registered: 1, changes: 0, prints: 1, scans: 0 },
      { name: 'marta', registered: 1, changes: 0, prints: 0, scans: 0 },
    ])
  }
})

test('a backup of the same folder that was restored, also twice, changes no number', () => {
  const changed: Pilot = { ...ana, club: 'Otro' }
  const own = logOf(
    [at('08:00'), { put: [ana], by: 'marta' }],
    [at('09:00'), { put: [changed], by: 'marta' }],
  )
  const past = own.map((logged) => ({ ...logged, past: true as const }))
  const restored: LoggedChange = {
    number: 3,
    at: at('10:00'),
    change: { clear: true, put: [changed], by: 'marta' },
  }
  const work = [{ name: 'marta', registered: 1, changes: 1, prints: 0, scans: 0 }]
  for (const log of [
    own,
    [...past, ...own, restored],
    [...past, ...past, ...own, restored],
    [...past, restored],
  ])
    expect(reportOf(log)).toMatchObject({ registered: 1, work })
})

test('a lost card keeps its rider: the new code is no registration', () => {
  const next = { ...ana, id: '0000000000D4' }
  const lost = { id: ana.id, at: at('10:00'), next: next.id }
  const log = logOf(
    [at('08:00'), { put: [ana] }],
    [at('10:00'), { put: [next], remove: [ana.id], revoke: [lost] }],
  )
  expect(reportOf(log, open, [lost])).toMatchObject({ registered: 1, cards: { printed: 0, revoked: 1 } })
})

test('riders of several modalidades count in each and once in all, and a check is lacking if one entry lacks it', () => {
  const entry = (modalidad: string, checks?: Entry['checks']): Entry => ({
    event: 'copa',
    modalidad,
    at: at('08:00'),
    ...(checks && { checks }),
  })
  const paid = { payment: { at: at('08:00') } }
  const report = builder()
  report.addRider({
    ...ana,
    club: 'Los Cóndores',
    entries: [entry('VELOCROSS', paid), entry('ENDURO CROSS')],
  })
  report.addRider({ ...beto, club: 'los condores', entries: [entry('VELOCROSS', paid)] })
  report.addRider({ ...caro, club: null, fechanac: '2012-01-01', entries: [entry('VELOCROSS', paid)] })
  expect(report.build([], [])).toMatchObject({
    entered: {
      riders: 3,
      modalidades: expect.arrayContaining([
        { name: 'ENDURO CROSS', riders: 1 },
        { name: 'VELOCROSS', riders: 3 },
      ]),
      clubs: [
        { name: 'Los Cóndores', riders: 2 },
        { name: '', riders: 1 },
      ],
    },
    checks: [
      { name: 'payment', lacking: 1 },
      { name: 'guardian', lacking: 1 },
    ],
    complete: 1,
  })
})

test('riders count in their categories, those without one after them, and each exception has its reason and who made it', () => {
  const categories = ['Expertos', 'Juniors', 'Nadie'].map((name) => ({
    id: name,
    modalidad: 'VELOCROSS',
    name,
  }))
  const report = new ReportBuilder({
    ...{ event: { ...event, categories }, events: open, now: at('18:00'), revocations: [] },
  })
  const exception = { reason: 'Corrió el año pasado', at: at('08:30'), by: 'marta' }
  const place = { event: 'copa', modalidad: 'VELOCROSS', at: at('08:00') }
  report.addRider({ ...ana, entries: [{ ...place, category: 'Juniors', exception }] })
  report.addRider({
    ...beto,
    entries: [
      { ...place, category: 'Expertos' },
      { ...place, modalidad: 'ENDURO CROSS' },
    ],
  })
  report.addRider({ ...caro, entries: [place] })
  const built = report.build([], [])
  expect(built.entered.exceptions).toEqual({
    total: 1,
    riders: [{ id: ana.id, name: fullName(ana), modalidad: 'VELOCROSS', category: 'Juniors', ...exception }],
  })
  const { modalidades, exceptions } = sectionsOf(built)
  expect([modalidades.summary, ...modalidades.rows.map(({ cells }) => cells.join(': '))]).toEqual([
    ...['Fuera de categoría: 1', 'ENDURO CROSS: 1', 'VELOCROSS: 3', 'VELOCROSS · Expertos: 1'],
    ...['VELOCROSS · Juniors: 1', 'VELOCROSS · sin categoría: 1'],
  ])
  expect(exceptions?.rows.map(({ cells }) => cells)).toEqual([
    [fullName(ana), 'VELOCROSS · Juniors: Corrió el año pasado', expect.stringMatching(/^marta, /)],
  ])
})

test('persons count once an hour, those inside are listed by number, and incidents say how they ended', () => {
  const [first, second] = [
    aReceivedScan({ pilot: ana.id, at: at('09:10') }),
    aReceivedScan({ pilot: beto.id, at: at('09:20') }),
  ]
  const late = { offline: true, admitted: true, status: 'expired' as const }
  const incident = aReceivedScan({ ...late, pilot: caro.id, at: at('10:00', 22) })
  const settled = aReceivedScan({ ...late, pilot: caro.id, at: at('08:00', 22), gate: 'Sur' })
  const log = new PassageLog()
  const scans = [
    first,
    second,
    aReceivedScan({ pilot: ana.id, at: at('09:40'), direction: 'out' }),
    aReceivedScan({ pilot: ana.id, at: at('09:50') }),
    aReceivedScan({ pilot: beto.id, at: at('11:00'), direction: 'out' }),
    settled,
    incident,
    aReceivedScan({ pilot: undefined, status: undefined, scanned: 'x', at: at('12:00'), by: 'Puerta 2' }),
  ]
  for (const passage of log.decide([{ scans, again: 'warn' }]).fresh) log.add(passage)
  log.add({ number: 9, settles: settled.id, at: at('12:00', 22), by: 'marta', reason: 'Pagó' })

  const report = builder()
  for (const passage of log.listAfter(0, 100)) report.addPassage(passage)
  expect(report.inside).toEqual([ana.id, caro.id])
  const listed = [
    { ...caro, npiloto: '7' },
    { ...ana, npiloto: '12' },
  ]
  const built = report.build(listed, [])
  expect(built).toMatchObject({
    persons: 3,
    days: [
      { day: '2026-11-21', persons: 2, hours: [{ hour: 9, persons: 2 }] },
      {
        day: '2026-11-22',
        persons: 1,
        hours: [
          { hour: 8, persons: 1 },
          { hour: 10, persons: 1 },
        ],
      },
    ],
    incidents: { open: 1, settled: 1, taken_back: 0, doubtful: 0 },
  })
  expect(built.inside.riders.map(({ number, gate }) => `${number} ${gate}`)).toEqual(['7 Norte', '12 Norte'])
  expect(report.incidents.map(({ id }) => id)).toEqual([incident.id, settled.id])
  expect(built.work).toMatchObject([
    { name: 'ana', scans: 7 },
    { name: 'Puerta 2', scans: 1 },
  ])
})

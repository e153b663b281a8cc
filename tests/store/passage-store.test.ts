/** Tests of the contract of the log of passages: on a folder, through a running server, and on PostgreSQL. */
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { eventsOf, openEvent, partOf } from '#domain/events/events'
import { passagesOf } from '#domain/gate/log-entry'
import { openFolder, openStores } from '../../server/store/open.ts'
import { entriesPerPage } from '../../server/store/shared/passages.ts'
import type { OpenStores } from '../../server/store/shared/stores.ts'
import { aFolder } from '../support/folder.ts'
import { restore } from '../support/merges.ts'
import { aReceivedScan, at, day } from '../support/passages.ts'
import { findPooler, type Pooler, startPooler } from '../support/pooler.ts'
import { hasPostgres, sharedPostgres } from '../support/postgres.ts'
import { startTestServer } from '../support/server.ts'
import { describeStores, type Stores, testOnDatabase } from '../support/stores.ts'

const pgbouncer = hasPostgres ? findPooler() : undefined
let pooler: Promise<Pooler> | undefined
afterAll(async () => (await pooler)?.stop())

async function pooled(address: string): Promise<string> {
  pooler ??= startPooler(pgbouncer ?? '', sharedPostgres().port)
  return address.replace(`:${sharedPostgres().port}/`, `:${(await pooler).port}/`)
}

/** Opens the same data again, by its address. */
type Open = () => Promise<OpenStores>

const stores: Stores<() => Promise<Open>> = {
  folder: {
    'the files of a folder': async () => {
      const folder = await aFolder()
      return () => openFolder(folder)
    },
    'a running server': async () => {
      const { folder } = await startTestServer()
      return () => openStores(folder)
    },
  },
  database: {
    PostgreSQL: async () => {
      const address = await sharedPostgres().databaseWithTables()
      return () => openStores(address)
    },
    ...(pgbouncer && {
      'PostgreSQL behind PgBouncer': async () => {
        const address = await pooled(await sharedPostgres().databaseWithTables())
        return () => openStores(address)
      },
    }),
  },
}

const [ana, luis] = ['0000000000A1', '0000000000B2']

describeStores('with %s', stores, (_, start) => {
  async function open(again?: Open): Promise<Pick<OpenStores, 'passages' | 'merges'> & { reopen: Open }> {
    const reopen = again ?? (await start())
    const opened = await reopen()
    onTestFinished(() => opened.close())
    return {
      passages: opened.passages,
      merges: opened.merges,
      reopen: async () => {
        await opened.close()
        return reopen()
      },
    }
  }

  test('scans are decided, stored in their order, and there after the next start', async () => {
    const { passages, reopen } = await open()
    const scanned = 'http://«ñ\\»\n\u0000/credencial/0000000000A1'
    const scan = aReceivedScan({ pilot: ana, scanned, cardless: true })
    const [first] = await passages.record([scan], 'warn')
    const { status: _status, conflictId: _conflictId, ...stored } = scan
    const isBy = expect.stringContaining('ana')
    expect(first).toEqual({ ...stored, by: isBy, number: 1, result: 'pass', isAdmitted: true })
    const again = aReceivedScan({ pilot: ana, at: at('09:42'), gate: 'Sur' })
    const [second] = await passages.record([again], 'after-exit')
    const previous = { at: scan.at, gate: 'Norte' }
    expect(second).toMatchObject({ number: 2, result: 'again', isAdmitted: false, previous })
    const more = Array.from({ length: 500 }, (_one, index) =>
      aReceivedScan({ pilot: luis, at: at(`1${index % 10}:00`), scanned: String(index) }),
    )
    await passages.record(more, 'warn')

    const reopened = (await open(reopen)).passages
    const { passages: listed, total } = await reopened.list({ page: 3, perPage: 200 })
    expect(total).toBe(502)
    expect(listed.at(-1)).toEqual({ ...first, isCorrected: false })
    expect(passagesOf(await reopened.log()).map(({ scanned }) => scanned)).toEqual(
      [scan, again, ...more].map(({ scanned }) => scanned),
    )
    expect(await reopened.log(501)).toMatchObject([{ number: 502, scanned: '499' }])
    expect(await reopened.list({ pilot: ana, result: 'again' })).toMatchObject({ total: 1 })
  })

  test('the same id gets the same answer, also after the next start, and counts once', async () => {
    const { passages, reopen } = await open()
    const scan = aReceivedScan({ offline: true, admitted: true })
    const recorded = await passages.record([scan, scan], 'warn')
    const reopened = (await open(reopen)).passages
    const repeated = await reopened.record([{ ...scan, gate: 'Otra', at: at('20:00') }], 'daily')
    expect([...recorded, ...repeated]).toEqual([recorded[0], recorded[0], recorded[0]])
    expect((await reopened.list()).total).toBe(1)
  })

  test('scans that arrive at once are decided one after the other', async () => {
    const { passages } = await open()
    const all = await Promise.all(
      Array.from({ length: 20 }, (_one, index) =>
        passages.record([aReceivedScan({ at: at(`09:${index + 10}`), gate: `Puerta ${index}` })], 'warn'),
      ),
    )
    const results = all.flat().map(({ result }) => result)
    expect(results.toSorted()).toEqual([...Array(19).fill('again'), 'pass'])
    expect(new Set(all.flat().map(({ number }) => number)).size).toBe(20)
    expect(await passages.summary(day('00:00'))).toMatchObject({ inside: 1, entered_today: 1, incidents: 0 })
  })

  test('the numbers, the last passages and the incidents follow from the log, without what was taken back', async () => {
    const { passages } = await open()
    const [entry, wrong] = [aReceivedScan({ pilot: ana }), aReceivedScan({ pilot: luis })]
    const double = aReceivedScan({ pilot: ana, at: at('09:30'), gate: 'Sur', offline: true })
    await passages.record([entry, wrong, double], 'daily')
    await passages.record([aReceivedScan({ pilot: luis, corrects: wrong.id, at: at('09:01') })], 'daily')
    expect(await passages.summary(day('00:00'))).toEqual({
      inside: 1,
      entered_today: 1,
      gates: [
        { gate: 'Norte', in: 1, out: 0 },
        { gate: 'Sur', in: 1, out: 0 },
      ],
      hours: [{ hour: 9, in: 1, out: 0 }],
      incidents: 1,
    })
    expect(await passages.attendance(day('00:00'))).toEqual({ inside: [ana], entered: [ana] })
    expect(await passages.lastOfPilots()).toMatchObject([{ pilot: ana, id: double.id }])
    expect((await passages.list({ incidents: true })).passages).toMatchObject([{ id: double.id }])
    expect((await passages.list({ pilot: luis })).passages.map(({ isCorrected }) => isCorrected)).toEqual([
      false,
      true,
    ])
  })

  test('a new event begins without anybody inside, and the passages of the last one do not decide in it', async () => {
    const { passages } = await open()
    // The clock of the laptop was ahead when the event was opened.
    const events = eventsOf({
      E: { ...openEvent(), openedAt: '2099-01-01T00:00:00.000Z', order: 1, change: 0 },
    })
    const before = aReceivedScan({ pilot: ana })
    const late = aReceivedScan({
      pilot: luis,
      at: at('09:10'),
      offline: true,
      event: partOf(events, 'primero'),
    })
    const [first, second] = ['09:20:10', '09:40'].map((time) =>
      aReceivedScan({ pilot: ana, at: at(time), event: partOf(events, 'E') }),
    )
    await passages.record([before], 'daily')
    const today = { from: at('00:00'), event: partOf(events, 'E') }
    expect(await passages.summary(today)).toMatchObject({ inside: 0, entered_today: 0, gates: [], hours: [] })
    const recorded = await passages.record(
      [first, late, second].filter((one) => one !== undefined),
      'daily',
    )
    expect(recorded.map(({ result }) => result)).toEqual(['pass', 'pass', 'again'])
    expect(recorded.map(({ event }) => event)).toEqual(['E', 'primero', 'E'])
    expect(await passages.attendance(today)).toEqual({ inside: [ana], entered: [ana] })
    expect(await passages.attendance(day('00:00'))).toEqual({ inside: [ana, luis], entered: [ana, luis] })
    expect((await passages.list({ event: partOf(events, 'primero') })).total).toBe(2)
    expect(await passages.lastOfPilots(partOf(events, 'E'))).toMatchObject([{ pilot: ana, id: first?.id }])
  })

  test('a rider without an entry or a check is told so, and the passage keeps what was missing', async () => {
    const { passages, reopen } = await open()
    const scans = [
      aReceivedScan({ lacks: ['entry'] }),
      aReceivedScan({ lacks: ['payment', 'insurance'], gate: 'Sur' }),
      aReceivedScan({ lacks: ['payment'], direction: 'out', at: at('09:30') }),
      aReceivedScan({ lacks: ['payment'], status: 'expired', at: at('09:40') }),
    ]
    const recorded = await passages.record(scans, 'warn')
    expect(recorded.map(({ result, isAdmitted }) => [result, isAdmitted])).toEqual([
      ['not-entered', false],
      ['unchecked', false],
      ['pass', true],
      ['expired', false],
    ])
    const { passages: stored } = await (await open(reopen)).passages.list({ result: 'unchecked' })
    expect(stored).toMatchObject([{ lacks: ['payment', 'insurance'] }])
  })

  test('an incident is settled and opened again, each once, and both are there after the next start and in a restored log', async () => {
    const { passages, reopen } = await open()
    const entry = aReceivedScan({ pilot: ana })
    const incident = aReceivedScan({ pilot: ana, at: at('09:30'), gate: 'Sur', offline: true })
    await passages.record([entry, incident], 'daily')
    const order = {
      settles: incident.id,
      at: at('10:00'),
      by: 'marta',
      reason: ' Entró con\n\u0007su  padre ',
    }
    const settled = await passages.settle(order)
    const reason = 'Entró con su padre'
    const settlement = { number: 3, settles: incident.id, at: at('10:00'), by: 'marta', reason }
    expect(settled).toMatchObject({ id: incident.id, isCorrected: false, settlement })
    // A second click, and another desk at the same time.
    expect((await passages.settle({ ...order, at: at('10:01') })).settlement).toEqual(settlement)
    const other = passages.settle({ ...order, by: 'eva', reason: 'Otro' })
    await expect(other).rejects.toMatchObject({
      kind: 'conflict',
      message:
        'La incidencia ya está resuelta por marta: Entró con su padre. Para cambiarlo, ábrala de nuevo',
    })
    expect(await passages.summary(day('00:00'))).toMatchObject({ inside: 1, incidents: 0 })
    expect((await passages.list({ incidents: true })).total).toBe(0)
    expect((await passages.list({ settled: true })).passages).toEqual([settled])
    expect((await passages.list()).total).toBe(2)

    const { passages: reopened, merges } = await open(reopen)
    expect((await reopened.list({ settled: true })).passages).toEqual([settled])
    const opened = { settles: incident.id, at: at('11:00'), by: 'eva' }
    for (const _ of [1, 2]) expect(await reopened.settle(opened)).not.toHaveProperty('settlement')
    expect((await reopened.list({ incidents: true })).passages).toMatchObject([{ id: incident.id }])
    const log = await reopened.log()
    expect(log.slice(2)).toEqual([settlement, { ...opened, number: 4 }])
    await reopened.settle({ ...order, by: 'eva', reason: 'Otro' })
    await restore(merges, { entries: log.slice(0, 3) })
    expect((await reopened.list({ settled: true })).passages).toEqual([settled])
    await reopened.record([aReceivedScan({ pilot: luis })], 'warn')
    expect((await reopened.log()).map(({ number }) => number)).toEqual([1, 2, 3, 4])
  })

  test('only an incident can be settled, with a short reason', async () => {
    const { passages } = await open()
    const [entry, incident] = [
      aReceivedScan(),
      aReceivedScan({ at: at('09:30'), gate: 'Sur', offline: true }),
    ]
    await passages.record([entry, incident], 'daily')
    const order = { settles: incident.id, at: at('10:00'), by: 'marta', reason: 'Listo' }
    const refused = (changes: object) => expect(passages.settle({ ...order, ...changes })).rejects
    await refused({ settles: entry.id }).toMatchObject({ kind: 'conflict' })
    await refused({ settles: 'nobody' }).toMatchObject({ kind: 'not-found' })
    await refused({ reason: ' \u0000 ' }).toMatchObject({
      details: { fields: { reason: 'Escriba el motivo' } },
    })
    await refused({ reason: 'x'.repeat(201) }).toMatchObject({ kind: 'invalid' })
    await passages.record([aReceivedScan({ corrects: incident.id, at: at('09:40') })], 'daily')
    await refused({}).toMatchObject({ kind: 'conflict' })
    expect((await passages.log()).map(({ number }) => number)).toEqual([1, 2, 3])
  })

  test('the passages that a query finds are read in pages, the oldest first', async () => {
    const { passages } = await open()
    const scans = Array.from({ length: entriesPerPage + 100 }, (_, index) =>
      aReceivedScan({
        gate: index % 2 > 0 ? 'Sur' : 'Norte',
        at: new Date(1e12 + index * 60_000).toISOString(),
      }),
    )
    const [first] = await passages.record(scans, 'warn')
    await passages.record([aReceivedScan({ corrects: first?.id })], 'warn')
    const page = await passages.listAfter(0)
    expect(page.map(({ number }) => number)).toEqual(
      Array.from({ length: entriesPerPage }, (_, at) => at + 1),
    )
    expect(page[0]).toEqual({ ...first, isCorrected: true })
    const rest = await passages.listAfter(entriesPerPage, { gate: 'Sur', upTo: entriesPerPage + 10 })
    expect(rest.map(({ number }) => number - entriesPerPage)).toEqual([2, 4, 6, 8, 10])
    expect(await passages.listAfter(entriesPerPage + 101)).toEqual([])
    expect((await passages.list({ gate: 'Sur', upTo: 10 })).total).toBe(5)
  })

  test('a restored log replaces the old one, and new passages follow it', async () => {
    const { passages, merges, reopen } = await open()
    await passages.record([aReceivedScan({ pilot: ana }), aReceivedScan({ pilot: luis })], 'warn')
    const [, kept] = await passages.log()
    if (!kept) throw new Error('no passage')
    await passages.record([aReceivedScan({ pilot: ana, direction: 'out' })], 'warn')
    await restore(merges, { entries: [kept] })
    expect(await passages.log()).toEqual([{ ...kept, number: 1 }])
    await passages.record([aReceivedScan({ pilot: ana, at: at('10:00') })], 'warn')
    const { passages: reopened, merges: again } = await open(reopen)
    expect(passagesOf(await reopened.log()).map(({ number, pilot }) => [number, pilot])).toEqual([
      [1, luis],
      [2, ana],
    ])
    await restore(again, { entries: [] })
    expect(await reopened.list()).toEqual({ passages: [], total: 0, gates: [] })
  })
})

testOnDatabase('two servers on a database agree, and each hears of the other', async () => {
  const address = await sharedPostgres().databaseWithTables()
  const servers = await Promise.all(
    [address, pgbouncer ? await pooled(address) : address].map((one) => openStores(one)),
  )
  onTestFinished(async () => void (await Promise.all(servers.map((one) => one.close()))))
  const heard = servers.map(({ passages }) => {
    const ids = new Set<string>()
    passages.subscribe((all) => {
      for (const entry of all) ids.add('settles' in entry ? `settled ${entry.settles}` : entry.id)
    })
    return ids
  })
  // Each has read the log, which is empty.
  for (const { passages } of servers) expect((await passages.list()).total).toBe(0)
  const riders = Array.from({ length: 30 }, (_, index) => `00000000${1000 + index}`)
  const answers = await Promise.all(
    servers.map(({ passages }, index) =>
      Promise.all(
        riders.map((pilot) => passages.record([aReceivedScan({ pilot, gate: `Puerta ${index}` })], 'daily')),
      ),
    ),
  )
  for (const index of riders.keys()) {
    const results = answers.map((one) => one[index]?.[0]?.result)
    expect(results.toSorted()).toEqual(['again', 'pass'])
  }
  await expect.poll(() => heard.map(({ size }) => size)).toEqual([60, 60])

  // Two desks settle the same incident at once, and only one reason stands.
  const [one, other] = servers.map(({ passages }) => passages)
  if (!one || !other) throw new Error('no server')
  const incident = aReceivedScan({ pilot: ana, status: 'expired', offline: true })
  await one.record([incident], 'daily')
  const order = { settles: incident.id, at: at('10:00') }
  const outcomes = await Promise.allSettled([
    one.settle({ ...order, by: 'marta', reason: 'Pagó' }),
    other.settle({ ...order, by: 'eva', reason: 'Se fue' }),
  ])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect.poll(() => heard.map((ids) => ids.has(`settled ${incident.id}`))).toEqual([true, true])
  const reasons = await Promise.all(
    [one, other].map(async (each) => (await each.list({ settled: true })).passages[0]?.settlement?.reason),
  )
  expect(new Set(reasons).size).toBe(1)
  if (servers[0]) await restore(servers[0].merges, { entries: [] })
  await expect.poll(() => servers[1]?.passages.lastPassage).toBe(0)
})

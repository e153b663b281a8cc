/** Tests of the log in memory: batches, corrections, the numbers and the list. */
import { expect, test, vi } from 'vitest'
import { CodeHistory } from '#domain/gate/code-history'
import type { Passage, ReceivedScan } from '#domain/gate/passage'
import { PassageLog } from '#domain/gate/passage-log'
import { aReceivedScan, at, day } from '../../support/passages.ts'

const [ana, luis] = ['0000000000A1', '0000000000B2']

/** Adds scans to a log, together or one by one, and returns their passages. */
function record(log: PassageLog, scans: ReceivedScan[], together = true): Passage[] {
  if (!together) return scans.flatMap((scan) => record(log, [scan]))
  const { fresh, answers } = log.decide([{ scans, again: 'warn' }])
  for (const passage of fresh) log.add(passage)
  return answers.flat()
}

const results = (passages: Passage[]) => passages.map(({ result }) => result)

test.each([true, false])(
  'scans decide each other, together or not, and the same id counts once',
  (together) => {
    const log = new PassageLog()
    const first = aReceivedScan()
    const passages = record(
      log,
      [
        first,
        aReceivedScan({ at: at('09:00:02') }),
        first,
        aReceivedScan({ at: at('09:30'), gate: 'Sur' }),
        aReceivedScan({ at: at('09:30'), pilot: luis }),
        { ...first, gate: 'Otra', at: at('10:00') },
      ],
      together,
    )
    expect(results(passages)).toEqual(['pass', 'repeat', 'pass', 'again', 'pass', 'pass'])
    expect(passages.map(({ number }) => number)).toEqual([1, 2, 1, 3, 4, 1])
    expect(log.lastNumber).toBe(4)
    expect(log.after(1, 2).map(({ number }) => number)).toEqual([2, 3])
  },
)

test.each([true, false])('a correction takes an entry back, also through its repeat', (together) => {
  const log = new PassageLog()
  const [entry, repeat] = [aReceivedScan(), aReceivedScan({ at: at('09:00:02') })]
  const undo = aReceivedScan({ at: at('09:00:20'), corrects: repeat.id, status: undefined, pilot: undefined })
  const later = aReceivedScan({ at: at('09:00:30') })
  const passages = record(log, [entry, repeat, undo, later], together)
  expect(results(passages)).toEqual(['pass', 'repeat', 'pass', 'pass'])
  expect(passages[2]).toMatchObject({ corrects: repeat.id, isAdmitted: false, pilot: entry.pilot })
  expect(log.list().passages.map(({ isCorrected }) => isCorrected)).toEqual([false, false, true, true])
  expect(log.summary(day('00:00'))).toMatchObject({ inside: 1, entered_today: 1 })
  expect(log.lastOfPilots().map(({ id }) => id)).toEqual([later.id])
})

test('a correction that arrives before its passage takes it back too', () => {
  const log = new PassageLog()
  const entry = aReceivedScan()
  record(log, [aReceivedScan({ corrects: entry.id }), entry], false)
  expect(log.summary(day('00:00')).inside).toBe(0)
  expect(log.lastOfPilots()).toEqual([])
})

test('a batch decides as its scans do one by one', () => {
  const minute = (index: number) => at(`${9 + Math.floor(index / 60)}:${index % 60}`)
  const scans = Array.from({ length: 300 }, (_, index) =>
    aReceivedScan({
      pilot: index % 3 > 0 ? ana : luis,
      direction: index % 5 > 0 ? 'in' : 'out',
      gate: index % 7 > 0 ? 'Norte' : 'Sur',
      // Every other scan is older than the one before it.
      at: minute(index % 2 > 0 ? index - 1 : index),
      offline: true,
    }),
  )
  const corrections = scans
    .filter((_, index) => index % 11 === 0)
    .map(({ id, at }) => aReceivedScan({ corrects: id, at, pilot: undefined, status: undefined }))
  const all = [...scans.slice(0, 150), ...corrections, ...scans.slice(150)]
  const [whole, single] = [new PassageLog(), new PassageLog()]
  expect(record(whole, all)).toEqual(record(single, all, false))
  expect(whole.list()).toEqual(single.list())
  expect(whole.lastOfPilots()).toEqual(single.lastOfPilots())
  expect(whole.summary(day('00:00'))).toEqual(single.summary(day('00:00')))
})

test('a batch reads the passages of a pilot once, however many scans it has', () => {
  const log = new PassageLog()
  const scansOn = (day: number, count: number) =>
    Array.from({ length: count }, (_, index) =>
      aReceivedScan({ at: at('09:00', day), gate: `Puerta ${index}`, direction: 'out' }),
    )
  record(log, scansOn(21, 1000))
  const counted = log.counted(aReceivedScan().pilot ?? '')
  expect(counted).toHaveLength(1000)
  let reads = 0
  const watched = new Proxy(counted, {
    get(target, name) {
      if (name === '500') reads += 1
      return Reflect.get(target, name)
    },
  })
  vi.spyOn(log, 'counted').mockReturnValue(watched)
  record(log, scansOn(22, 200))
  expect(reads).toBe(1)
})

test('the numbers count each person once, by the time of the scan', () => {
  const log = new PassageLog()
  record(log, [
    aReceivedScan({ pilot: ana, at: at('09:10') }),
    aReceivedScan({ pilot: ana, at: at('09:50'), gate: 'Sur' }),
    aReceivedScan({ pilot: ana, at: at('11:00'), direction: 'out' }),
    aReceivedScan({ pilot: luis, at: at('10:30') }),
    aReceivedScan({ pilot: luis, at: at('10:40') }),
    aReceivedScan({ at: at('10:00'), status: 'expired' }),
    aReceivedScan({ at: at('10:00'), status: undefined, pilot: undefined }),
    // Arrived last, and was made before she left.
    aReceivedScan({ pilot: ana, at: at('10:55'), offline: true, gate: 'Sur' }),
  ])
  expect(log.summary(day('00:00'))).toEqual({
    inside: 1,
    entered_today: 2,
    gates: [
      { gate: 'Norte', in: 2, out: 1 },
      { gate: 'Sur', in: 1, out: 0 },
    ],
    hours: [
      { hour: 9, in: 1, out: 0 },
      { hour: 10, in: 2, out: 0 },
      { hour: 11, in: 0, out: 1 },
    ],
    incidents: 1,
  })
  // A gate needs the entry before an exit, because somebody who has left may have entered today.
  expect(log.lastOfPilots()).toMatchObject([
    { pilot: ana, direction: 'in' },
    { pilot: ana, direction: 'out' },
    { pilot: luis, at: at('10:40') },
  ])
})

test('at midnight a new day begins, and who is inside stays inside until another event', () => {
  const log = new PassageLog()
  record(log, [aReceivedScan({ at: at('23:59') }), aReceivedScan({ pilot: luis, at: at('00:00', 22) })])
  expect(log.summary(day('00:00'))).toMatchObject({ inside: 2, entered_today: 2 })
  expect(log.summary(day('00:00', 22))).toMatchObject({
    inside: 2,
    entered_today: 1,
    hours: [{ hour: 0, in: 1 }],
  })
  expect(log.summary(day('00:00', 29))).toMatchObject({ inside: 1, entered_today: 0, gates: [], hours: [] })
})

test('the list is filtered, and comes in pages, the newest first', () => {
  const log = new PassageLog()
  const incident = aReceivedScan({ at: at('12:00'), offline: true, gate: 'Sur' })
  record(log, [
    aReceivedScan({ pilot: luis, at: at('09:00') }),
    aReceivedScan({ at: at('09:30'), status: 'suspended' }),
    aReceivedScan({ at: at('10:00') }),
    aReceivedScan({ at: at('11:00', 22), direction: 'out' }),
    incident,
  ])
  const numbers = (query: Parameters<typeof log.list>[0]) => log.list(query).passages.map((one) => one.number)
  expect(numbers({})).toEqual([5, 4, 3, 2, 1])
  expect(numbers({ page: 2, perPage: 2 })).toEqual([3, 2])
  expect(log.list({ page: 2, perPage: 2 }).total).toBe(5)
  expect(numbers({ gate: 'Sur' })).toEqual([5])
  expect(numbers({ result: 'suspended' })).toEqual([2])
  expect(numbers({ direction: 'out' })).toEqual([4])
  expect(numbers({ pilot: luis })).toEqual([1])
  expect(numbers({ from: at('10:00'), before: at('00:00', 22) })).toEqual([5, 3])
  expect(numbers({ incidents: true })).toEqual([5])
  record(log, [aReceivedScan({ corrects: incident.id, at: at('12:01') })])
  expect(numbers({ incidents: true })).toEqual([])
  expect(log.summary(day('00:00')).incidents).toBe(0)
})

test('a pilot keeps the first code in the log, however many cards were revoked', () => {
  const revocation = (id: string, next: string) => ({ id, next, at: at('09:00') })
  const codes = new CodeHistory([revocation('A', 'B'), revocation('X', 'Y'), revocation('B', 'C')])
  expect(['A', 'B', 'C', 'X', 'Z'].map((code) => codes.first(code))).toEqual(['A', 'A', 'A', 'X', 'Z'])
  expect(['A', 'B', 'C', 'Y', 'Z'].map((code) => codes.current(code))).toEqual(['C', 'C', 'C', 'Y', 'Z'])
})

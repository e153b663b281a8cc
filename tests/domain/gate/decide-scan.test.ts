/** Tests of the decision at a gate, as tables: what was counted before, the scan, and its result. */
import { describe, expect, test } from 'vitest'
import { type Status, statusOf } from '#domain/credential/status'
import { defaultRules } from '#domain/credential/validity-rules'
import { type Counted, decideScan, decisive, isIncident, statusAtScan } from '#domain/gate/decide-scan'
import type { AgainRule, PassageResult, ReceivedScan } from '#domain/gate/passage'
import { aReceivedScan, at, type ScanChanges } from '../../support/passages.ts'
import { aDraft } from '../../support/pilots.ts'
import { integersFrom } from '../../support/random.ts'

const { device } = aReceivedScan()

/** Reads `in 09:00 Norte` or, on the next day, `in 09:00+1 Norte`. */
function read(text: string): Counted {
  const [direction, time = '', gate = ''] = text.split(' ')
  const [clock = '', days = '0'] = time.split('+')
  return { direction: direction === 'out' ? 'out' : 'in', at: at(clock, 21 + Number(days)), gate, device }
}

function decide(before: string[], text: string, again: AgainRule, changes: ScanChanges = {}) {
  return decided(aReceivedScan({ ...read(text), ...changes }), before.map(read), again)
}

function decided(scan: ReceivedScan, counted: readonly Counted[], again: AgainRule) {
  return decideScan({ ...scan, counted, again }, scan)
}

type Row = [
  before: string[],
  scan: string,
  warn: PassageResult,
  daily: PassageResult,
  afterExit: PassageResult,
]

describe.each(['warn', 'daily', 'after-exit'] as const)('under the rule %s', (again) => {
  test.each<Row>([
    [[], 'in 09:00 Norte', 'pass', 'pass', 'pass'],
    [['in 09:00 Norte'], 'in 09:30 Sur', 'again', 'again', 'again'],
    [['in 09:00 Norte'], 'in 09:30 Norte', 'again', 'again', 'again'],
    // Scans of a device at one gate within three seconds are one scan; at another gate, or in the other direction, not.
    [['in 09:00 Norte'], 'in 09:00:03 Norte', 'repeat', 'repeat', 'repeat'],
    [['in 09:00 Norte'], 'in 09:00:04 Norte', 'again', 'again', 'again'],
    [['in 09:00 Norte'], 'in 09:01:01 Norte', 'again', 'again', 'again'],
    [['in 09:00 Norte'], 'in 09:00:02 Sur', 'again', 'again', 'again'],
    [['in 09:00 Norte'], 'out 09:00:02 Norte', 'pass', 'pass', 'pass'],
    [['in 09:00 Norte', 'out 09:00:01 Norte'], 'in 09:00:02 Norte', 'pass', 'again', 'pass'],
    [['out 09:00 Norte'], 'out 09:00:02 Norte', 'repeat', 'repeat', 'repeat'],
    [['out 09:00 Norte'], 'out 09:00:30 Norte', 'pass', 'pass', 'pass'],
    // Exits.
    [[], 'out 09:00 Norte', 'pass', 'pass', 'pass'],
    [['out 09:00 Norte'], 'out 09:30 Norte', 'pass', 'pass', 'pass'],
    [['in 09:00 Norte', 'out 10:00 Sur'], 'in 11:00 Norte', 'pass', 'again', 'pass'],
    [['in 09:00 Norte', 'out 10:00 Sur', 'in 11:00 Sur'], 'in 12:00 Norte', 'again', 'again', 'again'],
    // The log is in the order of arrival, and the decision in the order of the time.
    [['out 10:00 Sur', 'in 09:00 Norte'], 'in 11:00 Norte', 'pass', 'again', 'pass'],
    [['in 11:00 Sur'], 'in 10:00 Norte', 'again', 'again', 'again'],
    [['out 11:00 Sur'], 'in 10:00 Norte', 'pass', 'pass', 'pass'],
    [['in 09:00 Norte', 'out 12:00 Norte'], 'in 10:00 Sur', 'again', 'again', 'again'],
    [['in 09:00:03 Norte'], 'in 09:00 Norte', 'repeat', 'repeat', 'repeat'],
    // Midnight.
    [['in 23:50 Norte'], 'in 00:10+1 Sur', 'pass', 'pass', 'again'],
    [['in 23:59:59 Norte'], 'in 00:00:01+1 Norte', 'repeat', 'repeat', 'repeat'],
    [['in 23:59:40 Norte'], 'in 00:00:10+1 Norte', 'again', 'again', 'again'],
    [['in 00:10+1 Norte'], 'in 23:50+1 Sur', 'again', 'again', 'again'],
    [['in 09:00 Norte', 'out 23:00 Norte'], 'in 09:00+1 Norte', 'pass', 'pass', 'pass'],
    // Another event, more than a week later.
    [['in 09:00 Norte'], 'in 09:00+8 Norte', 'pass', 'pass', 'pass'],
  ])('after %j, %s', (before, scan, ...results) => {
    const { result, isAdmitted } = decide(before, scan, again)
    expect(result).toBe(results[['warn', 'daily', 'after-exit'].indexOf(again)])
    const isTooSoon = before.some(
      (one) => Math.abs(Date.parse(read(one).at) - Date.parse(read(scan).at)) <= 60_000,
    )
    expect(isAdmitted).toBe(result !== 'again' || (again === 'warn' && !isTooSoon))
  })

  test('a second entry within a minute is let through by the gate only, which is an incident', () => {
    const before = ['in 09:00 Norte']
    expect(decide(before, 'in 09:00:20 Norte', again)).toMatchObject({ result: 'again', isAdmitted: false })
    // The same second, by another device: a card is never read by two at once.
    expect(decide(before, 'in 09:00 Norte', again, { device: 'iPhone' })).toMatchObject({
      result: 'again',
      isAdmitted: false,
    })
    for (const scan of ['in 09:00:02 Norte', 'in 09:00:20 Norte', 'in 09:30 Norte']) {
      const decision = decide(before, scan, again, { override: true })
      expect(decision).toMatchObject({ result: 'again', isAdmitted: true })
      expect(isIncident({ ...read(scan), override: true, ...decision })).toBe(true)
    }
    // It lets in nobody else, and is no incident for a rider who had not entered.
    const revoked = { result: 'revoked', isAdmitted: false }
    expect(decide(before, 'in 09:00:20 Norte', again, { override: true, status: 'revoked' })).toEqual(revoked)
    const first = decide([], 'in 09:00 Norte', again, { override: true })
    expect(first).toEqual({ result: 'pass', isAdmitted: true })
    expect(isIncident({ ...read('in 09:00 Norte'), override: true, ...first })).toBe(false)
  })
})

test('a second entry names the time and the gate of the first', () => {
  const before = ['in 09:00 Norte', 'in 09:30 Sur']
  expect(decide(before, 'in 10:00 Oeste', 'warn').previous).toEqual({ at: at('09:30'), gate: 'Sur' })
  expect(decide(before, 'in 09:30:02 Sur', 'warn').previous).toEqual({ at: at('09:30'), gate: 'Sur' })
  expect(decide([], 'in 10:00 Oeste', 'warn').previous).toBeUndefined()
})

describe('a credential that is not valid', () => {
  test.each(['expired', 'suspended', 'revoked', 'incomplete'] as const)(
    'enters nowhere, and may leave: %s',
    (status) => {
      const entry = { result: status, isAdmitted: false }
      expect(decide([], 'in 09:00 Norte', 'warn', { status })).toEqual(entry)
      expect(decide(['in 08:00 Norte'], 'in 09:00 Norte', 'warn', { status })).toEqual(entry)
      // A card that was revoked a moment ago is no repeat of the entry that it was good for.
      expect(decide(['in 09:00 Norte'], 'in 09:00:02 Norte', 'warn', { status })).toEqual(entry)
      expect(decide([], 'out 09:00 Norte', 'warn', { status })).toEqual({ result: 'pass', isAdmitted: true })
    },
  )

  test('an unknown code neither enters nor leaves', () => {
    const unknown = { status: undefined, pilot: undefined }
    const refused = { result: 'unknown', isAdmitted: false }
    expect(decide([], 'in 09:00 Norte', 'warn', unknown)).toEqual(refused)
    expect(decide([], 'out 09:00 Norte', 'warn', unknown)).toEqual(refused)
  })
})

describe('a device that answered by itself', () => {
  test.each<[ScanChanges, string, PassageResult, isAdmitted: boolean, isIncident: boolean]>([
    [{}, 'in 12:00 Sur', 'pass', true, false],
    [{ admitted: false }, 'in 12:00 Sur', 'pass', false, false],
    [{}, 'in 10:00 Sur', 'again', true, true],
    [{ admitted: false }, 'in 10:00 Sur', 'again', false, false],
    [{}, 'in 09:00:02 Norte', 'repeat', true, false],
    [{ status: 'revoked' }, 'in 12:00 Sur', 'revoked', true, true],
    [{ status: 'suspended' }, 'in 12:00 Sur', 'suspended', true, true],
    [{ status: 'expired', admitted: false }, 'in 12:00 Sur', 'expired', false, false],
    [{ status: 'expired' }, 'out 12:00 Sur', 'pass', true, false],
    [{ status: undefined, pilot: undefined }, 'in 12:00 Sur', 'unknown', false, false],
    [{ status: undefined, pilot: undefined, admitted: true }, 'in 12:00 Sur', 'unknown', true, true],
  ])('%j at %s', (changes, text, result, isAdmitted, incident) => {
    const scan = aReceivedScan({ ...read(text), offline: true, ...changes })
    const decision = decided(scan, ['in 09:00 Norte', 'out 11:00 Norte'].map(read), 'after-exit')
    expect(decision).toMatchObject({ result, isAdmitted })
    expect(isIncident({ ...scan, ...decision })).toBe(incident)
  })

  test('a reachable server decides alone: what the device claims does not count', () => {
    const claim = { admitted: true, status: 'expired' } as const
    expect(decide([], 'in 09:00 Norte', 'warn', claim)).toEqual({ result: 'expired', isAdmitted: false })
  })
})

test('a rider who lacks an entry or a check is told so, and may leave', () => {
  const told = (lacks: ReceivedScan['lacks'], text = 'in 09:00 Norte') => decide([], text, 'warn', { lacks })
  expect(told(['entry'])).toEqual({ result: 'not-entered', isAdmitted: false, lacks: ['entry'] })
  const lacks = ['payment'] as const
  expect(told(lacks)).toEqual({ result: 'unchecked', isAdmitted: false, lacks })
  expect(told(lacks, 'out 09:00 Norte')).toEqual({ result: 'pass', isAdmitted: true, lacks })
  expect(told([])).toEqual({ result: 'pass', isAdmitted: true })
})

test('a card is revoked from then on: an offline scan before lets in, with a doubt, and a roster knows no time', () => {
  const lost = { revocation: { at: at('10:00') }, lacks: ['payment'] } as const
  const revoked = { result: 'revoked', isAdmitted: false }
  expect(decide([], 'in 09:00 Norte', 'warn', lost)).toEqual(revoked)
  expect(decide([], 'in 09:00 Norte', 'warn', { offline: true, admitted: true, ...lost })).toEqual({
    result: 'unchecked',
    isAdmitted: true,
    lacks: ['payment'],
    doubt: 'revoked',
  })
  const refused = { offline: true, admitted: false, revocation: lost.revocation }
  expect(decide([], 'in 09:00 Norte', 'warn', refused)).toEqual({ result: 'pass', isAdmitted: false })
  expect(decide([], 'in 10:00 Norte', 'warn', refused)).toEqual(revoked)
  // The pilot of the card was removed.
  const removed = { pilot: undefined, status: undefined, revocation: lost.revocation }
  expect(decide([], 'in 09:00 Norte', 'warn', { ...removed, offline: true, admitted: false })).toEqual(
    revoked,
  )
  expect(decide([], 'in 09:00 Norte', 'warn', { ...removed, revocation: {} })).toEqual(revoked)
})

test('a credential expires at midnight, also in a roster of the day before', () => {
  const listed = statusOf(aDraft({ poliza_hasta: '2026-11-21' }), defaultRules, '2026-11-21')
  expect(listed).toEqual({ kind: 'valid', until: '2026-11-21', isInsurance: true })
  const scanAt = (time: string, day: number, status: Status = listed) => {
    const scan = { ...aReceivedScan({ at: at(time, day) }), status }
    return [decided(scan, [], 'warn').result, statusAtScan(scan, scan)]
  }
  expect(scanAt('23:59', 21)).toEqual(['pass', listed])
  expect(scanAt('00:00', 22)).toEqual(['expired', { ...listed, kind: 'expired' }])
  const suspended = { kind: 'suspended', until: '2026-11-21' } as const
  expect(scanAt('00:00', 22, suspended)).toEqual(['suspended', suspended])
})

test('a scan with the identifier of another one lets nobody through', () => {
  const scan = aReceivedScan({ lacks: ['payment'], offline: true, admitted: true })
  expect(decideScan({ ...scan, counted: [], again: 'warn', isTaken: true }, scan)).toEqual({
    result: 'conflict',
    isAdmitted: false,
    lacks: ['payment'],
  })
})

describe('of many counted passages', () => {
  test.each(['warn', 'daily', 'after-exit'] as const)(
    'the decisive ones decide as all do, under %s',
    (again) => {
      const random = integersFrom(7)
      const start = Date.parse(at('22:00'))
      const aPassage = (seconds: number): Counted => ({
        direction: random(3) > 0 ? 'in' : 'out',
        at: new Date(start + random(seconds) * 1000).toISOString(),
        gate: `Puerta ${random(3)}`,
        device: random(3) > 0 ? device : 'iPhone',
      })
      let repeats = 0
      for (let round = 0; round < 3000; round += 1) {
        const seconds = [20, 200, 3 * 60 * 60, 20 * 24 * 60 * 60][round % 4] ?? 0
        const counted = Array.from({ length: random(12) }, () => aPassage(seconds))
        const ordered = counted.toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
        const scan = aReceivedScan(aPassage(seconds))
        const decision = decided(scan, ordered, again)
        expect(decided(scan, decisive(ordered, scan), again)).toEqual(decision)
        if (decision.result === 'repeat') repeats += 1
      }
      expect(repeats).toBeGreaterThan(100)
    },
  )

  test.each<[string, (index: number) => string]>([
    ['in and out by turns', (index) => (index % 2 > 0 ? 'out' : 'in')],
    ['entries', () => 'in'],
  ])('only a few are read, if they are %s', (_, directionOf) => {
    const start = Date.parse(at('08:00'))
    const counted = Array.from({ length: 50_000 }, (_one, index) => ({
      direction: directionOf(index) as Counted['direction'],
      at: new Date(start + index * 1000).toISOString(),
      gate: 'Norte',
    }))
    let reads = 0
    const watched = new Proxy(counted, {
      get(target, name) {
        if (typeof name === 'string' && /^\d+$/.test(name)) reads += 1
        return Reflect.get(target, name)
      },
    })
    for (const time of ['07:00', '08:00', '15:00:07', '23:00'])
      expect(decisive(watched, aReceivedScan({ at: at(time), gate: 'Sur' })).length).toBeLessThan(10)
    expect(reads).toBeLessThan(1000)
  })
})

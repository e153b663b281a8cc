/** Tests of the decision at a gate, as tables: what was counted before, the scan, and its result. */
import { describe, expect, test } from 'vitest'
import { type Counted, type Decidable, decidePassage, decisive, isIncident } from '#domain/gate/decision'
import type { AgainRule, PassageResult } from '#domain/gate/passage'
import { aJudgedScan, at } from '../../support/passages.ts'

const { device } = aJudgedScan()

/** Reads `in 09:00 Norte` or, on the next day, `in 09:00+1 Norte`. */
function read(text: string): Counted {
  const [direction, time = '', gate = ''] = text.split(' ')
  const [clock = '', days = '0'] = time.split('+')
  return { direction: direction === 'out' ? 'out' : 'in', at: at(clock, 21 + Number(days)), gate, device }
}

function decide(before: string[], scan: string, again: AgainRule, changes: Partial<Decidable> = {}) {
  return decidePassage({ ...aJudgedScan(read(scan)), ...changes }, before.map(read), again)
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
  test.each(['expired', 'suspended', 'revoked'] as const)('enters nowhere, and may leave: %s', (status) => {
    const entry = { result: status, isAdmitted: false }
    expect(decide([], 'in 09:00 Norte', 'warn', { status })).toEqual(entry)
    expect(decide(['in 08:00 Norte'], 'in 09:00 Norte', 'warn', { status })).toEqual(entry)
    // A card that was revoked a moment ago is no repeat of the entry that it was good for.
    expect(decide(['in 09:00 Norte'], 'in 09:00:02 Norte', 'warn', { status })).toEqual(entry)
    expect(decide([], 'out 09:00 Norte', 'warn', { status })).toEqual({ result: 'pass', isAdmitted: true })
  })

  test('an unknown code neither enters nor leaves', () => {
    const unknown = { status: undefined, pilot: undefined }
    const refused = { result: 'unknown', isAdmitted: false }
    expect(decide([], 'in 09:00 Norte', 'warn', unknown)).toEqual(refused)
    expect(decide([], 'out 09:00 Norte', 'warn', unknown)).toEqual(refused)
  })
})

describe('a device that answered by itself', () => {
  test.each<[Partial<Decidable>, string, PassageResult, isAdmitted: boolean, isIncident: boolean]>([
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
    const scan = { ...aJudgedScan(read(text)), offline: true, ...changes }
    const decision = decidePassage(scan, ['in 09:00 Norte', 'out 11:00 Norte'].map(read), 'after-exit')
    expect(decision).toMatchObject({ result, isAdmitted })
    expect(isIncident({ ...scan, ...decision })).toBe(incident)
  })

  test('a reachable server decides alone: what the device claims does not count', () => {
    const claim = { admitted: true, status: 'expired' } as const
    expect(decide([], 'in 09:00 Norte', 'warn', claim)).toEqual({ result: 'expired', isAdmitted: false })
  })
})

describe('of many counted passages', () => {
  /** Returns a random generator of integers that repeats its numbers. */
  function randomIntegers(): (below: number) => number {
    let state = 7
    return (below) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return Math.floor((state / 2 ** 32) * below)
    }
  }

  test.each(['warn', 'daily', 'after-exit'] as const)(
    'the decisive ones decide as all do, under %s',
    (again) => {
      const random = randomIntegers()
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
        const scan = aJudgedScan(aPassage(seconds))
        const decision = decidePassage(scan, ordered, again)
        expect(decidePassage(scan, decisive(ordered, scan), again)).toEqual(decision)
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
      expect(decisive(watched, aJudgedScan({ at: at(time), gate: 'Sur' })).length).toBeLessThan(10)
    expect(reads).toBeLessThan(1000)
  })
})

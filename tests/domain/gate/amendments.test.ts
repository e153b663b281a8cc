/** Tests of the scan that a gate sends if the server decided otherwise. */
import { describe, expect, test } from 'vitest'
import { amendmentOf } from '#domain/gate/decide-scan'
import type { Scan } from '#domain/gate/passage'
import { PassageLog } from '#domain/gate/passage-log'
import { aReceivedScan, aScan, day } from '../../support/passages.ts'

describe('after the server has decided otherwise', () => {
  const late = aScan({ offline: true, admitted: true })

  test('a person who was let through is recorded as an incident, once', () => {
    const log = new PassageLog()
    const order = ({ event: _event, ...scan }: Scan) => [
      { scans: [{ ...aReceivedScan({ pilot: '7K3Q9XW2M4TB' }), ...scan }], again: 'daily' as const },
    ]
    const record = (scan: Scan) => {
      const { fresh, answers } = log.decide(order(scan))
      for (const passage of fresh) log.add(passage)
      const [passage] = answers.flat()
      return { result: passage?.result ?? 'unknown', admitted: passage?.isAdmitted ?? false }
    }
    record(aScan({ at: late.at }))
    // The first request arrived, and its answer did not.
    const { offline: _offline, admitted: _admitted, ...online } = { ...late, gate: 'Sur' }
    expect(record(online)).toEqual({ result: 'again', admitted: false })
    const fact = { ...late, gate: 'Sur' }
    const amendment = amendmentOf(fact, record(fact))
    expect(amendment).toMatchObject({ at: late.at, gate: 'Sur', admitted: true, offline: true })
    expect(amendmentOf(fact, record(fact))).toEqual(amendment)
    const outcome = record(amendment as Scan)
    expect(outcome).toEqual({ result: 'again', admitted: true })
    expect(amendmentOf(amendment as Scan, outcome)).toBeUndefined()
    record(amendment as Scan)
    expect(log.summary(day('00:00', 1))).toMatchObject({ inside: 1, incidents: 1 })
    expect(log.list().total).toBe(3)
  })

  test('a person who was refused is taken back', () => {
    const refused = { ...late, admitted: false }
    expect(amendmentOf(refused, { result: 'pass', admitted: true })).toMatchObject({ corrects: late.id })
    expect(amendmentOf(refused, { result: 'repeat', admitted: true })).toBeUndefined()
  })

  test.each([
    ['the same decision', late, { result: 'again', admitted: true }],
    ['a scan that the server answered in time', aScan(), { result: 'expired', admitted: false }],
    ['a correction', { ...late, corrects: aScan().id }, { result: 'pass', admitted: false }],
  ] as const)('nothing follows %s', (_, scan, decided) => {
    expect(amendmentOf(scan, decided)).toBeUndefined()
  })
})

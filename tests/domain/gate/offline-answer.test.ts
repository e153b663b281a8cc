/** Tests of the answers that a gate gives by its roster, and of what it sends if the server decided otherwise. */
import { describe, expect, test } from 'vitest'
import { amendmentOf, answerOffline, type Listed } from '#domain/gate/decision'
import type { AgainRule, Scan } from '#domain/gate/passage'
import { PassageLog } from '#domain/gate/passage-log'
import { defaultRules } from '#domain/validity/rules'
import { type Status, statusOf } from '#domain/validity/status'
import { aJudgedScan, aScan, at, day } from '../../support/passages.ts'
import { aDraft } from '../../support/pilots.ts'

const valid: Status = { kind: 'valid', until: '2026-11-21' }

function answer(
  listed: Partial<Listed<{ id: string; status: Status }>>,
  scan: Partial<Scan> = {},
  again: AgainRule = 'warn',
) {
  return answerOffline(
    aScan({ at: at('10:00'), ...scan }),
    { isRevoked: false, counted: [], ...listed },
    again,
  )
}

const pilotWith = (status: Status) => ({ pilot: { id: '7K3Q9XW2M4TB', status } })

test('a roster answers with the status and the entries that it knows', () => {
  const counted = [{ gate: 'Sur', direction: 'in', at: at('09:42') } as const]
  expect(answer(pilotWith(valid))).toMatchObject({ result: 'pass', isAdmitted: true })
  expect(answer({ ...pilotWith(valid), counted })).toMatchObject({
    result: 'again',
    isAdmitted: true,
    previous: { at: at('09:42'), gate: 'Sur' },
  })
  expect(answer({ ...pilotWith(valid), counted }, {}, 'daily')).toMatchObject({
    result: 'again',
    isAdmitted: false,
  })
  expect(answer(pilotWith({ kind: 'suspended' }))).toMatchObject({ result: 'suspended', isAdmitted: false })
  expect(answer({ isRevoked: true })).toEqual({ result: 'revoked', isAdmitted: false })
  expect(answer({})).toEqual({ result: 'unknown', isAdmitted: false })
  expect(answer({ ...pilotWith({ kind: 'suspended' }) }, { direction: 'out' })).toMatchObject({
    result: 'pass',
    isAdmitted: true,
  })
})

test('a rider who lacks an entry or a check is told so without the server, and may leave', () => {
  const lacks = ['payment'] as const
  expect(answer({ ...pilotWith(valid), lacks: ['entry'] })).toMatchObject({
    result: 'not-entered',
    isAdmitted: false,
  })
  expect(answer({ ...pilotWith(valid), lacks })).toMatchObject({
    result: 'unchecked',
    isAdmitted: false,
    lacks,
  })
  expect(answer({ ...pilotWith(valid), lacks }, { direction: 'out' })).toMatchObject({
    result: 'pass',
    isAdmitted: true,
  })
})

test('a credential expires at midnight, also in a roster of the day before', () => {
  expect(answer(pilotWith(valid), { at: at('23:59') })).toMatchObject({ result: 'pass' })
  expect(answer(pilotWith(valid), { at: at('00:00', 22) })).toMatchObject({
    result: 'expired',
    isAdmitted: false,
    pilot: { status: { kind: 'expired', until: '2026-11-21' } },
  })
  const insured = aDraft({ poliza_hasta: '2026-11-21' })
  const listed = statusOf(insured, defaultRules, '2026-11-21')
  expect(listed).toEqual({ kind: 'valid', until: '2026-11-21', isInsurance: true })
  expect(answer(pilotWith(listed), { at: at('00:00', 22) })).toMatchObject({
    result: 'expired',
    pilot: { status: { kind: 'expired', until: '2026-11-21', isInsurance: true } },
  })
})

describe('after the server has decided otherwise', () => {
  const late = aScan({ offline: true, admitted: true })

  test('a person who was let through is recorded as an incident, once', () => {
    const log = new PassageLog()
    const order = ({ event: _event, ...scan }: Scan) => [
      { scans: [{ ...aJudgedScan({ pilot: '7K3Q9XW2M4TB' }), ...scan }], again: 'daily' as const },
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

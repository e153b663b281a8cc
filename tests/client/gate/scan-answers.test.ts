/** Tests of the scans of an open gate: how long each answer stays, and which one is repeated or taken back. */
import { expect, test } from 'vitest'
import { repeatTime } from '#domain/gate/passage'
import type { ScanAnswer } from '../../../client/gate/gate-line.ts'
import { durationOf, repeatedBy, undoableOf } from '../../../client/gate/scan-answers.tsx'
import { gatePilotOf } from '../../../server/gate/roster.ts'
import { aDraft } from '../../support/pilots.ts'

const start = Date.parse('2026-11-22T10:00:00.000Z')
const pilot = gatePilotOf({ ...aDraft(), id: '7K3Q9XW2M4TB', photo: null }, { kind: 'valid' }, '2026-11-22')
const contact = { emergencia_nombre: null, emergencia_parentesco: null, emergencia_celular: null }

function answer(changes: Partial<ScanAnswer> = {}, after = 0): ScanAnswer {
  return {
    id: String(after),
    scanned: pilot.id,
    gate: 'Norte',
    direction: 'in',
    at: new Date(start + after).toISOString(),
    result: 'pass',
    admitted: true,
    pilot,
    ...changes,
  }
}

const of = (one: ScanAnswer, isUndone = false) => ({ answer: one, isUndone })

test('a refusal stays longer than an answer that lets pass, and a contact until it is dialled', () => {
  expect(durationOf({ answer: answer() })).toBe(4000)
  expect(durationOf({ answer: answer({ direction: 'out' }) })).toBe(4000)
  expect(durationOf({ undone: answer(), isSent: true })).toBe(4000)
  expect(durationOf({ answer: answer({ result: 'again' }) })).toBe(6000)
  expect(durationOf({ answer: answer({ result: 'expired', admitted: false }) })).toBe(9000)
  expect(durationOf({ failure: new Error(), title: '' })).toBe(9000)
  expect(durationOf({ contact, pilot })).toBe(120_000)
})

test('a repeated scan stands for the last answer of its person and direction, unless it is old or undone', () => {
  const [earlier, later] = [answer(), answer({}, 1000)]
  const repeat = answer({ result: 'repeat' }, 2000)
  expect(repeatedBy(repeat, [of(later), of(earlier)])).toBe(later)
  expect(repeatedBy(repeat, [of(later, true)])).toBeUndefined()
  expect(repeatedBy({ ...repeat, direction: 'out' }, [of(later)])).toBeUndefined()
  expect(repeatedBy(answer({}, 1001 + repeatTime), [of(later)])).toBeUndefined()
  const other = { ...pilot, id: 'KQXWMTBKQXWM' }
  expect(repeatedBy({ ...repeat, pilot: other }, [of(later)])).toBeUndefined()
})

test('the last passage that was counted can be taken back: a refused scan was not, and an undone one no more', () => {
  const refused = ['expired', 'suspended', 'revoked', 'unknown'] as const
  const scans = refused.map((result) => of(answer({ result, admitted: false })))
  expect(undoableOf(scans)).toBeUndefined()
  const [counted, newer] = [answer(), answer({}, 1000)]
  expect(undoableOf([...scans, of(newer), of(counted)])).toBe(newer)
  expect(undoableOf([of(newer, true), of(counted)])).toBe(counted)
})

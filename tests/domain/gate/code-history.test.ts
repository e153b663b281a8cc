/** Tests of the codes of pilots whose cards were lost, or who have the cards of two desks. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { CodeHistory } from '#domain/gate/code-history'
import type { Revocation } from '#domain/pilots/change'

/** A step of an event: the card of a pilot is lost, or a merge finds that two pilots are one. */
type Step = { kind: 'revoke' | 'join'; pilot: number; other: number }

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom('revoke', 'join'),
    pilot: fc.nat(9),
    other: fc.nat(9),
  } satisfies Record<keyof Step, unknown>),
  { maxLength: 12 },
)

/** A pilot as the desks know the pilot, without any history. */
interface Known {
  /** The codes that lead to the pilot; the last one is the identifier. */
  codes: string[]
  valid: Set<string>
  first: string
}

/** Plays the steps with ten pilots. */
function play(all: readonly Step[]): { pilots: Known[]; revocations: Revocation[] } {
  let pilots: Known[] = Array.from('0123456789', (code) => ({
    codes: [code],
    valid: new Set([code]),
    first: code,
  }))
  const revocations: Revocation[] = []
  for (const [index, { kind, pilot, other }] of all.entries()) {
    const [one, two] = [pilots[pilot % pilots.length], pilots[other % pilots.length]]
    if (!one || !two) continue
    const id = one.codes.at(-1) ?? ''
    const at = new Date(Date.UTC(2026, 10, 25, 10, index)).toISOString()
    if (kind === 'revoke') {
      const next = `new-${index}`
      revocations.push({ id, at, next })
      one.codes.push(next)
      one.valid = new Set([next])
    } else if (one !== two) {
      revocations.push({ id: two.codes.at(-1) ?? '', at, next: id, joined: true })
      one.codes.unshift(...two.codes)
      for (const code of two.valid) one.valid.add(code)
      pilots = pilots.filter((known) => known !== two)
    }
  }
  return { pilots, revocations }
}

test('every code leads to its pilot, and is valid until one of the cards is lost', () => {
  fc.assert(
    fc.property(
      steps.map(play).chain(({ pilots, revocations }) =>
        fc.record({
          pilots: fc.constant(pilots),
          revocations: fc.shuffledSubarray(revocations, { minLength: revocations.length }),
        }),
      ),
      ({ pilots, revocations }) => {
        const history = new CodeHistory(revocations)
        for (const { codes, valid, first } of pilots) {
          const id = codes.at(-1)
          for (const code of codes) {
            expect(history.current(code)).toBe(id)
            expect(history.first(code)).toBe(first)
            expect(history.holder(code)).toBe(valid.has(code) ? id : undefined)
            expect(history.revocation(code)?.joined).toBeUndefined()
          }
        }
      },
    ),
  )
})

test('a joined code is revoked together with the identifier of its pilot, and at the same time', () => {
  const joined: Revocation = { id: 'B', next: 'A', at: '2026-11-25T10:00:00.000Z', joined: true }
  const lost: Revocation = { id: 'A', next: 'C', at: '2026-11-25T12:00:00.000Z' }
  expect(new CodeHistory([joined]).revocation('B')).toBeUndefined()
  expect(new CodeHistory([joined, lost]).revocation('B')).toEqual(lost)
})

test('several codes with the same next one have the same first one, in any order', () => {
  const revocations: Revocation[] = [
    { id: 'A', next: 'C', at: '2026-11-25T10:00:00.000Z' },
    { id: 'B', next: 'C', at: '2026-11-25T11:00:00.000Z' },
  ]
  for (const some of [revocations, revocations.toReversed()]) {
    const history = new CodeHistory(some)
    expect(['A', 'B', 'C'].map((code) => history.first(code))).toEqual(['A', 'A', 'A'])
  }
})

test('damaged data whose codes lead in a circle end too', () => {
  const at = '2026-11-25T10:00:00.000Z'
  const circle: Revocation[] = [
    { id: 'A', next: 'B', at },
    { id: 'B', next: 'A', at },
  ]
  const joined = new CodeHistory(circle.map((one) => ({ ...one, joined: true })))
  expect([joined.current('A'), joined.first('A'), joined.revocation('A')]).toEqual(['B', 'B', undefined])
  const lost = new CodeHistory(circle)
  expect([lost.current('A'), lost.first('A'), lost.holder('A')]).toEqual(['B', 'A', undefined])
})

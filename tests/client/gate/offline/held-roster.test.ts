/** Tests of the passages that a gate knows, from the roster, from the server and of its own. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { clockTime, rosterWords } from '../../../../client/gate/answer-words.ts'
import type { GateDatabase } from '../../../../client/gate/gate-memory.ts'
import { gateClock } from '../../../../client/gate/offline/gate-clock.ts'
import { HeldRoster, KnownPassages } from '../../../../client/gate/offline/held-roster.ts'
import { gatePilotOf } from '../../../../server/gate/roster.ts'
import { aScan } from '../../../support/passages.ts'
import { aDraft } from '../../../support/pilots.ts'

const ana = '7K3Q9XW2M4TB'
const entry = { gate: 'Norte', direction: 'in', at: '2026-11-21T09:42:00.000Z' } as const
const exit = { gate: 'Sur', direction: 'out', at: '2026-11-21T10:00:00.000Z' } as const

const pilot = gatePilotOf({ ...aDraft(), id: ana, photo: null }, { kind: 'valid' }, '2026-11-22')

test('a new roster replaces the passages that the server had, and keeps those that it did not', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const known = new KnownPassages()
  known.add(ana, 'told', entry)
  known.add(ana, 'unsent', exit, true)
  vi.advanceTimersByTime(1)
  known.replace([{ ...pilot, last: { ...entry, at: '2026-11-21T09:50:00.000Z' } }], Date.now())
  expect(known.of(ana).map(({ at }) => at)).toEqual(['2026-11-21T09:50:00.000Z', exit.at])
  known.confirm('unsent')
  vi.advanceTimersByTime(1)
  known.replace([{ ...pilot, last: exit, entry: { at: entry.at, gate: 'Norte' } }], Date.now())
  expect(known.of(ana)).toMatchObject([entry, exit])
})

test('a passage that arrives twice is one, and one that is taken back is none', () => {
  const known = new KnownPassages()
  known.add(ana, 'one', entry, true)
  known.add(ana, 'one', entry)
  expect(known.of(ana)).toHaveLength(1)
  expect(known.takeBack('one')).toBe(true)
  expect(known.of(ana)).toEqual([])
  // A passage of the roster has no identifier.
  known.replace([{ ...pilot, last: entry }], Date.now())
  expect(known.takeBack('one')).toBe(false)
  known.takeBackAt(entry)
  expect(known.of(ana)).toEqual([])
})

test('a scan repeats one of this device only, also after the server has told of it', async () => {
  const roster = { at: entry.at, again: 'warn', gates: ['Norte'], pilots: [pilot], revoked: [] }
  const stored = { get: async () => ({ at: entry.at, version: '1', roster }) }
  const held = new HeldRoster(stored as never as GateDatabase)
  await held.restore()
  const news = { ...entry, pilot: ana, result: 'pass', admitted: true, counted: true } as const
  const answer = () => held.answer(aScan({ ...entry, scanned: ana, at: '2026-11-21T09:42:02.000Z' }))?.result
  held.learn({ number: 1, passages: [{ ...news, id: 'of another' }] })
  expect(answer()).toBe('again')
  held.passages.takeBack('of another')
  held.passages.add(ana, 'own', { ...entry, result: 'pass' })
  expect(answer()).toBe('repeat')
  held.learn({ number: 2, passages: [{ ...news, id: 'own' }] })
  expect(answer()).toBe('repeat')
})

test('both cards of a rider whom two desks registered are the same rider, and a lost one is refused', async () => {
  const [other, lost] = ['1K3Q9XW2M4TB', '2K3Q9XW2M4TB']
  const roster = {
    ...{ at: entry.at, again: 'warn', gates: ['Norte'] },
    ...{ pilots: [{ ...pilot, last: entry }], revoked: [lost], joined: [{ code: other, pilot: ana }] },
  }
  const stored = { get: async () => ({ at: entry.at, version: '1', roster }) }
  const held = new HeldRoster(stored as never as GateDatabase)
  await held.restore()
  const answer = (scanned: string) =>
    held.answer(
      aScan({ id: ana, scanned: `http://kiosco/credencial/${scanned}`, at: '2026-11-21T11:00:00.000Z' }),
    )
  expect(answer(other)).toEqual(answer(ana))
  expect(answer(other)).toMatchObject({ result: 'again', pilot: { id: ana }, previous: { at: entry.at } })
  expect(answer(lost)).toMatchObject({ result: 'revoked', admitted: false })
})

test('a rider who signs here lacks the waiver no more, until the server refuses or its roster says so', async () => {
  const waiver = { version: 1, text: 'Corro.', hash: 'a' }
  const rosterOf = (hash: string, ...lacks: string[]) => ({
    ...{ at: entry.at, again: 'warn', gates: ['Norte'], waiver: { ...waiver, hash } },
    ...{ pilots: [{ ...pilot, lacks }], revoked: [] },
  })
  const open = async (roster: object, at: string) => {
    const put = vi.fn(async () => {})
    const stored = { get: async () => structuredClone({ at, version: '1', roster }), put }
    const held = new HeldRoster(stored as never as GateDatabase)
    await held.restore()
    return { held, put, lacks: () => held.answer(aScan({ scanned: ana }))?.lacks }
  }
  const signature = {
    ...{ id: `${ana} a`, pilot: ana, name: 'Ana', hash: 'a', at: entry.at, drawing: { strokes: 'M1 1l9 9' } },
  }
  const { held, put, lacks } = await open(rosterOf('a', 'waiver'), entry.at)
  expect(lacks()).toEqual(['waiver'])
  held.followSignatures([signature])
  expect(lacks()).toBeUndefined()
  expect(put).toHaveBeenCalledWith('roster', expect.objectContaining({ version: undefined }), 'roster')
  held.followSignatures([{ ...signature, drawing: undefined, refusal: 'Falta' }])
  expect(lacks()).toEqual(['waiver'])

  // The signature that waits counts in each roster that does not have it, below its own text only.
  held.followSignatures([signature])
  await held.restore()
  expect(lacks()).toBeUndefined()
  const other = await open(rosterOf('b', 'waiver'), entry.at)
  other.held.followSignatures([signature])
  expect(other.lacks()).toEqual(['waiver'])
  // A roster that was asked for after the server had the signature is right, whatever it says.
  held.followSignatures([])
  vi.useFakeTimers({ now: Date.now() + 1000 })
  onTestFinished(() => void vi.useRealTimers())
  const later = await open(rosterOf('a', 'payment', 'waiver'), new Date().toISOString())
  later.held.sign(signature, Date.now() - 1)
  expect(later.lacks()).toEqual(['payment'])
  await later.held.restore()
  expect(later.lacks()).toEqual(['payment', 'waiver'])
})

test('the day and the time of a scan are those of the laptop, whatever zone the telephone has', async () => {
  // The laptop is in Peru, five hours behind UTC: there, both scans are of the 21st.
  const [morning, evening] = ['2026-11-21T15:00:00.000Z', '2026-11-22T04:30:00.000Z'] as const
  const insured = {
    ...pilot,
    status: { kind: 'valid', until: '2026-11-21' },
    last: { ...entry, at: morning },
  }
  const answers = async (zone: number) => {
    const roster = { at: morning, again: 'daily', gates: ['Norte'], zone, pilots: [insured], revoked: [] }
    const held = new HeldRoster({
      get: async () => ({ at: morning, version: '1', roster }),
    } as never as GateDatabase)
    await held.restore()
    return held.answer(aScan({ scanned: ana, gate: 'Sur', at: evening }))?.result
  }
  onTestFinished(() => {
    gateClock.zone = undefined
  })
  expect(await answers(-5 * 60)).toBe('again')
  // The words name the times of the laptop too.
  expect([clockTime(evening), rosterWords(morning, new Date(evening))]).toEqual([
    '23:30',
    'la lista de las 10:00 (hace 13 h)',
  ])
  expect(await answers(9 * 60)).toBe('expired')
})

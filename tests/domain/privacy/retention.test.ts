/** Tests who is due by the rules of retention, and what is forgotten. */
import { expect, test } from 'vitest'
import { statusOf } from '#domain/credential/status'
import { defaultRules } from '#domain/credential/validity-rules'
import type { Passage } from '#domain/gate/passage'
import { dataGroups, type Field } from '#domain/pilots/field'
import { fieldNames, fields } from '#domain/pilots/fields'
import { checkDraft, draftOf, type Pilot } from '#domain/pilots/pilot'
import {
  decideForget,
  duePilots,
  forgotten,
  forgottenNames,
  lastActivities,
  withoutValues,
} from '#domain/privacy/retention'
import { readSettings } from '#domain/stored/reading'
import { addMonths } from '#domain/text/date'
import { aReceivedScan } from '../../support/passages.ts'
import { aDraft, aPilot } from '../../support/pilots.ts'

const retentionIn = (retention: unknown) => readSettings({ retention }).retention

const basis = { rules: defaultRules, day: '2026-11-25' }
const ids = ['7K3Q9XW2M4T0', '7K3Q9XW2M4T1', '7K3Q9XW2M4T2', '7K3Q9XW2M4T3', '7K3Q9XW2M4T4']
const [id = '', other = ''] = ids

/** Returns a pilot of 2020 with a value in every field that a rider with a DNI has. */
function aFullPilot(changes: Partial<Pilot> = {}): Pilot {
  const examples = fieldNames
    .filter((name) => !['tipodoc', 'documento'].includes(name))
    .map((name) => [name, fields[name].example])
  return { ...aPilot(id, { ...aDraft(), ...Object.fromEntries(examples) }), ...changes }
}

function aPassage(pilot: string, at: string): Passage {
  return {
    ...aReceivedScan({ pilot, at }),
    number: 1,
    result: 'entered',
    isAdmitted: true,
  } as unknown as Passage
}

test('every field of a group can have no value, and a pilot without them can be stored', () => {
  for (const name of fieldNames) {
    const { dataGroup, none, isOptional }: Field = fields[name]
    expect(dataGroup === undefined || none !== undefined || isOptional === true, name).toBe(true)
  }
  for (const group of dataGroups) {
    const after = forgotten(aFullPilot({ terms: { medical: '2021-01-01' } }), group, basis)
    expect(checkDraft(draftOf(after)).problems).toEqual({})
    expect(forgottenNames(after, group, basis)).toEqual([])
  }
})

test('a group empties its fields only, and keeps the credential', () => {
  const pilot = aFullPilot({ terms: { issued: '2020-03-01', medical: '2021-01-01' } })
  const health = forgotten(pilot, 'health', basis)
  expect(health).toMatchObject({ id, dni: pilot.dni, email: pilot.email, tiposangre: null })
  expect(health).not.toHaveProperty('alergias')
  expect(health.terms).toEqual({ issued: '2020-03-01' })
  const contact = forgotten(pilot, 'contact', basis)
  expect(contact).toMatchObject({ email: null, celular: null, alergias: pilot.alergias, terms: pilot.terms })
  expect(contact).not.toHaveProperty('apoderado_dni')
})

test('a value of a fact is forgotten, and a fact of which nothing is left', () => {
  const pilot = aPilot('7K3Q9XW2M4TB', aDraft())
  const consent = { version: 1, at: '2026-11-21T10:00:00.000Z' }
  const names = new Set(['medical', 'consent'] as const)
  expect(withoutValues({ ...pilot, terms: { medical: '2027-02-28' }, consent }, names)).toEqual(pilot)
  const terms = { until: '2026-12-31' }
  expect(withoutValues({ ...pilot, terms: { ...terms, medical: '2027-02-28' } }, names)).toEqual({
    ...pilot,
    terms,
  })
})

test('nobody becomes valid by being forgotten: a last day stays while the credential would be valid without it', () => {
  const pilot = aFullPilot({
    poliza_hasta: '2026-01-31',
    terms: { until: '2027-06-30', medical: '2026-02-28' },
  })
  const after = forgotten(pilot, 'health', basis)
  expect(after).toMatchObject({ poliza_hasta: '2026-01-31', terms: pilot.terms, tiposangre: null })
  expect(after).not.toHaveProperty('poliza')
  expect(statusOf(after, defaultRules, basis.day).kind).toBe('expired')
  const over = { ...pilot, terms: { ...pilot.terms, until: '2026-06-30' } }
  expect(forgottenNames(over, 'health', basis)).toEqual(expect.arrayContaining(['poliza_hasta', 'medical']))
})

test('the last registration, renewal, card or passage counts, also by an earlier code', () => {
  const [registered, renewed, printed, passed, old] = ids.map((one) => aPilot(one, aDraft()))
  const { since: _since, ...unknown } = aPilot('7K3Q9XW2M4T5', aDraft())
  const pilots = [
    registered,
    { ...renewed, terms: { issued: '2025-12-01' } },
    { ...printed, card: { at: '2025-11-26T15:00:00.000Z', address: 'http://x' } },
    passed,
    old,
    unknown,
  ] as Pilot[]
  const revoked = '7K3Q9XW2M4T6'
  const revocations = [{ id: revoked, at: '2024-01-01T00:00:00.000Z', next: String(ids[3]) }]
  const lastOf = lastActivities(pilots, [aPassage(revoked, '2026-05-01T12:00:00.000Z')], revocations)
  expect(pilots.map(lastOf)).toEqual([
    '2020-02-01',
    '2025-12-01',
    '2025-11-26',
    '2026-05-01',
    '2020-02-01',
    undefined,
  ])
  const dueAfter = (months: number) =>
    duePilots('everything', months, pilots, lastOf, basis).map(({ pilot }) => pilot.id)
  expect(dueAfter(12)).toEqual([unknown.id, id, ids[4]])
  expect(dueAfter(6)).toEqual([unknown.id, id, ids[4], ids[2], ids[1], ids[3]])
  expect(duePilots('health', null, pilots, lastOf, basis)).toEqual([])
})

test('only pilots with a value are due for a group, and an order changes no others', () => {
  const nothing = { ...aPilot(other, aDraft()), tiposangre: null }
  const pilots = [aFullPilot(), nothing]
  expect(duePilots('health', 1, pilots, () => undefined, basis).map(({ pilot }) => pilot.id)).toEqual([id])
  const byId = (one: string) => pilots.find((pilot) => pilot.id === one)
  const change = decideForget({ ids: [id, id, other, '7K3Q9XW2M4T9'], group: 'health', basis }, byId, 'ana')
  expect(change).toEqual({
    put: [forgotten(aFullPilot({ dni: pilots[0]?.dni ?? null }), 'health', basis)],
    forgotten: 'health',
    by: 'ana',
  })
})

test('who still has a chip is not deleted, however long ago that was, and loses the other groups', () => {
  const loan = { id: 'prestamo', event: 'primero', chip: '401', at: '2020-02-01T12:00:00.000Z' }
  const borrowing = aFullPilot({ loans: [loan] })
  const returned = { ...borrowing, id: other, loans: [{ ...loan, returned: { at: loan.at } }] }
  const due = (group: 'everything' | 'health') =>
    duePilots(group, 1, [borrowing, returned], () => '2020-02-01', basis).map(({ pilot }) => pilot.id)
  expect([due('everything'), due('health')]).toEqual([[other], [id, other]])
})

test('months end on the last day of a shorter month', () => {
  expect(addMonths('2026-03-31', -1)).toBe('2026-02-28')
  expect(addMonths('2028-03-30', -1)).toBe('2028-02-29')
  expect(addMonths('2026-01-15', -24)).toBe('2024-01-15')
  expect(addMonths('2026-12-31', 2)).toBe('2027-02-28')
})

test('stored months that are no number of months count as never', () => {
  expect(retentionIn({ health: 12, contact: 0, everything: '60', other: 3 })).toEqual({ health: 12 })
})

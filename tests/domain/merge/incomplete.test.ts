/** Tests of the merge of riders whom an import has stored without some values, at one desk or at both. */
import { expect, test } from 'vitest'
import { missingNames } from '#domain/pilots/incomplete'
import type { PilotDraft } from '#domain/pilots/pilot'
import { MergeDesk } from '../../support/merge-desk.ts'

const start = Date.parse('2026-11-21T12:00:00.000Z')
const rosa = { name: 'Rosa', lastname: 'Díaz', dni: 41234567, npiloto: '7' }

function desks() {
  return { north: new MergeDesk('NORTE'), south: new MergeDesk('SUR', start) }
}

test('of one sheet that both desks imported, an incomplete rider is a question, and the answer makes one of two', () => {
  const { north, south } = desks()
  const one = north.importIncomplete(rosa, ['dni', 'fechanac'])
  const two = south.importIncomplete({ ...rosa, name: 'ROSA' }, ['dni', 'fechanac'])
  const { report } = north.plan(south.data())
  expect(report).toMatchObject({
    new: 1,
    questions: [{ this: { id_driver: one.id, document: '' }, other: { id_driver: two.id, document: '' } }],
  })
  const joined = north.merge(south.data(), { same: [{ this: one.id, other: two.id }] })
  expect(joined.report).toMatchObject({ new: 0, joined: 1, conflicts: [], questions: [] })
  expect(north.riders().map(missingNames)).toEqual([['dni', 'fechanac']])
  expect(south.merge(north.data()).report.questions).toEqual([])
  expect(south.riders()).toEqual(north.riders())
})

test.each([['this'], ['other']] as const)(
  'the values that one desk has completed win, without a conflict: those of %s',
  (side) => {
    const { north, south } = desks()
    const one = north.importIncomplete(rosa, ['dni', 'fechanac', 'npiloto'])
    const two = south.importIncomplete(rosa, ['dni', 'fechanac', 'npiloto'])
    const values = { dni: rosa.dni, fechanac: '1994-02-28', npiloto: '7' }
    if (side === 'this') north.edit(one.id, values)
    else south.edit(two.id, values)
    expect(north.plan(south.data()).report.questions).toHaveLength(1)
    const { report } = north.merge(south.data(), { same: [{ this: one.id, other: two.id }] })
    expect(report).toMatchObject({ new: 0, conflicts: [], questions: [] })
    expect(north.riders()).toMatchObject([values])
    expect(north.riders().map(missingNames)).toEqual([[]])
    south.merge(north.data())
    expect(south.riders()).toEqual(north.riders())
  },
)

test('the desk that completed a rider of both wins over a later change of the other desk', () => {
  const { north } = desks()
  const { id } = north.importIncomplete(rosa, ['dni', 'npiloto'])
  const south = north.second('SUR', start)
  north.edit(id, { dni: rosa.dni })
  south.edit(id, { club: 'Dos' })
  expect(north.merge(south.data()).report).toMatchObject({ joined: 1, conflicts: [] })
  expect(north.get(id)).toMatchObject({ dni: rosa.dni, club: 'Dos' })
  expect(missingNames(north.get(id))).toEqual(['npiloto'])
})

test.each<[string, Partial<PilotDraft>, ('dni' | 'fechanac')[]]>([
  ['another number', { npiloto: '8' }, ['dni', 'fechanac']],
  ['another name', { name: 'Rita' }, ['dni', 'fechanac']],
  ['another birth date', { fechanac: '1990-01-01' }, ['dni']],
])('an incomplete rider with %s is no question', (_what, changes, missing) => {
  const { north, south } = desks()
  north.importIncomplete(rosa, missing)
  south.register({ ...rosa, ...changes })
  expect(north.plan(south.data()).report).toMatchObject({ new: 1, questions: [] })
})

test('each rider who may be an incomplete one is a question, and one answer is enough', () => {
  const { north, south } = desks()
  const one = north.importIncomplete(rosa, ['dni', 'fechanac'])
  const two = south.register({ ...rosa, dni: 41234568, fechanac: '1990-01-01' })
  const three = south.register({ ...rosa, dni: 41234569, fechanac: '1991-01-01' })
  const asked = north.plan(south.data()).report.questions.map(({ other }) => other.id_driver)
  expect(asked).toEqual([two.id, three.id])
  const { report } = north.merge(south.data(), { same: [{ this: one.id, other: three.id }] })
  expect(report).toMatchObject({ new: 1, questions: [] })
  expect(north.riders().map(({ dni }) => dni)).toEqual([41234568, 41234569])
})

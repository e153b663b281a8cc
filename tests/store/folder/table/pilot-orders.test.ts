/** Tests that ranking the values of a field in steps leaves the order of lists as it is. */
import { expect, test } from 'vitest'
import type { FieldName } from '#domain/pilot/fields'
import { runAtOnce } from '#domain/steps'
import { PilotTable } from '../../../../server/store/folder/table/pilot-table.ts'
import { aDraft } from '../../../support/pilots.ts'

const lastnames = ['Núñez', 'NUNEZ', 'Nunes', 'Ñandú', 'de la Cruz', "O'Higgins", '_x', 'Ω', '10', '9', '009']

/** Returns pilots with unlike and equal values, whose numbers begin with `from`. */
function somePilots(count: number, from = 0) {
  return Array.from({ length: count }, (_, index) => {
    const number = from + index
    const lastname = `${lastnames[number % lastnames.length]} ${(number * 7) % 50}`
    const nlicencia = `FM-${(number * 37) % 1009}`
    return { id: `p${number}`, photo: null, ...aDraft({ lastname, nlicencia, dni: 40_000_000 + number }) }
  })
}

test('a list that was ranked in steps is in the order of a list that was sorted at once, with later pilots in their places', () => {
  const table = new PilotTable(somePilots(1000))
  const sortings: FieldName[] = ['lastname', 'nlicencia', 'dni', 'modalidad']
  const expectOrder = (pilots: ReturnType<typeof somePilots>) => {
    for (const sort of sortings)
      for (const search of [undefined, 'nunez'])
        expect(table.list({ sort, search })).toEqual(new PilotTable(pilots).list({ sort, search }))
  }

  for (const sort of sortings) {
    const steps = table.rankSteps(sort)
    for (let step = 0; step < 3; step += 1) steps.next()
    // Another list by the same field continues the work.
    runAtOnce(table.rankSteps(sort))
    expect(steps.next().done).toBe(true)
  }
  const later = somePilots(50, 1000)
  table.apply({ put: later })
  expectOrder([...somePilots(1000), ...later])

  const changed = somePilots(600, 500).map((pilot) => ({ ...pilot, lastname: `Zárate ${pilot.lastname}` }))
  const begun = table.rankSteps('lastname')
  begun.next()
  table.apply({ put: changed })
  runAtOnce(begun)
  expectOrder([...somePilots(500), ...changed])
})

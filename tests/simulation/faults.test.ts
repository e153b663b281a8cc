/** Tests that the faults of the simulation can be put back into the sources as they are. */
import { expect, test } from 'vitest'
import { root } from '../support/root.ts'
import { faultNames, putBack } from './faults.ts'

test('each fault can still be put back into the sources', () => {
  expect(faultNames.length).toBeGreaterThan(0)
  for (const name of faultNames) putBack(name, root, { checks: true })
})

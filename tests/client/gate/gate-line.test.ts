/** Tests of the identifiers of scans. */
import { expect, test } from 'vitest'
import { newScanId } from '../../../client/gate/gate-line.ts'

test('identifiers are UUIDs of version 4, and differ', () => {
  const ids = Array.from({ length: 1000 }, newScanId)
  expect(new Set(ids).size).toBe(1000)
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

import { expect, test } from 'vitest'
import { riderRemarks } from '#domain/import/findings'
import { DocumentIndex } from '#domain/pilots/documents/document-key'
import type { RemovedPilot } from '#domain/pilots/history/removed'
import { aDraft } from '../../support/pilots.ts'

const row = (line: number, values: object) => ({ line, values: { name: 'Ana', lastname: 'Paz', ...values } })

const index = (removed: RemovedPilot[]) => new DocumentIndex(({ pilot }) => pilot, removed)

test('the rows of removed riders are told with their identifiers, and those with a DNI of another length', () => {
  const pilot = { id: '0123456789AB', photo: null, ...aDraft({ dni: 40123456 }) }
  const removed = index([{ pilot, at: '2026-11-20T10:00:00.000Z' }])
  const rows = [
    row(2, { dni: '40.123.456' }),
    row(3, { dni: 123456789 }),
    row(4, { dni: '12345678' }),
    row(5, { dni: 'nada' }),
    { ...row(6, { dni: 123456789 }), isAside: true as const },
  ]
  const ana = { rider: 'Ana Paz' }
  expect(riderRemarks(rows, 'PE', removed)).toEqual({
    removed: [{ line: 2, ...ana, document: '40.123.456', id: pilot.id }],
    foreignRows: 1,
    foreign: [{ line: 3, ...ana, document: '123456789' }],
    expected: { country: 'Perú', size: 'hasta 8 cifras' },
  })
  expect(riderRemarks(rows, '', index([]))).toEqual({ removed: [], foreignRows: 0, foreign: [] })
})

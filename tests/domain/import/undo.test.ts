/** Tests of the decision to undo an import. */
import { expect, test } from 'vitest'
import { decideUndoImport, undoneText } from '#domain/import/undo'
import { documentOf, type RiderDocument } from '#domain/pilots/document'
import type { LoggedChange } from '#domain/pilots/history/history'
import type { Pilot } from '#domain/pilots/pilot'
import { aDraft } from '../../support/pilots.ts'

const since = '2026-01-02T00:00:00.000Z'
const before: Pilot = {
  id: '0000000000AA',
  photo: null,
  ...aDraft({ name: 'Ana', lastname: 'Rojas' }),
  since,
}
const after: Pilot = { ...before, club: 'Dos' }
const created: Pilot = { id: '0000000000BB', photo: null, ...aDraft(), since }

function logOf(...changes: LoggedChange['change'][]): LoggedChange[] {
  return changes.map((change, index) => ({ number: index + 1, at: since, change }))
}

function lookupOf(...pilots: Pilot[]) {
  return {
    byId: (id: string) => pilots.find((pilot) => pilot.id === id),
    byDocument: (document: RiderDocument) =>
      pilots.find((pilot) => documentOf(pilot) === documentOf(document)),
  }
}

test('a pilot who was registered in the same millisecond as the import is restored, not removed', () => {
  const log = logOf({ put: [before] }, { put: [after, created], importedAt: since })
  expect(decideUndoImport(2, log, lookupOf(after, created), 'luis')).toEqual({
    change: { put: [before], remove: [created.id], by: 'luis', undoes: 2 },
    undone: { removed: 1, restored: 1 },
  })
})

test('a changed pilot whose earlier state is not in the history is never removed', () => {
  const old: Pilot = { ...after, since: '2025-01-01T00:00:00.000Z' }
  const log = logOf({ put: [old, created], importedAt: since })
  expect(() => decideUndoImport(1, log, lookupOf(old, created))).toThrow(
    'La importación no se deshizo: desde entonces se perdió el estado anterior de Ana Rojas',
  )
})

test('a change that is newer than the log refuses the undo too', () => {
  const log = logOf({ put: [before] }, { put: [after], importedAt: since })
  expect(() => decideUndoImport(2, log, lookupOf({ ...after, club: 'Tres' }))).toThrow(
    'desde entonces se cambió a Ana Rojas',
  )
  expect(() => decideUndoImport(2, log, lookupOf())).toThrow('desde entonces se borró a Ana Rojas')
  const printed = { ...after, card: { at: since, address: 'http://10.0.0.1' } }
  expect(() => decideUndoImport(2, log, lookupOf(printed))).toThrow('se imprimió la credencial de Ana Rojas')
})

test('the outcome is described by its numbers', () => {
  expect(undoneText({ removed: 1200, restored: 1 })).toBe(
    'Importación deshecha: 1.200 borrados, 1 como estaba antes',
  )
  expect(undoneText({ removed: 0, restored: 2 })).toBe('Importación deshecha: 2 como estaban antes')
})

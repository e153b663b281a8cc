/** The parts of a problem that its values and its rows share. */
import { DuplicateDniError } from '#domain/errors'
import type { ImportMapping } from '#domain/import/mapping'
import type { ImportAnswer } from '#domain/web/schemas'
import type { ImportRun } from './import-run.ts'
import type { ShownGroup } from './shown-problems.ts'

/** The props of a component in which a person corrects a problem. */
export interface CorrectionProps {
  group: ShownGroup
  answer: ImportAnswer
  mapping: ImportMapping
  onEdit: ImportRun['edit']
}

/** Returns true if cells are rejected because their pilots exist already, and are not to be changed. */
export function areDuplicates(cells: readonly { message: string }[]): boolean {
  return cells.some(({ message }) => message === duplicateMessage)
}

const duplicateMessage = new DuplicateDniError('').message

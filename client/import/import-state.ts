/** The state of an import: what a person decided, and what the last dry run or the import answered. */
import type { ImportMapping } from '#domain/import/mapping'
import type { ImportPreview } from '#domain/import/preview'
import type { ImportAnswer } from '#domain/web/schemas'
import { ApiError } from '../api/api.ts'
import { noProblems, type ShownProblems, showProblems } from './shown-problems.ts'

export interface ImportChoices {
  update: boolean
  strict: boolean
  /** True if the suspensions of the file replace those that are not over. */
  replaceSuspensions: boolean
}

/** Everything that a person decides about a file. */
export interface ImportOrder extends ImportChoices {
  mapping: ImportMapping
  /** True if the mapping of an earlier file is ignored. */
  forget: boolean
}

export interface ImportState {
  /** `ready` if `answer` is the dry run of the present order, `failed` if there is none because of `error`. */
  stage: 'choosing' | 'reading' | 'ready' | 'failed' | 'importing' | 'done'
  /** The name of the file. */
  name?: string
  /** The last reading of the file. */
  preview?: ImportPreview
  /** The result of the last dry run, or of the import. */
  answer?: ImportAnswer
  problems: ShownProblems
  /** The order of the last dry run. */
  checked?: ImportOrder
  /** True if the person pressed the button of the import before they could see the result of the last dry run. */
  isEarly?: boolean
  /** The sheets of the file that were imported. */
  imported: readonly string[]
  error?: Error
}

export const choosing: ImportState = { stage: 'choosing', problems: noProblems, imported: [] }

/** Returns the state after a dry run of the order `checked`. */
export function readyState(
  { problems: shown, name, isEarly, imported }: ImportState,
  answer: ImportAnswer,
  checked: ImportOrder,
): ImportState {
  const problems = showProblems(shown, answer, checked.mapping)
  return { stage: 'ready', name, preview: answer, answer, problems, checked, isEarly, imported }
}

/** Returns the state after an import. */
export function doneState(last: ImportState, answer: ImportAnswer, sent: ImportOrder): ImportState {
  const { sheet, report } = answer
  const isStored = report.registered + report.updated + report.unchanged > 0
  const imported = isStored && sheet !== undefined ? [...last.imported, sheet] : last.imported
  return { ...readyState(last, answer, sent), stage: 'done', imported }
}

/** Keeps what the dialog displays, so that a person can change the choice that failed. */
export function failedState(last: ImportState, error: Error): ImportState {
  const preview = error instanceof ApiError ? error.details.preview : undefined
  return { ...last, stage: 'failed', error, ...(preview && { preview, answer: undefined }) }
}

/** Adds to an error without an answer that the import may have succeeded. */
export function withUnknownOutcome(error: Error): Error {
  const isUnknown = error instanceof ApiError && error.status === 0
  return isUnknown ? new ApiError(0, `No se sabe si se importó. ${error.message}`) : error
}

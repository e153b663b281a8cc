/** Runs an import from the choice of a file to the result. Each change of the mapping or the options is a dry run. */

import { useRef, useState } from 'react'
import { asError } from '#domain/errors'
import { fileTooLarge, maxFileBytes } from '#domain/import/import'
import type { ImportMapping } from '#domain/import/mapping'
import type { ImportPreview } from '#domain/import/preview'
import type { ImportAnswer } from '#domain/web/file-schemas'
import { ApiError } from '../api/api.ts'
import { staffApi } from '../api/staff-api.ts'
import { useLatestRequest } from '../api/use-load.ts'
import { chooseSheet, type MappingChange } from './mapping-changes.ts'
import { noProblems, type ShownProblems, showProblems } from './shown-problems.ts'

/** The choices that no other file takes over. */
const fileChoices = { forget: false, replaceSuspensions: false }

export type ImportRun = ReturnType<typeof useImportRun>

export function useImportRun(onImported: () => void) {
  const [state, setState] = useState(choosing)
  const [order, setOrder] = useState<ImportOrder>({
    ...fileChoices,
    mapping: {},
    update: false,
    strict: false,
  })
  /** The order that the next request sends, which may be newer than the rendered one. */
  const latest = useRef(order)
  /** The content, in memory because the file (on a USB stick, for example) may change or vanish before the import. */
  const content = useRef<Blob>(undefined)
  const begin = useLatestRequest()
  const isImporting = useRef(false)

  function change(changed: Partial<ImportOrder>) {
    latest.current = { ...latest.current, ...changed }
    setOrder(latest.current)
  }

  function reset() {
    content.current = undefined
    change({ ...fileChoices, mapping: {} })
  }

  async function take(files: readonly File[]) {
    const [file] = files
    if (!file || isImporting.current) return
    const signal = begin()
    reset()
    const fail = (message: string) => setState({ ...choosing, error: new Error(message) })
    if (files.length > 1) return fail('Se importa un archivo a la vez: elija uno solo')
    if (file.size > maxFileBytes) return fail(fileTooLarge)
    const { name } = file
    setState({ ...choosing, stage: 'reading', name })
    const bytes = await file.arrayBuffer().catch(() => undefined)
    if (signal.aborted) return
    if (!bytes) return fail(`No se pudo leer «${name}». Revise que siga en su lugar y elíjalo otra vez`)
    content.current = new Blob([bytes])
    await dryRun(signal)
  }

  async function dryRun(signal = begin()) {
    const { current: file } = content
    const { current: sent } = latest
    if (!file || isImporting.current) return
    setState((last) => ({ ...last, stage: 'reading', isEarly: false }))
    try {
      const answer = await staffApi.import(file, { ...sent, dryRun: true }, signal)
      if (!signal.aborted) setState((last) => readyState(last, answer, sent))
    } catch (error) {
      if (!signal.aborted) setState((last) => failedState(last, asError(error)))
    }
  }

  /**
   * Imports the file if `seen`, the answer that the person saw as they pressed the button, is that of the present order.
   * Even an answer with the same counts may be about other pilots.
   */
  async function confirm(seen: ImportAnswer) {
    const { current: file } = content
    const { current: sent } = latest
    const { stage, answer, checked } = state
    if (!file || isImporting.current) return
    if (stage === 'reading' || answer !== seen || checked !== sent)
      return setState((last) => ({ ...last, isEarly: true }))
    if (stage !== 'ready') return
    isImporting.current = true
    setState({ ...state, stage: 'importing', isEarly: false })
    try {
      const [result] = await Promise.all([staffApi.import(file, sent), doubleClickDelay()])
      setState((last) => doneState(last, result, sent))
      onImported()
    } catch (error) {
      setState((last) => failedState(last, withUnknownOutcome(asError(error))))
    } finally {
      isImporting.current = false
    }
  }

  return {
    ...state,
    order,
    take,
    confirm,
    choose(choices: Partial<ImportChoices>) {
      change(choices)
      dryRun()
    },
    edit(changeOf: MappingChange) {
      change({ mapping: changeOf(latest.current.mapping) })
      dryRun()
    },
    /** Forgets all choices about the columns and cells, those for earlier files included. */
    startOver() {
      change({ mapping: {}, forget: true })
      dryRun()
    },
    /** Goes on with another sheet of the same file after an import, which has stored the choices about columns. */
    takeSheet(sheet: string) {
      change({ ...fileChoices, mapping: chooseSheet(sheet)(latest.current.mapping) })
      setState(({ name, imported }) => ({ ...choosing, name, imported }))
      dryRun()
    },
    /** Repeats the dry run. */
    retry: () => dryRun(),
    restart() {
      begin()
      reset()
      setState(choosing)
    },
  }
}

/** Waits 500 ms for the second press of a double click, which would otherwise hit the button that comes next. */
function doubleClickDelay(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 500))
}

/** The state of an import: what a person decided, and what the last dry run or the import answered. */
export interface ImportChoices {
  update: boolean
  strict: boolean
  /** True if the suspensions of the file replace those that are not over. */
  replaceSuspensions: boolean
}

/** The options on the screen. */
export const choiceLabels = {
  update: 'Cambiar los pilotos que ya existen',
  strict: 'No importar nada si una fila está mal',
}

/** Everything that a person decides about a file. */
interface ImportOrder extends ImportChoices {
  mapping: ImportMapping
  /** True if the mapping of an earlier file is ignored. */
  forget: boolean
}

interface ImportState {
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

const choosing: ImportState = { stage: 'choosing', problems: noProblems, imported: [] }

/** Returns the state after a dry run of the order `checked`. */
function readyState(
  { problems: shown, name, isEarly, imported }: ImportState,
  answer: ImportAnswer,
  checked: ImportOrder,
): ImportState {
  const problems = showProblems(shown, answer, checked.mapping)
  return { stage: 'ready', name, preview: answer, answer, problems, checked, isEarly, imported }
}

/** Returns the state after an import. */
function doneState(last: ImportState, answer: ImportAnswer, sent: ImportOrder): ImportState {
  const { sheet, report } = answer
  const isStored = report.registered + report.updated + report.unchanged > 0
  const imported = isStored && sheet !== undefined ? [...last.imported, sheet] : last.imported
  return { ...readyState(last, answer, sent), stage: 'done', imported }
}

/** Keeps what the dialog displays, so that a person can change the choice that failed. */
function failedState(last: ImportState, error: Error): ImportState {
  const preview = error instanceof ApiError ? error.details.preview : undefined
  return { ...last, stage: 'failed', error, ...(preview && { preview, answer: undefined }) }
}

/** Adds to an error without an answer that the import may have succeeded. */
function withUnknownOutcome(error: Error): Error {
  const isUnknown = error instanceof ApiError && error.status === 0
  return isUnknown ? new ApiError(0, `No se sabe si se importó. ${error.message}`) : error
}

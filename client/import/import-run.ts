/** Runs an import from the choice of a file to the result. Each change of the mapping or the options is a dry run. */

import { useEffect, useRef, useState } from 'react'
import { fileTooLarge, maxFileBytes } from '#domain/import/import'
import type { ImportMapping } from '#domain/import/mapping'
import type { ImportPreview } from '#domain/import/preview'
import type { ImportAnswer } from '#domain/web/schemas'
import { ApiError } from '../api/api.ts'
import { staffApi } from '../api/staff-api.ts'
import type { MappingChange } from './mapping-changes.ts'
import { noProblems, type ShownProblems, showProblems } from './shown-problems.ts'

export interface ImportChoices {
  update: boolean
  strict: boolean
}

/** Everything that a person decides about a file. */
export interface ImportOrder extends ImportChoices {
  mapping: ImportMapping
  /** True if the mapping of an earlier file is ignored. */
  forget: boolean
}

interface ImportState {
  /** `ready` if `answer` is the dry run of the present order, `failed` if there is none because of `error`. */
  stage: 'choosing' | 'reading' | 'ready' | 'failed' | 'importing' | 'done'
  /** The name of the file. */
  name?: string
  /** How the file was read last. */
  preview?: ImportPreview
  /** The result of the last dry run, or of the import. */
  answer?: ImportAnswer
  problems: ShownProblems
  error?: Error
}

const choosing: ImportState = { stage: 'choosing', problems: noProblems }

export type ImportRun = ReturnType<typeof useImportRun>

export function useImportRun(onImported: () => void) {
  const [state, setState] = useState(choosing)
  const [order, setOrder] = useState<ImportOrder>({
    mapping: {},
    forget: false,
    update: false,
    strict: false,
  })
  /** The order that the next request sends, which may be newer than the rendered one. */
  const latest = useRef(order)
  /** The content, in memory because the file (on a USB stick, for example) may change or vanish before the import. */
  const content = useRef<Blob>(undefined)
  const asking = useRef(new AbortController())
  const isImporting = useRef(false)
  useEffect(() => () => asking.current.abort(), [])

  /** Aborts the previous request and returns the signal for the next one. */
  function begin(): AbortSignal {
    asking.current.abort()
    asking.current = new AbortController()
    return asking.current.signal
  }

  function change(changed: Partial<ImportOrder>) {
    latest.current = { ...latest.current, ...changed }
    setOrder(latest.current)
  }

  function reset() {
    content.current = undefined
    change({ mapping: {}, forget: false })
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
    setState((last) => ({ ...last, stage: 'reading' }))
    try {
      const answer = await staffApi.import(file, { ...sent, dryRun: true }, signal)
      if (!signal.aborted) setState((last) => readyState(last, answer, sent.mapping))
    } catch (error) {
      if (!signal.aborted) setState((last) => failedState(last, asError(error)))
    }
  }

  async function confirm() {
    const { current: file } = content
    const { current: sent } = latest
    if (!file || state.stage !== 'ready' || isImporting.current) return
    isImporting.current = true
    setState({ ...state, stage: 'importing' })
    try {
      const [answer] = await Promise.all([staffApi.import(file, sent), doubleClickDelay()])
      setState((last) => ({ ...readyState(last, answer, sent.mapping), stage: 'done' }))
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
    choose(choices: ImportChoices) {
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
    /** Repeats the dry run. */
    retry: () => dryRun(),
    restart() {
      begin()
      reset()
      setState(choosing)
    },
  }
}

function readyState(last: ImportState, answer: ImportAnswer, mapping: ImportMapping): ImportState {
  const problems = showProblems(last.problems, answer, mapping)
  return { stage: 'ready', name: last.name, preview: answer, answer, problems }
}

/** Keeps what the dialog displays, so that a person can change the choice that failed. */
function failedState(last: ImportState, error: Error): ImportState {
  const preview = error instanceof ApiError ? error.details.preview : undefined
  return { ...last, stage: 'failed', error, ...(preview && { preview, answer: undefined }) }
}

/** Waits 500 ms for the second press of a double click, which would otherwise hit the button that comes next. */
function doubleClickDelay(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 500))
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}

/** Adds to an error without an answer that the import may have succeeded. */
function withUnknownOutcome(error: Error): Error {
  const isUnknown = error instanceof ApiError && error.status === 0
  return isUnknown ? new ApiError(0, `No se sabe si se importó. ${error.message}`) : error
}

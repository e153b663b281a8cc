/** Runs an import from the choice of a file to the result. A dry run always comes first. */

import { useRef, useState } from 'react'
import { fileTooLarge, maxFileBytes } from '#domain/import/import'
import type { ImportAnswer } from '#domain/web/schemas'
import { ApiError } from '../api/api.ts'
import { staffApi } from '../api/staff-api.ts'

export interface ImportChoices {
  update: boolean
  strict: boolean
}

interface ImportState {
  stage: 'choosing' | 'reading' | 'ready' | 'importing' | 'done'
  /** The name of the file. */
  name?: string
  /** The content, in memory because the file (on a USB stick, for example) may change or vanish before the import. */
  bytes?: ArrayBuffer
  /** The result of the dry run, or of the import. */
  answer?: ImportAnswer
  error?: Error
}

export function useImportRun(onImported: () => void) {
  const [state, setState] = useState<ImportState>({ stage: 'choosing' })
  const [choices, setChoices] = useState<ImportChoices>({ update: false, strict: false })
  const asking = useRef(new AbortController())
  const isImporting = useRef(false)

  /** Aborts the previous request and returns the signal for the next one. */
  function begin(): AbortSignal {
    asking.current.abort()
    asking.current = new AbortController()
    return asking.current.signal
  }

  async function take(files: readonly File[]) {
    const [file] = files
    if (!file || isImporting.current) return
    const signal = begin()
    const fail = (message: string) => setState({ stage: 'choosing', error: new Error(message) })
    if (files.length > 1) return fail('Se importa un archivo a la vez: elija uno solo')
    if (file.size > maxFileBytes) return fail(fileTooLarge)
    const { name } = file
    setState({ stage: 'reading', name })
    const bytes = await file.arrayBuffer().catch(() => undefined)
    if (signal.aborted) return
    if (!bytes) return fail(`No se pudo leer «${name}». Revise que siga en su lugar y elíjalo otra vez`)
    await dryRun(name, bytes, choices, signal)
  }

  async function dryRun(name: string, bytes: ArrayBuffer, how: ImportChoices, signal = begin()) {
    setState((last) => ({ stage: 'reading', name, bytes, answer: last.answer }))
    try {
      const answer = await staffApi.import(bytes, { ...how, dryRun: true }, signal)
      setState({ stage: 'ready', name, bytes, answer })
    } catch (error) {
      if (!signal.aborted) setState({ stage: 'ready', name, bytes, error: asError(error) })
    }
  }

  async function confirm() {
    const { name, bytes, stage } = state
    if (!bytes || stage !== 'ready' || isImporting.current) return
    isImporting.current = true
    setState({ ...state, stage: 'importing' })
    try {
      const [answer] = await Promise.all([staffApi.import(bytes, choices), doubleClickDelay()])
      setState({ stage: 'done', name, bytes, answer })
      onImported()
    } catch (error) {
      setState({ stage: 'ready', name, bytes, error: withUnknownOutcome(asError(error)) })
    } finally {
      isImporting.current = false
    }
  }

  const again = (how: ImportChoices) => state.bytes && dryRun(state.name ?? '', state.bytes, how)

  return {
    ...state,
    choices,
    take,
    confirm,
    choose(changed: ImportChoices) {
      setChoices(changed)
      again(changed)
    },
    /** Repeats the dry run. */
    retry: () => again(choices),
    restart() {
      begin()
      setState({ stage: 'choosing' })
    },
  }
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

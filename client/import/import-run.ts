/** Runs an import from the choice of a file to the result. Each change of the mapping or the options is a dry run. */

import { useRef, useState } from 'react'
import { asError } from '#domain/errors'
import { areDuplicates } from '#domain/import/fixes'
import { fileTooLarge, type ImportOptions, maxFileBytes } from '#domain/import/import'
import { type ImportMapping, lastingDefaults, parseMapping } from '#domain/import/mapping'
import { chooseSheet, hasCorrections, type MappingChange } from '#domain/import/mapping-changes'
import type { ImportAnswer, ImportPreview } from '#domain/import/schemas'
import { parseJson } from '#domain/text/text'
import { recall, remember } from '../api/browser-memory.ts'
import { ApiError, callForOne } from '../api/call.ts'
import { useLatestRequest } from '../api/load.ts'
import { wait, withUnknownOutcome } from '../ui/run.tsx'
import { noProblems, type ShownProblems, showProblems } from './shown-problems.ts'

/** The choices that no other file takes over. */
const fileChoices = { forget: false, replaceSuspensions: false, erased: false, incomplete: false }

export type ImportRun = ReturnType<typeof useImportRun>

export function useImportRun(onImported: () => void) {
  const [state, setState] = useState(choosing)
  const begin = useLatestRequest()
  const latest = useRef(onImported)
  latest.current = onImported
  const [run] = useState(() =>
    importRun({
      send: sendImport,
      begin,
      show: setState,
      memory: {
        recall: (key) => recall(key, 'sessionStorage'),
        remember: (key, text) => remember(key, text, 'sessionStorage'),
      },
      onImported: () => latest.current(),
    }),
  )
  return { ...state, ...run }
}

/**
 * Imports a spreadsheet, or with `dryRun` only reports what the import would do.
 * @throws ApiError 400 with `preview` if the columns cannot be imported as they are mapped
 */
function sendImport(
  file: Blob,
  { mapping, dryRun, replaceSuspensions, ...options }: ImportOrder & Pick<ImportOptions, 'dryRun'>,
  signal?: AbortSignal,
) {
  const body = new FormData()
  // The mapping goes first, because the server reads it before the file.
  body.set('mapping', JSON.stringify(mapping))
  body.set('file', file)
  const query = { dry_run: dryRun, replace_suspensions: replaceSuspensions, ...options }
  return callForOne('POST /api/import', { query, body, signal })
}

interface ImportRunOptions {
  /** Sends the file with an order to the server. */
  send: typeof sendImport
  /** Aborts the last dry run. Returns the signal of the next one. */
  begin: () => AbortSignal
  /** Displays a state. */
  show: (state: ImportState) => void
  /** Keeps the corrections of imported files until the tab is closed. */
  memory: { recall: (key: string) => string | null; remember: (key: string, text: string) => void }
  onImported: () => void
}

/** Runs an import without a screen. */
export function importRun({ send, begin, show, memory, onImported }: ImportRunOptions) {
  /** The newest state. Its order, which the next request sends, may be newer than the displayed one. */
  let state = choosing
  /** The content, in memory because the file (on a USB stick, for example) may change or vanish before the import. */
  let content: Blob | undefined
  /** The key of the corrections of the file. */
  let key = ''

  function set(changed: Partial<ImportState>) {
    state = { ...state, ...changed }
    show(state)
  }

  function reset(others: Partial<ImportState> = {}) {
    state = { ...choosing, order: { ...state.order, ...fileChoices, mapping: {} } }
    content = undefined
    set(others)
  }

  async function take(files: readonly File[]) {
    const [file] = files
    if (!file || state.stage === 'importing') return
    const signal = begin()
    const fail = (message: string) => reset({ error: new Error(message) })
    if (files.length > 1) return fail('Se importa un archivo a la vez: elija uno solo')
    if (file.size > maxFileBytes) return fail(fileTooLarge)
    const { name } = file
    reset({ stage: 'reading', name })
    const bytes = await file.arrayBuffer().catch(() => undefined)
    if (signal.aborted) return
    if (!bytes) return fail(`No se pudo leer «${name}». Revise que siga en su lugar y elíjalo otra vez`)
    content = new File([bytes], name)
    key = `import ${name} ${checksum(new Uint8Array(bytes))}`
    const recalled = parseMapping(parseJson(memory.recall(key) ?? ''))
    if (recalled && hasCorrections(recalled)) set({ recalled, order: { ...state.order, mapping: recalled } })
    await dryRun(signal)
  }

  /** Changes the order, and sends it as a dry run. */
  function change(changed: Partial<ImportOrder>) {
    set({ order: { ...state.order, ...changed } })
    void dryRun()
  }

  async function dryRun(signal?: AbortSignal) {
    if (!content || state.stage === 'importing') return
    const current = signal ?? begin()
    const sent = state.order
    set({ stage: 'reading', isEarly: false })
    try {
      const answer = await send(content, { ...sent, dryRun: true }, current)
      if (!current.aborted) set(readyState(state, answer, sent))
    } catch (error) {
      if (!current.aborted) set(failedState(asError(error)))
    }
  }

  /**
   * Imports the file if `seen`, the answer that the person saw as they pressed the button, is that of the present order.
   * Even an answer with the same counts may be about other pilots.
   */
  async function confirm(seen: ImportAnswer) {
    const { stage, answer, checked, order: sent } = state
    if (!content || stage === 'importing') return
    if (stage === 'reading' || answer !== seen || checked !== sent) return set({ isEarly: true })
    if (stage !== 'ready') return
    set({ stage: 'importing', isEarly: false })
    try {
      const [result] = await Promise.all([send(content, sent), wait(doubleClickTime)])
      set(doneState(state, result, sent))
      memory.remember(key, JSON.stringify(lastingMapping(sent.mapping)))
      onImported()
    } catch (error) {
      set(failedState(withUnknownOutcome(asError(error), 'No se sabe si se importó.')))
    }
  }

  return {
    take,
    confirm,
    choose: (choices: Partial<ImportChoices>) => change(choices),
    edit: (changeOf: MappingChange) => change({ mapping: changeOf(state.order.mapping) }),
    /** Drops all choices about the columns and cells, those for earlier files included. */
    startOver() {
      state = { ...state, recalled: undefined }
      change({ mapping: {}, forget: true })
    },
    /** Goes on with another sheet of the same file after an import, which has stored the choices about columns. */
    takeSheet(sheet: string) {
      const { name, imported, order } = state
      state = { ...choosing, name, imported, order }
      change({ ...fileChoices, mapping: chooseSheet(sheet)(order.mapping) })
    },
    /** Repeats the dry run. */
    retry: () => dryRun(),
    restart() {
      begin()
      reset()
    },
  }
}

/**
 * Returns the choices that hold if the import is undone and the file chosen again. What fills in for a rider's own values
 * does not: it would be stored again without a look.
 */
function lastingMapping(mapping: ImportMapping): ImportMapping {
  return { ...mapping, defaults: lastingDefaults(mapping.defaults) }
}

/** Returns a number that differs for nearly all other bytes (FNV-1a). A page without https has no `crypto.subtle`. */
function checksum(bytes: Uint8Array): number {
  let hash = 0x811c9dc5
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}

/** The time for the second press of a double click, which would otherwise hit the button that comes next. */
const doubleClickTime = 500

/** The state of an import: what a person decided, and what the last dry run or the import answered. */
export interface ImportChoices {
  update: boolean
  strict: boolean
  /** True if the suspensions of the file replace those that are not over. */
  replaceSuspensions: boolean
  erased: boolean
  /** True if the desk completes later everything that is missing. */
  incomplete: boolean
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

export interface ImportState {
  /** `ready` if `answer` is the dry run of the present order, `failed` if there is none because of `error`. */
  stage: 'choosing' | 'reading' | 'ready' | 'failed' | 'importing' | 'done'
  order: ImportOrder
  /** The name of the file. */
  name?: string
  /** The choices of an earlier import of the same file. */
  recalled?: ImportMapping
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

const choosing: ImportState = {
  stage: 'choosing',
  order: { ...fileChoices, mapping: {}, update: false, strict: false },
  problems: noProblems,
  imported: [],
}

/** Returns the changes of the state after a dry run of the order `checked`. */
function readyState(
  { problems }: ImportState,
  answer: ImportAnswer,
  checked: ImportOrder,
): Partial<ImportState> {
  const shown = showProblems(problems, answer, checked.mapping)
  return { stage: 'ready', preview: answer, answer, problems: shown, checked, error: undefined }
}

/** Returns the changes of the state after an import. */
function doneState(last: ImportState, answer: ImportAnswer, sent: ImportOrder): Partial<ImportState> {
  const { sheet, report } = answer
  const isStored = report.registered + report.updated + report.unchanged > 0
  const imported = isStored && sheet !== undefined ? [...last.imported, sheet] : last.imported
  return { ...readyState(last, answer, sent), stage: 'done', imported }
}

/** Leaves what the dialog displays, so that a person can change the choice that failed. */
function failedState(error: Error): Partial<ImportState> {
  const preview = error instanceof ApiError ? error.details.preview : undefined
  return { stage: 'failed', error, ...(preview && { preview, answer: undefined }) }
}

/** Returns true if a retry with the same file may succeed. */
export function isWorthRetrying(error: Error): boolean {
  return error instanceof ApiError && (error.isTemporary || error.status === 401)
}

/** Returns what the foot of the dialog says. */
export function statusOf({
  stage,
  name = '',
  preview,
  answer,
  order,
  isEarly,
}: ImportState): string | undefined {
  if (stage === 'importing') return `Importando ${name}…`
  if (stage === 'reading' && isEarly) return 'Espere: se está revisando lo último que escribió.'
  if (stage === 'reading' && preview) return `Leyendo ${name} otra vez…`
  if (stage !== 'ready' || !answer) return undefined
  if (changesOf(answer) === 0) return whyNothing(answer, order)
  return isEarly ? 'Ya se revisó lo último que escribió: pulse otra vez.' : undefined
}

/** Returns the number of pilots that an import changes. */
export function changesOf({ report: { registered, updated } }: ImportAnswer): number {
  return registered + updated
}

function whyNothing({ report, groups, suspensions }: ImportAnswer, choices: ImportChoices): string {
  const { strict, update, replaceSuspensions } = choices
  if (strict && report.rejectedRows > 0) return 'Hay filas mal, y eligió no importar nada si una lo está.'
  if (suspensions.rows > 0 && !replaceSuspensions)
    return 'No hay nada que importar: las suspensiones que siguen se quedan como están.'
  if (report.unchanged > 0) return 'No hay nada que importar: los pilotos ya están así.'
  const isDuplicate = groups.some(({ cells }) => areDuplicates(cells))
  return !update && isDuplicate
    ? `Ninguna fila se puede importar. Si son los mismos pilotos, marque «${choiceLabels.update}».`
    : 'Ninguna fila se puede importar.'
}

/** Runs a merge from the choice of a backup to the result. Nothing is stored before the person confirms it. */
import { useRef, useState } from 'react'
import { asError } from '#domain/errors'
import type { MergeAnswer, MergeChoices, MergeConflict, MergeReport } from '#domain/merge/calls'
import { backupTooLarge, type MergeSideName, maxBackupBytes } from '#domain/merge/merge'
import { ApiError, call, callForOne } from '../api/call.ts'
import { upload } from '../api/files.ts'
import { useEnd, withUnknownOutcome } from '../ui/run.tsx'

export type MergeQuestion = MergeReport['questions'][number]

export interface MergeState {
  stage: 'choosing' | 'sending' | 'ready' | 'merging' | 'done'
  /** The name of the file. */
  name: string
  /** The bytes of the file that were sent, and all of them. */
  sent: number
  size: number
  /** The last preview, made with the choices of that time. */
  report?: MergeReport
  /** All questions so far. The server asks none again that is answered with yes. */
  questions: readonly MergeQuestion[]
  /** The answers, by `questionKey`: true if it is the same person. */
  answers: ReadonlyMap<string, boolean>
  /** The sides that the person chose, by `conflictKey`. */
  sides: ReadonlyMap<string, MergeSideName>
  /** The side of all conflicts that have no choice of their own. */
  prefer?: MergeSideName
  /** The names of the accounts with the role admin that come along. */
  admins: ReadonlySet<string>
  /** True if the persons whom the other desk erased are erased here too. */
  eraseToo: boolean
  /** True while the report is not that of the present choices. */
  isStale: boolean
  /** True while a report is loaded. */
  isChecking: boolean
  /** True if the merge was not stored, because something changed since the report that the person saw. */
  hasChanged: boolean
  result?: MergeAnswer
  error?: Error
}

const choosing: MergeState = {
  stage: 'choosing',
  name: '',
  sent: 0,
  size: 0,
  questions: [],
  answers: new Map(),
  sides: new Map(),
  admins: new Set(),
  eraseToo: false,
  isStale: false,
  isChecking: false,
  hasChanged: false,
}

export type MergeRun = ReturnType<typeof useMergeRun>

export function useMergeRun(onMerged: () => void) {
  const [state, setState] = useState(choosing)
  const latest = useRef(onMerged)
  latest.current = onMerged
  const [run] = useState(() => mergeRun(setState, () => latest.current()))
  useEnd(run.restart)
  return { ...state, ...run }
}

/** Runs a merge without a screen. `show` displays a state. */
function mergeRun(show: (state: MergeState) => void, onMerged: () => void) {
  let state = choosing
  /** Aborts the upload and the previews of the present file. */
  let leaving = new AbortController()
  /** The identifier of the uploaded backup. */
  let id: string | undefined
  function set(changed: Partial<MergeState>) {
    state = { ...state, ...changed }
    show(state)
  }

  /** Removes the backup from the server. */
  function drop() {
    leaving.abort()
    leaving = new AbortController()
    // The request reaches the server even from a page that is being closed.
    if (id) call('DELETE /api/merges/:id', { params: { id }, keepalive: true }).catch(() => {})
    id = undefined
  }

  function restart(error?: Error) {
    drop()
    state = choosing
    set({ error })
  }

  async function take(files: readonly File[]) {
    const [file] = files
    if (!file || state.stage === 'merging') return
    restart()
    const { signal } = leaving
    if (files.length > 1) return restart(new Error('Se une una copia a la vez: elija una sola'))
    if (file.size > maxBackupBytes) return restart(new Error(backupTooLarge))
    const { name, size } = file
    const onSent = (sent: number) => !signal.aborted && set({ stage: 'sending', name, sent, size })
    try {
      if (!(await isArchive(file))) throw new Error(`«${name}» no es una copia de PilotOS`)
      onSent(0)
      const uploaded = await upload('POST /api/merges', file, { type: 'application/gzip', onSent, signal })
      id = uploaded.id
      set({ stage: 'ready', ...shown(state, uploaded.report) })
    } catch (error) {
      if (!signal.aborted) restart(asError(error))
    }
  }

  /** Takes over what a person decided. The report follows if it depends on it, or if it is the last decision. */
  function decide(changed: Partial<MergeState>) {
    // The answers change what is asked, and the ticks what the merge does.
    const isAnswer = ['answers', 'admins', 'eraseToo'].some((name) => name in changed)
    set({ ...changed, isStale: true, hasChanged: false, error: undefined })
    if (isAnswer || leftOf(state) === 0) void check()
  }

  /** Loads the report of the present choices. Reports are loaded one after the other: the server keeps the last one. */
  async function check() {
    if (state.isChecking || !id) return
    set({ isChecking: true })
    const { signal } = leaving
    try {
      for (let sent: MergeState | undefined; !sent || !statesMatch(sent, state); ) {
        sent = state
        const report = await callForOne('POST /api/merges/:id/preview', {
          params: { id },
          body: choicesOf(sent),
          signal,
        })
        if (statesMatch(sent, state)) set({ ...shown(state, report), error: undefined })
      }
    } catch (error) {
      if (!signal.aborted) fail(asError(error))
    } finally {
      if (!signal.aborted) set({ isChecking: false })
    }
  }

  /** Shows a failure. A backup that the server has no longer must be chosen again. */
  function fail(error: Error) {
    if (error instanceof ApiError && error.status === 404) restart(error)
    else set({ stage: 'ready', error })
  }

  async function confirm() {
    if (state.stage !== 'ready' || state.isStale || leftOf(state) > 0 || !id) return
    set({ stage: 'merging', error: undefined, hasChanged: false })
    try {
      const result = await callForOne('POST /api/merges/:id', {
        params: { id },
        body: choicesOf(state),
      })
      if (!result.stored) return set({ stage: 'ready', hasChanged: true, ...shown(state, result.report) })
      drop()
      set({ stage: 'done', result, report: result.report })
      onMerged()
    } catch (error) {
      fail(withUnknownOutcome(asError(error), 'No se sabe si se unió: pulse «Unir» otra vez.'))
    }
  }

  return {
    take,
    confirm,
    restart: () => restart(),
    /** Repeats the last preview. */
    retry: () => void check(),
    answer(question: MergeQuestion, isSamePerson: boolean) {
      decide({ answers: new Map(state.answers).set(questionKey(question), isSamePerson) })
    },
    choose(conflict: MergeConflict, side: MergeSideName) {
      decide({ sides: new Map(state.sides).set(conflictKey(conflict), side) })
    },
    chooseRest: (prefer: MergeSideName) => decide({ prefer }),
    addAdmin(user: string, isAdded: boolean) {
      const others = [...state.admins].filter((one) => one !== user)
      decide({ admins: new Set(isAdded ? [...others, user] : others) })
    },
    eraseAlso: (eraseToo: boolean) => decide({ eraseToo }),
  }
}

export function conflictKey({ id_driver, field }: Pick<MergeConflict, 'id_driver' | 'field'>): string {
  return `${id_driver} ${field}`
}

export function questionKey(question: MergeQuestion): string {
  return `${question.this.id_driver} ${question.other.id_driver}`
}

/** Returns the side that is chosen for a conflict, if there is one. */
export function sideOf(
  { sides, prefer }: Pick<MergeState, 'sides' | 'prefer'>,
  conflict: MergeConflict,
): MergeSideName | undefined {
  return conflict.onlySide ? conflict.side : (sides.get(conflictKey(conflict)) ?? prefer)
}

/** Returns the number of conflicts without a choice. */
export function leftOf(state: Pick<MergeState, 'report' | 'sides' | 'prefer'>): number {
  return state.report?.conflicts.filter((one) => sideOf(state, one) === undefined).length ?? 0
}

/** Returns true if the person decided something that a closed dialog would lose. */
export function hasChoices({ sides, answers, prefer, admins, eraseToo }: MergeState): boolean {
  return sides.size + answers.size + admins.size > 0 || prefer !== undefined || eraseToo
}

function choicesOf(state: MergeState): MergeChoices {
  const { report, questions, answers, sides, prefer, admins, eraseToo } = state
  return {
    ...(prefer && { prefer }),
    admins: [...admins],
    eraseToo,
    conflicts: (report?.conflicts ?? []).flatMap((one) => {
      const side = sides.get(conflictKey(one))
      return side ? { id_driver: one.id_driver, field: one.field, side } : []
    }),
    same: questions
      .filter((question) => answers.get(questionKey(question)))
      .map((question) => ({ this: question.this.id_driver, other: question.other.id_driver })),
  }
}

/** The decisions of a person on which a report depends. */
const choiceNames = ['sides', 'answers', 'prefer', 'admins', 'eraseToo'] as const

function statesMatch(one: MergeState, other: MergeState): boolean {
  return choiceNames.every((name) => one[name] === other[name])
}

/** Returns the changes of the state that show a report. */
function shown({ questions }: MergeState, report: MergeReport): Partial<MergeState> {
  const known = new Set(questions.map(questionKey))
  const fresh = report.questions.filter((question) => !known.has(questionKey(question)))
  return { report, questions: [...questions, ...fresh], isStale: false }
}

/** Returns true if a file begins as a gzip (RFC 1952) or a tar (POSIX, pax) does. @throws Error if it cannot be read */
async function isArchive(file: File): Promise<boolean> {
  const start = await file
    .slice(0, 262)
    .arrayBuffer()
    .catch(() => {
      throw new Error(`No se pudo leer «${file.name}». Revise que siga en su lugar y elíjalo otra vez`)
    })
  const bytes = new Uint8Array(start)
  return (bytes[0] === 0x1f && bytes[1] === 0x8b) || String.fromCharCode(...bytes.subarray(257)) === 'ustar'
}

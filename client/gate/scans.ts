/** The scans of an open gate: the one on the screen, and the last ones. */
import { useEffect, useRef, useState } from 'react'
import type { EmergencyContact } from '#domain/gate/calls'
import { answerTexts, type Direction, repeatTime } from '#domain/gate/passage'
import type { GatePilot } from '#domain/gate/schemas'
import { type AnswerKind, wordsOf } from './answer-words.ts'
import type { Signals } from './device.ts'
import type { GateLine, ScanAnswer, ScanKind } from './gate-line.ts'

export interface RecentScan {
  answer: ScanAnswer
  isUndone: boolean
}

/** The content of the whole screen: an answer, or the reason why there is none. */
export type Shown =
  | { answer: ScanAnswer /** The time of the scan that this one repeats. */; repeats?: string }
  | { failure: Error; title: string }
  | { undone: ScanAnswer /** False if the server will learn it later. */; isSent: boolean }
  | { contact: EmergencyContact; pilot: GatePilot }

export interface Scans {
  /** Absent while the gate is ready. */
  shown: Shown | undefined
  /** True while an answer is awaited. */
  isWaiting: boolean
  /** The newest first. */
  recent: readonly RecentScan[]
  /** The last passage that was counted here, which can be taken back. */
  undoable: ScanAnswer | undefined
  /** Records a scan. Without a card, `text` is the code of the rider whom the gate has found. */
  scan(text: string, direction: Direction, how?: ScanKind): void
  /** Lets a rider in who has entered already. */
  letIn(answer: ScanAnswer): void
  undo(answer: ScanAnswer): void
  /** Shows the emergency contact of a pilot. */
  contact(pilot: GatePilot): void
  fail(error: Error, title?: string): void
  /** Shows what is shown for its whole time again. */
  hold(): void
  /** Makes the gate ready before the time is over. */
  clear(): void
}

/** The time that an answer stays on the screen, in milliseconds. */
const durations: Record<AnswerKind, number> = {
  yes: 4000,
  out: 4000,
  warn: 6000,
  no: 9000,
}

/** The time that an emergency contact stays, in which a person dials: two minutes, in milliseconds. */
const contactDuration = 120_000

/** The most scans in the strip of the last ones. */
const maxRecent = 20

const notUndone = 'NO SE DESHIZO'
const notShown = 'NO SE MUESTRA'

export function useScans(line: GateLine, signals: Signals): Scans {
  const [shown, setShown] = useState<Shown>()
  const [recent, setRecent] = useState<readonly RecentScan[]>([])
  const latest = useRef(recent)
  latest.current = recent
  const [waiting, setWaiting] = useState(0)
  /** The newest scan. Only its answer is shown, however late the others arrive. */
  const newest = useRef(0)

  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(() => setShown(undefined), durationOf(shown))
    return () => clearTimeout(timer)
  }, [shown])

  /** Runs an action, and shows its outcome unless a newer one has begun. Until then, `isKept` keeps what is shown. */
  async function run(action: () => Promise<Shown>, title: string, isKept = false) {
    newest.current += 1
    const number = newest.current
    setWaiting((count) => count + 1)
    if (!isKept) setShown(undefined)
    const outcome = await action().catch((failure: Error): Shown => ({ failure, title }))
    setWaiting((count) => count - 1)
    if (number !== newest.current) return
    setShown(outcome)
    if ('answer' in outcome || 'failure' in outcome) signals.give(kindOf(outcome))
  }

  function scan(text: string, direction: Direction, how?: ScanKind) {
    void run(async () => {
      const answer = await line.scan(text, direction, how)
      if (answer.result !== 'repeat') {
        setRecent((scans) => [{ answer, isUndone: false }, ...scans].slice(0, maxRecent))
        return { answer }
      }
      const original = repeatedBy(answer, latest.current)
      return { answer: original ?? answer, repeats: original?.at ?? answer.previous?.at ?? answer.at }
    }, answerTexts.notRecorded)
  }

  return {
    shown,
    recent,
    isWaiting: waiting > 0,
    undoable: undoableOf(recent),

    scan,

    letIn: ({ scanned, direction, cardless }) =>
      scan(scanned, direction, { ...(cardless && { cardless }), override: true }),

    undo: (answer) =>
      void run(async () => {
        const isSent = await line.undo(answer)
        setRecent((scans) =>
          scans.map((scan) => (scan.answer.id === answer.id ? { ...scan, isUndone: true } : scan)),
        )
        return { undone: answer, isSent }
      }, notUndone),

    contact: (pilot) => void run(async () => ({ contact: await line.contact(pilot), pilot }), notShown, true),

    fail: (failure, title = answerTexts.notRecorded) =>
      void run(async () => {
        throw failure
      }, title),

    hold: () => setShown((current) => current && { ...current }),

    clear: () => setShown(undefined),
  }
}

/** Returns the last answer that let a person pass and still counts. */
export function undoableOf(recent: readonly RecentScan[]): ScanAnswer | undefined {
  return recent.find(({ answer, isUndone }) => answer.admitted && !isUndone)?.answer
}

/** Returns the earlier answer that a repeated scan stands for, if this page gave it. */
export function repeatedBy(repeat: ScanAnswer, recent: readonly RecentScan[]): ScanAnswer | undefined {
  const found = recent.find(
    ({ answer, isUndone }) =>
      !isUndone &&
      answer.direction === repeat.direction &&
      (answer.pilot ? answer.pilot.id === repeat.pilot?.id : answer.scanned === repeat.scanned) &&
      Date.parse(repeat.at) - Date.parse(answer.at) <= repeatTime,
  )
  return found?.answer
}

/** Returns how long the screen shows something, in milliseconds. */
export function durationOf(shown: Shown): number {
  if ('contact' in shown) return contactDuration
  return durations['undone' in shown ? 'yes' : kindOf(shown)]
}

function kindOf(shown: Shown): AnswerKind {
  return 'answer' in shown ? wordsOf(shown.answer).kind : 'no'
}

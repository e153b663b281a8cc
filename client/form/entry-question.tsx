/** Asks once whether the entries in the open event follow a changed number, modalidad or transponder. */
import { useEffect, useRef, useState } from 'react'
import { describeEntry, type Entry, entriesIn } from '#domain/event/entry'
import { followedEntries, hasFollowers } from '#domain/event/following'
import { fullName, type Pilot, type PilotDraft } from '#domain/pilot/pilot'
import { enumerate } from '#domain/text/text'
import button from '../ui/button.module.css'
import { Dialog } from '../ui/dialog.tsx'
import type { Attempt } from './pilot-form-state.ts'

interface EntryQuestion {
  attempt: Attempt
  pilot: Pilot
  /** The entries after the change. */
  next: readonly Entry[]
}

/** Holds the attempt to save a rider who is entered, until the person has decided about the entries. */
export function useEntryQuestion() {
  const [asked, setAsked] = useState<EntryQuestion>()
  return {
    asked,
    /** Asks if an entry of `latest`, the stored rider, would follow the change. Returns true if it does. */
    ask(attempt: Attempt, latest: Pilot | undefined, draft: PilotDraft): boolean {
      // A record has the entries of the open event only.
      const event = latest?.entries?.[0]?.event
      if (!latest || event === undefined) return false
      const after = { ...draft, entries: latest.entries }
      if (!hasFollowers(latest, after, event)) return false
      setAsked({ attempt, pilot: latest, next: followedEntries(latest, after, event) })
      return true
    },
    close: () => setAsked(undefined),
  }
}

interface EntryQuestionDialogProps extends EntryQuestion {
  /** Receives whether the entries follow, or nothing if the person goes back to the form. */
  onAnswer: (follows?: boolean) => void
}

export function EntryQuestionDialog({ pilot, next, onAnswer }: EntryQuestionDialogProps) {
  const follow = useRef<HTMLButtonElement>(null)
  // The dialog has opened by now, and has focused its first button.
  useEffect(() => follow.current?.focus(), [])
  const stored = entriesIn(pilot, next[0]?.event ?? '')
  return (
    <Dialog
      title="¿También en la inscripción?"
      onClose={() => onAnswer()}
      foot={
        <>
          <button type="button" className={button.button} onClick={() => onAnswer(false)}>
            Dejarla como está
          </button>
          <button type="button" ref={follow} className={button.primary} onClick={() => onAnswer(true)}>
            Cambiar también
          </button>
        </>
      }
    >
      <p>
        {fullName(pilot)} está en el evento abierto: {textOf(stored)}. Con el cambio queda: {textOf(next)}.
      </p>
      {pilot.card && <p>La credencial que se imprimió queda desactualizada.</p>}
    </Dialog>
  )
}

/** Describes entries without their ticks, which stay. */
function textOf(entries: readonly Entry[]): string {
  return enumerate(entries.map(({ checks: _checks, ...entry }) => describeEntry(entry)))
}

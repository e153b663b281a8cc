/** Asks once whether the entries in the open event follow a changed number, modalidad or transponder. */
import { useState } from 'react'
import { describeEntry, type Entry, entriesIn } from '#domain/events/entry'
import { followedEntries, hasFollowers } from '#domain/events/following'
import { fullName, type Pilot, type PilotDraft } from '#domain/pilots/pilot'
import { enumerate } from '#domain/text/text'
import { Question } from '../../ui/dialog.tsx'
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
  const stored = entriesIn(pilot, next[0]?.event ?? '')
  return (
    <Question
      title="¿También en la inscripción?"
      main="Cambiar también"
      other="Dejarla como está"
      onAnswer={onAnswer}
    >
      <p>
        {fullName(pilot)} está en el evento abierto: {textOf(stored)}. Con el cambio queda: {textOf(next)}.
      </p>
      {pilot.card && <p>La credencial que se imprimió queda desactualizada.</p>}
    </Question>
  )
}

/** Describes entries without their ticks, which stay. */
function textOf(entries: readonly Entry[]): string {
  return enumerate(entries.map(({ checks: _checks, ...entry }) => describeEntry(entry)))
}

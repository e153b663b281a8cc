/**
 * The questions of the form beside its fields: about the consent, a minor without a guardian, and entries that would
 * follow a change.
 */
import { useState } from 'react'
import type { ConsentInfo } from '#domain/desk/settings-calls'
import { describeEntry, type Entry, entriesIn } from '#domain/events/entry'
import { followedEntries, hasFollowers } from '#domain/events/following'
import {
  fullName,
  guardianMissingText,
  lacksGuardian,
  type Pilot,
  type PilotDraft,
} from '#domain/pilots/pilot'
import { type Consent, consentLabel, consentText, guardianMissing } from '#domain/privacy/consent'
import { maxGuardian } from '#domain/stored/limits'
import { today } from '#domain/text/date'
import { enumerate } from '#domain/text/text'
import { callForOne } from '../../api/call.ts'
import { useLoad } from '../../api/load.ts'
import { Dialog, Question } from '../../ui/dialog.tsx'
import field from '../../ui/field.module.css'
import { Checkbox } from '../../ui/field.tsx'
import { Button } from '../../ui/form.tsx'
import layout from '../../ui/layout.module.css'
import parts from '../../ui/parts.module.css'
import styles from './form.module.css'
import { consentName, guardianName } from './form-keys.ts'
import type { Attempt, OpenedApplication } from './pilot-form-state.ts'
import { isBirthdayOfMinor, type Values } from './pilot-values.ts'

export type ConsentChoice = ReturnType<typeof useConsent>

type Given = OpenedApplication['consent']

/** Holds what the person says about the consent, at first that of an application. Without a text, nobody is asked. */
export function useConsent(stored: Pilot['consent'], values: Values, given?: Given) {
  const { value: text } = useLoad((signal) => callForOne('GET /api/consent', { signal }), 'consent')
  const [said, setChosen] = useState<{ isAccepted: boolean; guardian?: string }>()
  // The text may have changed since the rider has read it.
  const isGiven = given !== undefined && given.version === text?.version
  const chosen = said ?? (isGiven ? { isAccepted: true, guardian: given.guardian } : undefined)
  const isAccepted = chosen?.isAccepted ?? stored !== undefined
  const guardian = chosen?.guardian ?? stored?.guardian ?? values.apoderado
  const needsGuardian = isAccepted && isBirthdayOfMinor(values.fechanac)
  return {
    /** The text that is asked about. */
    text: text?.text ? text : undefined,
    stored,
    isAccepted,
    /** True if the stored consent is of another version, and the person has not accepted the current one. */
    isOld: stored !== undefined && stored.version !== text?.version && chosen === undefined,
    guardian,
    needsGuardian,
    problem: chosen && needsGuardian && guardian.trim() === '' ? guardianMissing : undefined,
    accept: (isAccepted: boolean) => setChosen({ ...chosen, isAccepted }),
    nameGuardian: (name: string) => setChosen({ isAccepted, guardian: name }),
    /** Returns what the form sends: undefined leaves the consent as it is, and null withdraws it. */
    submission(): Pick<Consent, 'version' | 'guardian'> | null | undefined {
      if (!chosen || !text?.text) return undefined
      if (isAccepted) return { version: text.version, ...(needsGuardian && { guardian }) }
      return stored && null
    },
  }
}

interface ConsentFieldProps {
  choice: ConsentChoice
  /** True if the message about a missing guardian is shown. */
  showsProblem: boolean
}

export function ConsentField({ choice, showsProblem }: ConsentFieldProps) {
  const [isReading, setReading] = useState(false)
  const { text, stored, isAccepted, isOld, guardian, needsGuardian, problem } = choice
  if (!text) return null
  return (
    <div className={styles.consent}>
      <Checkbox name={consentName} checked={isAccepted} onChange={choice.accept}>
        {consentLabel}
      </Checkbox>
      {needsGuardian && (
        <label className={styles.guardian}>
          Apoderado que acepta
          <input
            type="text"
            name={guardianName}
            className={field.control}
            autoComplete="off"
            maxLength={maxGuardian}
            value={guardian}
            aria-invalid={showsProblem && problem ? true : undefined}
            aria-describedby={showsProblem && problem ? 'guardian-problem' : undefined}
            onChange={({ target }) => choice.nameGuardian(target.value)}
          />
        </label>
      )}
      {stored && isOld && (
        <>
          <span>Ya {consentText(stored, text.version)}.</span>
          <Button onClick={() => choice.accept(true)}>Acepta la versión {text.version}</Button>
        </>
      )}
      <Button onClick={() => setReading(true)}>Leer el texto</Button>
      {showsProblem && problem && (
        <p id="guardian-problem" className={layout.problem}>
          {problem}
        </p>
      )}
      {isReading && <ConsentDialog text={text} onClose={() => setReading(false)} />}
    </div>
  )
}

function ConsentDialog({ text, onClose }: { text: ConsentInfo; onClose: () => void }) {
  return (
    <Dialog title="Uso de los datos personales" closesOnScan onClose={onClose}>
      <p className={layout.hint}>Versión {text.version}</p>
      <p className={parts.long}>{text.text}</p>
    </Dialog>
  )
}

/** Holds the attempt to store a minor without a guardian, until the person has decided about it. */
export function useGuardianQuestion({ needsGuardian, guardian }: ConsentChoice) {
  const [asked, setAsked] = useState<Attempt>()
  /** The birthday with which the person stores the rider without a guardian. */
  const [sureOf, setSureOf] = useState<string>()
  return {
    isAsked: asked !== undefined,
    ask: setAsked,
    /** Returns true if the person has not decided yet. Nobody is asked again about a rider who was stored so. */
    isNeeded({ base }: Attempt, draft: PilotDraft): boolean {
      const consent = needsGuardian ? { guardian } : undefined
      const isKnown = base !== undefined && lacksGuardian(base, today())
      return !isKnown && draft.fechanac !== sureOf && lacksGuardian({ ...draft, consent }, today())
    },
    /** Closes the question, and returns the attempt about which it was. */
    answer(isSure: boolean): Attempt | undefined {
      setAsked(undefined)
      if (isSure) setSureOf(asked?.values.fechanac)
      return asked
    },
  }
}

interface GuardianDialogProps {
  /** True if the rider is stored already. */
  isEdit: boolean
  /** Receives true if the rider is stored without a guardian, and false if the person goes back to the form. */
  onAnswer: (isSure: boolean) => void
}

export function GuardianDialog({ isEdit, onAnswer }: GuardianDialogProps) {
  return (
    <Question
      title="Falta el apoderado"
      main="Anotar al apoderado"
      other={isEdit ? 'Guardar sin apoderado' : 'Registrar sin apoderado'}
      onAnswer={(isMain) => onAnswer(isMain === false)}
    >
      <p>
        {guardianMissingText}. Si se anota después, el piloto queda entre los datos por revisar de la lista.
      </p>
    </Question>
  )
}

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

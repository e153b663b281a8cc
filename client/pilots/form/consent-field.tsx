/** The consent to the use of the data in the form, if the event has a text for it. */
import { useState } from 'react'
import type { ConsentInfo } from '#domain/desk/settings-calls'
import type { Pilot } from '#domain/pilots/pilot'
import {
  type Consent,
  consentLabel,
  consentText,
  guardianMissing,
  maxGuardian,
} from '#domain/privacy/consent'
import { callForOne } from '../../api/call.ts'
import { useLoad } from '../../api/load.ts'
import button from '../../ui/button.module.css'
import { Dialog } from '../../ui/dialog.tsx'
import field from '../../ui/field.module.css'
import { Checkbox } from '../../ui/field.tsx'
import layout from '../../ui/layout.module.css'
import styles from './form.module.css'
import { consentName, guardianName } from './form-keys.ts'
import { isBirthdayOfMinor, type Values } from './pilot-values.ts'

export type ConsentChoice = ReturnType<typeof useConsent>

/** Holds what the person says about the consent. Without a text, nobody is asked. */
export function useConsent(stored: Pilot['consent'], values: Values) {
  const { value: text } = useLoad((signal) => callForOne('GET /api/consent', { signal }), 'consent')
  const [chosen, setChosen] = useState<{ isAccepted: boolean; guardian?: string }>()
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
    accept: (isAccepted: boolean) => setChosen((last) => ({ ...last, isAccepted })),
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
          <button type="button" className={button.button} onClick={() => choice.accept(true)}>
            Acepta la versión {text.version}
          </button>
        </>
      )}
      <button type="button" className={button.button} onClick={() => setReading(true)}>
        Leer el texto
      </button>
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
      <p className={styles.text}>{text.text}</p>
    </Dialog>
  )
}

/** Asks once before a minor is stored without a guardian. */
import { useEffect, useRef, useState } from 'react'
import { guardianMissingText, lacksGuardian } from '#domain/pilot/guardian'
import type { PilotDraft } from '#domain/pilot/pilot'
import { today } from '#domain/text/date'
import button from '../ui/button.module.css'
import { Dialog } from '../ui/dialog.tsx'
import type { ConsentChoice } from './consent-field.tsx'
import type { Attempt } from './pilot-form-state.ts'

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
  const back = useRef<HTMLButtonElement>(null)
  // The dialog has opened by now, and has focused its first button.
  useEffect(() => back.current?.focus(), [])
  return (
    <Dialog
      title="Falta el apoderado"
      onClose={() => onAnswer(false)}
      foot={
        <>
          <button type="button" className={button.button} onClick={() => onAnswer(true)}>
            {isEdit ? 'Guardar sin apoderado' : 'Registrar sin apoderado'}
          </button>
          <button type="button" ref={back} className={button.primary} onClick={() => onAnswer(false)}>
            Anotar al apoderado
          </button>
        </>
      }
    >
      <p>
        {guardianMissingText}. Si se anota después, el piloto queda entre los datos por revisar de la lista.
      </p>
    </Dialog>
  )
}

/** Asks once before a minor is stored without a guardian. */
import { useState } from 'react'
import { guardianMissingText, lacksGuardian, type PilotDraft } from '#domain/pilots/pilot'
import { today } from '#domain/text/date'
import { Question } from '../../ui/dialog.tsx'
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

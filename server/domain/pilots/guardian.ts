/** The guardian of a rider under 18. */
import type { Consent } from '../privacy/consent.ts'
import { isMinor, type PilotDraft } from './pilot.ts'

/** Returns true for a rider under 18 on a day of whom no guardian is named, nor an adult who gave the consent. */
export function lacksGuardian({ fechanac, apoderado, consent }: GuardedPilot, day: string): boolean {
  return !apoderado && !consent?.guardian && isMinor({ fechanac }, day)
}

type GuardedPilot = Pick<PilotDraft, 'fechanac' | 'apoderado'> & {
  consent?: Pick<Consent, 'guardian'> | null
}

/** Is told wherever a minor has no guardian. */
export const guardianMissingText = 'Es menor de 18 años y no tiene apoderado'

/** The guardian of a rider under 18. */
import { isMinor, type PilotDraft } from './pilot.ts'

/** Returns true for a rider under 18 on a day without the name of a guardian. */
export function lacksGuardian(
  { fechanac, apoderado }: Pick<PilotDraft, 'fechanac' | 'apoderado'>,
  day: string,
): boolean {
  return !apoderado && isMinor({ fechanac }, day)
}

/** Is told wherever a minor has no guardian. */
export const guardianMissingText = 'Es menor de 18 años y no tiene apoderado'

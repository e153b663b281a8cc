/** The full name of a pilot, in a separate file so that the credential page need not load the rules of fields. */
import type { PilotDraft } from './pilot.ts'

export function fullName({ name, lastname }: Pick<PilotDraft, 'name' | 'lastname'>): string {
  return `${name} ${lastname}`
}

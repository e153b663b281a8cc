/** How a pilot is called. It stands apart from the rules of the fields: whoever scans a credential need not load those. */
import type { PilotDraft } from './pilot.ts'

export function fullName({ name, lastname }: Pick<PilotDraft, 'name' | 'lastname'>): string {
  return `${name} ${lastname}`
}

/** What became of a pilot, change by change. */
import { fieldText } from './field-text.ts'
import { type FieldName, fieldNames, fields } from './fields.ts'
import type { Pilot } from './pilot.ts'

export interface HistoryEntry {
  /** ISO 8601, UTC. */
  at: string
  /** Who made the change: see `author.ts`; older changes do not say. */
  by?: string
  kind: keyof typeof historyTexts
  /** What is different from before, where the pilot was changed. */
  changes?: HistoryChange[]
}

export interface HistoryChange {
  field: FieldName | 'photo'
  before: string
  after: string
}

/** What each kind of change is called. */
export const historyTexts = {
  registered: 'Registrado',
  changed: 'Cambiado',
  printed: 'Credencial impresa',
  revoked: 'Credencial anulada: tiene un código nuevo',
  removed: 'Borrado',
  recovered: 'Recuperado',
  restored: 'Recuperado de una copia',
} as const

/** `Club: «Uno» → «Dos»`; a photo has no words. */
export function changeText({ field, before, after }: HistoryChange): string {
  if (field === 'photo') return after ? (before ? 'Foto cambiada' : 'Foto puesta') : 'Foto quitada'
  const quoted = (text: string) => `«${fieldText(field, text)}»`
  return `${fields[field].label}: ${quoted(before)} → ${quoted(after)}`
}

/** The fields in which two states of a pilot differ, and its photo. */
export function differences(before: Pilot, after: Pilot): HistoryChange[] {
  return [...fieldNames, 'photo' as const]
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, before: String(before[field] ?? ''), after: String(after[field] ?? '') }))
}

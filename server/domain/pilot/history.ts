/** The history of a pilot, change by change. */
import { fieldText } from './field-text.ts'
import { type FieldName, fieldNames, fields } from './fields.ts'
import type { Pilot } from './pilot.ts'

export interface HistoryEntry {
  /** The time of the change: ISO 8601, UTC. */
  at: string
  /** The author of the change: see `author.ts`. Older changes have none. */
  by?: string
  kind: keyof typeof historyTexts
  /** The differences from the previous state, if the pilot was changed. */
  changes?: HistoryChange[]
}

export interface HistoryChange {
  field: FieldName | 'photo'
  before: string
  after: string
}

/** The text for each kind of change. */
export const historyTexts = {
  registered: 'Registrado',
  changed: 'Cambiado',
  printed: 'Credencial impresa',
  revoked: 'Credencial anulada: tiene un código nuevo',
  removed: 'Borrado',
  recovered: 'Recuperado',
  restored: 'Recuperado de una copia',
} as const

export const historyKinds = Object.keys(historyTexts) as HistoryEntry['kind'][]

/** Describes a change for people, such as `Club: «Uno» → «Dos»`. The text for a photo has no values. */
export function changeText({ field, before, after }: HistoryChange): string {
  if (field === 'photo') return after ? (before ? 'Foto cambiada' : 'Foto puesta') : 'Foto quitada'
  const quoted = (text: string) => `«${fieldText(field, text)}»`
  return `${fields[field].label}: ${quoted(before)} → ${quoted(after)}`
}

/** Returns the fields in which two states of a pilot differ, including the photo. */
export function differences(before: Pilot, after: Pilot): HistoryChange[] {
  return [...fieldNames, 'photo' as const]
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, before: String(before[field] ?? ''), after: String(after[field] ?? '') }))
}

/** The history of a pilot, change by change. */

import { authorAt } from '../../staff/author.ts'
import { factChangeText, factDifferences } from '../facts/fact-values.ts'
import { type FactKind, type FactValueName, factKinds, isFactValue } from '../facts/facts.ts'
import { type FieldName, fieldNames, fields, fieldText, noneOf } from '../fields.ts'
import type { Pilot } from '../pilot.ts'

export interface HistoryEntry {
  /** The time of the change: ISO 8601, UTC. */
  at: string
  /** The author of the change: see `author.ts`. Older changes have none. */
  by?: string
  /** The name of the other desk where it was done, if it came with a merge. */
  desk?: string
  kind: keyof typeof historyTexts
  /** The gate that was shown the emergency contact. */
  gate?: string
  /** The differences from the previous state, if the pilot was changed. */
  changes?: HistoryChange[]
}

export interface HistoryChange {
  field: FieldName | 'photo' | FactValueName
  before: string
  after: string
}

/** The text for each kind of change. */
const historyTexts = {
  registered: 'Registrado',
  changed: 'Cambiado',
  ...(Object.fromEntries(Object.entries(factKinds).map(([kind, { title }]) => [kind, title])) as Record<
    FactKind,
    string
  >),
  printed: 'Credencial impresa',
  revoked: 'Credencial anulada: tiene un código nuevo',
  removed: 'Borrado',
  recovered: 'Recuperado',
  restored: 'Recuperado de una copia',
  merged: 'Unido con los datos de otra mesa',
  forgotten: 'Datos olvidados: ya no están en el historial',
  contact: 'Contacto de emergencia visto',
} as const

/** The kinds of entries for changes of the pilot itself. */
export type PilotChangeKind = Exclude<HistoryEntry['kind'], 'contact'>

/** Describes an entry, such as `Puerta Norte vio el contacto de emergencia`. */
export function entryText({ kind, gate }: HistoryEntry): string {
  return gate === undefined ? historyTexts[kind] : `${gate} vio el contacto de emergencia`
}

/** Names the author of a change, and the other desk where it was made: `marta, en NORTE`. Empty if both are unknown. */
export function authorText({ by, desk }: Pick<HistoryEntry, 'by' | 'desk'>): string {
  if (!desk) return by ?? ''
  const author = authorAt(desk, by)
  if (!author) return `en ${desk}`
  // A text such as `la laptop NORTE` names the desk.
  return author.endsWith(` ${desk}`) ? author : `${author}, en ${desk}`
}

export const historyKinds = Object.keys(historyTexts) as HistoryEntry['kind'][]

/** Describes a change for people, such as `Club: «Uno» → «Dos»`. The text for a photo has no values. */
export function changeText({ field, before, after }: HistoryChange): string {
  if (field === 'photo') return after ? (before ? 'Foto cambiada' : 'Foto puesta') : 'Foto quitada'
  if (isFactValue(field)) return factChangeText({ field, before, after })
  const quoted = (text: string) => `«${text === noneOf(field) ? text : fieldText(field, text)}»`
  return `${fields[field].label}: ${quoted(before)} → ${quoted(after)}`
}

/** Returns the fields in which two states of a pilot differ, including the photo, and then the facts. */
export function differences(before: Pilot, after: Pilot): HistoryChange[] {
  const fields = [...fieldNames, 'photo' as const]
    .filter((field) => (before[field] ?? null) !== (after[field] ?? null))
    .map((field) => ({ field, before: textIn(before, field), after: textIn(after, field) }))
    // A text that an older program stored can be the words for no value.
    .filter((change) => change.before !== change.after)
  return [...fields, ...factDifferences(before, after)]
}

function textIn(pilot: Pilot, field: FieldName | 'photo'): string {
  const value = pilot[field]
  return value === null && field !== 'photo' ? fieldText(field, null) : String(value ?? '')
}

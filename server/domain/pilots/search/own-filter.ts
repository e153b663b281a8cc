/**
 * The conditions of a list on fields of one's own, as one text of an address: `propio_opcion_talla=M&propio_casilla_bus=`.
 * No value finds the pilots without one.
 */
import { isOwnName, type OwnName, type OwnValues } from '../own/own-name.ts'

export type OwnConditions = readonly (readonly [name: OwnName, value: string])[]

/** Reads the conditions in a text. Ignores what is none. */
export function ownConditions(text = ''): OwnConditions {
  if (text === '') return noConditions
  return [...new URLSearchParams(text)].flatMap(([name, value]) => (isOwnName(name) ? [[name, value]] : []))
}

/** Returns a text with another condition on a field, or without one. Undefined if no condition is left. */
export function withCondition(text: string | undefined, name: OwnName, value?: string): string | undefined {
  const changed = new URLSearchParams(text)
  if (value === undefined) changed.delete(name)
  else changed.set(name, value)
  return changed.toString() || undefined
}

/** Returns the fields whose condition a pilot does not meet. */
export function missedConditions(conditions: OwnConditions, pilot: OwnValues): OwnName[] {
  if (conditions.length === 0) return none
  return conditions.flatMap(([name, value]) => (String(pilot[name] ?? '') === value ? [] : [name]))
}

const none: OwnName[] = []
const noConditions: OwnConditions = []

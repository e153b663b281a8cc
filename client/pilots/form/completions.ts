/** The values that Enter takes in a field that is empty or incomplete. */

import { completeEmail } from '#domain/pilots/checks/unlikely'
import { type FieldName, fields, fieldText } from '#domain/pilots/fields'
import { checkField, type Pilot } from '#domain/pilots/pilot'
import { Problem } from '#domain/pilots/rules'
import { formatDate } from '#domain/text/date'
import { isObject, parseJson } from '#domain/text/text'
import { recall, remember } from '../../ui/browser-memory.ts'
import type { Values } from './pilot-values.ts'

/** The usual text of a rider without results, in the required history. */
export const noHistory = fields.participacion.usual

/** The key that fills in the words for no value in an empty field. */
export const noneKey = '-'

/** The key that fills in the beginning of the last licence number, which the licences of a federation share. */
export const prefixKey = '+'

/**
 * Returns what precedes the last number of a licence number, or undefined if it begins with that number.
 * @example licencePrefix('FM-2026-0041') // 'FM-2026-'
 */
export function licencePrefix(text = ''): string | undefined {
  return /^(.*\D)\d+$/.exec(text)?.[1]
}

/** The fields in which the riders of a queue are often equal. */
const repeated = ['licencia', 'modalidad', 'club'] as const satisfies FieldName[]

/** The fields that are remembered of the last pilot. Only the licence number identifies one: its beginning is offered. */
const remembered = [...repeated, 'nlicencia'] as const

export type RepeatedValues = Partial<Record<(typeof remembered)[number], string>>

/**
 * Returns the value that Enter takes, or undefined if Enter only moves on. It never replaces a value that the field
 * accepts. `last` has the values of the pilot who was registered before.
 */
export function completionOf(name: FieldName, values: Values, last: RepeatedValues = {}): string | undefined {
  if (name === 'email') return completeEmail(values.email)
  if (values[name].trim() !== '') return undefined
  if (name === 'participacion') return noHistory
  return isRepeated(name) ? last[name] : undefined
}

/** Returns the values that riders of a queue often share, without the licence number. */
export function repeatedIn(last: RepeatedValues): RepeatedValues {
  return Object.fromEntries(repeated.flatMap((name) => (last[name] ? [[name, last[name]]] : [])))
}

/** Remembers the repeated values until the tab is closed. */
export function rememberRegistered(pilot: Pilot): void {
  const kept = Object.fromEntries(remembered.map((name) => [name, fieldText(name, pilot[name])]))
  remember(ownName, JSON.stringify(kept), 'sessionStorage')
}

/** Returns the values of the pilot whom this tab registered last. */
export function lastRegistered(): RepeatedValues {
  const parsed = parseJson(recall(ownName, 'sessionStorage') ?? '')
  const kept = isObject(parsed) ? parsed : {}
  const valid = remembered.filter((name) => typeof kept[name] === 'string' && !checkField(name, kept[name]))
  return Object.fromEntries(valid.map((name) => [name, kept[name]]))
}

const ownName = 'pilotos-last'

function isRepeated(name: FieldName): name is (typeof repeated)[number] {
  return (repeated as readonly FieldName[]).includes(name)
}

/**
 * Writes a date as DD/MM/YYYY. Six digits are read as a date with a short year, and written in full so that its century
 * is visible. Returns any other text unchanged.
 * @example completedDate('fechanac', '280294') // '28/02/1994'
 */
export function completedDate(name: FieldName, text: string): string {
  const separated = text.trim().replace(/^(\d\d)(\d\d)(\d\d)$/, '$1/$2/$3')
  const day = fields[name].rule(separated)
  if (day instanceof Problem) return separated === text.trim() ? text : separated
  return formatDate(String(day))
}

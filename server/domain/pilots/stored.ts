/** Recognizes pilots and revocations among the values of a file, which an older or a newer program may have written. */

import { isMoment } from '../text/date.ts'
import { isObject } from '../text/text.ts'
import type { ErasedByMerge, Merged, Revocation, SeenContact } from './change.ts'
import { documentsOf } from './document.ts'
import { areFacts } from './facts/facts.ts'
import type { Field } from './field.ts'
import { type FieldName, fieldNames, fields, isOptional, kindOf, noneOf, requiredNames } from './fields.ts'
import type { ChangedFields } from './own/definitions.ts'
import { isOwnValue, ownNamesIn } from './own/own-name.ts'
import { canBeMissing, type Pilot } from './pilot.ts'
import { isPilotId } from './pilot-id.ts'

/**
 * Returns stored pilots: see `parsePilot`. Returns undefined unless the value is an array of pilots, of which no two have
 * the same identifier or the same document.
 */
export function parsePilots(value: unknown): Pilot[] | undefined {
  if (!Array.isArray(value)) return undefined
  const pilots = value.flatMap((one) => parsePilot(one) ?? [])
  const isWhole = pilots.length === value.length
  const keys = [pilots.map(({ id }) => id), documentsOf(pilots)]
  return isWhole && keys.every((all) => new Set(all).size === all.length) ? pilots : undefined
}

/**
 * Returns a stored pilot, completed, with all other properties as they are stored: a newer program may have written
 * them. Returns undefined if a property has not the type that a pilot needs. Does not check the rules of the fields.
 */
export function parsePilot(value: unknown): Pilot | undefined {
  if (!isObject(value)) return undefined
  const pilot = completePilot(value)
  return isPilot(pilot) ? pilot : undefined
}

/** Returns a stored pilot with the defaults of the fields that it lacks: see `defaultInOlderData`. */
export function completePilot<Stored extends object>(stored: Stored): Stored {
  const values = stored as Readonly<Record<string, unknown>>
  const missing = requiredNames.filter((name) => values[name] === undefined)
  if (missing.length === 0) return stored
  const defaults = missing.flatMap((name) => {
    const { defaultInOlderData }: Field = fields[name]
    return defaultInOlderData === undefined ? [] : [[name, defaultInOlderData]]
  })
  return { ...stored, ...Object.fromEntries(defaults) }
}

export function areRevocations(value: unknown): value is Revocation[] {
  return (
    Array.isArray(value) &&
    value.every(
      (one) =>
        isObject(one) &&
        isPilotId(one.id) &&
        isPilotId(one.next) &&
        isMoment(one.at) &&
        (one.joined === undefined || one.joined === true),
    )
  )
}

export function isMerged(value: unknown): value is Merged {
  return (
    isObject(value) &&
    typeof value.desk === 'string' &&
    [value.passages, value.accounts, value.past, value.settled, value.open].every(areTexts) &&
    [value.events ?? [], value.eventKeys ?? []].every(areTexts) &&
    areRevocations(value.replaced) &&
    (value.fields === undefined || areChangedFields(value.fields)) &&
    (value.eventParts === undefined || areEventParts(value.eventParts)) &&
    (value.erased === undefined || isErasedByMerge(value.erased)) &&
    Array.isArray(value.moved) &&
    value.moved.every((one) => isObject(one) && typeof one.id === 'string' && isPilotId(one.pilot))
  )
}

function areChangedFields(value: unknown): value is ChangedFields {
  return isObject(value) && isObject(value.before) && isObject(value.after)
}

function areEventParts(value: unknown): value is Merged['eventParts'] {
  const areParts = (parts: unknown) =>
    isObject(parts) &&
    [parts.categories, parts.reserved, parts.erased ?? [], parts.shifts ?? []].every(areTexts)
  return isObject(value) && Object.values(value).every(areParts)
}

function isErasedByMerge(value: unknown): value is ErasedByMerge {
  return isObject(value) && typeof value.backup === 'string' && Number.isInteger(value.persons)
}

function areTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((text) => typeof text === 'string')
}

export function areSeenContacts(value: unknown): value is SeenContact[] {
  return (
    Array.isArray(value) &&
    value.every((one) => isObject(one) && isPilotId(one.id) && typeof one.gate === 'string')
  )
}

function isPilot(value: Record<string, unknown>): value is Record<string, unknown> & Pilot {
  return (
    isPilotId(value.id) &&
    (value.photo === null || typeof value.photo === 'string') &&
    areFacts(value) &&
    storedTypes.every(([name, type]) => typeof value[name] === type || isAbsent(name, value[name])) &&
    ownNamesIn(value).every((name) => isOwnValue(name, value[name]))
  )
}

const storedTypes = fieldNames.map(
  (name) => [name, kindOf(name) === 'integer' ? 'number' : 'string'] as const,
)

function isAbsent(name: FieldName, value: unknown): boolean {
  if (value === undefined) return isOptional(name) || canBeMissing(name)
  return value === null && noneOf(name) !== undefined
}

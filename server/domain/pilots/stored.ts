/** Recognizes pilots among the values of a file, which an older or a newer program may have written. */

import { hasShape } from '../stored/checks.ts'
import { isObject } from '../text/text.ts'
import { documentsOf } from './document.ts'
import { factNames } from './facts/facts.ts'
import type { Field } from './field.ts'
import { type FieldName, fieldNames, fields, isOptional, kindOf, noneOf, requiredNames } from './fields.ts'
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
  return unreadablePart(pilot) === undefined ? (pilot as Record<string, unknown> & Pilot) : undefined
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

/** Returns the name of the first part of a pilot that a reader would not accept, or undefined. */
export function unreadablePart(value: Readonly<Record<string, unknown>>): string | undefined {
  if (!isPilotId(value.id)) return 'id'
  if (value.photo !== null && typeof value.photo !== 'string') return 'photo'
  return (
    factNames.find((name) => value[name] !== undefined && !hasShape(name, value[name])) ??
    storedTypes.find(([name, type]) => typeof value[name] !== type && !isAbsent(name, value[name]))?.[0] ??
    ownNamesIn(value).find((name) => !isOwnValue(name, value[name]))
  )
}

const storedTypes = fieldNames.map(
  (name) => [name, kindOf(name) === 'integer' ? 'number' : 'string'] as const,
)

function isAbsent(name: FieldName, value: unknown): boolean {
  if (value === undefined) return isOptional(name) || canBeMissing(name)
  return value === null && noneOf(name) !== undefined
}

/** Writes large answers as JSON in parts, so that other requests are answered meanwhile. */
import { Readable } from 'node:stream'
import { itemsPerPart, listParts } from '#domain/parts'
import { isObject } from '#domain/text/json'
import { inTurns } from '../async/in-turns.ts'

/** Sends parts of a text one after the other, no faster than the client reads them. */
export function streamed(parts: Iterable<string>): Readable {
  return Readable.from(inTurns(parts))
}

/** Returns true if a value, or a value in its properties, is a list that should be written in parts. */
export function isLarge(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > itemsPerPart
  return isObject(value) && Object.values(value).some(isLarge)
}

/** Yields the JSON of a value in parts. */
export function* jsonParts(value: unknown): Generator<string> {
  if (Array.isArray(value)) return yield* listParts(value)
  if (!isObject(value) || !isLarge(value)) return yield JSON.stringify(value)
  let separator = '{'
  for (const [name, property] of Object.entries(value)) {
    if (property === undefined) continue
    yield `${separator}${JSON.stringify(name)}:`
    yield* jsonParts(property)
    separator = ','
  }
  yield '}'
}

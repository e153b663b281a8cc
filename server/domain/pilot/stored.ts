/** Recognizes pilots and revocations among the values of a file. */
import { isMoment } from '../text/date.ts'
import { isObject } from '../text/json.ts'
import { areTerms, isDayOrAbsent } from '../validity/terms.ts'
import type { Revocation } from './change.ts'
import { type FieldName, fieldNames } from './fields.ts'
import type { Pilot } from './pilot.ts'
import { isPilotId } from './pilot-id.ts'

/** Returns true if the value is an array of pilots, of which no two have the same identifier or the same DNI. */
export function arePilots(value: unknown): value is Pilot[] {
  return (
    Array.isArray(value) && value.every(isPilot) && areDifferent(value, 'id') && areDifferent(value, 'dni')
  )
}

export function areRevocations(value: unknown): value is Revocation[] {
  return (
    Array.isArray(value) &&
    value.every((one) => isObject(one) && isPilotId(one.id) && isPilotId(one.next) && isMoment(one.at))
  )
}

/** Returns true if every property has the type that a pilot needs. Does not check the rules of the fields. */
export function isPilot(value: unknown): value is Pilot {
  return (
    isObject(value) &&
    isPilotId(value.id) &&
    (value.photo === null || typeof value.photo === 'string') &&
    (value.since === undefined || isMoment(value.since)) &&
    (value.card === undefined || isIssuedCard(value.card)) &&
    (value.terms === undefined || areTerms(value.terms)) &&
    integers.every((name) => typeof value[name] === 'number') &&
    texts.every((name) => typeof value[name] === 'string')
  )
}

function isIssuedCard(value: unknown): boolean {
  return (
    isObject(value) && isMoment(value.at) && typeof value.address === 'string' && isDayOrAbsent(value.until)
  )
}

const integers: readonly FieldName[] = ['celular', 'dni']
const texts = fieldNames.filter((name) => !integers.includes(name))

function areDifferent(pilots: readonly Pilot[], name: 'id' | 'dni'): boolean {
  return new Set(pilots.map((pilot) => pilot[name])).size === pilots.length
}

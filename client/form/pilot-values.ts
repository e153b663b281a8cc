/** The values of a pilot in the form: texts, as people write them. */
import { fieldText } from '#domain/pilot/field-text'
import { type FieldName, fieldNames, fields } from '#domain/pilot/fields'
import type { PilotDraft } from '#domain/pilot/pilot'
import { Problem } from '#domain/pilot/rules'

export type Values = Record<FieldName, string>

/** Returns the texts of a pilot, or empty texts if there is no pilot. */
export function valuesOf(pilot?: PilotDraft): Values {
  return valuesBy((name) => (pilot ? fieldText(name, pilot[name]) : ''))
}

/** Returns the texts of the values as the server would store them. Invalid values stay as they were typed. */
export function normalised(values: Values): Values {
  return valuesBy((name) => {
    const stored = fields[name].rule(values[name])
    return stored instanceof Problem ? values[name] : fieldText(name, stored)
  })
}

export function sameValues(one: Values, other: Values): boolean {
  return fieldNames.every((name) => one[name] === other[name])
}

export function valuesBy(textOf: (name: FieldName) => string): Values {
  return Object.fromEntries(fieldNames.map((name) => [name, textOf(name)])) as Values
}

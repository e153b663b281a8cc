/** The values of a pilot in the form, as people write them, and the differences between two versions of them. */
import { type FieldName, fieldNames, fields, fieldText } from '#domain/pilots/fields'
import { isMinor, type PilotDraft, readValue } from '#domain/pilots/pilot'
import { Problem } from '#domain/pilots/rules'
import { today } from '#domain/text/date'

export type Values = Record<FieldName, string>

/** Returns the texts of a pilot, or empty texts if there is no pilot. */
export function valuesOf(pilot?: PilotDraft): Values {
  return valuesBy((name) => (pilot ? fieldText(name, pilot[name]) : ''))
}

/** Returns the texts of the values as the server would store them. Invalid values stay as they were typed. */
export function normalised(values: Values): Values {
  return valuesBy((name) => {
    const stored = readValue(name, values[name])
    return stored instanceof Problem ? values[name] : fieldText(name, stored)
  })
}

export function sameValues(one: Values, other: Values): boolean {
  return fieldNames.every((name) => one[name] === other[name])
}

export function isBlank(values: Values): boolean {
  return sameValues(values, valuesOf())
}

export function valuesBy(textOf: (name: FieldName) => string): Values {
  return Object.fromEntries(fieldNames.map((name) => [name, textOf(name)])) as Values
}

/** Returns true for the text of a birthday of a rider who is under 18 today. */
export function isBirthdayOfMinor(text = ''): boolean {
  const fechanac = fields.fechanac.rule(text)
  return typeof fechanac === 'string' && isMinor({ fechanac }, today())
}

/** The version in this form (`mine`), or the version that another person has stored meanwhile (`theirs`). */
export type Side = 'mine' | 'theirs'

interface Difference {
  name: FieldName
  mine: string
  theirs: string
  /** The side that changed the field; undefined if both did. */
  only?: Side
}

/** Returns the fields in which both versions differ. `base` is the version that both edits began with. */
export function differencesOf(base: Values, mine: Values, theirs: Values): Difference[] {
  const typed = normalised(mine)
  return fieldNames
    .filter((name) => typed[name] !== theirs[name])
    .map((name) => ({
      name,
      mine: typed[name],
      theirs: theirs[name],
      only: soleChanger(typed[name] !== base[name], theirs[name] !== base[name]),
    }))
}

/** Returns the chosen side of each difference, and the common value of every other field. */
export function merged(theirs: Values, differences: Difference[], sideOf: (name: string) => Side): Values {
  return valuesBy((name) => {
    const difference = differences.find((one) => one.name === name)
    return difference && sideOf(name) === 'mine' ? difference.mine : theirs[name]
  })
}

/** Returns the side that made the change; undefined if both made a change. */
export function soleChanger(isMine: boolean, isTheirs: boolean): Side | undefined {
  return isMine && isTheirs ? undefined : isMine ? 'mine' : 'theirs'
}

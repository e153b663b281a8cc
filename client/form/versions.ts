/** Compares two people's versions of one pilot, and tells who changed each field. */
import { type FieldName, fieldNames } from '#domain/pilot/fields'
import { normalised, type Values, valuesBy } from './pilot-values.ts'

/** The version in this form (`mine`), or the version that another person has stored meanwhile (`theirs`). */
export type Side = 'mine' | 'theirs'

export interface Difference {
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

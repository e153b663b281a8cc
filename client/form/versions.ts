/** Two people's versions of one pilot: where they differ, and whose change each difference is. */
import { type FieldName, fieldNames } from '#domain/pilot/fields'
import { tidied, type Values, valuesBy } from './pilot-values.ts'

/** The version of whoever sits here, or the one that somebody else has stored meanwhile. */
export type Side = 'mine' | 'theirs'

export interface Difference {
  name: FieldName
  mine: string
  theirs: string
  /** Who changed it, where only one of both did. */
  only?: Side
}

/** `base` is what both began with. */
export function differencesOf(base: Values, mine: Values, theirs: Values): Difference[] {
  const typed = tidied(mine)
  return fieldNames
    .filter((name) => typed[name] !== theirs[name])
    .map((name) => ({
      name,
      mine: typed[name],
      theirs: theirs[name],
      only: onlyOne(typed[name] !== base[name], theirs[name] !== base[name]),
    }))
}

/** What was chosen, and what both have anyway. */
export function merged(theirs: Values, differences: Difference[], sideOf: (name: string) => Side): Values {
  return valuesBy((name) => {
    const difference = differences.find((one) => one.name === name)
    return difference && sideOf(name) === 'mine' ? difference.mine : theirs[name]
  })
}

/** Whose change it is: undefined where both made one. */
export function onlyOne(isMine: boolean, isTheirs: boolean): Side | undefined {
  return isMine && isTheirs ? undefined : isMine ? 'mine' : 'theirs'
}

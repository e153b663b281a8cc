/** The order in which prints of a lane begin: people take turns, so that nobody waits for five prints of another person. */

/**
 * Returns the waiting prints in the order in which they begin. `waiting` is in order of arrival. `last` is the person
 * of the print that began last, whose turn comes after those of all others.
 */
export function fairOrder<Print extends { by: string }>(waiting: readonly Print[], last?: string): Print[] {
  const ofPeople = new Map<string, Print[]>()
  for (const print of waiting) ofPeople.set(print.by, [...(ofPeople.get(print.by) ?? []), print])
  const ofLast = last === undefined ? undefined : ofPeople.get(last)
  if (last !== undefined && ofLast) {
    ofPeople.delete(last)
    ofPeople.set(last, ofLast)
  }
  const people = [...ofPeople.values()]
  const rounds = Math.max(0, ...people.map(({ length }) => length))
  return Array.from({ length: rounds }, (_, round) => people.flatMap((prints) => prints[round] ?? [])).flat()
}

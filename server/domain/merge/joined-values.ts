/** Joins the values of two desks where both are to stay. Both desks join two values alike. */

import { describeSuspension, maxReasonLength, type Suspension } from '../credential/terms.ts'
import { checkNames, type Entry, entriesKey, placeOf, sortedEntries } from '../events/entry.ts'

/** Returns a suspension that lasts as long as both together, for both reasons. */
export function joinedSuspensions(one: Suspension, other: Suspension): Suspension {
  const [first, second] = [one, other].sort((a, b) =>
    a.from + describeSuspension(a) < b.from + describeSuspension(b) ? -1 : 1,
  ) as [Suspension, Suspension]
  const to = one.to && other.to && (one.to > other.to ? one.to : other.to)
  const parts = [first, second].flatMap(({ reason }) => reason.split('; ')).filter(Boolean)
  const reasons = [...new Set(parts)].join('; ')
  return { from: first.from, ...(to && { to }), reason: reasons.slice(0, maxReasonLength) }
}

/** Returns the entries of both, and in each of them the checks that are done at one desk or the other. */
export function joinedEntries(one: readonly Entry[] = [], other: readonly Entry[] = []): readonly Entry[] {
  const joined = new Map<string, Entry>()
  for (const entry of [...one, ...other]) {
    const place = placeOf(entry)
    const same = joined.get(place)
    joined.set(place, same ? joinedEntry(same, entry) : entry)
  }
  return sortedEntries([...joined.values()])
}

/** Both desks join two states of an entry alike: the first that was made, the last of two numbers in
 * the order of their texts, and the first of each mark. */
function joinedEntry(one: Entry, other: Entry): Entry {
  const [first, second] = [one, other].sort((a, b) => (entriesKey([a]) < entriesKey([b]) ? -1 : 1)) as [
    Entry,
    Entry,
  ]
  const early = first.at <= second.at ? first : second
  const number = second.number ?? first.number
  const transponder = second.transponder ?? first.transponder
  const checks = Object.fromEntries(
    checkNames.flatMap((name) => {
      const marks = [first.checks?.[name], second.checks?.[name]].filter((mark) => mark !== undefined)
      const [mark] = marks.sort((a, b) => (`${a.at} ${a.by}` < `${b.at} ${b.by}` ? -1 : 1))
      return mark ? [[name, mark] as const] : []
    }),
  )
  return {
    event: early.event,
    modalidad: early.modalidad,
    ...(number !== undefined && { number }),
    ...(transponder !== undefined && { transponder }),
    at: early.at,
    ...(early.by !== undefined && { by: early.by }),
    ...(Object.keys(checks).length > 0 && { checks }),
  }
}

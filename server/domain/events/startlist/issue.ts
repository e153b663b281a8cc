/** Decides how a start list is issued, which is stored in the open event, and whether it is out of date since. */
import { PilotosError } from '../../errors.ts'
import type { StoredEvents } from '../event.ts'
import { eventsOf } from '../events.ts'
import type { IssuedList, NewList } from './group.ts'
import { riderText, type StartRider } from './start-list.ts'

/** The order to issue a list, which is data: a command sends it to a running server. */
export interface IssueOrder {
  /** The identifier of the open event. */
  event: string
  group: string
  list: NewList
}

/** Returns the event with a list, and the list with its version. @throws PilotosError if another event is open */
export function decideIssue(
  stored: StoredEvents | undefined,
  { event, group, list }: IssueOrder,
): { events: StoredEvents; issued: IssuedList } {
  const { id, ...open } = eventsOf(stored)[0]
  if (id !== event) throw new PilotosError('conflict', 'Mientras tanto se abrió otro evento: repita')
  const issued = nextIssue(open.startLists?.[group], list)
  return { events: { [id]: { ...open, startLists: { ...open.startLists, [group]: issued } } }, issued }
}

/** Returns a list with its version. */
export function nextIssue(before: IssuedList | undefined, list: NewList): IssuedList {
  if (before && before.digest === list.digest && before.kind === list.kind) return before
  return { ...list, version: (before?.version ?? 0) + 1 }
}

/**
 * Says in what the riders of a group differ from those of an issued list: nothing for a list that is up to date. `find`
 * returns the name of a rider who is not in the group any more, and the group of the same modalidad that has him now.
 */
export function changesSince(
  { riders, left }: Pick<IssuedList, 'riders' | 'left'>,
  current: readonly StartRider[],
  find: (key: string) => { name: string; now?: string } | undefined,
): string[] {
  const now = new Map(current.map((rider) => [rider.key, rider]))
  const known = new Set([...riders.map(([key]) => key), ...left])
  return [
    ...riders.flatMap(([key, number]) => {
      const rider = now.get(key)
      const { name, now: group } = find(key) ?? { name: number === '' ? 'un piloto' : '' }
      if (!rider) {
        const text = riderText({ number, name })
        return [group === undefined ? `se retiró ${text}` : `${text} pasó a ${group}`]
      }
      if (rider.number === number) return []
      const text = riderText({ number, name: rider.name })
      return [`${text} ${rider.number === '' ? 'ya no tiene número' : `tiene ahora el ${rider.number}`}`]
    }),
    ...current.filter(({ key }) => !known.has(key)).map((rider) => `se inscribió ${riderText(rider)}`),
  ]
}

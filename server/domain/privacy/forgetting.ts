/** Forgets a group of fields: the states of a pilot, of all times, without its values. */
import { CodeHistory } from '../gate/code-history.ts'
import type { Pilot } from '../pilots/pilot.ts'
import type { PilotId } from '../pilots/pilot-id.ts'
import type { Person, PersonSources } from './person.ts'
import { emptiedBefore, type ForgetOrder, type RetainedName, withoutValues } from './retention.ts'
import type { Rewriting } from './rewriting.ts'

/** Empties the group in all states of the pilots. `pilots` and `revoked` are those of the store now. */
export function forgettingOf(
  { codes }: Pick<Person, 'codes'>,
  { group, basis }: ForgetOrder,
  { pilots, revoked }: Pick<PersonSources, 'pilots' | 'revoked'>,
): Rewriting {
  const history = new CodeHistory(revoked)
  const byId = new Map(pilots.map((pilot) => [pilot.id, pilot]))
  const names = new Map<PilotId, ReadonlySet<RetainedName>>(
    [...codes].map((code) => [code, emptiedBefore(byId.get(history.current(code)), group, basis)]),
  )
  const pilot = (state: Pilot) => {
    const emptied = names.get(state.id)
    return emptied ? withoutValues(state, emptied) : state
  }
  return {
    pilot,
    change: ({ put, ...change }) => ({ ...change, ...(put && { put: put.map(pilot) }) }),
    revocations: (all) => [...all],
    entry: (entry) => entry,
    photos: new Set(),
  }
}

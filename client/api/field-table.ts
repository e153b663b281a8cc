/** The table of fields on the pages of staff: the fixed ones, and those of one's own, which the session has. */
import { useEffect, useMemo } from 'react'
import { type FieldTable, fieldTable } from '#domain/pilots/own/field-table'
import { callForOne } from './call.ts'
import { useLoad } from './load.ts'
import { useSession } from './session.ts'

export function useFieldTable(): FieldTable {
  const { fields } = useSession()
  return useMemo(() => fieldTable(fields), [fields])
}

/** Returns the function that loads the session again, after which the table has the fields of now. */
export function useSessionRefresh(): () => void {
  const { update, user } = useSession()
  // The session that is known is good enough if the server does not answer. A session that has ended is told where a
  // person does something, and no screen vanishes meanwhile.
  return () =>
    void callForOne('GET /api/session').then(
      (session) => {
        if (session.user === user) update(session)
      },
      () => {},
    )
}

/** Loads the fields of now when a screen opens: an admin may have changed them since the page was loaded. */
export function useCurrentFields(): void {
  const refresh = useSessionRefresh()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the screen opens
  useEffect(() => refresh(), [])
}

/** Loads the fields of one's own or the classes. `take` shows those after a change, which the forms of this page then know. */
export function useDefinitions<Item>(key: string, read: (signal: AbortSignal) => Promise<Item[]>) {
  const load = useLoad(read, key)
  const refresh = useSessionRefresh()
  function take(items: Item[]) {
    load.take(items)
    refresh()
  }
  return { load, take }
}

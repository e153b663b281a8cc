/** The selection of pilots in the list. It includes pilots on other pages. */
import { useState } from 'react'

export interface RowSelection {
  /** The identifiers of the chosen pilots. */
  chosen: ReadonlySet<string>
  choose(ids: readonly string[], isOn: boolean): void
  clear(): void
}

export function useRowSelection(): RowSelection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  return {
    chosen,
    choose(ids, isOn) {
      const others = new Set([...chosen].filter((id) => !ids.includes(id)))
      setChosen(isOn ? new Set([...others, ...ids]) : others)
    },
    clear: () => setChosen(new Set()),
  }
}

/** The selection of pilots in the list. It includes pilots on other pages. */
import { useState } from 'react'

export interface RowSelection {
  /** The identifiers of the chosen pilots. */
  chosen: ReadonlySet<string>
  /** True while a phone shows the checkboxes, and a press on a row ticks it. */
  isChoosing: boolean
  start(): void
  choose(ids: readonly string[], isOn: boolean): void
  /** Empties the selection and hides the checkboxes of a phone. */
  clear(): void
}

export function useRowSelection(): RowSelection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isChoosing, setChoosing] = useState(false)
  return {
    chosen,
    isChoosing,
    start: () => setChoosing(true),
    choose(ids, isOn) {
      const others = new Set([...chosen].filter((id) => !ids.includes(id)))
      setChosen(isOn ? new Set([...others, ...ids]) : others)
    },
    clear() {
      setChosen(new Set())
      setChoosing(false)
    },
  }
}

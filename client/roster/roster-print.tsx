/** Prints the list: by Ctrl+P or a button all pilots that it finds, by the menu of the browser the loaded page. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { PilotList } from '../api/staff-api.ts'
import { pageRosterOf, type Roster, rosterOf } from './roster.ts'
import { RosterDialog } from './roster-dialog.tsx'
import { loadRoster } from './roster-load.ts'
import { RosterSheet } from './roster-sheet.tsx'

interface RosterPrintProps {
  /** The loaded page of the list. */
  list: PilotList | undefined
  /** The identifiers of the chosen pilots. If there are any, only they are printed. */
  chosen: ReadonlySet<string>
}

export interface RosterPrint {
  /** Prepares the list and opens the browser's print dialog. */
  print(): void
  /** The progress and the printed list. */
  content: ReactNode
}

interface Preparation {
  loaded: number
  total?: number
  error?: Error
}

export function useRosterPrint({ list, chosen }: RosterPrintProps): RosterPrint {
  const loading = useRef(new AbortController())
  const [preparation, setPreparation] = useState<Preparation>()
  const [roster, setRoster] = useState<Roster>()
  const isReady = useRef(false)

  async function print() {
    if (!list) return
    loading.current.abort()
    loading.current = new AbortController()
    const { signal } = loading.current
    setPreparation({ loaded: 0 })
    // The chosen pilots may be on other pages, and need not match the search.
    const { sort, order } = list.view
    const view = chosen.size > 0 ? { sort, order } : list.view
    const onProgress = (loaded: number, total: number) => setPreparation({ loaded, total })
    try {
      const rows = await loadRoster(view, { chosen, signal, onProgress })
      if (signal.aborted) return
      setPreparation(undefined)
      isReady.current = true
      setRoster(rosterOf(rows, view, chosen.size > 0))
    } catch (error) {
      if (!signal.aborted) setPreparation({ loaded: 0, error: error as Error })
    }
  }

  function cancel() {
    loading.current.abort()
    setPreparation(undefined)
  }

  useEffect(() => () => loading.current.abort(), [])
  useEffect(() => {
    if (roster && isReady.current) window.print()
  }, [roster])
  usePrintKey(list && list.total > 0 ? print : undefined)
  usePrintEvents({
    before() {
      if (list && list.total > 0 && !isReady.current) flushSync(() => setRoster(pageRosterOf(list)))
    },
    after() {
      isReady.current = false
      setRoster(undefined)
    },
  })

  const content = (
    <>
      {preparation && <RosterDialog {...preparation} onRetry={print} onClose={cancel} />}
      {roster && <RosterSheet roster={roster} />}
    </>
  )
  return { print, content }
}

/** Calls `print`, if given, instead of the browser's print dialog after Ctrl+P or Cmd+P, unless a dialog is open. */
function usePrintKey(print: (() => void) | undefined): void {
  const latest = useRef(print)
  latest.current = print
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const isPrint = event.key.toLowerCase() === 'p' && (event.ctrlKey || event.metaKey)
      if (
        !latest.current ||
        !isPrint ||
        event.altKey ||
        event.shiftKey ||
        document.querySelector('dialog[open]')
      )
        return
      event.preventDefault()
      if (!event.repeat) latest.current()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

/** Calls `before` and `after` around every print. */
function usePrintEvents(handlers: { before: () => void; after: () => void }): void {
  const latest = useRef(handlers)
  latest.current = handlers
  useEffect(() => {
    const before = () => latest.current.before()
    const after = () => latest.current.after()
    window.addEventListener('beforeprint', before)
    window.addEventListener('afterprint', after)
    return () => {
      window.removeEventListener('beforeprint', before)
      window.removeEventListener('afterprint', after)
    }
  }, [])
}

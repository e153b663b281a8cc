/** Reloads a list after changes, at most a few times a second. */
import { useEffect, useRef } from 'react'
import type { ChangeEvent } from '#domain/web/wire'
import { useChanges, useIsConnected } from '../api/changes.ts'

/** The pause before a reload, in milliseconds. The changes during the pause share one reload. */
const pause = 300

/** Calls `reload` after each change for which `isRelevant` returns true, and when the page is connected to the server. */
export function useReloadOnChange(
  reload: () => void,
  isRelevant: (change: ChangeEvent) => boolean = () => true,
): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // Changes before the connection are not reported. A page that begins with one has missed none.
  const isConnected = useIsConnected()
  const wasConnected = useRef(isConnected)
  useEffect(() => {
    if (isConnected && !wasConnected.current) reload()
    wasConnected.current = isConnected
  }, [isConnected, reload])
  useChanges((change) => {
    if (!isRelevant(change) || timer.current !== undefined) return
    timer.current = setTimeout(() => {
      timer.current = undefined
      reload()
    }, pause)
  })
}

/** Reloads the passages after new ones, after changes of pilots, and when the page is connected again. */
import { useEffect, useRef } from 'react'
import { useChanges, useIsConnected, usePassages } from '../api/changes.ts'
import { Throttle } from '../api/throttle.ts'

/** The minimum time between two reloads, in milliseconds. */
const pause = 800

export function usePassagesReload(reload: () => void): void {
  const latest = useRef(reload)
  latest.current = reload
  const throttle = useRef<Throttle>(undefined)
  throttle.current ??= new Throttle(() => latest.current(), pause)
  const refresh = () => throttle.current?.request()
  useEffect(() => () => throttle.current?.cancel(), [])
  usePassages(refresh)
  useChanges(refresh)
  const isConnected = useIsConnected()
  const wasConnected = useRef(isConnected)
  useEffect(() => {
    if (isConnected && !wasConnected.current) throttle.current?.request()
    wasConnected.current = isConnected
  }, [isConnected])
}

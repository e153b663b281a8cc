/** Loads a value that follows the server. */
import { useEffect, useRef } from 'react'
import type { ChangeEvent } from '#domain/api/wire'
import { useChanges, useIsConnected, usePassages } from './changes.ts'
import { type Loaded, useLoad } from './use-load.ts'

interface Relevance {
  /** Decides which changes load again. By default all do. */
  change?: (change: ChangeEvent) => boolean
  /** True if passages load again. */
  passages?: boolean
}

/** Loads like `useLoad`, and again after changes on the server, and when the page is connected to it again. */
export function useLiveLoad<Value>(
  load: (signal: AbortSignal) => Promise<Value>,
  key: string,
  { change: isRelevant = () => true, passages = false }: Relevance = {},
): Loaded<Value> {
  const loaded = useLoad(load, key)
  const { refresh } = loaded
  useChanges((change) => isRelevant(change) && refresh())
  usePassages(() => passages && refresh())
  const isConnected = useIsConnected()
  const wasConnected = useRef(isConnected)
  useEffect(() => {
    // The stream reports what a page missed before its first connection.
    if (isConnected && !wasConnected.current) refresh()
    wasConnected.current = isConnected
  }, [isConnected, refresh])
  return loaded
}

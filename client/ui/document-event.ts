/** Listens to an event of the whole page while a component is shown. */
import { useEffect, useRef } from 'react'

/** Calls the latest `onEvent`. `isCaptured` is true if it comes before the elements of the page. */
export function useDocumentEvent<Name extends keyof DocumentEventMap>(
  name: Name,
  onEvent: (event: DocumentEventMap[Name]) => void,
  isCaptured = false,
): void {
  const latest = useRef(onEvent)
  latest.current = onEvent
  useEffect(() => {
    const listener = (event: DocumentEventMap[Name]) => latest.current(event)
    document.addEventListener(name, listener, isCaptured)
    return () => document.removeEventListener(name, listener, isCaptured)
  }, [name, isCaptured])
}

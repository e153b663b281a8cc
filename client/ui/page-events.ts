/** Events of the whole page while a component is shown: keys of buttons, presses, and the time. */
import { useEffect, useRef, useState } from 'react'

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

/**
 * Returns a function that runs other work as soon as no pointer is pressed. A message that appeared meanwhile would move the
 * button away under the pointer, and nothing would be clicked.
 */
export function useAfterPress(): (work: () => void) => void {
  const waiting = useRef<(() => void)[]>(undefined)
  const release = () => {
    const works = waiting.current ?? []
    waiting.current = undefined
    // The click comes right after this event.
    setTimeout(() => {
      for (const work of works) work()
    })
  }
  useDocumentEvent(
    'pointerdown',
    () => {
      waiting.current ??= []
    },
    true,
  )
  useDocumentEvent('pointerup', release, true)
  useDocumentEvent('pointercancel', release, true)
  return (work) => {
    if (waiting.current) waiting.current.push(work)
    else work()
  }
}

/** Returns the time of a clock, anew every half minute. */
export function useNow(clock = () => new Date()): Date {
  const [now, setNow] = useState(clock)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page has one clock
  useEffect(() => {
    const timer = setInterval(() => setNow(clock()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Runs the action of a key, unless a dialog is open. */
export function useActionKeys(actions: Readonly<Record<string, (() => void) | undefined>>): void {
  useDocumentEvent('keydown', (event) => {
    const action = actions[event.key]
    if (!action || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (!event.repeat && !document.querySelector('dialog[open]')) action()
  })
}

/** No form field uses these keys, and no browser but for F6 and F7, which a page may take. A button shows its key. */
export const actionKeys = {
  credential: 'F2',
  next: 'F4',
  renew: 'F4',
  enter: 'F6',
  leaveOut: 'F4',
  sign: 'F7',
  print: 'F8',
  search: 'F9',
  edit: 'F9',
  foreign: 'F8',
} as const

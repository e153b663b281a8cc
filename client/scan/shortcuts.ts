/** Shortcuts of single keys, which the strokes of a scanner do not trigger. */
import { useEffect, useRef } from 'react'
import { focusedField } from './focused-field.ts'
import { longestGap, ScanBuffer } from './scan-buffer.ts'

type Shortcuts = ReadonlyMap<string, () => void>

/** Calls the action of a pressed key, unless a field has the focus or a dialog is open. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  useEffect(() => listenForShortcuts(() => latest.current), [])
}

/** Starts to listen, and returns the function that stops it. */
function listenForShortcuts(current: () => Shortcuts): () => void {
  const buffer = new ScanBuffer()
  let waiting: ReturnType<typeof setTimeout> | undefined

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    if (focusedField() || document.querySelector('dialog[open]')) return
    const action = current().get(event.key)
    const isCharacter = event.key.length === 1
    const isFast = isCharacter && buffer.add(event.key, event.timeStamp)
    if (isCharacter) clearTimeout(waiting)
    if (!action) return
    event.preventDefault()
    event.stopPropagation()
    if (!isCharacter) action()
    // A person pressed the key only if no other stroke follows within the gap.
    else if (!isFast && !event.repeat) waiting = setTimeout(action, longestGap)
  }

  document.addEventListener('keydown', onKeyDown, { capture: true })
  return () => {
    document.removeEventListener('keydown', onKeyDown, { capture: true })
    clearTimeout(waiting)
  }
}

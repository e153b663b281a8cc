/** Shortcuts of single keys, which the strokes of a scanner do not trigger. */
import { useEffect, useRef, useState } from 'react'
import { useDocumentEvent } from '../ui/document-event.ts'
import { consume, focusedField, isPlainStroke } from './focused-field.ts'
import { longestGap, ScanBuffer } from './scan-buffer.ts'

/** Calls the action of a pressed key, unless a field has the focus or a dialog is open. */
export function useShortcuts(shortcuts: ReadonlyMap<string, () => void>): void {
  const [strokes] = useState(() => new ScanBuffer())
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(waiting.current), [])

  function onKeyDown(event: KeyboardEvent) {
    if (!isPlainStroke(event) || focusedField() || document.querySelector('dialog[open]')) return
    const action = shortcuts.get(event.key)
    const isCharacter = event.key.length === 1
    const isFast = isCharacter && strokes.add(event.key, event.timeStamp)
    if (isCharacter) clearTimeout(waiting.current)
    if (!action) return
    consume(event)
    if (!isCharacter) action()
    // A person pressed the key only if no other stroke follows within the gap.
    else if (!isFast && !event.repeat) waiting.current = setTimeout(action, longestGap)
  }

  useDocumentEvent('keydown', onKeyDown, true)
}

/** Handles key strokes outside text fields: shortcuts, and input of hand scanners, recognized by its speed. */
import { useEffect, useRef } from 'react'

interface KeyStrokes {
  /** Receives the text that a hand scanner typed, without its final Enter. */
  onScan: (text: string) => void
  /** The actions of single keys. The strokes of a scanner do not trigger them. */
  keys: ReadonlyMap<string, () => void>
}

/** The longest pause between two strokes of a scanner, in milliseconds. A person types more slowly. */
const longestGap = 100
/** The shortest scan, in characters. Shorter fast input was typed by chance. */
const shortestScan = 6

export function useKeyStrokes({ onScan, keys }: KeyStrokes): void {
  const latest = useRef({ onScan, keys })
  latest.current = { onScan, keys }

  useEffect(() => {
    let typed = ''
    let last = Number.NEGATIVE_INFINITY
    let waiting: ReturnType<typeof setTimeout> | undefined

    function onKeyDown(event: KeyboardEvent) {
      const { key, timeStamp } = event
      const isFast = timeStamp - last <= longestGap
      if (event.ctrlKey || event.altKey || event.metaKey || isFieldOrDialogActive()) return
      if (key === 'Enter') {
        const text = isFast ? typed : ''
        typed = ''
        if (text.length < shortestScan) return
        // Otherwise Enter would press the focused button.
        consume(event)
        return latest.current.onScan(text)
      }
      const act = latest.current.keys.get(key)
      if (key.length > 1) {
        if (!act) return
        consume(event)
        return act()
      }
      clearTimeout(waiting)
      typed = isFast ? typed + key : key
      last = timeStamp
      if (act || isFast) consume(event)
      // A person pressed the key only if no other stroke follows within the gap.
      if (act && !isFast && !event.repeat) waiting = setTimeout(act, longestGap)
    }

    document.addEventListener('keydown', onKeyDown, { capture: true })
    return () => {
      document.removeEventListener('keydown', onKeyDown, { capture: true })
      clearTimeout(waiting)
    }
  }, [])
}

function consume(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

/** Returns true if a text field has the focus or a dialog is open. */
function isFieldOrDialogActive(): boolean {
  const isField = document.activeElement?.matches(
    'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]',
  )
  return isField === true || document.querySelector('dialog[open]') !== null
}

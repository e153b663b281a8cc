/** Key strokes where no field is typed in: those of a hand scanner, told from a person's by their speed, and shortcuts. */
import { useEffect, useRef } from 'react'

interface KeyStrokes {
  /** Is given what a scanner has typed, without the Enter at its end. */
  onScan: (text: string) => void
  /** What single keys do; a scanner's strokes do none of it. */
  keys: ReadonlyMap<string, () => void>
}

/** Between two strokes of a scanner, in milliseconds: those of a person are further apart. */
const longestGap = 100
/** What is shorter was typed by chance. */
const shortestScan = 6

export function useKeyStrokes({ onScan, keys }: KeyStrokes): void {
  const latest = useRef({ onScan, keys })
  latest.current = { onScan, keys }

  useEffect(() => {
    let typed = ''
    let last = Number.NEGATIVE_INFINITY
    let waiting: ReturnType<typeof setTimeout> | undefined

    function hear(event: KeyboardEvent) {
      const { key, timeStamp } = event
      const isFast = timeStamp - last <= longestGap
      if (event.ctrlKey || event.altKey || event.metaKey || isTakenElsewhere()) return
      if (key === 'Enter') {
        const text = isFast ? typed : ''
        typed = ''
        if (text.length < shortestScan) return
        // It would press the button that has the focus.
        take(event)
        return latest.current.onScan(text)
      }
      const act = latest.current.keys.get(key)
      if (key.length > 1) {
        if (!act) return
        take(event)
        return act()
      }
      clearTimeout(waiting)
      typed = isFast ? typed + key : key
      last = timeStamp
      if (act || isFast) take(event)
      // Only where no stroke follows at once is it a person's.
      if (act && !isFast && !event.repeat) waiting = setTimeout(act, longestGap)
    }

    document.addEventListener('keydown', hear, { capture: true })
    return () => {
      document.removeEventListener('keydown', hear, { capture: true })
      clearTimeout(waiting)
    }
  }, [])
}

function take(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

/** Whether somebody types in a field, or a dialog is open. */
function isTakenElsewhere(): boolean {
  const isField = document.activeElement?.matches(
    'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]',
  )
  return isField === true || document.querySelector('dialog[open]') !== null
}

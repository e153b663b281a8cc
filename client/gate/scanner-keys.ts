/** Hears a hand scanner, which types, on the page of a gate: no field needs the focus, and no keyboard opens. */
import { useEffect, useRef } from 'react'
import { focusedField, setValue } from '../scan/focused-field.ts'
import { ScanBuffer } from '../scan/scan-buffer.ts'

/** Calls `onScan` with each scanned text. */
export function useScannerKeys(onScan: (text: string) => void): void {
  const latest = useRef(onScan)
  latest.current = onScan
  useEffect(() => listen((text) => latest.current(text)), [])
}

/** Starts to listen, and returns the function that stops it. */
function listen(onScan: (text: string) => void): () => void {
  const scans = new ScanBuffer()
  /** The value of the focused field before the scan. */
  let before = ''

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.repeat) return
    if (event.key === 'Enter') onEnter(event)
    else if (event.key.length === 1) onCharacter(event)
  }

  function onCharacter(event: KeyboardEvent) {
    const field = focusedField()
    const isFast = scans.add(event.key, event.timeStamp)
    if (!isFast) before = field?.value ?? ''
    // Otherwise a space would press the focused button.
    if (isFast && !field) consume(event)
  }

  function onEnter(event: KeyboardEvent) {
    const field = focusedField()
    const scan = scans.end(event.timeStamp)
    // A person may type a short code fast; the form of the field then sends it.
    if (!scan || (field && !scan.isCertain)) return
    consume(event)
    if (field) setValue(field, before)
    onScan(scan.text)
  }

  document.addEventListener('keydown', onKeyDown, { capture: true })
  return () => document.removeEventListener('keydown', onKeyDown, { capture: true })
}

function consume(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

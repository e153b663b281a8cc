/** The device of a gate: a screen that stays on, and a hand scanner, which types. */
import { useEffect, useRef, useState } from 'react'
import { scannedDigits } from '#domain/text/keyboard-layouts'
import {
  consume,
  endPause,
  focusedField,
  isPlainStroke,
  type Scan,
  ScanBuffer,
  setValue,
} from '../scan/key-strokes.ts'
import { useDocumentEvent } from '../ui/page-events.ts'

/** Pages over plain http cannot keep the screen on. */
export const canKeepScreenOn = 'wakeLock' in navigator

/** Keeps the screen on, where the browser can. */
export function useScreenOn(): void {
  useEffect(() => {
    if (!canKeepScreenOn) return
    let lock: WakeLockSentinel | undefined
    let isOver = false
    async function take() {
      if (document.visibilityState !== 'visible') return
      const taken = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (isOver) void taken?.release()
      else lock = taken
    }
    void take()
    // The browser releases the lock of a hidden page.
    document.addEventListener('visibilitychange', take)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', take)
      void lock?.release()
    }
  }, [])
}

/** Calls `onScan` with each text of a hand scanner: no field needs the focus, and no keyboard opens. */
export function useScannerKeys(onScan: (text: string) => void): void {
  const [scans] = useState(() => new ScanBuffer())
  /** The value of the focused field before the scan. */
  const before = useRef('')
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(onScan)
  latest.current = onScan

  useDocumentEvent('keydown', onKeyDown, true)
  useEffect(() => () => clearTimeout(pause.current), [])

  function onKeyDown(event: KeyboardEvent) {
    if (!isPlainStroke(event) || event.repeat) return
    clearTimeout(pause.current)
    if (event.key === 'Enter' || event.key === 'Tab') onEnd(event)
    else if (event.key.length === 1) onCharacter(event)
  }

  function onCharacter(event: KeyboardEvent) {
    const field = focusedField()
    const isFast = scans.add(event.key, event.timeStamp)
    if (!isFast) before.current = field?.value ?? ''
    // Otherwise a space would press the focused button.
    if (isFast && !field) consume(event)
    const { wholeCode } = scans
    if (wholeCode)
      pause.current = setTimeout(() => {
        scans.endByPause()
        take(wholeCode)
      }, endPause)
  }

  function onEnd(event: KeyboardEvent) {
    const isSecond = scans.isSecondEnd(event.timeStamp)
    const scan = scans.end(event.timeStamp)
    if (!scan) {
      if (isSecond) consume(event)
      return
    }
    // A person may type a short code fast; the form of the field then sends it.
    if (focusedField() && !scan.isCertain) return
    scans.noteTaken(event.timeStamp)
    consume(event)
    take(scan)
  }

  function take({ text }: Scan) {
    const field = focusedField()
    if (field) setValue(field, before.current)
    latest.current(scannedDigits(text))
  }
}

/** The device of a gate: its sounds and vibrations, a screen that stays on, and a hand scanner, which types. */
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
import type { AnswerKind } from './answer-words.ts'

/** A tone: its frequency in hertz, and its start and length in seconds. */
interface Tone {
  pitch: number
  start: number
  length: number
  shape: OscillatorType
}

const tones: Record<AnswerKind, readonly Tone[]> = {
  yes: [
    { pitch: 880, start: 0, length: 0.1, shape: 'sine' },
    { pitch: 1320, start: 0.1, length: 0.18, shape: 'sine' },
  ],
  out: [
    { pitch: 1175, start: 0, length: 0.1, shape: 'sine' },
    { pitch: 784, start: 0.1, length: 0.18, shape: 'sine' },
  ],
  warn: [0, 0.22, 0.44].map((start) => ({ pitch: 700, start, length: 0.14, shape: 'triangle' as const })),
  no: [0, 0.45].map((start) => ({ pitch: 170, start, length: 0.38, shape: 'sawtooth' as const })),
}

/** Milliseconds of vibration and pause, in turn. */
const vibrations: Record<AnswerKind, number[]> = {
  yes: [80],
  out: [40, 60, 40],
  warn: [120, 80, 120, 80, 120],
  no: [450, 120, 450],
}

/** The greatest volume: a saw tooth at 1 would distort on a phone. */
const volume = 0.6

/** Sounds and vibrations, different for each kind of answer. The sounds are made here, without files. */
export class Signals {
  #audio: AudioContext | undefined

  /** Browsers allow sound only after a press, in whose handler this runs. */
  unlock(): void {
    this.#audio ??= 'AudioContext' in window ? new AudioContext() : undefined
    void this.#audio?.resume().catch(() => undefined)
  }

  give(kind: AnswerKind): void {
    navigator.vibrate?.(vibrations[kind])
    const audio = this.#audio
    if (!audio) return
    // A phone suspends the sound while it rings or sleeps.
    if (audio.state !== 'running') void audio.resume().catch(() => undefined)
    for (const tone of tones[kind]) play(audio, tone)
  }

  close(): void {
    void this.#audio?.close().catch(() => undefined)
    this.#audio = undefined
  }
}

function play(audio: AudioContext, { pitch, start, length, shape }: Tone): void {
  const begin = audio.currentTime + start
  const end = begin + length
  const oscillator = audio.createOscillator()
  const gain = audio.createGain()
  oscillator.type = shape
  oscillator.frequency.value = pitch
  // A short rise and fall, because a sudden one clicks.
  gain.gain.setValueAtTime(0, begin)
  gain.gain.linearRampToValueAtTime(volume, begin + 0.01)
  gain.gain.setValueAtTime(volume, end - 0.02)
  gain.gain.linearRampToValueAtTime(0, end)
  oscillator.connect(gain).connect(audio.destination)
  oscillator.start(begin)
  oscillator.stop(end)
}

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

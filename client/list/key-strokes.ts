/** Handles key strokes outside text fields: shortcuts, and input of hand scanners, recognized by its speed. */
import { useEffect, useRef } from 'react'

interface KeyStrokes {
  /** Receives the text that a hand scanner typed, without its final Enter. */
  onScan: (text: string) => void
  /** The actions of single keys. The strokes of a scanner do not trigger them. */
  keys: ReadonlyMap<string, Action>
}

type Action = () => void

/** The longest pause between two strokes of a scanner, in milliseconds. A person types more slowly. */
const longestGap = 100
/** The shortest scan, in characters. Shorter fast input was typed by chance. */
const shortestScan = 6

export function useKeyStrokes(strokes: KeyStrokes): void {
  const latest = useRef(strokes)
  latest.current = strokes
  useEffect(() => listenForKeyStrokes(() => latest.current), [])
}

/** Starts to listen, and returns the function that stops it. `current` returns the latest handlers. */
function listenForKeyStrokes(current: () => KeyStrokes): () => void {
  const buffer = new ScanBuffer()
  let waiting: ReturnType<typeof setTimeout> | undefined

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.altKey || event.metaKey || isFieldOrDialogActive()) return
    if (event.key === 'Enter') return pressEnter(event)
    const action = current().keys.get(event.key)
    if (event.key.length > 1) pressNamedKey(event, action)
    else pressCharacter(event, action)
  }

  function pressEnter(event: KeyboardEvent) {
    const text = buffer.end(event.timeStamp)
    if (text === undefined) return
    // Otherwise Enter would press the focused button.
    consume(event)
    current().onScan(text)
  }

  /** Handles a key that types no character, such as an arrow key. */
  function pressNamedKey(event: KeyboardEvent, action: Action | undefined) {
    if (!action) return
    consume(event)
    action()
  }

  function pressCharacter(event: KeyboardEvent, action: Action | undefined) {
    clearTimeout(waiting)
    const isFast = buffer.add(event.key, event.timeStamp)
    if (action || isFast) consume(event)
    // A person pressed the key only if no other stroke follows within the gap.
    if (action && !isFast && !event.repeat) waiting = setTimeout(action, longestGap)
  }

  document.addEventListener('keydown', onKeyDown, { capture: true })
  return () => {
    document.removeEventListener('keydown', onKeyDown, { capture: true })
    clearTimeout(waiting)
  }
}

/** The characters that follow each other as fast as a scanner types. Times are in milliseconds. */
class ScanBuffer {
  #text = ''
  #last = Number.NEGATIVE_INFINITY

  /** Adds a character. Returns true if it follows the previous character as fast as a scanner types. */
  add(character: string, time: number): boolean {
    const isFast = this.#isFast(time)
    this.#text = isFast ? this.#text + character : character
    this.#last = time
    return isFast
  }

  /** Clears the buffer at an Enter. Returns the scanned text, or undefined if the Enter ends no scan. */
  end(time: number): string | undefined {
    const text = this.#isFast(time) ? this.#text : ''
    this.#text = ''
    return text.length < shortestScan ? undefined : text
  }

  #isFast(time: number): boolean {
    return time - this.#last <= longestGap
  }
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

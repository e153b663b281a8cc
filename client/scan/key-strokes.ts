/**
 * Key strokes: of a hand scanner, which is recognized by its speed, in the field that has the focus, and the shortcuts of
 * single keys. All times are in milliseconds.
 */
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { readScanned } from '#domain/credential/scanned'
import { useDocumentEvent } from '../ui/page-events.ts'
import { longestScan } from './identity/card-text.ts'

/** The longest pause between two strokes of a scanner. A person types more slowly. */
export const longestGap = 100
/** The longest mean pause at which a short text is surely from a scanner, even in a field. */
const rapidGap = 50
/** The length from which no person types a text with pauses of at most `longestGap`. A code is shorter. */
const longText = 20
/** The pause that ends a whole code whose scanner presses no key at its end. */
export const endPause = 80
/**
 * Returns the wait for the stroke after this one that has the effect of a pause between them. A busy computer delivers
 * strokes late, and the next one as late as this one.
 */
export function waitAfter({ timeStamp }: Event, pause: number): number {
  return pause + Math.max(0, performance.now() - timeStamp)
}

/** The shortest scan, in characters. Shorter fast input was typed by chance. */
export const shortestScan = 6

export interface Scan {
  /** The scanned text, without its final key. */
  text: string
  /** True if no person could have typed the text so fast. */
  isCertain: boolean
}

/** The characters that follow each other as fast as a scanner types, up to the longest scan. */
export class ScanBuffer {
  #text = ''
  #first = 0
  #last = Number.NEGATIVE_INFINITY
  /** The time at which the last scan that was taken ended. */
  #taken = Number.NEGATIVE_INFINITY

  /** Adds a character. Returns true if it follows the previous character as fast as a scanner types. */
  add(character: string, time: number): boolean {
    const isFast = this.#isFast(time)
    if (!isFast) this.#first = time
    if (!isFast) this.#text = character
    else if (this.#text.length <= longestScan) this.#text += character
    this.#last = time
    return isFast
  }

  clear(): void {
    this.#text = ''
    this.#last = Number.NEGATIVE_INFINITY
  }

  /** The characters so far. */
  get text(): string {
    return this.#text
  }

  /** Clears the buffer at a final key. Returns the scan, or undefined if the key ends no scan. */
  end(time: number): Scan | undefined {
    const scan = this.#isFast(time) ? this.#scan((time - this.#first) / this.#text.length) : undefined
    this.clear()
    return scan
  }

  /** The scan, if its characters are surely a whole code, which a pause may end. */
  get wholeCode(): Scan | undefined {
    const scan = this.#scan((this.#last - this.#first) / (this.#text.length - 1))
    return scan?.isCertain && readScanned(scan.text) ? scan : undefined
  }

  /** Clears the buffer after a pause. */
  endByPause(): void {
    this.noteTaken(this.#last + endPause)
    this.clear()
  }

  /** Notes that a scan, which ended at this time, was taken out of the page. */
  noteTaken(time: number): void {
    this.#taken = time
  }

  /** Returns true for a final key that follows a scan that was taken: some scanners send two, or one after a pause. */
  isSecondEnd(time: number): boolean {
    return time - this.#taken <= longestGap
  }

  #scan(pace: number): Scan | undefined {
    const text = this.#text
    if (text.length < shortestScan) return undefined
    return { text, isCertain: pace <= rapidGap || text.length >= longText }
  }

  #isFast(time: number): boolean {
    return time - this.#last <= longestGap
  }
}

/** Collects a number that is typed while no field has the focus. */
export class NumberBuffer {
  #text = ''
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly onNumber: (text: string) => void) {}

  /**
   * Adds a stroke. A character that belongs to no number, or that begins none, discards what was collected. The number is
   * passed on unless another stroke follows within `wait` milliseconds.
   */
  press(character: string, mayBegin: boolean, wait: number): void {
    const isPart = this.#text === '' ? mayBegin && /\d/.test(character) : /[\d.-]/.test(character)
    clearTimeout(this.#timer)
    this.#text = isPart ? this.#text + character : ''
    if (isPart) this.#timer = setTimeout(() => this.onNumber(this.take()), wait)
  }

  /** Returns the collected text, which may be empty, and drops it. */
  take(): string {
    clearTimeout(this.#timer)
    const text = this.#text
    this.#text = ''
    return text
  }
}

/** Returns true if a scanned text is a number, such as the DNI in the barcode of an identity card. */
export function isNumber(text: string): boolean {
  return /^\d[\d.-]*$/.test(text)
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** The content of a field at one time. */
export interface FieldContent {
  field: Field
  value: string
  /** The selection: its start, its end and its direction. Absent for a field without a selection. */
  selection?: [number, number, 'forward' | 'backward' | 'none']
}

/** Returns the field that has the focus and takes typed text, if any. */
export function focusedField(): Field | undefined {
  const { activeElement } = document
  return activeElement?.matches(
    'input:not([type="checkbox"], [type="radio"], [type="file"]), textarea, select',
  )
    ? (activeElement as Field)
    : undefined
}

export function contentOf(field: Field): FieldContent {
  if (field instanceof HTMLSelectElement || field.selectionStart === null)
    return { field, value: field.value }
  const { selectionStart: start, selectionEnd: end, selectionDirection: direction } = field
  return { field, value: field.value, selection: [start, end ?? start, direction ?? 'none'] }
}

/** Gives a field the content that it had before. */
export function restore({ field, value, selection }: FieldContent): void {
  if (field.value !== value) flushSync(() => setValue(field, value))
  if (selection && !(field instanceof HTMLSelectElement)) field.setSelectionRange(...selection)
}

/** Sets the value of a field as if a person had typed it, so that React learns about it. */
export function setValue(field: Field, value: string): void {
  const prototype = Object.getPrototypeOf(field)
  // React replaces the property of the element itself, and would not notice a change through it.
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  if (field instanceof HTMLSelectElement) field.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Presses Enter in a field if it still has the focus. The browser itself does nothing for such an Enter. */
export function pressEnter(field: Field): void {
  if (document.activeElement !== field) return
  field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
}

/** Returns true for a stroke without a key that changes its meaning. */
export function isPlainStroke(event: KeyboardEvent): boolean {
  return !(event.ctrlKey || event.altKey || event.metaKey || event.isComposing)
}

/** Keeps an event from the page and from the browser. */
export function consume(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

/**
 * Calls the action of a pressed key, unless a field has the focus, or a dialog or a menu is open. The strokes of a scanner
 * are no shortcuts.
 */
export function useShortcuts(shortcuts: ReadonlyMap<string, () => void>): void {
  const [strokes] = useState(() => new ScanBuffer())
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(waiting.current), [])

  function onKeyDown(event: KeyboardEvent) {
    if (!isPlainStroke(event) || focusedField() || document.querySelector('dialog[open], [role="menu"]'))
      return
    // These keys open the menu of a focused button.
    if (event.key.startsWith('Arrow') && document.activeElement?.matches('[aria-haspopup]')) return
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

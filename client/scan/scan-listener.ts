/** Listens for scans and for numbers on every screen, by the key strokes of the document. */
import { readScanned } from '#domain/web/wire'
import { CardLines, isCardText } from '../identity/card-text.ts'
import {
  consume,
  contentOf,
  type FieldContent,
  focusedField,
  isNumber,
  isPlainStroke,
  longestGap,
  NumberBuffer,
  restore,
  type Scan,
  ScanBuffer,
} from './key-strokes.ts'

export interface ScanHandlers {
  /** Receives the text of a scan while no field had the focus. */
  onScan: (text: string) => void
  /** Receives a code that was scanned into a field, and what the field contained before. The code is still in it. */
  onFieldScan: (text: string, before: FieldContent) => void
  /** Receives a number that was typed while no field had the focus. `isComplete` is true if an Enter ended it. */
  onNumber: (text: string, isComplete: boolean) => void
  /** Receives the text of an identity card, or a part of it. It is no longer in the field. */
  onCard: (text: string) => void
}

/** The attribute of dialogs that only show something, so that a scan may close them. */
const closesOnScan = 'data-closes-on-scan'

/** The keys that a scanner presses together with characters. */
const modifiers = new Set(['Shift', 'AltGraph', 'CapsLock', 'Control', 'Alt', 'Meta', 'Dead'])

/** The pause that ends a card whose scanner presses no key at its end, and the longest one between two lines of a card. */
const cardPause = 200
const linePause = 1500

/** Listens until `stop` is called. `current` returns the latest handlers. */
export class ScanListener {
  #scans = new ScanBuffer()
  #numbers: NumberBuffer
  /** The content of the focused field before the first stroke of the buffer. */
  #before: FieldContent | undefined
  #lines = new CardLines()
  #cardTimer: ReturnType<typeof setTimeout> | undefined
  /** The time of the Enter of the last scan: some scanners send a second one. */
  #scannedAt = Number.NEGATIVE_INFINITY

  constructor(private readonly current: () => ScanHandlers) {
    this.#numbers = new NumberBuffer(longestGap, (text) => current().onNumber(text, false))
    document.addEventListener('keydown', this.#press, { capture: true })
  }

  stop(): void {
    document.removeEventListener('keydown', this.#press, { capture: true })
    this.#numbers.take()
    clearTimeout(this.#cardTimer)
  }

  /** Returns the digits that were typed and not yet passed on. */
  takeNumber(): string {
    return this.#numbers.take()
  }

  #press = (event: KeyboardEvent): void => {
    // The repeated events of a held key are as fast as a scanner.
    if (!isPlainStroke(event) || event.repeat) return
    clearTimeout(this.#cardTimer)
    if (event.key === 'Enter') this.#pressEnter(event)
    else if (event.key === 'Tab' && this.#endCard(this.#scans.text, event)) return
    else if (event.key.length === 1) this.#pressCharacter(event)
    // Tab and other keys that a person uses between two controls end what was typed into the first.
    else if (!modifiers.has(event.key)) this.#scans.clear()
  }

  #pressCharacter(event: KeyboardEvent): void {
    const isFast = this.#scans.add(event.key, event.timeStamp)
    const field = focusedField()
    if (!isFast) this.#before = field && contentOf(field)
    const { text } = this.#scans
    if (isCardText(text)) this.#cardTimer = setTimeout(() => this.#endCard(text), cardPause)
    if (field || openDialogs().length > 0) return
    if (isFast) consume(event)
    this.#numbers.press(event.key, !isFast)
  }

  #pressEnter(event: KeyboardEvent) {
    const scan = this.#scans.end(event.timeStamp)
    const field = focusedField()
    if (!scan && event.isTrusted && event.timeStamp - this.#scannedAt <= longestGap) return consume(event)
    if (scan && this.#endCard(scan.text, event)) return
    if (field) {
      if (scan && this.#before?.field === field) this.#endFieldScan(event, scan, this.#before)
      return
    }
    const number = this.#numbers.take()
    if (!scan && !number) return
    const dialogs = openDialogs()
    // A burst without letters and digits is no scan: the keys + and - zoom a photo.
    if (dialogs.length > 0 && !/\w{4}/.test(scan?.text ?? '')) return
    // Otherwise Enter would press the focused button.
    this.#consumeEnter(event)
    if (!close(dialogs)) return
    if (scan && (readScanned(scan.text) || !isNumber(scan.text))) this.current().onScan(scan.text)
    else this.current().onNumber(scan?.text ?? number, true)
  }

  /**
   * Takes the text of an identity card, or a line of one, out of the page. Returns false for any other text. `event` is
   * the key that ended it.
   */
  #endCard(text: string, event?: KeyboardEvent): boolean {
    const found = this.#lines.add(text)
    if (!found) return false
    this.#scans.clear()
    this.#numbers.take()
    if (event) this.#consumeEnter(event)
    const before = this.#before
    if (before && before.field === focusedField()) restore(before)
    if (found === 'more') this.#cardTimer = setTimeout(() => this.#passCard(this.#lines.take()), linePause)
    else this.#passCard(found.card)
    return true
  }

  #passCard(text: string): void {
    if (close(openDialogs())) this.current().onCard(text)
  }

  /** Handles a scan into a field. Any text that is no code, or that a person could have typed, stays in the field. */
  #endFieldScan(event: KeyboardEvent, { text, isCertain }: Scan, before: FieldContent): void {
    if (!isCertain || !readScanned(text) || searchesScans(before.field)) return
    this.#consumeEnter(event)
    const dialogs = openDialogs()
    if (dialogs.length === 0) this.current().onFieldScan(text, before)
    else if (isAddress(text)) restore(before)
  }

  #consumeEnter(event: KeyboardEvent): void {
    this.#scannedAt = event.timeStamp
    consume(event)
  }
}

/** Returns true if a scanned code is the address of a credential, which no field of PilotOS contains. */
export function isAddress(text: string): boolean {
  return /credencial/i.test(text)
}

/** Returns true for the search of the list, which itself opens the code that is sent with Enter. */
function searchesScans(field: Element): boolean {
  return field.matches('[type="search"]')
}

function openDialogs(): HTMLDialogElement[] {
  return [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')]
}

/** Closes dialogs that only show something. Closes none and returns false if one of them asks something. */
function close(dialogs: readonly HTMLDialogElement[]): boolean {
  const mayClose = dialogs.every((dialog) => dialog.hasAttribute(closesOnScan))
  if (mayClose) for (const dialog of dialogs) dialog.close()
  return mayClose
}

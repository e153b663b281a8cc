/**
 * Listens for scans and for numbers on every screen, by the key strokes of the document. A scanner needs no setting: its
 * keys come faster than those of a person.
 */

import { readScanned } from '#domain/credential/scanned'
import { scannedDigits } from '#domain/text/keyboard-layouts'
import { CardLines, isCardText } from './identity/card-text.ts'
import {
  consume,
  contentOf,
  endPause,
  type FieldContent,
  focusedField,
  isNumber,
  isPlainStroke,
  longestGap,
  NumberBuffer,
  restore,
  type Scan,
  ScanBuffer,
  waitAfter,
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
  /** The content of the focused field before the first stroke of the buffer that it received. */
  #before: FieldContent | undefined
  /** True if no field had the focus at the first stroke of the buffer. */
  #beganOutside = false
  #lines = new CardLines()
  /** Ends a scan, or a card, whose scanner presses no final key. */
  #pause: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly current: () => ScanHandlers) {
    this.#numbers = new NumberBuffer((text) => current().onNumber(text, false))
    document.addEventListener('keydown', this.#press, { capture: true })
  }

  stop(): void {
    document.removeEventListener('keydown', this.#press, { capture: true })
    this.#numbers.take()
    clearTimeout(this.#pause)
  }

  /** Returns the digits that were typed and not yet passed on. */
  takeNumber(): string {
    return this.#numbers.take()
  }

  #press = (event: KeyboardEvent): void => {
    // The repeated events of a held key are as fast as a scanner.
    if (!isPlainStroke(event) || event.repeat) return
    clearTimeout(this.#pause)
    if (event.key === 'Enter' || event.key === 'Tab') this.#pressEnd(event)
    else if (event.key.length === 1) this.#pressCharacter(event)
    // Other keys that a person uses between two controls end what was typed into the first.
    else if (!modifiers.has(event.key)) this.#scans.clear()
  }

  #pressCharacter(event: KeyboardEvent): void {
    const isFast = this.#scans.add(event.key, event.timeStamp)
    const field = focusedField()
    if (!isFast) this.#beganOutside = !field
    if (!isFast || !this.#before) this.#before = field && contentOf(field)
    const { text, wholeCode } = this.#scans
    if (isCardText(text)) this.#pause = setTimeout(() => this.#endCard(text), waitAfter(event, cardPause))
    else if (wholeCode)
      this.#pause = setTimeout(() => this.#endByPause(wholeCode), waitAfter(event, endPause))
    if (field || openDialogs().length > 0) return
    if (isFast) consume(event)
    this.#numbers.press(event.key, !isFast, waitAfter(event, longestGap))
  }

  #pressEnd(event: KeyboardEvent): void {
    const isSecond = this.#scans.isSecondEnd(event.timeStamp)
    const scan = this.#scans.end(event.timeStamp)
    if (!scan && event.isTrusted && isSecond) consume(event)
    // A person presses Tab between two controls.
    else if (scan || event.key === 'Enter') this.#end(scan, event)
  }

  /** A person may type a word that could be a code into a field. */
  #endByPause(scan: Scan): void {
    const field = focusedField()
    if (field && !searchesScans(field) && !isAddress(scan.text)) return
    this.#scans.endByPause()
    this.#end(scan)
  }

  /** Handles the end of a scan, or of a number that was typed. `event` is the key that ended it. */
  #end(scan: Scan | undefined, event?: KeyboardEvent): void {
    if (scan && this.#endCard(scan.text, event)) return
    const field = this.#fieldOf(scan)
    if (field) {
      if (scan && this.#before?.field === field) this.#endFieldScan(scan, this.#before, event)
      return
    }
    const number = this.#numbers.take()
    if (!scan && !number) return
    const dialogs = openDialogs()
    // A burst without letters and digits is no scan: the keys + and - zoom a photo.
    if (dialogs.length > 0 && !/\w{4}/.test(scan?.text ?? '')) return
    // Otherwise Enter would press the focused button.
    this.#consumeEnd(event)
    if (!close(dialogs)) return
    const text = scannedDigits(scan?.text ?? number)
    if (scan && (readScanned(text) || !isNumber(text))) this.current().onScan(text)
    else this.current().onNumber(text, true)
  }

  /**
   * Returns the field that a scan, or what was typed, was for. One that got the focus in the middle of a scan, as when a
   * dialog closes, gets its content back.
   */
  #fieldOf(scan: Scan | undefined): FieldContent['field'] | undefined {
    const field = focusedField()
    if (!field || !scan?.isCertain || !this.#beganOutside) return field
    if (this.#before) restore(this.#before)
    return undefined
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
    this.#consumeEnd(event)
    const before = this.#before
    if (before && before.field === focusedField()) restore(before)
    if (found === 'more') this.#pause = setTimeout(() => this.#passCard(this.#lines.take()), linePause)
    else this.#passCard(found.card)
    return true
  }

  #passCard(text: string): void {
    if (close(openDialogs())) this.current().onCard(text)
  }

  /**
   * Handles a scan into a field. Any text that is no code, or that a person could have typed, stays in the field, unless the
   * field is one of `data-typed`, such as that of an amount: it was for something else.
   */
  #endFieldScan({ text, isCertain }: Scan, before: FieldContent, event?: KeyboardEvent): void {
    const { field } = before
    const isSearch = searchesScans(field)
    const { typed } = field.dataset
    // The browser sends the search at an Enter.
    if (!isCertain || !(typed || readScanned(text)) || (isSearch && event?.key === 'Enter')) return
    this.#consumeEnd(event)
    const dialogs = openDialogs()
    if (isSearch) field.form?.requestSubmit()
    else if (typed) restore(before)
    else if (dialogs.length === 0) this.current().onFieldScan(text, before)
    else if (isAddress(text)) restore(before)
  }

  /** Keeps the key that ended a scan from the page. */
  #consumeEnd(event?: KeyboardEvent): void {
    if (!event) return
    this.#scans.noteTaken(event.timeStamp)
    consume(event)
  }
}

/** Returns true if a scanned code is the address of a credential, which no field of PilotOS contains. */
export function isAddress(text: string): boolean {
  return /credenci[aq]l/i.test(text)
}

/** Returns true for the search of the list, which itself opens the code that it is sent with. */
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

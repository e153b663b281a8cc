/** Key strokes, and the field that has the focus: its content before a scan, and text that the program puts into it. */
import { flushSync } from 'react-dom'

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

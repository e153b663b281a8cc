/** Keyboard control of a form: Enter moves to the next field, so a scanner sends nothing; Ctrl+Enter sends. */
import { type RefObject, useEffect } from 'react'
import { type FieldName, fieldNames, isFieldName } from '#domain/pilot/fields'

interface FormKeys {
  submitName: string
  /** Takes the completion of a field, if it has one. */
  complete: (name: FieldName) => boolean
  /** Must have the effect of a click on the submit button. */
  send: () => void
}

/** Handles Enter and Ctrl+Enter. */
export function useFormKeys(form: RefObject<HTMLFormElement | null>, keys: FormKeys) {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const { target } = event
      if (event.key !== 'Enter' || event.isComposing) return
      if (!form.current || !(target instanceof HTMLElement)) return
      if (document.querySelector('dialog[open]')) return
      if (event.ctrlKey || event.metaKey) pressCtrlEnter(event, form.current, target, keys.send)
      else pressEnter(event, form.current, target, keys)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  })
}

/** Sends the form if the focus is in it or on no element at all. */
function pressCtrlEnter(event: KeyboardEvent, form: HTMLFormElement, target: HTMLElement, send: () => void) {
  if (!form.contains(target) && target !== document.body) return
  event.preventDefault()
  if (!event.repeat) send()
}

/**
 * Takes the completion of the field, and moves the focus to the next field. In a text area with text, Enter starts a
 * new line instead.
 */
function pressEnter(event: KeyboardEvent, form: HTMLFormElement, target: HTMLElement, keys: FormKeys) {
  if (!form.contains(target)) return
  if (target instanceof HTMLTextAreaElement && target.value.trim() !== '') return
  const next = nextOf(form, target, keys.submitName)
  // The repeated events of a held key would run through all fields and press the button at the end.
  if (event.repeat || next) event.preventDefault()
  if (event.repeat) return
  const name = target.getAttribute('name')
  if (isFieldName(name)) keys.complete(name)
  focus(next)
}

/** Returns the next field, or the submit button after the last; undefined if `current` is not a field. */
function nextOf({ elements }: HTMLFormElement, current: Element, submitName: string): Element | undefined {
  const order = [...fieldNames, submitName].map((name) => elements.namedItem(name) as Element | null)
  const index = order.indexOf(current)
  return index < 0 ? undefined : (order[index + 1] ?? undefined)
}

function focus(element: Element | undefined): void {
  if (element instanceof HTMLElement) element.focus()
  if (element instanceof HTMLInputElement) element.select()
}

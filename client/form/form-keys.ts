/** Keyboard control of a form: Enter moves to the next field, so a scanner sends nothing; Ctrl+Enter sends. */
import { type RefObject, useEffect } from 'react'
import { fieldNames } from '#domain/pilot/fields'

/** Handles Enter and Ctrl+Enter. `send` must have the effect of a click on the submit button. */
export function useFormKeys(form: RefObject<HTMLFormElement | null>, submitName: string, send: () => void) {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const { target } = event
      if (event.key !== 'Enter' || event.isComposing) return
      if (!form.current || !(target instanceof HTMLElement)) return
      if (document.querySelector('dialog[open]')) return
      if (event.ctrlKey || event.metaKey) pressCtrlEnter(event, form.current, target, send)
      else pressEnter(event, form.current, target, submitName)
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

/** Moves the focus to the next field. In a text area, Enter starts a new line instead. */
function pressEnter(event: KeyboardEvent, form: HTMLFormElement, target: HTMLElement, submitName: string) {
  if (!form.contains(target) || target instanceof HTMLTextAreaElement) return
  const next = nextOf(form, target, submitName)
  // The repeated events of a held key would run through all fields and press the button at the end.
  if (event.repeat || next) event.preventDefault()
  if (!event.repeat) focus(next)
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

/** Keyboard control of a form: Enter moves to the next field, so a scanner sends nothing; Ctrl+Enter sends. */
import { type RefObject, useEffect } from 'react'
import { fieldNames } from '#domain/pilot/fields'

/** Handles Enter and Ctrl+Enter. `send` must have the effect of a click on the submit button. */
export function useFormKeys(form: RefObject<HTMLFormElement | null>, submitName: string, send: () => void) {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const { target, key, repeat, ctrlKey, metaKey } = event
      if (key !== 'Enter' || event.isComposing || !form.current || !(target instanceof HTMLElement)) return
      if (document.querySelector('dialog[open]')) return
      const isInForm = form.current.contains(target)
      if (ctrlKey || metaKey) {
        if (!isInForm && target !== document.body) return
        event.preventDefault()
        if (!repeat) send()
        return
      }
      if (!isInForm || target instanceof HTMLTextAreaElement) return
      // The repeated events of a held key would run through all fields and press the button at the end.
      const next = nextOf(form.current, target, submitName)
      if (repeat || next) event.preventDefault()
      if (!repeat) focus(next)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  })
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

/** Listens to the keys of the buttons about a pilot. */
import { useDocumentEvent } from './document-event.ts'

/** Runs the action of a key, unless a dialog is open. */
export function useActionKeys(actions: Readonly<Record<string, (() => void) | undefined>>): void {
  useDocumentEvent('keydown', (event) => {
    const action = actions[event.key]
    if (!action || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (!event.repeat && !document.querySelector('dialog[open]')) action()
  })
}

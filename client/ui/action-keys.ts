/** The keys of buttons about one pilot, which work while a person types in a form. */
import { useDocumentEvent } from './document-event.ts'

/** Neither browsers nor form fields use these keys. A button shows the key that it has. */
export const actionKeys = {
  credential: 'F2',
  next: 'F4',
  renew: 'F4',
  print: 'F8',
  search: 'F9',
  edit: 'F9',
} as const

/** Runs the action of a key, unless a dialog is open. */
export function useActionKeys(actions: Readonly<Record<string, (() => void) | undefined>>): void {
  useDocumentEvent('keydown', (event) => {
    const action = actions[event.key]
    if (!action || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (!event.repeat && !document.querySelector('dialog[open]')) action()
  })
}

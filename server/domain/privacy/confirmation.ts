/** The text that a person types to confirm an erasure. */
import { isDocumentText } from '../pilots/document.ts'
import { fold } from '../text/text.ts'
import type { FoundPerson } from './person.ts'

type Confirmed = Pick<FoundPerson, 'name' | 'document'>

/** Returns what is typed, with its word: the document or, of an incomplete rider without one, the full name. */
export function confirmationOf({ name, document }: Confirmed) {
  return document === ''
    ? ({ word: 'nombre', text: name } as const)
    : ({ word: 'documento', text: document } as const)
}

/** Returns true if the typed text is what `confirmationOf` asks for, in any notation. */
export function isConfirmation(person: Confirmed, typed: string): boolean {
  const plain = (text: string) => fold(text).trim().split(/\s+/).join(' ')
  const { word, text } = confirmationOf(person)
  return word === 'nombre' ? plain(text) === plain(typed) : isDocumentText(text, typed)
}

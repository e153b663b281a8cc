/** The text that a person types to confirm an erasure, and the report of it in words. */
import { isDocumentText } from '../pilots/document.ts'
import { count, enumerate, fold } from '../text/text.ts'
import type { ErasureReport } from './calls.ts'
import type { FoundPerson } from './person.ts'

export const nothingErased: ErasureReport = {
  persons: 0,
  photos: 0,
  passages: 0,
  backups: 0,
  unread: [],
  removed: [],
}

/** Says what was erased: `Se borró para siempre a 1 persona: 1 foto, 3 lecturas sin nombre y 2 copias sin la persona`. */
export function erasureText({ persons, photos, passages, backups }: ErasureReport): string {
  const parts = [
    photos > 0 && count(photos, 'foto'),
    passages > 0 && `${count(passages, 'lectura')} sin nombre`,
    backups > 0 && `${count(backups, 'copia')} sin la persona`,
  ].filter((part) => part !== false)
  const what = `Se borró para siempre a ${count(persons, 'persona')}`
  return parts.length > 0 ? `${what}: ${enumerate(parts)}` : what
}

/** Says what a person has to do by hand after an erasure. */
export function leftTexts({ unread, removed }: ErasureReport): string[] {
  return [
    ...(removed.length > 0
      ? [`También se quitó lo que estaba apartado por dañado: ${removed.join(', ')}`]
      : []),
    ...(unread.length > 0
      ? [`No se pudo leer, y puede tener a la persona; bórrelo usted, en backups: ${unread.join(', ')}`]
      : []),
    'Las copias, planillas y PDF que estén en otro lugar, como un USB, no se tocaron: bórrelos usted',
  ]
}

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

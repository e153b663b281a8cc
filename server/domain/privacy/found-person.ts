/** The person whom a text means, as the question before an erasure names them. */
import { NotFoundError } from '../errors.ts'
import { documentText, isDocumentOf, isDocumentText } from '../pilots/document.ts'
import type { LoggedChange } from '../pilots/history/change-log.ts'
import { fullName } from '../pilots/pilot.ts'
import { type PilotId, readPilotId } from '../pilots/pilot-id.ts'
import { type PersonSources, personsWith } from './person.ts'

export interface FoundPerson {
  /** The code that the person has now, or had last. */
  code: PilotId
  /** The full name. */
  name: string
  /** The document that the person has now, or had last, as people read it. */
  document: string
  /** How the text means the person. */
  by: 'code' | 'document'
}

/**
 * Finds a person by a code or a document: those who have it now, those who had it when they were removed, the last one
 * first, and then those on whom it was corrected. @throws NotFoundError
 */
export function foundPerson(text: string, sources: PersonSources & { log: LoggedChange[] }): FoundPerson {
  const states = sources.log.flatMap(({ change }) => change.put ?? []).reverse()
  const id = readPilotId(text)
  const lastOf = (code: PilotId) => personsWith([code], sources).last
  const isCode = id !== undefined && [...sources.pilots, ...states].some((pilot) => pilot.id === id)
  const codes = new Set(states.filter((pilot) => isDocumentOf(pilot, text)).map((pilot) => pilot.id))
  const lasts = () => [...codes].flatMap((code) => lastOf(code) ?? [])
  const byDocument = () =>
    sources.pilots.find((pilot) => isDocumentOf(pilot, text)) ??
    lasts().find((pilot) => isDocumentOf(pilot, text)) ??
    lasts()[0]
  const last = isCode ? lastOf(id) : byDocument()
  if (!last) throw new NotFoundError(`Nadie tiene ni tuvo el código o documento ${text}`)
  return {
    code: last.id,
    name: fullName(last),
    document: documentText(last) ?? '',
    by: isCode ? 'code' : 'document',
  }
}

/**
 * Says who had the document that was typed, if it was corrected since and nobody has it now: an erasure needs a further
 * question then. Returns undefined if the text means the person without doubt.
 */
export function formerDocumentText({ by, name, document }: FoundPerson, typed: string): string | undefined {
  if (by === 'code' || isDocumentText(document, typed)) return undefined
  return `Nadie tiene ahora el documento ${typed.trim()}: lo tuvo ${name}, cuyo documento es ${document}`
}

/** Finds a registered rider who is probably the person of a form, although the document is another one. */
import { isOneEditAway } from '../../text/edit-distance.ts'
import { fold } from '../../text/text.ts'
import { documentOf, documentText, type RiderDocument } from '../document.ts'
import { fields } from '../fields.ts'
import { fullName, type PhotoName, type Pilot, type PilotDraft } from '../pilot.ts'
import type { PilotId } from '../pilot-id.ts'

/** Two riders with the same key have the same full name and birth date. Case, accents and spaces make no difference. */
export function personKey(pilot: Pick<PilotDraft, 'name' | 'lastname' | 'fechanac'>): string {
  return `${fold(fullName(pilot)).trim().replace(/\s+/g, ' ')} ${pilot.fechanac}`
}

/** The name and the birth date of a form. An erased person is recognized by the document and the birth date. */
export interface PersonQuery {
  name?: string
  lastname?: string
  fechanac?: string
}

/** Reads the person of a form. Returns undefined if a name is absent, or if the birth date is none. */
export function readPerson({ name = '', lastname = '', fechanac }: PersonQuery) {
  const birthday = fields.fechanac.rule(fechanac)
  if (name.trim() === '' || lastname.trim() === '' || typeof birthday !== 'string') return undefined
  return { name, lastname, fechanac: birthday }
}

/** A rider with the same name and birth date. */
export interface SamePerson {
  id: PilotId
  /** The full name. */
  name: string
  photo: PhotoName | null
  /** The document, as people write it. */
  document: string
  /** True if the documents differ by one digit, or by two neighbours that are swapped. */
  isNear: boolean
}

/** Returns a rider who is the person with another document, the one with the nearest document first. */
export function findSamePerson(
  candidates: Iterable<Pilot>,
  query: PersonQuery,
  document: RiderDocument | undefined,
): SamePerson | undefined {
  const person = readPerson(query)
  if (!person) return undefined
  const key = personKey(person)
  let found: SamePerson | undefined
  for (const pilot of candidates) {
    // The birth date excludes nearly all riders, without the cost of a key.
    if (pilot.fechanac !== person.fechanac || personKey(pilot) !== key) continue
    if (document && documentOf(document) === documentOf(pilot)) continue
    const isNear = document !== undefined && isOneEditAway(writtenOf(document), writtenOf(pilot))
    if (found && !isNear) continue
    const { id, photo } = pilot
    found = { id, name: fullName(pilot), photo, document: documentText(pilot) ?? '', isNear }
    if (isNear) break
  }
  return found
}

/** Returns the document as it is typed, where a digit may be absent: the zeros before a DNI are none. */
function writtenOf(document: RiderDocument): string {
  return document.dni === null ? documentOf(document) : String(document.dni)
}

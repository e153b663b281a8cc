/**
 * Finds the pilots who already have the document of a form, or a value that riders should not share, or who may be the
 * same person.
 */
import { isOneEditAway } from '../../text/edit-distance.ts'
import { enteredText, numberKey } from '../../text/names.ts'
import { compareTexts, fold, personNameKey } from '../../text/text.ts'
import type { DuplicateQuery, Duplicates, SamePerson } from '../calls.ts'
import {
  documentField,
  documentOf,
  documentText,
  type RiderDocument,
  readDocument,
  type StoredDocument,
} from '../document.ts'
import { hasSameWriting, isSameDocument, isTakenBy } from '../documents/document-key.ts'
import { fields, repeatWarning, type SharedName, sharedNames } from '../fields.ts'
import { fullName, type Pilot, type StoredDraft } from '../pilot.ts'
import type { PilotId } from '../pilot-id.ts'

/**
 * Returns the first pilot with each value, and one who is probably the same person. `candidates` contains all pilots with
 * one of the values, with the birth date, or without a document, the oldest first; it may contain others.
 */
export function decideDuplicates(candidates: readonly Pilot[], query: DuplicateQuery): Duplicates {
  const { except } = query
  const document = readDocument(query)
  const wanted = wantedValues(query)
  const found = document ? ownersOf(document, candidates, except) : {}
  for (const pilot of candidates) {
    if (pilot.id === except) continue
    for (const { name, key, modalidad } of wanted) {
      if (found[name] || (modalidad !== undefined && pilot.modalidad !== modalidad)) continue
      if (hasKey(String(pilot[name] ?? ''), key)) found[name] = ownerOf(pilot)
    }
  }
  const others = except === undefined ? candidates : candidates.filter(({ id }) => id !== except)
  const person = findSamePerson(others, query, document)
  return { ...(person && { person }), ...found }
}

/** Returns the first pilot with a document. One with whom a pilot of before shares it is the same person. */
function ownersOf(document: RiderDocument, candidates: readonly Pilot[], except: string | undefined) {
  const found: Duplicates = {}
  const edited = candidates.find(({ id }) => id === except)
  const isKept = edited !== undefined && hasSameWriting(edited, document)
  for (const pilot of candidates) {
    if (pilot.id === except || !isSameDocument(pilot, document)) continue
    if (isTakenBy(pilot, document, isKept)) found[documentField(pilot)] ??= ownerOf(pilot)
    else found.person ??= { ...samePerson(pilot), isNear: false, isSame: true }
  }
  return found
}

function samePerson(pilot: Pilot): Omit<SamePerson, 'isNear'> {
  const { id, photo } = pilot
  return { id, name: fullName(pilot), photo, document: documentText(pilot) ?? '' }
}

interface WantedValue {
  name: SharedName
  key: string
  /** The modalidad in which the value is looked for. Absent if it is looked for among all riders. */
  modalidad?: string
}

/** Returns the values of a query that other riders may share, besides the document. */
export function wantedValues(query: DuplicateQuery): WantedValue[] {
  return sharedNames.flatMap((name) => {
    const key = numberKey(query[name])
    if (!key) return []
    if (!repeatWarning(name)?.within) return [{ name, key }]
    const { modalidad } = query
    return modalidad ? [{ name, key, modalidad }] : []
  })
}

function hasKey(text: string, key: string): boolean {
  return mayHaveKey(text, key) && numberKey(text) === key
}

/**
 * Returns false for most texts with another key, without the cost of a key for each of 100,000 pilots. Compares the
 * texts from their ends, up to the first character that a key may change: a space, a zero, or one that is not ASCII.
 */
function mayHaveKey(text: string, key: string): boolean {
  if (text.length < key.length) return false
  for (let back = 1; back <= key.length; back += 1) {
    const code = text.charCodeAt(text.length - back)
    const isUpper = code >= 0x41 && code <= 0x5a
    if ((isUpper ? code + 0x20 : code) === key.charCodeAt(key.length - back)) continue
    return code === 0x30 || code <= 0x20 || code > 0x7e
  }
  return true
}

function ownerOf(pilot: Pilot): { id: PilotId; name: string } {
  return { id: pilot.id, name: fullName(pilot) }
}

/** The largest number of clubs that a form is told. */
const maxClubs = 1000

/** Returns the names of clubs, those with the most pilots first. A backup may have some in two forms. */
export function frequentClubs(pilotsByClub: Iterable<readonly [club: string, pilots: number]>): string[] {
  const numbers = new Map<string, number>()
  for (const [club, pilots] of pilotsByClub)
    numbers.set(enteredText(club), (numbers.get(enteredText(club)) ?? 0) + pilots)
  return Array.from(numbers, ([club, pilots]) => ({ club, pilots, key: fold(club) }))
    .sort(
      (one, other) =>
        other.pilots - one.pilots || compareTexts(one.key, other.key) || compareTexts(one.club, other.club),
    )
    .slice(0, maxClubs)
    .map(({ club }) => club)
}

/** Returns the first clubs in which every typed word begins a word; those that begin with the text come first. */
export function matchingClubs(text: string, clubs: readonly string[], limit: number): string[] {
  const typed = fold(text).trim()
  const words = typed.split(/\s+/)
  const found = clubs.filter((club) => {
    const parts = fold(club).split(/[^\p{L}\p{N}]+/u)
    return words.every((word) => parts.some((part) => part.startsWith(word)))
  })
  const isFirst = (club: string) => fold(club).startsWith(typed)
  return [...found.filter(isFirst), ...found.filter((club) => !isFirst(club))].slice(0, limit)
}

/**
 * Returns the club that was probably meant: it differs from the text only by case, accents, spaces and punctuation, or
 * by one letter. Returns undefined for a club that exists, and for one that is like no other.
 * @example similarClub('moto club arequpa', ['Moto Club Arequipa']) // 'Moto Club Arequipa'
 */
export function similarClub(text: string, clubs: readonly string[]): string | undefined {
  const typed = text.trim()
  const key = clubKey(typed)
  if (key === '' || clubs.includes(typed)) return undefined
  return (
    clubs.find((club) => clubKey(club) === key) ?? clubs.find((club) => isMisspelt(key, clubKey(club), club))
  )
}

/** The names of clubs are compared like those of persons. */
const clubKey = personNameKey

/** The shortest key of which one letter may be wrong: shorter names that differ by a letter are often two clubs. */
const shortestMisspelt = 5

/** The words that do not tell two clubs from each other: `Andino MX` is probably the `Club Andino MX`. */
const clubWords = /\b(?:moto ?club|moto|club|team|equipo|escuderia|asociacion)\b/g

/**
 * Returns the club that each of these names probably means, if it differs from that of a stored club, or of one with more
 * riders, by a letter or by words such as `Club`. `riders` has the number of riders by club.
 * @example meantClubs(new Map([['Motoclub Cusco', 9], ['Cuzco', 2]]), []) // Map { 'Cuzco' => 'Motoclub Cusco' }
 */
export function meantClubs(
  riders: ReadonlyMap<string, number>,
  stored: readonly string[],
): Map<string, string> {
  const keyed = (club: string) => ({
    club,
    key: clubKey(fold(club).replace(clubWords, ' ')) || clubKey(club),
  })
  const known = stored.map(keyed)
  const byKey = new Map([...known].reverse().map((one) => [one.key, one.club]))
  const meant = new Map<string, string>()
  const isStored = new Set(stored)
  for (const [name] of [...riders].sort(([, one], [, other]) => other - one)) {
    if (isStored.has(name)) continue
    const { club, key } = keyed(name)
    if (key === '') continue
    const same = byKey.get(key) ?? known.find((other) => isMisspelt(key, other.key, other.club))?.club
    if (same !== undefined) {
      meant.set(club, same)
      continue
    }
    if (known.length < maxClubs) known.push({ club, key })
    byKey.set(key, club)
  }
  return meant
}

function isMisspelt(key: string, otherKey: string, other: string): boolean {
  if (key.length < shortestMisspelt || otherKey.length < shortestMisspelt) return false
  // Moto Club 1 and Moto Club 2, or Los Andes A and Los Andes B, are different clubs.
  if (digitsOf(key) !== digitsOf(otherKey) || /(?:^|\s)\p{L}$/u.test(other)) return false
  return isOneEditAway(key, otherKey)
}

function digitsOf(text: string): string {
  return text.replace(/\D+/g, '')
}

/** What `mayBeSame` compares. */
type Likeness = StoredDocument & Pick<StoredDraft, 'name' | 'lastname' | 'fechanac' | 'npiloto'>

/**
 * Returns true if two riders may be one person although one of them has no document: they have the same full name, and no
 * document, birth date or number that differs.
 */
export function mayBeSame(one: Likeness, other: Likeness): boolean {
  const [document, its] = [documentOf(one), documentOf(other)]
  const differ = (a: unknown, b: unknown) => a !== undefined && b !== undefined && a !== b
  return (
    (document === undefined || its === undefined) &&
    !differ(one.fechanac, other.fechanac) &&
    !differ(numberKey(one.npiloto), numberKey(other.npiloto)) &&
    nameKey(one) === nameKey(other)
  )
}

/** Two riders with the same key have the same full name. In any spelling: see `personNameKey`. */
export function nameKey(pilot: Pick<StoredDraft, 'name' | 'lastname'>): string {
  return personNameKey(fullName(pilot))
}

/** Two riders with the same key have the same full name and birth date. In any spelling: see `personNameKey`. */
export function personKey(pilot: Pick<StoredDraft, 'name' | 'lastname' | 'fechanac'>): string {
  return `${nameKey(pilot)} ${pilot.fechanac ?? ''}`
}

/** The name and the birth date of a form. An erased person is recognized by the document and the birth date. */
export type PersonQuery = Pick<DuplicateQuery, 'name' | 'lastname' | 'fechanac'>

/** Reads the person of a form. Returns undefined if a name is absent. A birth date that is none is left out. */
export function readPerson({ name = '', lastname = '', fechanac }: PersonQuery) {
  if (name.trim() === '' || lastname.trim() === '') return undefined
  const birthday = fields.fechanac.rule(fechanac)
  return { name, lastname, ...(typeof birthday === 'string' && { fechanac: birthday }) }
}

/**
 * Returns a rider who is probably the person: one with the same name and birth date and another document, the one with the
 * nearest document first, or one without a document (see `mayBeSame`).
 */
function findSamePerson(
  candidates: Iterable<Pilot>,
  query: PersonQuery & Pick<DuplicateQuery, 'npiloto'>,
  document: RiderDocument | undefined,
): SamePerson | undefined {
  const person = readPerson(query)
  if (!person) return undefined
  const key = nameKey(person)
  const rider = { ...person, ...document, npiloto: query.npiloto }
  const mayBe = (pilot: Pilot) => {
    const isBorn = person.fechanac !== undefined && pilot.fechanac === person.fechanac
    // This excludes nearly all riders, without the cost of a key.
    if (!isBorn && (typeof pilot.dni === 'number' || documentOf(pilot) !== undefined)) return false
    return nameKey(pilot) === key && (isBorn || mayBeSame(pilot, rider))
  }
  let found: SamePerson | undefined
  for (const pilot of candidates) {
    if (!mayBe(pilot)) continue
    if (document && isSameDocument(pilot, document)) continue
    const isNear = document !== undefined && isOneEditAway(writtenOf(document), writtenOf(pilot))
    if (found && !isNear) continue
    found = { ...samePerson(pilot), isNear }
    if (isNear) break
  }
  return found
}

/** Returns the document as it is typed, where a digit may be absent: the zeros before a DNI are none. */
function writtenOf(document: StoredDocument): string {
  return typeof document.dni === 'number' ? String(document.dni) : (documentOf(document) ?? '')
}

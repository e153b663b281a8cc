/** Finds all that a store knows of a person: every code, document and photo that the person ever had. */
import { NotFoundError } from '../errors.ts'
import type { Revocation } from '../pilot/change.ts'
import type { LoggedChange } from '../pilot/change-log.ts'
import { documentOf } from '../pilot/document.ts'
import { fullName, type PhotoName, type Pilot } from '../pilot/pilot.ts'
import type { PilotId } from '../pilot/pilot-id.ts'
import { fold } from '../text/text.ts'

/** The data in which a person is looked for. */
export interface PersonSources {
  /** The whole history, the oldest change first. */
  log: Iterable<LoggedChange>
  revoked: readonly Revocation[]
  pilots: readonly Pilot[]
}

/** Recognizes the person, or the persons, by a code or by a state of a pilot. */
export interface PersonSeeds {
  hasCode(code: PilotId): boolean
  hasDocument(state: Pilot): boolean
}

/** A person, or several persons who are erased together. */
export interface Person {
  codes: ReadonlySet<PilotId>
  /** The documents, as `documentOf` writes them, of which no other pilot has one now. */
  documents: readonly string[]
  /** The photos of all states that no other pilot has now. */
  photos: ReadonlySet<PhotoName>
  /** The last state. Absent if only codes are known. */
  last?: Pilot
  /** The number of persons. */
  count: number
  /** The number of pilots who are present now. */
  present: number
  /** Returns true for a text that says the name, a document, a code, the e-mail or the telephone. */
  isMentionedIn(text: string): boolean
  /** Returns true for a text with a word of the name. */
  isNamedIn(text: string): boolean
}

/**
 * Returns the person whom `seeds` recognize, with all codes that replaced each other or that a merge joined. A document
 * that was corrected leads to no other person: only the last document of a code does.
 */
export function personIn({ log, revoked, pilots }: PersonSources, seeds: PersonSeeds): Person {
  const states = new Map<PilotId, Pilot[]>()
  const links = new Map<PilotId, PilotId>()
  const known = new Set<PilotId>()
  const addState = (pilot: Pilot) => {
    const before = states.get(pilot.id)
    if (before) before.push(pilot)
    else states.set(pilot.id, [pilot])
    known.add(pilot.id)
  }
  const addLink = ({ id, next }: Revocation) => {
    links.set(id, next)
    known.add(id).add(next)
  }
  for (const { change } of log) {
    for (const id of change.unrevoke ?? []) links.delete(id)
    for (const one of [...(change.revoke ?? []), ...(change.merged?.replaced ?? [])]) addLink(one)
    for (const pilot of change.put ?? []) addState(pilot)
    for (const id of change.remove ?? []) known.add(id)
  }
  for (const one of revoked) addLink(one)
  for (const pilot of pilots) addState(pilot)
  const codes = codesOf({ states, links, known }, seeds)
  const own = [...codes].flatMap((code) => states.get(code) ?? [])
  const others = pilots.filter(({ id }) => !codes.has(id))
  const otherDocuments = new Set(others.map(documentOf))
  const otherPhotos = new Set(others.map(({ photo }) => photo))
  const documents = [...new Set(own.map(documentOf))].filter((one) => !otherDocuments.has(one))
  const photos = own.flatMap(({ photo }) => photo ?? [])
  const last = own.at(-1)
  return {
    codes,
    documents,
    photos: new Set(photos.filter((photo) => !otherPhotos.has(photo))),
    ...(last && { last: pilots.find(({ id }) => codes.has(id)) ?? last }),
    count: countOf(codes, links, states),
    present: pilots.filter(({ id }) => codes.has(id)).length,
    ...mentionsOf(own, codes),
  }
}

/** Counts persons: codes that lead to another one, or that had the same document in the end, are of one person. */
function countOf(
  codes: ReadonlySet<PilotId>,
  links: ReadonlyMap<PilotId, PilotId>,
  states: ReadonlyMap<PilotId, readonly Pilot[]>,
): number {
  const lasts = [...codes].filter((code) => !codes.has(links.get(code) ?? ''))
  const keys = lasts.map((code) => {
    const last = states.get(code)?.at(-1)
    return last ? documentOf(last) : code
  })
  return new Set(keys).size
}

interface Found {
  states: ReadonlyMap<PilotId, readonly Pilot[]>
  links: ReadonlyMap<PilotId, PilotId>
  known: ReadonlySet<PilotId>
}

function codesOf({ states, links, known }: Found, seeds: PersonSeeds): Set<PilotId> {
  const neighbours = new Map<PilotId, PilotId[]>()
  const connect = (one: PilotId, other: PilotId) =>
    neighbours.set(one, [...(neighbours.get(one) ?? []), other])
  for (const [id, next] of links) {
    connect(id, next)
    connect(next, id)
  }
  const byDocument = new Map<string, PilotId[]>()
  for (const [id, all] of states) {
    const document = documentOf(all.at(-1) as Pilot)
    byDocument.set(document, [...(byDocument.get(document) ?? []), id])
  }
  const codes = new Set<PilotId>()
  for (const code of known) {
    const last = states.get(code)?.at(-1)
    if (seeds.hasCode(code) || (last && seeds.hasDocument(last))) codes.add(code)
  }
  // The loop also visits the codes that it adds.
  for (const code of codes) {
    for (const other of neighbours.get(code) ?? []) codes.add(other)
  }
  return codes
}

/** The shortest word of a name that tells a person from others. */
const shortestWord = 3

/** A shorter text, as the number of some passports, counts only as a whole word: a code of another rider may contain it. */
const longText = 7

function mentionsOf(
  states: readonly Pilot[],
  codes: ReadonlySet<PilotId>,
): Pick<Person, 'isMentionedIn' | 'isNamedIn'> {
  const texts = new Set<string>()
  const words = new Set<string>()
  const exact = new Set<string>()
  const add = (text: unknown) => {
    const folded = fold(String(text ?? '')).trim()
    if (folded.length > shortestWord) texts.add(folded)
  }
  for (const code of codes) add(code)
  for (const pilot of states) {
    const { name, lastname, dni, documento, email, celular } = pilot
    for (const text of [fullName(pilot), `${lastname} ${name}`, `${lastname}, ${name}`]) add(text)
    for (const value of [dni, documento, email, celular]) add(value)
    for (const text of [name, lastname]) if (text) exact.add(fold(text))
    for (const word of fold(`${name} ${lastname}`).split(/\s+/))
      if (word.length >= shortestWord) words.add(word)
  }
  const isMentionedIn = (text: string) => {
    const folded = fold(text).trim()
    return exact.has(folded) || [...texts].some((one) => includesText(folded, one))
  }
  return {
    isMentionedIn,
    isNamedIn: (text) =>
      isMentionedIn(text) ||
      fold(text)
        .split(/[^\p{L}\p{N}]+/u)
        .some((word) => words.has(word)),
  }
}

function includesText(text: string, part: string): boolean {
  if (part.length >= longText) return text.includes(part)
  const isWordPart = (character = '') => /[\p{L}\p{N}]/u.test(character)
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1))
    if (!isWordPart(text[at - 1]) && !isWordPart(text[at + part.length])) return true
  return false
}

/** Returns the seeds of a person who was found elsewhere. */
export function seedsOf({ codes, documents }: Person): PersonSeeds {
  const known = new Set(documents)
  return { hasCode: (code) => codes.has(code), hasDocument: (state) => known.has(documentOf(state)) }
}

/** Returns the persons with some codes. @throws NotFoundError if nobody ever had one of them */
export function personsWith(
  codes: readonly PilotId[],
  sources: PersonSources & { log: readonly LoggedChange[] },
): Person {
  const wanted = new Set(codes)
  const states = [...sources.log.flatMap(({ change }) => change.put ?? []), ...sources.pilots]
  const last = new Map(states.filter(({ id }) => wanted.has(id)).map((pilot) => [pilot.id, pilot]))
  if (last.size < wanted.size) throw new NotFoundError()
  const documents = new Set([...last.values()].map(documentOf))
  return personIn(sources, {
    hasCode: (code) => wanted.has(code),
    hasDocument: (state) => documents.has(documentOf(state)),
  })
}

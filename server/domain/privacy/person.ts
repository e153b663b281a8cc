/**
 * Finds the person whom a text means, and all that a store knows of a person: every code, document and photo that the
 * person ever had.
 */
import { NotFoundError } from '../errors.ts'
import type { Revocation } from '../pilots/change.ts'
import {
  documentOf,
  documentText,
  identityOf,
  isDocumentOf,
  isDocumentText,
  documentsOf as riderDocuments,
} from '../pilots/document.ts'
import { identitiesOf } from '../pilots/documents/document-key.ts'
import type { LoggedChange } from '../pilots/history/history.ts'
import { fullName, type PhotoName, type Pilot } from '../pilots/pilot.ts'
import { type PilotId, readPilotId } from '../pilots/pilot-id.ts'
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
  /** Returns true for a code of another rider, whatever document or link it once had. */
  isOther(code: PilotId): boolean
}

/** A person, or several persons who are erased together. */
export interface Person {
  codes: ReadonlySet<PilotId>
  /** The documents, as `documentOf` writes them, of which no other pilot has one now, or ever had one that was corrected. */
  documents: readonly string[]
  /** Each of these documents with the birth dates that the person had with it: see `identitiesOf`. */
  identities: readonly string[]
  /** The codes of other riders who once had one of the documents, or were once taken for the person. */
  others: ReadonlySet<PilotId>
  /** The photos of all states that no other pilot has now. */
  photos: ReadonlySet<PhotoName>
  /** The last state. Absent if only codes are known. */
  last?: Pilot
  /** The number of persons. */
  count: number
  /** The last state of each person of whom more than codes are known. */
  riders: readonly Pilot[]
  /** The pilots who are present now. */
  present: readonly Pilot[]
  /** Returns true for a text that says the name, a document, a code, the e-mail or the telephone. */
  isMentionedIn(text: string): boolean
  /** Returns true for a text with a word of the name. */
  isNamedIn(text: string): boolean
}

/**
 * Returns the person whom `seeds` recognize, with all codes that replaced each other or that a merge joined. A document
 * that was corrected leads to no other person: only the last document of a person does, and not that of an earlier code. A
 * link that a merge took back leads nowhere.
 */
export function personIn(sources: PersonSources, seeds: PersonSeeds): Person {
  return personAmong(knownIn(sources), sources, seeds)
}

function personAmong(known: Known, sources: PersonSources, seeds: PersonSeeds): Person {
  const codes = codesOf(known, seeds)
  const own = [...codes].flatMap((code) => known.states.get(code) ?? [])
  const others = sources.pilots.filter(({ id }) => !codes.has(id))
  const otherPhotos = new Set(others.map(({ photo }) => photo))
  const photos = own.flatMap(({ photo }) => photo ?? [])
  const last = sources.pilots.find(({ id }) => codes.has(id)) ?? own.at(-1)
  const ends = endsOf(codes, known)
  const lasts = ends.flatMap((code) => lastOf(code, known) ?? [])
  // Codes that had the same document in the end are of one person.
  const persons = new Map(
    ends.map((code) => [documentIn(lastOf(code, known)) ?? code, lastOf(code, known)] as const),
  )
  const holders = holdersOf(own, codes, known)
  const documents = documentsOf(own, lasts, holders, others)
  return {
    codes,
    documents: [...documents],
    identities: identitiesIn(own.filter(hasOneOf(documents)), others),
    others: othersLike(codes, documents, holders, known),
    photos: new Set(photos.filter((photo) => !otherPhotos.has(photo))),
    ...(last && { last }),
    count: persons.size,
    riders: [...persons.values()].filter((one) => one !== undefined),
    present: sources.pilots.filter(({ id }) => codes.has(id)),
    ...mentionsOf(own, codes, documents),
  }
}

/** Returns the texts of the states of a person, without those of others who may be the same person. */
function identitiesIn(own: readonly Pilot[], others: readonly Pilot[]): string[] {
  const texts = new Set(own.flatMap(identitiesOf))
  if (texts.size > own.length) for (const other of others) texts.delete(identityOf(other) ?? '')
  return [...texts]
}

/** All codes of a store, with what is known of them. */
interface Known {
  codes: Set<PilotId>
  states: Map<PilotId, Pilot[]>
  /** The code to which another one leads now. */
  links: Map<PilotId, PilotId>
  /** The codes that led to each other at any time. */
  onceLinked: Map<PilotId, Set<PilotId>>
}

function knownIn({ log, revoked, pilots }: PersonSources): Known {
  const known: Known = { codes: new Set(), states: new Map(), links: new Map(), onceLinked: new Map() }
  const { codes, states, links, onceLinked } = known
  const addState = (pilot: Pilot) => {
    states
      .set(pilot.id, states.get(pilot.id) ?? [])
      .get(pilot.id)
      ?.push(pilot)
    codes.add(pilot.id)
  }
  const addLink = ({ id, next }: Revocation) => {
    links.set(id, next)
    codes.add(id).add(next)
    onceLinked.set(id, (onceLinked.get(id) ?? new Set()).add(next))
    onceLinked.set(next, (onceLinked.get(next) ?? new Set()).add(id))
  }
  for (const { change } of log) {
    const { put = [], remove = [], revoke = [], unrevoke = [], merged } = change
    for (const one of [...revoke, ...(merged?.replaced ?? [])]) addLink(one)
    for (const id of unrevoke) if (!revoke.some((one) => one.id === id)) links.delete(id)
    for (const pilot of put) addState(pilot)
    for (const id of remove) codes.add(id)
  }
  for (const one of revoked) addLink(one)
  for (const pilot of pilots) addState(pilot)
  return known
}

/** Returns the condition that a state has one of some documents. An incomplete rider may have none. */
function hasOneOf(documents: ReadonlySet<string>): (state: Pilot) => boolean {
  return (state) => documents.has(documentOf(state) ?? '')
}

/** Returns the states of others who once had a document of the person. */
function holdersOf(own: readonly Pilot[], codes: ReadonlySet<PilotId>, { states }: Known): Pilot[] {
  const documents = new Set(riderDocuments(own))
  if (documents.size === 0) return []
  return [...states].flatMap(([code, all]) => (codes.has(code) ? [] : all.filter(hasOneOf(documents))))
}

/** Returns the documents that lead to a person. One that was corrected may be that of a rider who was removed. */
function documentsOf(
  own: readonly Pilot[],
  lasts: readonly Pilot[],
  holders: readonly Pilot[],
  others: readonly Pilot[],
): Set<string> {
  const present = new Map(others.map((pilot) => [pilot.id, pilot]))
  const held = new Set(holders.flatMap(({ id }) => documentIn(present.get(id)) ?? []))
  const [ever, last] = [new Set(riderDocuments(holders)), new Set(riderDocuments(lasts))]
  return new Set(riderDocuments(own).filter((one) => !held.has(one) && (last.has(one) || !ever.has(one))))
}

/** Returns the codes of others who once had one of the documents, or were once taken for the person. */
function othersLike(
  codes: ReadonlySet<PilotId>,
  documents: ReadonlySet<string>,
  holders: readonly Pilot[],
  { onceLinked }: Known,
): Set<PilotId> {
  const had = holders.filter(hasOneOf(documents))
  const linked = [...codes].flatMap((code) => [...(onceLinked.get(code) ?? [])])
  return new Set([...had.map(({ id }) => id), ...linked.filter((code) => !codes.has(code))])
}

function documentIn(state: Pilot | undefined): string | undefined {
  return state && documentOf(state)
}

/** Returns those of some codes that lead to none of the others. */
function endsOf(codes: ReadonlySet<PilotId>, { links }: Known): PilotId[] {
  return [...codes].filter((code) => !codes.has(links.get(code) ?? ''))
}

/** Returns the last state of the person who has had a code: that of the code to which it leads. */
function lastOf(code: PilotId, { states, links }: Known): Pilot | undefined {
  let last = states.get(code)?.at(-1)
  const seen = new Set([code])
  for (let next = links.get(code); next !== undefined && !seen.has(next); next = links.get(next)) {
    seen.add(next)
    last = states.get(next)?.at(-1) ?? last
  }
  return last
}

function codesOf(known: Known, seeds: PersonSeeds): Set<PilotId> {
  const neighbours = new Map<PilotId, PilotId[]>()
  const connect = (one: PilotId, other: PilotId) =>
    neighbours.set(one, [...(neighbours.get(one) ?? []), other])
  for (const [id, next] of known.links) {
    connect(id, next)
    connect(next, id)
  }
  const codes = new Set<PilotId>()
  for (const code of known.codes) {
    const last = lastOf(code, known)
    if (seeds.hasCode(code) || (last && seeds.hasDocument(last) && !seeds.isOther(code))) codes.add(code)
  }
  // The loop also visits the codes that it adds.
  for (const code of codes) {
    for (const other of neighbours.get(code) ?? [])
      if (seeds.hasCode(other) || !seeds.isOther(other)) codes.add(other)
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
  documents: ReadonlySet<string>,
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
    const { name, lastname, email, celular } = pilot
    // A document of another rider was typed on this one by mistake.
    const { dni, documento }: Partial<Pilot> = hasOneOf(documents)(pilot) ? pilot : {}
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
export function seedsOf({ codes, documents, others }: Person): PersonSeeds {
  const known = new Set(documents)
  return {
    hasCode: (code) => codes.has(code),
    hasDocument: hasOneOf(known),
    isOther: (code) => others.has(code),
  }
}

/** Returns the persons with some codes. @throws NotFoundError if nobody ever had one of them */
export function personsWith(
  codes: readonly PilotId[],
  sources: PersonSources & { log: readonly LoggedChange[] },
): Person {
  const wanted = new Set(codes)
  const known = knownIn(sources)
  if (codes.some((code) => !known.states.has(code))) throw new NotFoundError()
  const seeds = { hasCode: (code: PilotId) => wanted.has(code), isOther: () => false }
  const found = codesOf(known, { ...seeds, hasDocument: () => false })
  const byDocument = new Map<string, Pilot[]>()
  for (const last of endsOf(found, known).flatMap((code) => lastOf(code, known) ?? [])) {
    const document = documentOf(last)
    if (document !== undefined) byDocument.set(document, [...(byDocument.get(document) ?? []), last])
  }
  // The document of a rider was typed on another one by mistake if neither the name nor the birth date is the same.
  const hasDocument = (state: Pilot) =>
    (byDocument.get(documentOf(state) ?? '') ?? []).some(
      (last) => last.fechanac === state.fechanac || fold(fullName(last)) === fold(fullName(state)),
    )
  return personAmong(known, sources, { ...seeds, hasDocument })
}

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

/** The keys of documents, by which one person has one document, whichever way it was written and wherever it is stored. */
import { addTo } from '../../groups.ts'
import { documentOf, identityOf, type StoredDocument } from '../document.ts'
import type { StoredDraft } from '../pilot.ts'
import type { PilotId } from '../pilot-id.ts'
import { countryOfKind, rutBody, rutDigit } from './national-documents.ts'

/** The normal form of a document, whose country may not be known. */
interface DocumentKey {
  country?: string
  /** The number without zeros before it and, of a RUT, without its check digit; or the kind with the number. */
  normal: string
  /** All texts that the document can be if nobody knows its country. */
  texts: readonly string[]
}

/** Returns the key of a document, or undefined for a rider without one. */
function documentKey({ dni, tipodoc, documento, paisdoc }: StoredDocument): DocumentKey | undefined {
  const country = paisdoc ?? countryOfKind[tipodoc ?? '']
  const text = typeof dni === 'number' ? String(dni) : dni === null && tipodoc ? documento : undefined
  if (!text) return undefined
  if (country === 'CL' && (typeof dni === 'number' || tipodoc === 'RUT')) {
    const body = rutBody(text) ?? text
    return { country, normal: body, texts: [body, body + rutDigit(body)] }
  }
  const isLettered =
    tipodoc === 'CURP' || tipodoc === 'Cédula nacional' || (tipodoc === 'Otro' && /\p{L}/u.test(text))
  const normal =
    typeof dni === 'number' || isLettered
      ? text
      : tipodoc === 'CPF'
        ? text.replace(/^0+/, '')
        : `${tipodoc} ${text}`
  return { ...(country && { country }), normal, texts: [normal] }
}

/** Returns true if two riders have the same document. One without a country may be that of any. */
export function isSameDocument(one: StoredDocument, other: StoredDocument): boolean {
  const sought = new Set(soughtKeys(other))
  return storedKeys(one).some((key) => sought.has(key))
}

/** Returns true if a document is stored in the same way. */
export function hasSameWriting(one: StoredDocument, other: StoredDocument): boolean {
  return documentOf(one) === documentOf(other) && one.paisdoc === other.paisdoc
}

/**
 * Returns true if another rider, with the same document, keeps a rider from having it. Riders of before, whose documents
 * were not compared by their countries, keep theirs: they are listed as the same person, and `isKept` is true for them.
 */
export function isTakenBy(
  other: (StoredDocument & { id: PilotId }) | undefined,
  rider: StoredDocument & { id?: PilotId },
  isKept: boolean,
): boolean {
  if (!other || other.id === rider.id) return false
  return !isKept || documentOf(other) === documentOf(rider)
}

/** The riders by their documents. */
export class DocumentIndex<Rider> {
  #riders = new Map<string, Rider[]>()
  /** The keys of several riders. */
  #shared = new Set<string>()

  constructor(
    private readonly documentIn: (rider: Rider) => StoredDocument,
    riders: Iterable<Rider> = [],
  ) {
    for (const rider of riders) this.add(rider)
  }

  add(rider: Rider): void {
    for (const key of storedKeys(this.documentIn(rider))) {
      if (this.#riders.has(key)) this.#shared.add(key)
      addTo(this.#riders, key, rider)
    }
  }

  delete(rider: Rider): void {
    for (const key of storedKeys(this.documentIn(rider))) {
      const others = (this.#riders.get(key) ?? []).filter((one) => one !== rider)
      if (others.length < 2) this.#shared.delete(key)
      if (others.length > 0) this.#riders.set(key, others)
      else this.#riders.delete(key)
    }
  }

  clear(): void {
    this.#riders.clear()
    this.#shared.clear()
  }

  all(): Rider[] {
    return [...new Set([...this.#riders.values()].flat())]
  }

  /** Returns the riders who have the document of another one. */
  twins(): Set<Rider> {
    const riders = [...this.#shared].flatMap((key) => this.#riders.get(key) ?? [])
    return new Set(riders.filter((rider) => this.find(this.documentIn(rider)).length > 1))
  }

  /** Returns the riders with a document, those first with whom it is stored in the same way. */
  find(document: StoredDocument): Rider[] {
    const found = [...new Set(soughtKeys(document).flatMap((key) => this.#riders.get(key) ?? []))]
    if (found.length < 2) return found
    const text = documentOf(document)
    const isExact = (rider: Rider) => documentOf(this.documentIn(rider)) === text
    return [...found.filter(isExact), ...found.filter((rider) => !isExact(rider))]
  }
}

/** Returns the keys by which a rider is found: with the country, or without one, and whichever it is. */
function storedKeys(document: StoredDocument): string[] {
  const key = documentKey(document)
  if (!key) return []
  const { country, normal, texts } = key
  return [`${country ?? '-'} ${normal}`, ...texts.map((text) => `* ${text}`)]
}

/** Returns the keys of those who have a document: of its country, and without one. */
function soughtKeys(document: StoredDocument): string[] {
  const key = documentKey(document)
  if (!key) return []
  const { country, normal, texts } = key
  return country ? [`${country} ${normal}`, ...texts.map((text) => `- ${text}`)] : [`* ${normal}`]
}

/**
 * Returns the texts by which a list of erased persons can know a rider: `identityOf` of the document as it is stored, and of
 * every way in which it may have been stored before its country was known.
 */
export function identitiesOf(rider: StoredDocument & Pick<StoredDraft, 'fechanac'>): string[] {
  const { fechanac } = rider
  const own = identityOf(rider)
  const key = documentKey(rider)
  if (own === undefined || !key?.country) return own === undefined ? [] : [own]
  const others = key.texts.flatMap((text): StoredDocument[] => [
    ...(/^\d{1,15}$/.test(text) ? [{ dni: Number(text) }] : []),
    ...(/^(?=.*\p{L})\S+$/u.test(text) ? [{ dni: null, tipodoc: 'Otro' as const, documento: text }] : []),
    ...(key.country === 'CL' ? [{ dni: null, tipodoc: 'RUT' as const, documento: text }] : []),
  ])
  return [...new Set([own, ...others.flatMap((document) => identityOf({ ...document, fechanac }) ?? [])])]
}

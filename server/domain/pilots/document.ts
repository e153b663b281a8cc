/** The document of identity of a rider: the DNI, or the document of another kind of a rider without one. */
import { fold } from '../text/text.ts'
import { fields } from './fields.ts'
import type { PilotDraft, StoredDraft } from './pilot.ts'
import { formatDni, Problem } from './rules.ts'

/** The fields that together are the document. */
export type RiderDocument = Pick<PilotDraft, 'dni' | 'tipodoc' | 'documento' | 'paisdoc'>

/** A document with the birth date of its rider: a stranger who knows one of them does not know the other. */
export type RiderIdentity = RiderDocument & Pick<PilotDraft, 'fechanac'>

/** A document of which an incomplete rider may lack parts. */
export type StoredDocument = Pick<StoredDraft, 'dni' | 'tipodoc' | 'documento' | 'paisdoc'>

/** Returns a text that is the same for the same document and birth date. */
export function identityOf(rider: RiderIdentity): string
export function identityOf(rider: StoredDocument & Pick<StoredDraft, 'fechanac'>): string | undefined
export function identityOf({ fechanac, ...document }: StoredDocument & Pick<StoredDraft, 'fechanac'>) {
  const key = documentOf(document)
  return key === undefined || fechanac === undefined ? undefined : `${key} ${fechanac}`
}

/**
 * Returns the document with its kind, in the same writing whatever its country is: `DNI 09876543`, `Pasaporte AB123`. An
 * incomplete rider may have none. People read `describeDocument`.
 */
export function documentOf(rider: RiderDocument): string
export function documentOf(rider: StoredDocument): string | undefined
export function documentOf({ dni, tipodoc, documento }: StoredDocument): string | undefined {
  if (typeof dni === 'number') return `DNI ${formatDni(dni)}`
  return dni === null && tipodoc && documento ? `${tipodoc} ${documento}` : undefined
}

/** Returns the documents of riders, without those who have none. */
export function documentsOf(riders: readonly StoredDocument[]): string[] {
  return riders.flatMap((rider) => documentOf(rider) ?? [])
}

/**
 * Returns the number of the document as its country writes it: `0912345678` in Ecuador, `12.345.678-5` in Chile. One
 * without a country has the eight digits of a DNI, or stays as it is stored.
 */
export function documentNumber({ dni, tipodoc, documento, paisdoc }: StoredDocument): string | undefined {
  if (typeof dni === 'number') return formatDni(dni, paisdoc)
  if (!documento || !paisdoc) return documento ?? undefined
  if (tipodoc === 'RUT' || tipodoc === 'CPF')
    return documento.replace(/^(\d{1,3})(\d{3})(\d{3})(\w\w?)$/, '$1.$2.$3-$4')
  if (tipodoc !== 'Cédula nacional') return documento
  if (paisdoc !== 'PA')
    return documento.replace(/^(\d{3})(\d{6})(?=\d{4}\w$)/, '$1-$2-').replace(/^(\d+)(\d\w)$/, '$1-$2')
  const [place, volume, entry] = [documento.slice(0, -10), documento.slice(-10, -6), documento.slice(-6)]
  return `${place.replace(/^0/, '')}-${Number(volume)}-${Number(entry)}`
}

/**
 * Returns the document as it stands where people expect a DNI: `09876543`, or `Pasaporte AB123`. Returns undefined if
 * the reader may not see it.
 */
export function documentText(rider: StoredDocument): string | undefined {
  const number = documentNumber(rider)
  if (typeof rider.dni === 'number') return number
  return rider.dni === null && rider.tipodoc && number ? `${rider.tipodoc} ${number}` : undefined
}

/** Returns the document with its kind, as people read it: `DNI 09876543`, `Documento 0912345678`, `RUT 12.345.678-5`. */
export function describeDocument(rider: StoredDocument): string | undefined {
  const text = documentText(rider)
  return typeof rider.dni === 'number' ? `${numberLabel(rider)} ${text}` : text
}

/** Returns the label of the document: only some countries call theirs a DNI. */
export function numberLabel({ dni, paisdoc }: StoredDocument): string {
  return dni === null || (paisdoc && !['PE', 'AR', 'ES', 'HN'].includes(paisdoc)) ? 'Documento' : 'DNI'
}

/** Returns the field that identifies the rider. */
export function documentField({ dni }: Pick<StoredDocument, 'dni'>): 'dni' | 'documento' {
  return dni === null ? 'documento' : 'dni'
}

/** Reads a document in any notation: the DNI, else the document of another kind. Returns undefined without either. */
export function readDocument(
  values: Readonly<Partial<Record<keyof RiderDocument, unknown>>>,
): RiderDocument | undefined {
  const dni = fields.dni.rule(values.dni)
  const country = fields.paisdoc.rule(values.paisdoc)
  const paisdoc = country instanceof Problem ? {} : { paisdoc: country }
  if (!(dni instanceof Problem)) return { dni, ...paisdoc }
  const tipodoc = fields.tipodoc.rule(values.tipodoc)
  const documento = fields.documento.rule(values.documento)
  if (tipodoc instanceof Problem || documento instanceof Problem) return undefined
  return { dni: null, tipodoc, documento, ...paisdoc }
}

/** Reads a document and a birth date in any notation. Returns undefined without one of them. */
export function readIdentity(
  values: Readonly<Partial<Record<keyof RiderIdentity, unknown>>>,
): RiderIdentity | undefined {
  const document = readDocument(values)
  const fechanac = fields.fechanac.rule(values.fechanac)
  return document && !(fechanac instanceof Problem) ? { ...document, fechanac } : undefined
}

/** Returns true for a text with letters and digits that may be a passport where a DNI is expected. */
export function mayBeOther(text: unknown): boolean {
  if (typeof text !== 'string' || !/\p{L}/u.test(text)) return false
  return fields.dni.rule(text) instanceof Problem && !(fields.documento.rule(text) instanceof Problem)
}

/** Returns true if a text is the document of a pilot, with its kind or without: `AB-123`, `pasaporte AB 123`. */
export function isDocumentOf(pilot: StoredDocument, text: string): boolean {
  const { dni, documento } = pilot
  if (typeof dni === 'number' && fields.dni.rule(text) === dni) return true
  return [documento, documentText(pilot), documentNumber(pilot)].some(
    (one) => one && plain(one) === plain(text),
  )
}

/** Returns true if a person has typed the document that `documentText` shows, in any notation. */
export function isDocumentText(document: string, typed: string): boolean {
  if (plain(document) === plain(typed)) return true
  const kind = fields.tipodoc.options.find((one) => document.startsWith(`${one} `))
  const [dni, number] = [fields.dni.rule(document), kind && document.slice(kind.length)]
  return isDocumentOf(
    kind || dni instanceof Problem ? { dni: null, tipodoc: kind, documento: number } : { dni },
    typed,
  )
}

function plain(text: string): string {
  return fold(text).replace(/[\s.-]+/g, '')
}

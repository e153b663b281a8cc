/** A document as a person types it, and as it is then stored: in a form, on a phone, in a row. */
import { isBlank } from '../../text/text.ts'
import { documentNumber } from '../document.ts'
import { type DocumentCountry, fields } from '../fields.ts'
import { readValue } from '../pilot.ts'
import {
  countryNamed,
  countryOfKind,
  documentName,
  ofKind,
  type ReadDocument,
  readWritten,
} from './national-documents.ts'

interface TypedDocument {
  dni?: unknown
  tipodoc?: unknown
  documento?: unknown
  paisdoc?: unknown
}

/** Reads the document of typed values, in an event of a country or without one. */
export function readTyped(
  { dni, tipodoc, documento, paisdoc }: TypedDocument,
  event?: DocumentCountry,
): ReadDocument | undefined {
  const country = countryNamed(paisdoc)
  const [first, other] = [textOf(dni), textOf(documento)]
  // A document of a country that is not known is not that of the event.
  if (!isBlank(first) && readValue('dni', dni) !== null)
    return readWritten(first, isBlank(paisdoc) ? event : country)
  const kind = isBlank(other) ? undefined : fields.tipodoc.rule(tipodoc)
  if (typeof kind !== 'string') return undefined
  return ofKind(kind, other, country ?? countryOfKind[kind])
}

/** Returns the question about a typed or stored document whose check digit is wrong. */
export function checkDigitQuestion(values: TypedDocument): string | undefined {
  const { isRight, paisdoc } = readTyped(values) ?? { isRight: true }
  if (isRight || !paisdoc) return undefined
  return `El dígito verificador no es el de ese número (${documentName(paisdoc)}): compárelo con el documento`
}

/** A request can hold anything: what is neither a text nor a number is no document. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Returns typed values with the document as it is stored. Those without one, or with one that is not understood, stay. */
export function settled<Values extends object>(
  values: Values & TypedDocument,
  event?: DocumentCountry,
): Values {
  const read = readTyped(values, event)
  if (!read) return values.paisdoc === undefined ? values : { ...values, paisdoc: null }
  const { dni, tipodoc, documento, paisdoc = null } = read
  return { ...values, dni: dni ?? fields.dni.none, tipodoc, documento, paisdoc }
}

/** Returns the texts with which a form shows a document that was read: one that a country writes is in the first field. */
export function documentTexts(read: ReadDocument) {
  const { dni, tipodoc, documento, paisdoc } = read
  if (paisdoc) return { dni: documentNumber(read) ?? '', tipodoc: '', documento: '', paisdoc }
  return {
    dni: String(dni ?? fields.dni.none),
    tipodoc: tipodoc ?? '',
    documento: documento ?? '',
    paisdoc: '',
  }
}

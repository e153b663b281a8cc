/**
 * The identity documents of the countries: their names, their digits, their check digits and where they are stored. A check
 * digit without a source is that of python-stdnum (arthurdejong.org/python-stdnum) or, for UY and GT, of stdnum-js.
 */
import { isBlank } from '../../text/text.ts'
import { type CountryCode, countryCodes, countryOf } from '../countries.ts'
import { type DocumentCountry, documentCountries, fields } from '../fields.ts'
import type { PilotDraft } from '../pilot.ts'
import { Problem, wordKey } from '../rules.ts'

interface NationalDocument {
  /** The name by which people know it. */
  name: string
  /** The fewest and the most digits of a number that is stored as a DNI. Zeros before it count, and may be absent. */
  digits?: readonly [fewest: number, most: number]
  /** Returns true if the check digit of a number with all its digits is right. */
  check?: (digits: string) => boolean
  /** Reads a document that is a kind of its own, in capitals without punctuation. Any other is a number. */
  read?: (plain: string, text: string) => OwnKind | undefined
}

interface OwnKind {
  tipodoc: NonNullable<PilotDraft['tipodoc']>
  documento: string
  isRight?: boolean
}

const national = 'Cédula nacional'

const documents: Record<DocumentCountry, NationalDocument> = {
  // Registro Nacional de las Personas: 7 or 8 digits, without a check digit.
  AR: { name: 'DNI', digits: [6, 8] },
  // SEGIP: a number may have a complement of a digit and a letter; the place of issue is no part of it.
  BO: {
    name: 'C.I.',
    digits: [5, 8],
    read: (plain) => (/^\d{5,8}\d[A-Z]$/.test(plain) ? { tipodoc: national, documento: plain } : undefined),
  },
  // Receita Federal: the last two of 11 digits are modulo 11. A shorter number is that of an RG, or has lost its zeros.
  BR: {
    name: 'CPF',
    digits: [7, 11],
    read(plain) {
      const digits = /^\d{8,11}$/.test(plain) ? plain.padStart(11, '0') : ''
      const isRight = isCpf(digits)
      return digits && (isRight || plain.length === 11)
        ? { tipodoc: 'CPF', documento: digits, isRight }
        : undefined
    },
  },
  // Servicio de Registro Civil: modulo 11. See `rutBody`.
  CL: {
    name: 'RUT',
    digits: [6, 8],
    read(written, text) {
      const plain = written.replace(/^0+/, '')
      const body = rutBody(plain, /-\s*[\dk]$/i.test(text))
      if (body === undefined) return undefined
      const isRight = plain === body || plain === body + rutDigit(body)
      return { tipodoc: 'RUT', documento: isRight ? body + rutDigit(body) : plain, isRight }
    },
  },
  // Registraduría: up to 10 digits, of a tarjeta de identidad 11, without a check digit.
  CO: { name: 'cédula', digits: [5, 11] },
  // Tribunal Supremo de Elecciones: province, volume and entry.
  CR: { name: 'cédula', digits: [9, 9] },
  // The first six digits are the birth date.
  CU: {
    name: 'carné de identidad',
    digits: [8, 11],
    check: (digits) => Number(digits.slice(2, 4)) <= 12 && Number(digits.slice(4, 6)) <= 31,
  },
  DO: { name: 'cédula', digits: [9, 11], check: isLuhn },
  // Registro Civil: the province, 01 to 24 or 30 abroad, and modulo 10.
  EC: {
    name: 'cédula',
    digits: [9, 10],
    check: (digits) => /^(?:0[1-9]|1\d|2[0-4]|30)/.test(digits) && isLuhn(digits),
  },
  // Real Decreto 1553/2005: the letter is modulo 23.
  ES: { name: 'DNI', digits: [5, 8] },
  GT: {
    name: 'DPI',
    digits: [13, 13],
    check: (digits) => (weighted(digits, [2, 3, 4, 5, 6, 7, 8, 9]) % 11) % 10 === Number(digits[8]),
  },
  HN: { name: 'DNI', digits: [12, 13] },
  MX: {
    name: 'CURP',
    read: (plain) =>
      /^[A-Z]{4}\d{6}[A-Z]{6}[A-Z\d]\d$/.test(plain)
        ? { tipodoc: 'CURP', documento: plain, isRight: isCurp(plain) }
        : undefined,
  },
  // Consejo Supremo Electoral: the municipality, the birth date, a number, and a letter that is modulo 23.
  NI: {
    name: 'cédula',
    read: (plain) =>
      /^\d{13}[A-HJ-NP-Y]$/.test(plain)
        ? {
            tipodoc: national,
            documento: plain,
            isRight: 'ABCDEFGHJKLMNPQRSTUVWXY'[Number(BigInt(plain.slice(0, 13)) % 23n)] === plain[13],
          }
        : undefined,
  },
  // Tribunal Electoral: province or letters, volume and entry, of which the zeros may be absent.
  PA: {
    name: 'cédula',
    read(_plain, text) {
      const [, province = '', letters = '', volume = '', entry = ''] =
        /^(\d{0,2})-?(PE|E|N|AV|PI|EE)?\s*-\s*(\d{1,4})\s*-\s*(\d{1,6})$/i.exec(text.trim()) ?? []
      const place = province.padStart(province ? 2 : 0, '0') + letters.toUpperCase()
      return place
        ? { tipodoc: national, documento: place + volume.padStart(4, '0') + entry.padStart(6, '0') }
        : undefined
    },
  },
  // RENIEC: the check digit beside the number is no part of it.
  PE: { name: 'DNI', digits: [5, 8] },
  PY: { name: 'C.I.', digits: [5, 7] },
  // Registro Nacional de las Personas Naturales: modulo 10.
  SV: {
    name: 'DUI',
    digits: [6, 9],
    check: (digits) => weighted(digits, [9, 8, 7, 6, 5, 4, 3, 2, 1]) % 10 === 0,
  },
  UY: {
    name: 'C.I.',
    digits: [6, 8],
    check: (digits) => weighted(digits, [2, 9, 8, 7, 6, 3, 4, 1]) % 10 === 0,
  },
  VE: { name: 'cédula', digits: [5, 8] },
}

/** A document as it is stored, with its country, and whether its check digit is right. */
export interface ReadDocument extends Pick<PilotDraft, 'dni' | 'tipodoc' | 'documento'> {
  paisdoc?: DocumentCountry
  isRight: boolean
}

export function isDocumentCountry(code: unknown): code is DocumentCountry {
  return (documentCountries as readonly unknown[]).includes(code)
}

/** Returns the country of an event whose documents are known. */
export function documentCountryOf({ country }: { country: string }): DocumentCountry | undefined {
  return isDocumentCountry(country) ? country : undefined
}

/** Returns the country that a text names, by its code or in words. */
export function countryNamed(text: unknown): DocumentCountry | undefined {
  if (isDocumentCountry(text)) return text
  if (typeof text !== 'string' || isBlank(text)) return undefined
  const key = wordKey(text)
  const code = countryCodes.find((one) => key === one.toLowerCase() || key === wordKey(countryOf(one).name))
  return isDocumentCountry(code) ? code : undefined
}

/** Returns the name of the document of a country, or of a DNI without one. */
export function documentName(country: string | null | undefined): string {
  return isDocumentCountry(country) ? documents[country].name : 'DNI'
}

/** Returns true for a country whose document can have letters, which the keyboard of a phone must have. */
export function hasLetters(country: string | null | undefined): boolean {
  return ['BO', 'CL', 'MX', 'NI', 'PA'].includes(country ?? '')
}

/**
 * Reads the document of a country, as people write it there. Returns undefined for any other text.
 * @example readNational('12.345.678-5', 'CL') // { dni: null, tipodoc: 'RUT', documento: '123456785', … }
 */
export function readNational(text: string, paisdoc: DocumentCountry): ReadDocument | undefined {
  const { digits, check, read } = documents[paisdoc]
  const written = text.trim().replace(labels, '')
  // A spreadsheet may have added decimals, which are no digits.
  const plain = written
    .replace(/[.,]0{1,2}$/, '')
    .replace(/[\s.,\u2010-\u2015-]/g, '')
    .toUpperCase()
  const own = read?.(plain, written)
  if (own) return { dni: null, ...own, paisdoc, isRight: own.isRight ?? true }
  const [, bare = ''] =
    (paisdoc === 'BO' ? /^(\d+)(?:LP|CB|SC|OR|PT|TJ|CH|BE|PD)?$/ : /^[VE]?(\d+)$/).exec(plain) ?? []
  const [fewest, most] = digits ?? [1, 0]
  // A digit behind a hyphen is a check digit, which some numbers do not contain.
  const isOutside = !check && /[\u2010-\u2015-]\s*\d$/.test(written)
  const number = String(Number(bare))
  if (!bare || isOutside || number.length > most || number.length < fewest) return undefined
  return { dni: Number(bare), paisdoc, isRight: check?.(number.padStart(most, '0')) ?? true }
}

/** The names of documents before their numbers. */
const labels =
  /^(?:d\.?n\.?i|r\.?u\.?[tn]|cpf|curp|dui|dpi|cui|c\.?[ic]|cedula|cédula|documento|doc)\b\.?(?: de (?:identidad|ciudadan[ií]a))?\s*(?:n(?:r?o)?[.°º]*\s*)?[:-]?\s*(?=[\da-z])/i

/** The countries of the kinds that only one has. */
export const countryOfKind: Readonly<Record<string, DocumentCountry>> = { RUT: 'CL', CPF: 'BR', CURP: 'MX' }

/**
 * Reads a document as it is written in an event of a country, which another kind or country may stand before:
 * `Pasap. XDB123`, `AR DNI 12.345.678`. Returns undefined for a text that is none of them.
 */
export function readWritten(text: string, country?: DocumentCountry): ReadDocument | undefined {
  const [, first = '', rest = ''] = /^\s*(\p{L}[\p{L}.]*)[\s:]+(.+)$/u.exec(text) ?? []
  const tipodoc = rest ? fields.tipodoc.rule(first) : undefined
  if (typeof tipodoc === 'string' && countryOfKind[tipodoc]) return ofKind(tipodoc, rest)
  const own = country && readNational(text, country)
  if (own) return own
  const other = rest ? countryNamed(first) : undefined
  if (other) return readNational(rest, other)
  const isOther = typeof tipodoc === 'string' && fields.dni.rule(text) instanceof Problem
  return isOther ? ofKind(tipodoc, rest) : undefined
}

/** Reads a document of a kind that is known. */
export function ofKind(
  tipodoc: NonNullable<PilotDraft['tipodoc']>,
  text: string,
  country = countryOfKind[tipodoc],
) {
  const read = country && readNational(text, country)
  if (read?.tipodoc === tipodoc) return read
  const documento = fields.documento.rule(text.replace(/^n(?:r?o)?[.°º]*\s*/i, ''))
  return typeof documento === 'string' ? { dni: null, tipodoc, documento, isRight: true } : undefined
}

/** Returns the RUT without its check digit. RUNs of persons are below 40 million: 8 digits above that are 7 with theirs. */
export function rutBody(text: string, isMarked = false): string | undefined {
  if (!/^\d{6,9}[\dK]?$/.test(text)) return undefined
  const body = text.slice(0, -1)
  const hasDigit =
    isMarked ||
    text.length > 8 ||
    text.endsWith('K') ||
    (Number(text) > 4e7 && rutDigit(body) === text.at(-1))
  return hasDigit ? body : text
}

/** Returns the check digit of a RUT: modulo 11, with `K` for 10. */
export function rutDigit(body: string): string {
  const sum = [...body]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (2 + (index % 6)), 0)
  return '0K987654321'[sum % 11] ?? ''
}

function weighted(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0)
}

/** ISO/IEC 7812-1, annex B. */
function isLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (1 + (index % 2))
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

function isCpf(digits: string): boolean {
  const isDigit = (at: number) => {
    const weights = Array.from({ length: at }, (_, index) => at + 1 - index)
    return ((weighted(digits, weights) * 10) % 11) % 10 === Number(digits[at])
  }
  return !/^(\d)\1*$/.test(digits) && isDigit(9) && isDigit(10)
}

function isCurp(code: string): boolean {
  const values = [...code.slice(0, 17)].map((letter) =>
    '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ'.indexOf(letter),
  )
  const sum = values.reduce((total, value, index) => total + value * (18 - index), 0)
  return (10 - (sum % 10)) % 10 === Number(code[17])
}

/** The sizes of the documents of a country, such as `hasta 8 cifras`, in the direction in which a DNI differs. */
export interface OtherLength {
  country: string
  size: string
}

/**
 * Returns the size of national documents if a DNI has more or fewer digits. Returns undefined for a likely DNI, and if
 * the event has no country or its documents have no usual length.
 * @example otherLength(123456789, 'PE') // { country: 'Perú', size: 'hasta 8 cifras' }
 */
export function otherLength(dni: number, code: CountryCode | '' | null): OtherLength | undefined {
  const [fewest, most] = (isDocumentCountry(code) && documents[code].digits) || []
  if (!code || fewest === undefined || most === undefined) return undefined
  const { name } = countryOf(code)
  const digits = String(dni).length
  if (digits > most)
    return { country: name, size: fewest === most ? `${most} cifras` : `hasta ${most} cifras` }
  return digits < fewest ? { country: name, size: `al menos ${fewest} cifras` } : undefined
}

/** Asks about a DNI of another length. */
export function foreignQuestion(dni: number, { country, size }: OtherLength): string {
  return `Un documento de ${country} tiene ${size}, y este ${String(dni).length}: ¿es de otro país?`
}

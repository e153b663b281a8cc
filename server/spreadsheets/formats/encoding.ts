/** Decodes text files from the encodings that spreadsheet programs write. */
import { type Encoding, encodingLabels } from '#domain/import/mapping'
import { beginsWith } from './foreign-files.ts'

/** The text of a file. */
export interface Decoded {
  text: string
  encoding: Encoding
  /** The name of the encoding, for people. */
  label: string
}

/**
 * Decodes the bytes in an encoding that a person chose. Without one, decodes UTF-8 and UTF-16, with a byte order mark or
 * without, and otherwise with the table that gives the most Spanish text. Bytes that are not valid become U+FFFD.
 */
export async function decode(bytes: Uint8Array, chosen?: Encoding): Promise<Decoded> {
  const mark = marks.find(({ start }) => beginsWith(bytes, start))
  if (mark && (!chosen || chosen === mark.encoding)) {
    const text = new TextDecoder(mark.encoding).decode(bytes)
    return { text, encoding: mark.encoding, label: mark.label }
  }
  const encoding = chosen ?? utf16In(bytes)
  if (encoding) return decoded(bytes, encoding)
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return { text, encoding: 'utf-8', label: encodingLabels['utf-8'] }
  } catch {
    const text = new TextDecoder().decode(bytes)
    // A file full of accents in UTF-8 is still UTF-8 if it has one bad byte.
    if (isMostlyRight(text)) return { text, encoding: 'utf-8', label: 'UTF-8 con letras dañadas' }
    return decoded(bytes, await likeliestTable(bytes))
  }
}

async function decoded(bytes: Uint8Array, encoding: Encoding): Promise<Decoded> {
  // The decoder of Node 20 reads the bytes 0x80 to 0x9F of Windows-1252 as control characters, and has no tables of DOS.
  const text = encoding.startsWith('utf-')
    ? new TextDecoder(encoding).decode(bytes)
    : (await import('iconv-lite')).default.decode(Buffer.from(bytes), encoding)
  return { text, encoding, label: encodingLabels[encoding] }
}

/**
 * Byte order marks (Unicode, section 23.8). A file with a mark is decoded in that encoding, unless a person chooses
 * another one.
 */
const marks: readonly { start: readonly number[]; encoding: Encoding; label: string }[] = [
  { start: [0xef, 0xbb, 0xbf], encoding: 'utf-8', label: 'UTF-8 con BOM' },
  { start: [0xff, 0xfe], encoding: 'utf-16le', label: encodingLabels['utf-16le'] },
  { start: [0xfe, 0xff], encoding: 'utf-16be', label: encodingLabels['utf-16be'] },
]

/** The number of bytes in which UTF-16 is recognized. */
const sampledBytes = 4096

/** Returns the order of the bytes of UTF-16 without a mark: of Spanish text, one byte of nearly every pair is zero. */
function utf16In(bytes: Uint8Array): Encoding | undefined {
  const pairs = Math.floor(Math.min(bytes.length, sampledBytes) / 2)
  if (pairs < 4 || bytes.length % 2 !== 0) return undefined
  let [first, second] = [0, 0]
  for (let pair = 0; pair < pairs; pair += 1) {
    if (bytes[2 * pair] === 0) first += 1
    if (bytes[2 * pair + 1] === 0) second += 1
  }
  const [most, few] = [pairs * 0.7, pairs * 0.05]
  if (second > most && first < few) return 'utf-16le'
  return first > most && second < few ? 'utf-16be' : undefined
}

/** Returns true if more than four in five of the characters beyond ASCII are not U+FFFD. */
function isMostlyRight(text: string): boolean {
  let [right, damaged] = [0, 0]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0xfffd) damaged += 1
    else if (code > 0x7f) right += 1
  }
  return right > 4 * damaged
}

/** The tables of one byte for each character, the most usual first: Windows, DOS and old Macintosh. */
export const tables = ['windows-1252', 'cp850', 'macroman', 'cp437'] as const

/** Returns the characters of a table by their bytes. */
export async function charactersOf(table: (typeof tables)[number]): Promise<string> {
  const { default: iconv } = await import('iconv-lite')
  return iconv.decode(Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)), table)
}

/** The number of characters beyond ASCII by which a table is recognized. */
const judgedCharacters = 5000

/** Returns the table with which most bytes beyond ASCII are the letters and signs of Spanish text. */
async function likeliestTable(bytes: Uint8Array): Promise<Encoding> {
  const places: number[] = []
  for (let at = 0; at < bytes.length && places.length < judgedCharacters; at += 1)
    if ((bytes[at] ?? 0) > 0x7f) places.push(at)
  const scores = await Promise.all(
    tables.map(async (table) => {
      const characters = await charactersOf(table)
      const characterAt = (at: number) => characters[bytes[at] ?? 0x20] ?? ' '
      return places.reduce(
        (sum, at) => sum + likelihood(characterAt(at), characterAt(at - 1), characterAt(at + 1)),
        0,
      )
    }),
  )
  return tables[scores.indexOf(Math.max(...scores))] ?? 'windows-1252'
}

/** Returns a positive number for a character that Spanish text has between its neighbours, and a negative one for others. */
function likelihood(character: string, before: string, after: string): number {
  if (isLetter.test(character)) return likelihoodOfLetter(character, before, after)
  const place = signs.find(({ all }) => all.includes(character))
  if (!place) return -2
  return place.isUsual(isLetter.test(before), isLetter.test(after), before) ? place.weight : -place.weight
}

interface Signs {
  all: string
  weight: 0 | 1
  /** Returns true if such a sign usually stands after a letter, or before one. */
  isUsual: (follows: boolean, precedes: boolean, before: string) => boolean
}

const signs: readonly Signs[] = [
  { all: '“‘¿¡«', weight: 1, isUsual: (follows, precedes) => precedes && !follows },
  { all: '”»', weight: 1, isUsual: (_, precedes) => !precedes },
  { all: '’', weight: 1, isUsual: (follows) => follows },
  {
    all: '°º',
    weight: 1,
    isUsual: (follows, precedes, before) => (follows || /\d/.test(before)) && !precedes,
  },
  { all: '–—', weight: 1, isUsual: (follows, precedes) => !follows && !precedes },
  { all: '…´·€•\u00a0', weight: 0, isUsual: () => true },
]

function likelihoodOfLetter(letter: string, before: string, after: string): number {
  if (!latin.test(letter)) return -2
  const isUpper = letter === letter.toUpperCase()
  // Capitals do not follow small letters: JosÚ and OíBrien are no words.
  if (isUpper ? isSmall(before) : isCapital(after)) return -2
  if (!isLetter.test(before) && !isLetter.test(after)) return -1
  return spanish.test(letter) ? 2 : 1
}

const isLetter = /\p{L}/u
const latin = /^[ªÀ-ÖØ-öø-ÿŒœŠšŽž]$/
const spanish = /^[áéíóúüñÁÉÍÓÚÜÑª]$/

function isSmall(character: string): boolean {
  return /\p{Ll}/u.test(character)
}

function isCapital(character: string): boolean {
  return /\p{Lu}/u.test(character)
}

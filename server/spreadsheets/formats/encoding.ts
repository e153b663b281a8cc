/**
 * Decodes text files from the encodings that spreadsheet programs write. The table in which a file has Spanish letters is
 * taken: detectors know none of DOS, and people no name of an encoding.
 */
import { type Encoding, encodingLabels } from '#domain/import/mapping'
import { isFrequentName } from '#domain/text/person-names'
import { beginsWith } from './foreign-files.ts'

/** The text of a file. */
export interface Decoded {
  text: string
  encoding: Encoding
  /** The name of the encoding, for people. */
  label: string
  /** The text in another encoding that is about as likely. Each of its letters has the same place. */
  other?: Decoded
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
    if (!isChance(text)) return { text, encoding: 'utf-8', label: encodingLabels['utf-8'] }
  } catch {
    const text = new TextDecoder().decode(bytes)
    // A file full of accents in UTF-8 is still UTF-8 if it has one bad byte.
    if (isMostlyRight(text)) return { text, encoding: 'utf-8', label: 'UTF-8 con letras dañadas' }
  }
  const [table, other] = await likeliestTables(bytes)
  const likeliest = await decoded(bytes, table)
  return other ? { ...likeliest, other: await decoded(bytes, other) } : likeliest
}

/** Returns true for a text that is UTF-8 by chance: `Íñigo` of DOS is `igo` with a sign of Hebrew, but without its letters. */
function isChance(text: string): boolean {
  return /[\u0580-\u05bf]/.test(text) && !/[À-ſ\u0530-\u057f\u05d0-\u05ff]/.test(text)
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
const judgedCharacters = 500

/** The number of characters before and after one, by which it is judged. */
const nearby = 15

/**
 * Returns the table with which most bytes beyond ASCII are the letters and signs of Spanish text, and a second one if it
 * gives another text that is about as likely.
 */
async function likeliestTables(bytes: Uint8Array): Promise<[table: Encoding, other?: Encoding]> {
  const places: number[] = []
  for (let at = 0; at < bytes.length && places.length < judgedCharacters; at += 1)
    if ((bytes[at] ?? 0) > 0x7f) places.push(at)
  const readings = await Promise.all(
    tables.map(async (table) => {
      const characters = await charactersOf(table)
      const textIn = (from: number, to: number) =>
        Array.from(bytes.subarray(Math.max(0, from), to), (byte) => characters[byte]).join('')
      const score = places.reduce((sum, at) => {
        const [before, after] = [textIn(at - nearby, at), textIn(at + 1, at + 1 + nearby)]
        return sum + likelihood(textIn(at, at + 1), before, after)
      }, 0)
      return { table, score, text: places.map((at) => textIn(at, at + 1)).join('') }
    }),
  )
  const [best, ...others] = readings.sort((one, other) => other.score - one.score)
  if (!best) return [tables[0]]
  // Nearly all of these files are of Windows.
  const doubtful = best.score - (best.table === tables[0] ? 1 : sureDifference)
  return [best.table, others.find(({ score, text }) => score > doubtful && text !== best.text)?.table]
}

/** The difference of the scores of a letter that a Spanish word has, and of a character that it has not. */
const sureDifference = 3

/** Returns a positive number for a character that Spanish text has between its neighbours, and a negative one for others. */
function likelihood(character: string, before: string, after: string): number {
  const [last = ' ', next = ' '] = [before.at(-1), after[0]]
  if (isLetter.test(character)) return likelihoodOfLetter(character, before, after)
  // Many headers have `N°`.
  if (/[°º]/.test(character) && /n/i.test(last) && !isLetter.test(next)) return sureDifference + 2
  const place = signs.find(({ all }) => all.includes(character))
  if (!place) return -2
  return place.isUsual(isLetter.test(last), isLetter.test(next), last) ? place.weight : -place.weight
}

interface Signs {
  all: string
  weight: 0 | 1
  /** Returns true if such a sign usually stands after a letter, or before one. */
  isUsual: (follows: boolean, precedes: boolean, before: string) => boolean
}

const signs: readonly Signs[] = [
  { all: '“‘¿¡«', weight: 1, isUsual: (follows, precedes) => precedes && !follows },
  { all: '”»…', weight: 1, isUsual: (_, precedes) => !precedes },
  { all: '’', weight: 1, isUsual: (follows) => follows },
  {
    all: '°ºª',
    weight: 1,
    isUsual: (follows, precedes, before) => (follows || /\d/.test(before)) && !precedes,
  },
  { all: '–—', weight: 1, isUsual: (follows, precedes) => !follows && !precedes },
  { all: '´·€•\u00a0', weight: 0, isUsual: () => true },
]

function likelihoodOfLetter(letter: string, before: string, after: string): number {
  const [beginning = '', end = ''] = [/\p{L}*$/u.exec(before)?.[0], /^\p{L}*/u.exec(after)?.[0]]
  const word = beginning + letter + end
  if (!latin.test(letter) || word === letter || !isWord.test(word)) return -2
  if (!spanish.test(letter)) return 1
  return isFrequentName(word) ? sureDifference + 2 : 2
}

const isLetter = /[^\P{L}ªº]/u
const latin = /^[À-ÏÑ-ÖØ-Ýß-ïñ-öø-ýŒœŠšŽž]$/
const spanish = /^[áéíóúüñÁÉÍÓÚÜÑ]$/

/** Matches a word in capitals, in small letters, or with one capital: JosÚ, JOSê and DÕAngelo are none. */
const isWord = /^(?:\p{Lu}?\P{Lu}*|\p{Lu}+)$/u

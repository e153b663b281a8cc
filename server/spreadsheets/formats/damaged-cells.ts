/**
 * Finds the cells that another program has damaged before, in every format, and the texts that they probably were. Reads the
 * letters that are written as references in HTML (HTML, section 13.5): `&iacute;`, `&#237;`, `&#xED;`.
 */
import { type Damage, damageMessage, lostLetters } from '#domain/import/cells/cells'
import type { FileLine } from '#domain/import/row-reader'
import { isFrequentName } from '#domain/text/person-names'
import type { FileContent } from '../table.ts'
import { charactersOf, tables } from './encoding.ts'

/**
 * Adds a problem to each damaged cell. `text` is the whole file, if it is one of text, in which a damage is looked for at
 * first: nearly all files have none.
 */
export async function withDamages(content: FileContent, text?: string): Promise<FileContent> {
  if (text === undefined ? !hasDamagedCell(content) : !isSuspicious(text)) return content
  const mender = new Mender(await Promise.all(tables.map(charactersOf)))
  const [first, ...others] = content.sheets.map((sheet) => ({
    ...sheet,
    lines: { [Symbol.iterator]: () => withDamagesIn(sheet.lines, mender) },
  }))
  return {
    ...content,
    names: content.names?.map((name) => mender.damageOf(name)?.meant ?? name),
    sheets: [first as (typeof content.sheets)[0], ...others],
  }
}

/** Returns true for every text with a damage, and for some without any. */
function isSuspicious(text: string): boolean {
  return misreadLetters.test(text) || (mayBeWritten.test(text) && writtenLetters.test(text))
}

/** The first letters of sequences of UTF-8 that were read in another table, and the characters of a lost letter. */
const misreadLetters =
  /[\u00c2\u00c3\u00c5\u00e2\u00e3\u0393\u201a\u221a\u251c\u252c\u00d4\uf180-\uf1ff\ufffd]|\u00ef\u00bf\u00bd/

/** Letters that are written as codes, and those that became question marks. The first pattern is faster. */
const mayBeWritten = /[&\\%=?]/
const writtenLetters = /&#?\w{2,8};|\\u00[a-f][\da-f]|%c[23]%|=C[23]=|\p{L}\?\p{L}/iu

function hasDamagedCell({ sheets }: FileContent): boolean {
  return sheets.some(({ lines }) => {
    for (const { cells } of lines)
      if (cells.some((cell) => typeof cell === 'string' && isSuspicious(cell))) return true
    return false
  })
}

function* withDamagesIn(lines: Iterable<FileLine>, mender: Mender): Generator<FileLine> {
  for (const line of lines) {
    const cellProblems = { ...line.cellProblems }
    for (const [index, cell] of line.cells.entries()) {
      if (typeof cell !== 'string' || !isSuspicious(cell)) continue
      const damage = mender.damageOf(cell)
      if (damage?.meant !== undefined)
        cellProblems[index] = {
          message: damageMessage(damage.meant),
          damage: { kind: damage.kind, meant: damage.meant },
        }
      else if (damage) cellProblems[index] = { message: lostLetters }
    }
    yield Object.keys(cellProblems).length > 0 ? { ...line, cellProblems } : line
  }
}

/** The greatest number of programs that have damaged a text one after the other. */
const mostDamages = 3

class Mender {
  /** The bytes of the characters of each table. */
  readonly #bytes: readonly ReadonlyMap<string, number>[]

  constructor(characters: readonly string[]) {
    const [windows = '', ...others] = characters.map((all) => [...all])
    // Bytes without a character in Windows-1252 are read as control characters.
    const complete = [...windows].map((one, byte) => (one === '\ufffd' ? String.fromCharCode(byte) : one))
    const latin = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte))
    // LibreOffice gives such bytes characters of private use, from U+F180 on.
    const office = latin.map((_, byte) => String.fromCharCode(0xf100 + byte))
    const bytesOf = (all: readonly string[]) => new Map(all.map((one, byte) => [one, byte] as const))
    const common = [...bytesOf(latin), ...bytesOf(office)]
    this.#bytes = [new Map([...common, ...bytesOf(complete)]), ...others.map(bytesOf)]
  }

  /** Returns the damage of a text; `meant` is undefined if nobody knows what it was. Returns undefined for a good text. */
  damageOf(text: string): (Omit<Damage, 'meant'> & { meant?: string }) | undefined {
    const plain = repeated(text, withoutEntities)
    const mended = repeated(plain, (one) => withoutEscapes(this.#readAgain(one)))
    const kind = plain === text ? 'letras' : 'html'
    const lost = mended.replace(/Ã(?=[a-z])|[\uf180-\uf1ff]/g, '\ufffd')
    if (lost.includes('\ufffd')) return { kind: 'perdidas', meant: guessed(lost) }
    const asked = /[/@=]/.test(mended) ? mended : mended.replace(/(?<=\p{L})\?(?=\p{L})/gu, '\ufffd')
    const guess = asked === mended ? undefined : guessed(asked)
    if (guess !== undefined) return { kind: 'perdidas', meant: guess }
    return mended === text ? undefined : { kind, meant: mended }
  }

  /** Replaces the letters of UTF-8 that were read in one of the tables. */
  #readAgain(text: string): string {
    const capital = text.replace(/ã(?=[©¡­³º±¼ª])/g, 'Ã')
    for (const bytes of this.#bytes) {
      const read = capital.replace(/[\u0080-\uffff]{2,}/g, (run) => readAsUtf8(run, bytes))
      if (read !== capital) return read
    }
    return text
  }
}

/** Applies a change until the text stays, since several programs may have damaged it one after the other. */
function repeated(text: string, change: (text: string) => string): string {
  let last = text
  for (let round = 0; round < mostDamages; round += 1) {
    const next = change(last)
    if (next === last) break
    last = next
  }
  return last
}

const sequence = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/y

/** The characters that Spanish text has beyond ASCII, and those that are in a text that was damaged twice. */
const plausible =
  /^[\u0080-\u00ff\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2010-\u203a\u20ac\u2122\u221a\u251c\u252c\uf180-\uf1ff\ufffd]$/

/** Decodes the sequences of UTF-8 in a run of characters that stand for bytes, and leaves the others. */
function readAsUtf8(run: string, byteOf: ReadonlyMap<string, number>): string {
  const bytes = [...run].map((one) => String.fromCharCode(byteOf.get(one) ?? 0)).join('')
  let read = ''
  for (let at = 0; at < run.length; ) {
    sequence.lastIndex = at
    const [found = ''] = sequence.exec(bytes) ?? []
    const character = Buffer.from(found, 'latin1').toString('utf8')
    const isRead = plausible.test(character)
    read += isRead ? character : run[at]
    at += isRead ? found.length : 1
  }
  return read
}

/** Decodes letters that JSON, an address or an e-mail has escaped: `\u00e9`, `%C3%A9`, `=C3=A9`. */
function withoutEscapes(text: string): string {
  return text
    .replace(/\\u(00[a-f][\da-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/%c[23]%[89ab][\da-f]|=C[23]=[89AB][\dA-F]/gi, (escaped) =>
      Buffer.from(escaped.replace(/[%=]/g, ''), 'hex').toString('utf8'),
    )
}

/** The letters that stand beyond ASCII in Spanish words. */
const lostLetter = ['á', 'é', 'í', 'ó', 'ú', 'ñ']

/** Returns a text with its lost letters, if each of its words with one can only be one frequent name. */
function guessed(text: string): string | undefined {
  const words = text
    .split(/([\p{L}\p{M}\ufffd]+)/u)
    .map((word) => (word.includes('\ufffd') ? guessedWord(word) : word))
  return words.includes(undefined) ? undefined : words.join('')
}

function guessedWord(word: string): string | undefined {
  const isCapitals = word.length > 2 && word === word.toUpperCase()
  let candidates = ['']
  for (const [index, letter] of [...word].entries()) {
    const letters =
      letter === '\ufffd'
        ? lostLetter.map((one) => (isCapitals || index === 0 ? one.toUpperCase() : one))
        : [letter]
    candidates = candidates.flatMap((start) => letters.map((one) => start + one)).slice(0, 300)
  }
  const known = candidates.filter(isFrequentName)
  return known.length === 1 ? known[0] : undefined
}

/** Returns a text with the letters in place of their references, and leaves what is none. */
function withoutEntities(text: string): string {
  return text.includes('&')
    ? text.replace(reference, (written: string) => letterOf(written) ?? written)
    : text
}

/** Returns true if a semicolon, whose offset is `at`, ends a reference. */
export function endsEntity(text: string, at: number): boolean {
  const [, name] = /&(?:amp;){0,2}([#\w]{2,8};)$/i.exec(text.slice(Math.max(0, at - longest), at + 1)) ?? []
  return name !== undefined && letterOf(`&${name}`) !== undefined
}

/** The length of the longest reference, which two programs may have written again: `&amp;amp;iacute;`. */
const longest = 20

const reference = /&(?:#\d{2,7}|#x[\da-f]{2,6}|[a-z]{2,8});/gi

function letterOf(written: string): string | undefined {
  const [, decimal, hexadecimal, name = ''] =
    /^&(?:#(\d{2,7})|#x([\da-f]{2,6})|([a-z]{2,8}));$/i.exec(written) ?? []
  if (decimal) return characterOf(Number(decimal))
  if (hexadecimal) return characterOf(Number.parseInt(hexadecimal, 16))
  const mark = accents.get(name.slice(1))
  return mark ? (name.slice(0, 1) + mark).normalize('NFC') : others.get(name)
}

/** Browsers read the references of control characters of C1 in Windows-1252 (HTML, section 13.2.5.80). */
function characterOf(code: number): string | undefined {
  if (code >= 0x80 && code < 0xa0) return controlLetters[code - 0x80]
  const isCharacter = code >= 0x20 && code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000)
  return isCharacter ? String.fromCodePoint(code) : undefined
}

/** The characters that the bytes 0x80 to 0x9F have in Windows-1252. */
export const controlLetters = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** The marks that names add to a letter. */
const accents = new Map(
  Object.entries({
    acute: '\u0301',
    grave: '\u0300',
    circ: '\u0302',
    uml: '\u0308',
    tilde: '\u0303',
    cedil: '\u0327',
    ring: '\u030a',
  }),
)

const others = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: ' ',
    iexcl: '¡',
    iquest: '¿',
    ordm: 'º',
    ordf: 'ª',
    deg: '°',
    laquo: '«',
    raquo: '»',
    lsquo: '‘',
    rsquo: '’',
    ldquo: '“',
    rdquo: '”',
    ndash: '–',
    mdash: '—',
    hellip: '…',
    middot: '·',
    euro: '€',
  }),
)

/** Functions that compare texts, that write numbers and lists for people, and that parse JSON which may be broken. */

/**
 * Returns the text in lower case, without accents and without characters that nobody sees, so that 'Muñoz' and 'MUNOZ'
 * compare equal.
 */
export function fold(text: string): string {
  const plain = isAscii.test(text)
    ? text
    : text.normalize('NFD').replace(isLatin.test(text) ? accents : marks, '')
  return plain.toLowerCase()
}

const isAscii = /^[\t\n\r -~]*$/
/** Matches nearly all other texts, whose only marks are accents, which are found faster. */
const isLatin = /^[\t\n\r -~¡-¬®-ÿ]*$/
const accents = /\p{M}/gu
const marks = /(?![\t\n\r])[\p{M}\p{Control}\p{Format}\p{Default_Ignorable_Code_Point}\u2800]/gu

/**
 * Returns a text that is equal for the spellings of one name: without case, accents, spaces and punctuation.
 * @example personNameKey('McDonald Núñez') === personNameKey('MC DONALD NUÑEZ') // true
 */
export function personNameKey(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}]+/gu, '')
}

/** Replaces lone surrogates by U+FFFD, since no file can store a lone surrogate. */
export function wellFormed(text: string): string {
  // Browsers older than 2023 do not have `isWellFormed`.
  return text.isWellFormed?.() ? text : text.replace(/\p{Surrogate}/gu, '\ufffd')
}

/** Writes a number of things in Spanish: `1 piloto`, `2 pilotos`, `10.000 pilotos`. */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${figure(n)} ${n === 1 ? one : many}`
}

/** Writes a number in Spanish: `10.000`. */
export function figure(n: number): string {
  // Intl is not used, since its tables take longer to load than a list takes to print.
  return String(n).replace(/\B(?=(\d{3})+$)/g, '.')
}

/** Joins items in Spanish: `a, b y c`, or `a, b o c` if `last` is `o`. Before the same sound, `y` is `e` and `o` is `u`. */
export function enumerate(items: readonly string[], last: 'y' | 'o' = 'y'): string {
  const end = items.at(-1) ?? ''
  if (items.length < 2) return end
  const isSameSound = (last === 'y' ? /^[^\p{L}\d]*h?[ií](?!e)/iu : /^[^\p{L}\d]*(?:h?[oó]|8|11\b)/iu).test(
    end,
  )
  const word = isSameSound ? { y: 'e', o: 'u' }[last] : last
  return `${items.slice(0, -1).join(', ')} ${word} ${end}`
}

/** Joins the first of `total` items in Spanish, and says how many more there are: `a, b y 12 más`. */
export function enumerateFirst(items: readonly string[], total: number): string {
  const more = total - items.length
  return enumerate(more > 0 ? [...items, `${more} más`] : items)
}

/** Compares texts by their characters, as moments and identifiers are ordered. */
export function compareTexts(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

/** Returns a text on one line, shortened to at most `length` characters. */
export function shortened(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > length ? `${line.slice(0, length - 1)}…` : line
}

/** Returns a text that begins with a capital. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Returns the words of a conflict: what another person did while this one was at it. What to do follows them. */
export function meanwhile(did: string, who = 'Otra persona'): string {
  return `${who} ${did} mientras tanto`
}

/** Returns true if a cell has no visible content. */
export function isBlank(cell: unknown): boolean {
  return (
    cell === '' || cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '')
  )
}

/** Returns the beginning of a row: its cells that are not blank, in at most `length` characters. */
export function excerptOf(cells: readonly unknown[], length: number, separator: string): string {
  const texts: string[] = []
  let found = 0
  // A row can have many megabytes, of which only the first cells are read.
  for (const cell of cells) {
    if (isBlank(cell)) continue
    const text = shortened(String(cell).slice(0, 4 * length), length)
    texts.push(text)
    found += text.length
    if (found > length) break
  }
  return shortened(texts.join(separator), length)
}

/** Writes the size of a file in Spanish: `340 KB`, `12,5 MB`. */
export function fileSize(bytes: number): string {
  if (bytes < 1_000_000) return `${figure(Math.ceil(bytes / 1000))} KB`
  const tenths = Math.round(bytes / 100_000)
  return `${figure(Math.floor(tenths / 10))},${tenths % 10} MB`
}

/** Returns the letters with which Excel names the column at an index, from 0 on: A, …, Z, AA. */
export function columnLetters(index: number): string {
  const last = String.fromCharCode(0x41 + (index % 26))
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last
}

/** Type checks for values that were parsed from JSON. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isShortText(value: unknown, maxLength: number): value is string {
  return typeof value === 'string' && value.length <= maxLength
}

/** Returns the text of a value, in which the order of properties does not count. */
export function canonicalText(value: unknown): string | undefined {
  const sorted = (_: string, one: unknown) =>
    isObject(one) ? Object.fromEntries(Object.entries(one).sort()) : one
  return JSON.stringify(value, sorted)
}

/** Parses JSON. Returns undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Removes the characters that embed, override or isolate the direction of a text (Unicode Standard Annex 9, section 2),
 * with which it would be read in another order than it is stored in.
 * @example inOrder('Ana \u202esoiR') // 'Ana soiR'
 */
export function inOrder(text: string): string {
  return text.replace(directions, '')
}

export const directions = /[\u202a-\u202e\u2066-\u2069]/g

/** Returns a text as it is written in HTML, between tags or in an attribute with double quotes. */
export function escapedHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

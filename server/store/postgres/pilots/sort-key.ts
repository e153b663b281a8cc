/**
 * Bytes that stand in the order of the folder's collator (Spanish, accents and case ignored, digits as numbers), so
 * that any database orders as it does: as the sort keys of Unicode Technical Standard 10, primary weights only.
 */

/** The characters whose order is asked of the collator; any other comes after them, in the order of its number. */
const ranges = [
  [0x20, 0x24f],
  [0x370, 0x3ff],
  [0x400, 0x52f],
  [0x1e00, 0x1eff],
  [0x2010, 0x205e],
  [0x2070, 0x209c],
  [0x20a0, 0x20bf],
  [0x2100, 0x214f],
] as const

/** What one character counts as, where it counts as several. */
const written = { æ: 'ae', Æ: 'ae', œ: 'oe', Œ: 'oe', ß: 'ss', ĳ: 'ij', Ĳ: 'ij', ŉ: 'ʼn' } as const

interface Weights {
  /** Two bytes; 0 for a character that counts for nothing. */
  ranks: Map<string, number>
  /** Of every number. */
  digits: number
  expansions: Map<string, string>
}

let weights: Weights | undefined

const unknown = 0xff00

/** The keys that were made last: clubs, options and names come again and again. */
const made = new Map<string, Buffer>()
const mostMade = 5000
const longestMade = 60

export function sortKey(text: string): Buffer {
  const known = made.get(text)
  if (known) return known
  const key = makeKey(text)
  if (text.length > longestMade) return key
  if (made.size >= mostMade) made.clear()
  made.set(text, key)
  return key
}

function makeKey(text: string): Buffer {
  weights ??= weigh()
  const { ranks, digits, expansions } = weights
  const bytes: number[] = []
  for (const part of text.normalize('NFC').match(parts) ?? []) {
    if (digit.test(part)) {
      const number = plainDigits(part)
      bytes.push(digits >> 8, digits & 0xff, number.length >> 8, number.length & 0xff)
      for (const one of number) bytes.push(one.charCodeAt(0))
      continue
    }
    for (const character of expansions.get(part) ?? part) {
      const rank = ranks.get(character) ?? otherRank(character)
      if (rank > 0xffff) bytes.push((rank >>> 24) & 0xff, (rank >>> 16) & 0xff)
      if (rank > 0) bytes.push((rank >>> 8) & 0xff, rank & 0xff)
    }
  }
  return Buffer.from(bytes)
}

const parts = /\p{Nd}+|\P{Nd}/gu
const digit = /^\p{Nd}/u

/** ASCII digits without zeros in front. */
function plainDigits(text: string): string {
  const ascii = /^\d+$/.test(text) ? text : Array.from(text, (one) => String(digitValue(one))).join('')
  return ascii.replace(/^0+(?=.)/, '')
}

/** The digits of a script stand together, from its zero on. */
function digitValue(character: string): number {
  let value = 0
  const code = character.codePointAt(0) ?? 0
  while (value < 9 && digit.test(String.fromCodePoint(code - value - 1))) value += 1
  return value
}

function otherRank(character: string): number {
  const code = character.codePointAt(0) ?? 0
  return /\p{M}|\p{Cc}|\p{Cf}/u.test(character) ? 0 : (unknown + (code >> 16)) * 0x10000 + (code & 0xffff)
}

function weigh(): Weights {
  const { compare } = new Intl.Collator('es', { sensitivity: 'base', numeric: true })
  const characters = ranges
    .flatMap(([from, to]) =>
      Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)),
    )
    .filter((character) => character === '0' || !digit.test(character))
  const ranks = new Map<string, number>()
  const expansions = new Map<string, string>()
  const ordered: string[] = []
  for (const character of characters) {
    const several = Object.hasOwn(written, character)
      ? written[character as keyof typeof written]
      : character.normalize('NFKD').replace(/\p{M}/gu, '')
    if (compare(character, '') === 0) ranks.set(character, 0)
    else if (several.length > 1 && compare(character, several) === 0) expansions.set(character, several)
    else ordered.push(character)
  }
  let rank = 0
  let last = ''
  for (const character of ordered.sort(compare)) {
    if (last === '' || compare(last, character) !== 0) rank += 1
    ranks.set(character, rank)
    last = character
  }
  const digits = ranks.get('0') ?? 0
  return { ranks, digits, expansions }
}

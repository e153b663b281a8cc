/**
 * Sort keys that give every database the same order as the collator of the data folder (Spanish, accents and case
 * ignored, digits as numbers), like the sort keys of Unicode Technical Standard 10 with primary weights only.
 */

/** The characters that the collator orders; all others follow them, in the order of their code points. */
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

/** The characters that are sorted as several characters. */
const expandedCharacters = { æ: 'ae', Æ: 'ae', œ: 'oe', Œ: 'oe', ß: 'ss', ĳ: 'ij', Ĳ: 'ij', ŉ: 'ʼn' } as const

interface Weights {
  /** The weight of each character, in two bytes; 0 for a character that is ignored. */
  ranks: Map<string, number>
  /** The weight with which every number begins. */
  digits: number
  expansions: Map<string, string>
}

let weights: Weights | undefined

const unknown = 0xff00

/** A cache of sort keys, since clubs, options and names repeat; it is cleared when it is full. */
const cache = new Map<string, Buffer>()
const maxEntries = 5000
const maxLength = 60

export function sortKey(text: string): Buffer {
  const cached = cache.get(text)
  if (cached) return cached
  const key = makeKey(text)
  if (text.length > maxLength) return key
  if (cache.size >= maxEntries) cache.clear()
  cache.set(text, key)
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

/** Returns a number in ASCII digits, without leading zeros. */
function plainDigits(text: string): string {
  const ascii = /^\d+$/.test(text) ? text : Array.from(text, (one) => String(digitValue(one))).join('')
  return ascii.replace(/^0+(?=.)/, '')
}

/** Returns the value of a digit; the digits of a script have consecutive code points that begin with its zero. */
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
    const expansion = Object.hasOwn(expandedCharacters, character)
      ? expandedCharacters[character as keyof typeof expandedCharacters]
      : character.normalize('NFKD').replace(/\p{M}/gu, '')
    if (compare(character, '') === 0) ranks.set(character, 0)
    else if (expansion.length > 1 && compare(character, expansion) === 0) expansions.set(character, expansion)
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

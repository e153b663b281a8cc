/** The manual as data, as `bin/manual.js` reads it of its documents, and the search in it. */
import { fold } from '#domain/text/text'

/** A piece of a line. The identifier of a link is that of a section. */
export type Part =
  | string
  | { kind: 'code'; text: string }
  | { kind: 'strong' | 'em'; parts: Part[] }
  | { kind: 'link'; id: string; parts: Part[] }

export type Block =
  | { kind: 'text'; parts: Part[] }
  | { kind: 'list'; isOrdered: boolean; items: Block[][] }
  | { kind: 'table'; head: Part[][]; rows: Part[][][] }
  | { kind: 'code'; text: string }
  /** `text` says what the picture shows. */
  | { kind: 'picture'; file: string; text: string; width: number; height: number }

/** A heading with all that stands below it, until the next heading. */
export interface Section {
  id: string
  /** 1 for a chapter, 2 for a section of one, 3 for a part of that. */
  level: number
  title: string
  /** Other words by which people search it. */
  words?: string
  /** The section of the manual that says more about a task of the help. */
  about?: string
  blocks: Block[]
}

export interface Hit {
  section: Section
  chapter: string
  /** The block of the section that has the most words. */
  excerpt: string
}

/**
 * Returns the words of a search as they are compared: without accents, without the words that are everywhere, and
 * without the end of a plural.
 */
export function searchWords(text: string): string[] {
  const words = fold(text).match(/[a-z0-9]+/g) ?? []
  const telling = words.filter((word) => !fillers.has(word))
  return (telling.length > 0 ? telling : words).map((word) =>
    word.replace(/(?<=...)(?<=[^aeiou])es$|(?<=....)s$/, ''),
  )
}

const fillers = new Set(
  'a al como con de del el en es la las lo los me mi o para por que se si su sus un una y'.split(' '),
)

/** Returns a pattern for the places of words in a folded text: each begins a word. Undefined without words. */
export function patternOf(words: readonly string[]): RegExp | undefined {
  return words.length > 0 ? new RegExp(`\\b(?:${words.join('|')})[a-z0-9]*`, 'g') : undefined
}

/**
 * Finds the sections with the most of the words. A section that is named by most of them comes first; among equals, the
 * one that comes first in the manual.
 */
export function searchManual(
  sections: readonly Section[],
  words: readonly string[],
): { hits: Hit[]; hasAll: boolean } {
  if (words.length === 0) return { hits: [], hasAll: true }
  let chapter = ''
  const found = sections.map((section) => {
    if (section.level === 1) chapter = section.title
    const texts = section.blocks.flatMap(textsOf)
    const all = foundIn([nameOf(section), ...texts].join('\n'), words)
    return { section, chapter, texts, all }
  })
  const most = Math.max(...found.map(({ all }) => all))
  const hits = found
    .filter(({ all }) => all === most && all > 0)
    .map(({ section, chapter, texts }) => ({ section, chapter, excerpt: bestOf(texts, words) }))
    .sort((one, other) => rankOf(other.section, words) - rankOf(one.section, words))
  return { hits, hasAll: most === words.length }
}

/** Returns how much the words name a section: one in its title weighs twice. */
function rankOf(section: Section, words: readonly string[]): number {
  return foundIn(section.title, words) + foundIn(nameOf(section), words)
}

/** Returns the title of a section, with the other words for it. */
function nameOf({ title, words = '' }: Section): string {
  return `${title} ${words}`
}

/** Returns how many of the words a text has. */
export function foundIn(text: string, words: readonly string[]): number {
  const folded = fold(text)
  return words.filter((word) => new RegExp(`\\b${word}`).test(folded)).length
}

/** Returns the text that has the most of the words, and the first of equals. */
function bestOf(texts: readonly string[], words: readonly string[]): string {
  const counts = texts.map((text) => foundIn(text, words))
  return texts[counts.indexOf(Math.max(...counts))] ?? ''
}

/** Returns the texts of a block: those of the items of a list and of the rows of a table one by one. */
function textsOf(block: Block): string[] {
  switch (block.kind) {
    case 'text':
      return [textOf(block.parts)]
    case 'list':
      return block.items.map((blocks) => blocks.flatMap(textsOf).join(' '))
    case 'table':
      return block.rows.map((row) => row.map(textOf).join(' · '))
    case 'code':
      return [block.text]
    case 'picture':
      return []
  }
}

function textOf(parts: readonly Part[]): string {
  return parts
    .map((part) => (typeof part === 'string' ? part : part.kind === 'code' ? part.text : textOf(part.parts)))
    .join('')
}

/** Returns about `length` characters of a text, with the first place of the pattern in them. */
export function cutAround(text: string, pattern: RegExp | undefined, length = 160): string {
  const first = pattern ? fold(text).search(pattern) : 0
  const begin = first > length / 2 ? text.lastIndexOf(' ', first - length / 4) + 1 : 0
  const end = begin + length < text.length ? text.lastIndexOf(' ', begin + length) : text.length
  return `${begin > 0 ? '… ' : ''}${text.slice(begin, end)}${end < text.length ? ' …' : ''}`
}

/** Divides a text into pieces, which match the pattern or do not. */
export function divided(text: string, pattern: RegExp): { piece: string; isFound: boolean }[] {
  const pieces: { piece: string; isFound: boolean }[] = []
  let end = 0
  // The folded text has a letter for each letter of the text, whose letters with accents are one character each.
  for (const { index, 0: word } of fold(text).matchAll(pattern)) {
    pieces.push({ piece: text.slice(end, index), isFound: false })
    end = index + word.length
    pieces.push({ piece: text.slice(index, end), isFound: true })
  }
  return [...pieces, { piece: text.slice(end), isFound: false }]
}

/** Finds the size at which a text fits into its box: it is wrapped and reduced, and never truncated. */

export interface Sizes {
  max: number
  /** The smallest size that reads well: words are broken before a text becomes smaller than this. */
  min: number
}

/**
 * Returns the largest size, from `max` down, at which the text fits into `box` in whole words. If that size would
 * be below `min`, starts again from `max`, breaks words that are wider than the box, and reduces the size until the
 * text fits.
 */
export function fitText(
  text: string,
  { width, height }: { width: number; height: number },
  font: Font,
  { max, min }: Sizes,
): Fitted {
  const words = wordsOf(text, font)
  for (let size = max; size >= min; size *= step) {
    const fitted = fittedAt(size, words, width)
    if (fitted && !fitted.isBroken && heightOf(fitted) <= height) return fitted
  }
  for (let size = max; ; size *= step) {
    const fitted = fittedAt(size, words, width)
    if (fitted && heightOf(fitted) <= height) return fitted
  }
}

export interface ColumnText {
  text: string
  font: Font
  sizes: Sizes
}

/**
 * Fits texts one below the other into `height`. Reduces first the group whose texts are the highest on average. In a
 * group, the texts keep their proportions: a text that is reduced to its width reduces the others, too.
 */
export function fitColumn(
  groups: readonly (readonly ColumnText[])[],
  width: number,
  height: number,
): Fitted[][] {
  const column = groups.map((texts) =>
    texts.map(({ text, font, sizes }) => ({
      words: wordsOf(text, font),
      sizes,
      fitted: fitText(text, { width, height: Number.POSITIVE_INFINITY }, font, sizes),
    })),
  )
  for (const group of column) {
    const reduction = Math.min(...group.map(({ fitted, sizes }) => fitted.size / sizes.max))
    for (const text of group) {
      const size = Math.max(text.sizes.min, text.sizes.max * reduction * mostLarger)
      if (size < text.fitted.size) text.fitted = fittedAt(size, text.words, width) ?? text.fitted
    }
  }
  const heights = () => column.map((group) => group.map(({ fitted }) => heightOf(fitted)))
  for (let taken = heights(); sum(taken.flat()) > height; taken = heights()) {
    const means = taken.map((group) => sum(group) / group.length)
    for (const text of column[means.indexOf(Math.max(...means.filter((mean) => mean > 0)))] ?? []) {
      text.fitted = fittedAt(text.fitted.size * step, text.words, width) ?? text.fitted
    }
  }
  return column.map((group) => group.map(({ fitted }) => fitted))
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

const step = 0.97

/** How much less a text of a group may be reduced than the most reduced text. */
const mostLarger = 1.1

/** Wraps a text into lines of a given width. */
export interface Font {
  /** Returns the width in ems, which are multiples of the type size. */
  widthOf(text: string): number
}

/** A text as lines of one size, in the unit of its box. */
export interface Fitted {
  size: number
  lines: string[]
}

/** The distance from one line to the next, in ems. */
export const lineHeight = 1.06

export function heightOf({ size, lines }: Fitted): number {
  return size * lines.length * lineHeight
}

/** A part of a text that stays on one line: a word, or a part of a word that ends with a hyphen. */
interface Word {
  text: string
  /** The space before it, if it does not begin a line. */
  space: ' ' | ''
  width: number
  /** Returns the characters that a reader sees (grapheme clusters), for a word that has to be broken. */
  letters: () => { text: string; width: number }[]
}

/** Wraps at one size and breaks words that are wider than a line. Returns undefined if not even a letter fits. */
function fittedAt(
  size: number,
  words: readonly Word[],
  width: number,
): (Fitted & { isBroken: boolean }) | undefined {
  // Kerning between words that are measured separately may add a little width.
  const room = (width / size) * 0.99
  const lines: string[] = []
  let line = ''
  let used = 0
  let isBroken = false
  const add = (text: string, textWidth: number, space: string) => {
    const needed = (line && space ? spaceWidth : 0) + textWidth
    if (line && used + needed > room) {
      lines.push(line)
      line = text
      used = textWidth
    } else {
      line += (line && space) + text
      used += needed
    }
  }
  for (const word of words) {
    if (word.width <= room) add(word.text, word.width, word.space)
    else {
      isBroken = true
      const letters = word.letters()
      if (letters.some((letter) => letter.width > room)) return undefined
      letters.forEach((letter, index) => {
        add(letter.text, letter.width, index === 0 ? word.space : '')
      })
    }
  }
  return { size, lines: [...lines, line], isBroken }
}

function wordsOf(text: string, font: Font): Word[] {
  const parts = text
    .split(/\s+/)
    .flatMap((word) =>
      word
        .split(/(?<=.-)(?=.)/)
        .map((part, index) => ({ part, space: index === 0 ? (' ' as const) : ('' as const) })),
    )
  return parts.map(({ part: word, space }) => {
    let letters: ReturnType<Word['letters']> | undefined
    return {
      text: word,
      space,
      width: font.widthOf(word),
      letters: () => {
        letters ??= [...new Intl.Segmenter('es', { granularity: 'grapheme' }).segment(word)].map(
          ({ segment }) => ({
            text: segment,
            width: font.widthOf(segment),
          }),
        )
        return letters
      },
    }
  })
}

/** The width of a space, in ems: slightly wider than the space of the typeface. */
const spaceWidth = 0.22

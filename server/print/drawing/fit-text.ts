/** Finds the size at which a text fits into its box: it is wrapped and reduced, and never truncated. */
import { type Fitted, type Font, fittedAt, heightOf, wordsOf } from './wrap.ts'

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

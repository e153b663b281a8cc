/** Finds the size at which a text fits its place: it is wrapped and set smaller, and never cut. */

export interface Font {
  /** In ems: how many times the size of the type. */
  widthOf(text: string): number
}

/** In any one unit, the same as that of the box. */
export interface Sizes {
  max: number
  /** The smallest that reads well: words are broken before a text goes below it. */
  min: number
}

export interface Fitted {
  size: number
  lines: string[]
}

/** From one line to the next, in ems. */
export const lineHeight = 1.06

export function heightOf({ size, lines }: Fitted): number {
  return size * lines.length * lineHeight
}

/**
 * The largest size from `max` down at which the text fits into `box` by whole words; where that would be below `min`,
 * words that are wider than the box are broken, and the size goes down until all of it fits.
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

/** Fits texts one below the other into `height` together: the group that takes most of it is set smaller first. */
export function fitColumn(
  groups: readonly (readonly ColumnText[])[],
  width: number,
  height: number,
): Fitted[][] {
  const column = groups.map((texts) =>
    texts.map(({ text, font, sizes }) => ({
      words: wordsOf(text, font),
      fitted: fitText(text, { width, height: Number.POSITIVE_INFINITY }, font, sizes),
    })),
  )
  const heights = () => column.map((group) => sum(group.map(({ fitted }) => heightOf(fitted))))
  for (let taken = heights(); sum(taken) > height; taken = heights()) {
    for (const text of column[taken.indexOf(Math.max(...taken))] ?? []) {
      text.fitted = fittedAt(text.fitted.size * step, text.words, width) ?? text.fitted
    }
  }
  return column.map((group) => group.map(({ fitted }) => fitted))
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

const step = 0.97

interface Word {
  text: string
  width: number
  /** The characters that a reader sees, for a word that has to be broken. */
  letters: () => { text: string; width: number }[]
}

/** Wraps at one size; undefined where not even one letter fits into the width. */
function fittedAt(
  size: number,
  words: readonly Word[],
  width: number,
): (Fitted & { isBroken: boolean }) | undefined {
  // Kerning between what is measured apart may add a hair.
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
    if (word.width <= room) add(word.text, word.width, ' ')
    else {
      isBroken = true
      const letters = word.letters()
      if (letters.some((letter) => letter.width > room)) return undefined
      letters.forEach((letter, place) => {
        add(letter.text, letter.width, place === 0 ? ' ' : '')
      })
    }
  }
  return { size, lines: [...lines, line], isBroken }
}

/** Of a space, in ems; that of the type, and a little more. */
const spaceWidth = 0.22

const graphemes = new Intl.Segmenter('es', { granularity: 'grapheme' })

function wordsOf(text: string, font: Font): Word[] {
  return text.split(/\s+/).map((word) => {
    let letters: ReturnType<Word['letters']> | undefined
    return {
      text: word,
      width: font.widthOf(word),
      letters: () => {
        letters ??= [...graphemes.segment(word)].map(({ segment }) => ({
          text: segment,
          width: font.widthOf(segment),
        }))
        return letters
      },
    }
  })
}

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
export interface Word {
  text: string
  /** The space before it, if it does not begin a line. */
  space: ' ' | ''
  width: number
  /** Returns the characters that a reader sees (grapheme clusters), for a word that has to be broken. */
  letters: () => { text: string; width: number }[]
}

/** Wraps at one size and breaks words that are wider than a line. Returns undefined if not even a letter fits. */
export function fittedAt(
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

export function wordsOf(text: string, font: Font): Word[] {
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

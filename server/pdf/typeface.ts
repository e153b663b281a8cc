/**
 * The typefaces of the credentials: Barlow Condensed, Fira Sans Extra Condensed for letters that it lacks, such as Greek and
 * Cyrillic ones, and Share Tech Mono for codes, which draws a zero with a slash. The characters of a typeface are spread
 * over the files of its subsets. They come with the program, so that a card looks the same on all systems.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Font } from './fit-text.ts'

export type TypefaceName = 'semibold' | 'bold' | 'code'

/** A run of text, and the name of the font that has its characters. */
export interface Run {
  font: string
  text: string
}

/** The part of pdfkit's document that is used here; its types leave out the current font. */
export interface FontDocument {
  registerFont(name: string, content: Buffer): unknown
  font(name: string, size: number): unknown
  widthOfString(text: string): number
  _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } }
}

/** Returns the text as it is drawn: composed (NFC), on one line, without characters that have no shape. */
export function printable(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(/[\p{Control}\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}]/gu, '')
    .trim()
}

export class Typeface implements Font {
  /** The names of the typeface's fonts in the document. */
  private readonly fonts: readonly string[]
  private readonly fontOfCharacter = new Map<string, string | undefined>()
  private readonly registered = new Set<string>()

  constructor(
    private readonly document: FontDocument,
    name: TypefaceName,
  ) {
    this.fonts = files[name]
  }

  widthOf(text: string): number {
    let width = 0
    for (const { font, text: part } of this.runsOf(text)) {
      this.document.font(font, 1)
      width += this.document.widthOfString(part)
    }
    return width
  }

  /** Returns the characters of a text that no font has, each once. */
  missingIn(text: string): string {
    return [...new Set(text)].filter((character) => !this.fontWith(character)).join('')
  }

  /** Splits a text by font. A character that no font has goes to the first one, which draws an empty box. */
  runsOf(text: string): Run[] {
    const runs: Run[] = []
    for (const character of text) {
      const last = runs.at(-1)
      const stays = last && this.has(last.font, character)
      const font = stays ? last.font : (this.fontWith(character) ?? this.fonts[0] ?? '')
      if (last?.font === font) last.text += character
      else runs.push({ font, text: character })
    }
    return runs
  }

  private fontWith(character: string): string | undefined {
    if (!this.fontOfCharacter.has(character)) {
      this.fontOfCharacter.set(
        character,
        this.fonts.find((one) => this.has(one, character)),
      )
    }
    return this.fontOfCharacter.get(character)
  }

  /** Reads a font when it is first needed: most texts need only the first one. */
  private has(font: string, character: string): boolean {
    if (!this.registered.has(font)) {
      this.document.registerFont(font, readFileSync(require.resolve(`@fontsource/${font}`)))
      this.registered.add(font)
    }
    this.document.font(font, 1)
    return this.document._font.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
  }
}

const require = createRequire(import.meta.url)

const barlow = ['latin', 'latin-ext', 'vietnamese'] as const
const fira = ['cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'latin', 'latin-ext'] as const

/** Returns the font files of a weight, in the packages of @fontsource. */
function condensed(weight: 600 | 700): string[] {
  const file = (family: string, subset: string) => `${family}/files/${family}-${subset}-${weight}-normal.woff`
  return [
    ...barlow.map((subset) => file('barlow-condensed', subset)),
    ...fira.map((subset) => file('fira-sans-extra-condensed', subset)),
  ]
}

/** The font files of each typeface. A character has the first font that has it. */
const files: Record<TypefaceName, readonly string[]> = {
  semibold: condensed(600),
  bold: condensed(700),
  code: ['share-tech-mono/files/share-tech-mono-latin-400-normal.woff'],
}

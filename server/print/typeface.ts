/**
 * The typefaces of the credentials: Barlow Condensed, whose characters are spread over the files of three subsets, and
 * Share Tech Mono for codes, which draws a zero with a slash.
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
  private readonly fontOfCharacter = new Map<string, string>()

  constructor(
    private readonly document: FontDocument,
    name: TypefaceName,
  ) {
    this.fonts = files[name]
    for (const font of this.fonts)
      document.registerFont(font, readFileSync(require.resolve(`@fontsource/${font}`)))
  }

  widthOf(text: string): number {
    let width = 0
    for (const { font, text: part } of this.runsOf(text)) {
      this.document.font(font, 1)
      width += this.document.widthOfString(part)
    }
    return width
  }

  /** Splits a text by font. A character that no subset has goes to the first font, which draws an empty box. */
  runsOf(text: string): Run[] {
    const runs: Run[] = []
    for (const character of text) {
      const last = runs.at(-1)
      const stays = last && this.has(last.font, character)
      const font = stays ? last.font : this.fontWith(character)
      if (last?.font === font) last.text += character
      else runs.push({ font, text: character })
    }
    return runs
  }

  private fontWith(character: string): string {
    const known = this.fontOfCharacter.get(character)
    if (known) return known
    const font = this.fonts.find((one) => this.has(one, character)) ?? this.fonts[0] ?? ''
    this.fontOfCharacter.set(character, font)
    return font
  }

  private has(font: string, character: string): boolean {
    this.document.font(font, 1)
    return this.document._font.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
  }
}

const require = createRequire(import.meta.url)

const subsets = ['latin', 'latin-ext', 'vietnamese'] as const

/** The font files of each typeface, in the packages of @fontsource. */
const files: Record<TypefaceName, readonly string[]> = {
  semibold: subsets.map((subset) => `barlow-condensed/files/barlow-condensed-${subset}-600-normal.woff`),
  bold: subsets.map((subset) => `barlow-condensed/files/barlow-condensed-${subset}-700-normal.woff`),
  code: ['share-tech-mono/files/share-tech-mono-latin-400-normal.woff'],
}

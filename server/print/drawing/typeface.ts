/** The typeface of the credentials: Barlow Condensed, whose characters are spread over the files of three subsets. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { unpackWoff } from './woff.ts'
import type { Font } from './wrap.ts'

export type Weight = 600 | 700

/** A run of text, and the name of the font that has its characters. */
export interface Run {
  font: string
  text: string
}

/** The part of pdfkit's document that is used here; its types leave out the current font. */
export interface FontDocument {
  registerFont(name: string, content: Buffer): unknown
  font(name: string, size: number): unknown
  widthOfString(text: string, options?: { features?: ['tnum'] }): number
  _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } }
}

/** Returns pdfkit's options for digits that are all equally wide. */
export function featuresOf(tabular = false): { features?: ['tnum'] } {
  return tabular ? { features: ['tnum'] } : {}
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
  private readonly fonts: string[]
  private readonly fontOfCharacter = new Map<string, string>()

  constructor(
    private readonly document: FontDocument,
    weight: Weight,
  ) {
    this.fonts = subsets.map((subset) => `${subset}-${weight}`)
    for (const name of this.fonts) document.registerFont(name, contentOf(name))
  }

  widthOf(text: string, tabular = false): number {
    let width = 0
    for (const { font, text: part } of this.runsOf(text)) {
      this.document.font(font, 1)
      width += this.document.widthOfString(part, featuresOf(tabular))
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

const subsets = ['latin', 'latin-ext', 'vietnamese'] as const
const unpacked = new Map<string, Buffer>()

/**
 * Returns an unpacked font from a cache. pdfkit would inflate all glyphs of a packed font for each glyph it draws.
 */
function contentOf(name: string): Buffer {
  const known = unpacked.get(name)
  if (known) return known
  const path = `@fontsource/barlow-condensed/files/barlow-condensed-${name}-normal.woff`
  const content = unpackWoff(readFileSync(createRequire(import.meta.url).resolve(path)))
  unpacked.set(name, content)
  return content
}

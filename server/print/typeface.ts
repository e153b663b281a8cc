/** The type of the credentials: Barlow Condensed, whose characters are spread over the files of three subsets. */
import { createRequire } from 'node:module'
import type { Font } from './wrap.ts'

export type Weight = 600 | 700

/** A stretch of text, and the file that has its characters. */
export interface Run {
  file: string
  text: string
}

/** What of pdfkit's document is needed here; its types leave out the font that is open. */
export interface FontDocument {
  font(file: string, size: number): unknown
  widthOfString(text: string, options?: { features?: ['tnum'] }): number
  _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } }
}

/** The file of a weight's commonest characters. */
export function usualFile(weight: Weight): string {
  return fileOf(weight, 'latin')
}

/** pdfkit's options for digits that are all equally wide. */
export function featuresOf(tabular = false): { features?: ['tnum'] } {
  return tabular ? { features: ['tnum'] } : {}
}

/** The text as it is drawn: composed, on one line, without characters that have no shape. */
export function printable(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(/[\p{Control}\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}]/gu, '')
    .trim()
}

export class Typeface implements Font {
  private readonly files: string[]
  private readonly fileOfCharacter = new Map<string, string>()

  constructor(
    private readonly document: FontDocument,
    weight: Weight,
  ) {
    this.files = subsets.map((subset) => fileOf(weight, subset))
  }

  widthOf(text: string, tabular = false): number {
    let width = 0
    for (const { file, text: part } of this.runsOf(text)) {
      this.document.font(file, 1)
      width += this.document.widthOfString(part, featuresOf(tabular))
    }
    return width
  }

  /** What no subset has goes to the first, which draws its empty box. */
  runsOf(text: string): Run[] {
    const runs: Run[] = []
    for (const character of text) {
      const last = runs.at(-1)
      const stays = last && this.has(last.file, character)
      const file = stays ? last.file : this.fileWith(character)
      if (last?.file === file) last.text += character
      else runs.push({ file, text: character })
    }
    return runs
  }

  private fileWith(character: string): string {
    const known = this.fileOfCharacter.get(character)
    if (known) return known
    const file = this.files.find((one) => this.has(one, character)) ?? this.files[0] ?? ''
    this.fileOfCharacter.set(character, file)
    return file
  }

  private has(file: string, character: string): boolean {
    this.document.font(file, 1)
    return this.document._font.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
  }
}

const subsets = ['latin', 'latin-ext', 'vietnamese'] as const

function fileOf(weight: Weight, subset: (typeof subsets)[number]): string {
  return createRequire(import.meta.url).resolve(
    `@fontsource/barlow-condensed/files/barlow-condensed-${subset}-${weight}-normal.woff`,
  )
}

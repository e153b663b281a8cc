/** The parts of a PDF of cards, which several threads draw. */
import type { PrintOptions } from './cards.ts'
import type { Pilot } from './pilot/pilot.ts'
import type { Brand } from './web/brand.ts'

/** The options, the address and the brand that all cards of a PDF share. */
export interface CardsStyle extends PrintOptions {
  /** The public address of the server, which the QRs carry. */
  address: string
  brand: Brand
}

/** A card to draw. */
export interface CardOrder {
  pilot: Pilot
  /** The last day on the card, `YYYY-MM-DD`. */
  lastDay: string
  /** The stored photo. */
  photo?: Uint8Array
}

/** A part of a PDF to draw: cards that fill whole pages, except the last page of the last part. */
export interface CardsPart {
  style: CardsStyle
  cards: readonly CardOrder[]
  /** The index of the part, from 0. */
  index: number
}

/** The used glyphs of each font: the number of the glyph, its width, and the characters that it shows. */
export type PdfGlyphs = Record<string, [glyph: number, width: number, codePoints: number[]][]>

/** A drawn part of a PDF. */
export interface PdfPart {
  bytes: Uint8Array
  /** The number of each object, and its offset from the beginning of the part. */
  offsets: number[][]
  /** The numbers of the pages. */
  pages: number[]
  glyphs: PdfGlyphs
}

/** The data for the end of a PDF: its table of objects, its pages and its fonts. */
export interface PdfEnd {
  /** The length of all parts, in bytes. */
  length: number
  /** The offset of each object in the file, by its number less one. Undefined for objects of the end. */
  offsets: (number | undefined)[]
  pages: number[]
  glyphs: PdfGlyphs
}

/**
 * Draws one PDF in parts, each in a document of its own and on any thread. The objects that all parts share, such as
 * fonts, have the same numbers in every document; the first part contains the shared picture, and the end contains
 * the fonts with the glyphs of all parts. Each part has numbers of its own for its pages and pictures.
 */
import type { PdfEnd, PdfGlyphs, PdfPart } from '#domain/cards-part'
import { fontSubset } from './font-subset.ts'
import type { PdfDocument } from './pdf-document.ts'
import { fontContent, fontNames } from './typeface.ts'

/** An object of a PDF, by its number: ISO 32000-2, 7.3.10. */
interface Reference {
  id: number
  end(content?: string): void
}

/** The members of pdfkit's fonts that are used here. `widths` and `unicode` are indexed by glyph. */
interface PdfFont {
  subset: { includeGlyph(glyph: number): number; encode(): Buffer }
  widths: number[]
  unicode: number[][]
  embedded?: boolean
  ref(): Reference
}

/** The members of pdfkit's document that its types leave out. */
interface Internals {
  /** The offset of each object in the file, by its number less one. Undefined until the object is written. */
  _offsets: (number | null | undefined)[]
  /** The number of bytes that are written. */
  _offset: number
  _root: Reference & { data: { Pages: { data: { Count: number; Kids: Reference[] } } } }
  _font: PdfFont
  _write(content: string): void
}

/** The number of the first object of the first part. The shared objects have lower numbers. */
export const firstPartId = 64

/** The numbers that a card needs at most: a photo, and a page with its content and its resources. */
export const idsPerCard = 4

export class PartDocument {
  #document: PdfDocument & Internals
  #fonts = new Map<string, PdfFont>()

  /** `document` has no pages. */
  constructor(document: PdfDocument) {
    this.#document = document as PdfDocument & Internals
    for (const name of fontNames) this.#share(name)
  }

  /** Begins a part: all that is drawn from now on has numbers from `firstId`. */
  begin(firstId: number): void {
    if (firstId !== firstPartId) this.#leaveOut()
    this.#document._offsets.length = firstId - 1
  }

  /** Ends a part whose numbers end before `endId`. */
  part(endId: number): PdfPart {
    const document = this.#document
    document.flushPages()
    this.#fill(document._offsets.length + 1, endId)
    const offsets = document._offsets.flatMap((offset, index) =>
      offset == null ? [] : [[index + 1, offset]],
    )
    const pages = document._root.data.Pages.data.Kids.map(({ id }) => id)
    return { bytes: this.#bytes(), offsets, pages, glyphs: this.#glyphs() }
  }

  /** Returns the rest of the file after all parts. */
  end({ length, offsets, pages, glyphs }: PdfEnd): Uint8Array {
    const document = this.#document
    const shared = document._offsets.length
    this.#leaveOut()
    document._offset = length
    document._offsets = offsets
    this.#fill(shared + 1, firstPartId)
    const { data } = document._root.data.Pages
    const Page = document._root.constructor as new (document: unknown, id: number) => Reference
    data.Kids = pages.map((id) => new Page(document, id))
    data.Count = pages.length
    for (const [name, font] of this.#fonts) this.#use(font, glyphs[name] ?? [])
    document.end()
    return this.#bytes()
  }

  destroy(): void {
    this.#document.destroy()
  }

  /** Opens a font whose glyphs keep their numbers, and gives it the number that it has in all documents. */
  #share(name: string): void {
    this.#document.font(name, 1)
    const font = this.#document._font
    this.#fonts.set(name, font)
    font.subset = {
      includeGlyph: (glyph) => glyph,
      encode: () => fontSubset(fontContent(name), Object.keys(font.widths).map(Number)),
    }
    font.ref()
  }

  #glyphs(): PdfGlyphs {
    const glyphs: PdfGlyphs = {}
    for (const [name, { widths, unicode }] of this.#fonts) {
      // Every font has glyph 0, which is drawn for characters that the font does not have.
      if (Object.keys(widths).length > 1 || unicode.length > 1)
        glyphs[name] = Object.entries(widths).map(([glyph, width]) => [
          Number(glyph),
          width,
          unicode[Number(glyph)] ?? [],
        ])
    }
    return glyphs
  }

  #use(font: PdfFont, glyphs: PdfGlyphs[string]): void {
    if (glyphs.length === 0) {
      font.embedded = true
      font.ref().end()
      return
    }
    const used = new Set<number>()
    for (const [glyph, width, codePoints] of glyphs) {
      used.add(glyph)
      font.widths[glyph] = width
      font.unicode[glyph] = codePoints
    }
    const { encode } = font.subset
    const content = encode()
    font.subset.encode = () => content
    // pdfkit expects a width and a character of every glyph up to the last one.
    font.widths = Array.from(font.widths, (width) => width ?? 0)
    font.unicode = Array.from(font.unicode, (codePoints) => codePoints ?? [0])
  }

  /** Writes the null object for numbers that no object got. */
  #fill(from: number, end: number): void {
    const document = this.#document
    for (let id = from; id < end; id += 1) {
      document._offsets[id - 1] = document._offset
      document._write(`${id} 0 obj\nnull\nendobj`)
    }
  }

  #bytes(): Uint8Array {
    return this.#document.read() ?? Buffer.alloc(0)
  }

  /** Leaves out what was written, because the first part has it. */
  #leaveOut(): void {
    this.#bytes()
    this.#document._offset = 0
    this.#document._offsets = this.#document._offsets.map(() => undefined)
  }
}

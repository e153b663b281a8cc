/** Joins the parts of a PDF, and collects what its end needs. */
import type { PdfEnd, PdfGlyphs, PdfPart } from '#domain/cards-part'

type Glyph = PdfGlyphs[string][number]

export class JoinedParts {
  #length = 0
  #offsets: (number | undefined)[] = []
  #pages: number[] = []
  #glyphs = new Map<string, Map<number, Glyph>>()

  /** Returns the bytes of the next part. */
  add({ bytes, offsets, pages, glyphs }: PdfPart): Uint8Array {
    for (const [id = 0, offset = 0] of offsets) this.#offsets[id - 1] = this.#length + offset
    this.#pages.push(...pages)
    for (const [font, used] of Object.entries(glyphs)) {
      const known = this.#glyphs.get(font) ?? new Map<number, Glyph>()
      for (const glyph of used) known.set(glyph[0], glyph)
      this.#glyphs.set(font, known)
    }
    this.#length += bytes.length
    return bytes
  }

  end(): PdfEnd {
    const glyphs: PdfGlyphs = {}
    for (const [font, used] of this.#glyphs) glyphs[font] = [...used.values()]
    return { length: this.#length, offsets: Array.from(this.#offsets), pages: this.#pages, glyphs }
  }
}

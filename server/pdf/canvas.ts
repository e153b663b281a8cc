/** Draws on a page of a PDF, in millimetres from the upper left corner of the page. */
import type PDFDocument from 'pdfkit'
import { type ColumnText, type Fitted, fitText, lineHeight, type Sizes } from './fit-text.ts'
import { type FontDocument, printable, Typeface, type TypefaceName } from './typeface.ts'

/** The number of points in a millimetre. */
export const pointsPerMm = 72 / 25.4

/** An opened picture; `width` and `height` are in pixels. */
export interface Picture {
  width: number
  height: number
}

export type PdfDocument = InstanceType<typeof PDFDocument> &
  FontDocument & {
    openImage(content: Buffer): Picture
  }

export type Point = readonly [x: number, y: number]

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export interface TextStyle {
  typeface: TypefaceName
  colour: Colour
  align?: 'left' | 'center' | 'right'
  /** The space between characters, in ems. */
  spacing?: number
}

/** Converts a type size from points to millimetres. */
export function points(size: number): number {
  return size / pointsPerMm
}

/** Returns a function that draws a text in one line of a column, as large as it fits, between two sizes in points. */
export function lineIn(column: Pick<Box, 'x' | 'width'>, least: number) {
  return (
    canvas: Canvas,
    text: string,
    box: Partial<Box> & Pick<Box, 'y' | 'height'>,
    style: TextStyle,
    size: number,
  ): void => canvas.textIn(text, { ...column, ...box }, style, { max: points(size), min: points(least) })
}

export class Canvas {
  readonly typefaces: Record<TypefaceName, Typeface>

  constructor(private readonly document: PdfDocument) {
    this.typefaces = {
      semibold: new Typeface(document, 'semibold'),
      bold: new Typeface(document, 'bold'),
      code: new Typeface(document, 'code'),
    }
  }

  /** Draws in a coordinate system that is moved to `x` and `y` and scaled by `scale`. */
  within({ x, y, scale = 1 }: { x: number; y: number; scale?: number }, draw: () => void): void {
    this.document.save().translate(x, y).scale(scale)
    draw()
    this.document.restore()
  }

  /** Clips everything that `draw` draws to a shape. */
  clipped(shape: readonly Point[], draw: () => void): void {
    this.document.save()
    this.outline(shape)
    this.document.clip()
    draw()
    this.document.restore()
  }

  rectangle({ x, y, width, height }: Box, colour: Colour, radius = 0): void {
    if (radius > 0) this.document.roundedRect(x, y, width, height, radius).fill(colour)
    else this.document.rect(x, y, width, height).fill(colour)
  }

  polygon(shape: readonly Point[], colour: Colour): void {
    this.polygons([shape], colour)
  }

  /** Fills the shapes as one path with the even-odd rule: a shape within another shape is a hole. */
  polygons(shapes: readonly (readonly Point[])[], colour: Colour): void {
    for (const shape of shapes) this.outline(shape)
    this.document.fill(colour, 'even-odd')
  }

  /** Fills a path; `d` is the path data of SVG. */
  path(d: string, colour: Colour): void {
    this.document.path(d).fill(colour)
  }

  /** Draws along a path with a round pen; `d` is the path data of SVG. */
  pen(d: string, width: number, colour: Colour): void {
    this.document.lineWidth(width).lineCap('round').lineJoin('round').path(d).stroke(colour)
  }

  line([x1, y1]: Point, [x2, y2]: Point, width: number, colour: Colour): void {
    this.document.lineWidth(width).moveTo(x1, y1).lineTo(x2, y2).stroke(colour)
  }

  /** Draws the edge of a box; half of the line's width lies inside the box. */
  frame({ x, y, width, height }: Box, line: number, colour: Colour): void {
    this.document.lineWidth(line).rect(x, y, width, height).stroke(colour)
  }

  picture(picture: Buffer | Picture, { x, y, width, height }: Box): void {
    this.document.image(picture as Buffer, x, y, { width, height })
  }

  /** Opens a picture that is drawn several times, so that the document contains it once. */
  open(picture: Buffer): Picture {
    return this.document.openImage(picture)
  }

  /** Returns a text in the form that `fitColumn` takes. */
  columnText(text: string, typeface: TypefaceName, sizes: Sizes): ColumnText {
    return { text: printable(text), font: this.typefaces[typeface], sizes }
  }

  /** Draws a text as large as it fits into the box, vertically centred. */
  textIn(text: string, box: Box, style: TextStyle, sizes: Sizes): void {
    const spacing = style.spacing ?? 0
    const typeface = this.typefaces[style.typeface]
    const font = { widthOf: (part: string) => typeface.widthOf(part) + part.length * spacing }
    const fitted = fitText(printable(text), box, font, sizes)
    const { size, lines } = fitted
    const inked = size * ((lines.length - 1) * lineHeight + capHeight)
    this.lines(fitted, { ...box, y: box.y + (box.height - inked) / 2 - size * (ascent - capHeight) }, style)
  }

  /** Draws the lines of a fitted text, from the top of the box down. */
  lines({ size, lines }: Fitted, { x, y, width }: Pick<Box, 'x' | 'y' | 'width'>, style: TextStyle): void {
    const typeface = this.typefaces[style.typeface]
    const characterSpacing = (style.spacing ?? 0) * size
    this.document.fillColor(style.colour)
    lines.forEach((line, index) => {
      const used = typeface.widthOf(line) * size + characterSpacing * (line.length - 1)
      const left = { left: 0, center: (width - used) / 2, right: width - used }[style.align ?? 'left']
      let at = x + left
      for (const { font, text } of typeface.runsOf(line)) {
        this.document.font(font, size).text(text, at, y + size * (ascent + index * lineHeight), {
          lineBreak: false,
          baseline: 'alphabetic',
          characterSpacing,
        })
        at += this.document.widthOfString(text) + characterSpacing * text.length
      }
    })
  }

  private outline(shape: readonly Point[]): void {
    shape.forEach(([x, y], index) => {
      if (index === 0) this.document.moveTo(x, y)
      else this.document.lineTo(x, y)
    })
    this.document.closePath()
  }
}

/** Measures of all typefaces, in ems: the height of capitals, and the height of a line above its baseline. */
const capHeight = 0.7
export const ascent = 0.85

/** The colours of the printed credential: the colours of the screens, which also differ when printed in grey. */
export const palette = {
  ink: '#10151c',
  /** The black that a laser printer prints without dots of other colours, for the edges of a QR. */
  black: '#000000',
  inkSoft: '#3f4855',
  paper: '#ffffff',
  shade: '#e3e8ee',
  shape: '#9aa5b4',
  line: '#7c8796',
  lineSoft: '#d3d9e1',
  red: '#c4001a',
  plate: '#ffd500',
} as const

/** A colour as `#rrggbb`. */
export type Colour = `#${string}`

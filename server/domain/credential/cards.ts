/**
 * Printed credentials: the layouts, which are sizes of paper and positions of cards, with all lengths in millimetres; and
 * the letters that no typeface of the cards has, such as Chinese ones or emoji.
 */
import { count, enumerateFirst } from '#domain/text/text'
import { type Paper, paperNames, paperSizes } from './paper.ts'

export interface CardSize {
  width: number
  height: number
}

/** The grid of cards on a sheet. `left` and `top` are the position of the first card. */
export interface Raster {
  columns: number
  rows: number
  left: number
  top: number
  /** The blank space between two columns. Rows have none between them. */
  gap: number
}

/** One way to put cards on paper. The order, the pages, the dialog, the command and the API follow from its entry. */
interface LayoutDescription {
  /** The option of the dialog. */
  label: string
  /** The words for it in the help of the command. */
  words: string
  /** The value of `--layout` in the terminal, if it is not the name of the entry. */
  typed?: string
  /** That of a sheet is A4: see `pageOf`. */
  page: CardSize
  card: CardSize
  /** The places of cards on the page. A page with several places has crop marks, and may be partly used. */
  raster: Raster
  /** The drawing of the card: a landscape is made for a bank card, a portrait for an A7 and enlarged for an A6. */
  face: 'landscape' | 'portrait'
  /** The length that colours can extend over each edge for a printing house, or 0 where cards touch each other. */
  bleed: number
}

/** The size of bank cards: ISO/IEC 7810 ID-1. */
const id1: CardSize = { width: 85.6, height: 53.98 }
const a7: CardSize = { width: 74, height: 105 }
const a6: CardSize = { width: 105, height: 148 }
const { a4 } = paperSizes
const singleCard: Raster = { columns: 1, rows: 1, left: 0, top: 0, gap: 0 }

/** The sizes for which the faces are drawn. */
export const faceSizes = { landscape: id1, portrait: a7 } as const

export const layouts = {
  card: {
    label: 'Tarjeta, 85,6 × 54 mm',
    words: 'tarjeta',
    typed: 'tarjeta',
    page: id1,
    card: id1,
    raster: singleCard,
    face: 'landscape',
    bleed: 3,
  },
  a7: {
    label: 'Colgante A7, 74 × 105 mm',
    words: 'A7',
    page: a7,
    card: a7,
    raster: singleCard,
    face: 'portrait',
    bleed: 3,
  },
  a6: {
    label: 'Colgante A6, 105 × 148 mm',
    words: 'A6',
    page: a6,
    card: a6,
    raster: singleCard,
    face: 'portrait',
    bleed: 3,
  },
  // Shops sell perforated sheets of ten cards with this layout.
  sheet: {
    label: 'Hoja A4 con 10 tarjetas',
    words: 'hoja A4 o carta con 10 tarjetas',
    typed: 'hoja',
    page: a4,
    card: id1,
    raster: {
      columns: 2,
      rows: 5,
      left: (a4.width - 10 - 2 * id1.width) / 2,
      top: (a4.height - 5 * id1.height) / 2,
      gap: 10,
    },
    face: 'landscape',
    bleed: 0,
  },
} as const satisfies Record<string, LayoutDescription>

export type Layout = keyof typeof layouts

/** The names of the layouts, in the order of the select. */
export const layoutNames = Object.keys(layouts) as Layout[]

/** The words that people type for the layouts. */
export const layoutWords = Object.fromEntries(
  layoutNames.map((name) => [name, (layouts[name] as LayoutDescription).typed ?? name]),
) as Record<Layout, string>

/** Returns the size of a card as a picture of 300 dpi, in pixels. */
export function cardDots({ width, height }: CardSize): CardSize {
  const dots = (length: number) => Math.round((length * 300) / 25.4)
  return { width: dots(width), height: dots(height) }
}

/** Returns the number of cards on a page. */
export function placesOn(layout: Layout): number {
  const { columns, rows } = layouts[layout].raster
  return columns * rows
}

/** The layouts with several cards on a page. */
export const sheets = layoutNames.filter((layout) => placesOn(layout) > 1)

/** Returns the page of a layout: that of a sheet is the paper of the event. */
export function pageOf(layout: Layout, paper: Paper = 'a4'): CardSize {
  return placesOn(layout) > 1 ? paperSizes[paper] : layouts[layout].page
}

/** Returns the option of a layout in the dialog. */
export function layoutLabel(layout: Layout, paper: Paper): string {
  return layouts[layout].label.replace(paperNames.a4, paperNames[paper])
}

/** The most cards that a page of any layout has. */
export const mostPlaces = Math.max(...layoutNames.map(placesOn))

/** The bleeds of the layouts that have one, in millimetres. */
export const bleeds = [...new Set(layoutNames.map((layout) => layouts[layout].bleed))].filter(Boolean)

/** The shift of a print to the right and down, which corrects a misaligned printer. */
export type Offset = readonly [x: number, y: number]

export interface PrintOptions {
  layout: Layout
  /** The first free position on a partly used page, counted from 1. */
  start?: number
  offset?: Offset
  /** The paper of a sheet. */
  paper?: Paper
  /** True to extend the colours over the edges of the card, for a card that is cut after the print. */
  bleed?: boolean
}

export function isLayout(text: unknown): text is Layout {
  return typeof text === 'string' && Object.hasOwn(layouts, text)
}

/** Returns true if the value is a position on a page of the layout, counted from 1. */
export function isStart(layout: Layout, value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= placesOn(layout)
}

/** Returns the first free position of the page after `cards` were printed from position `start` on. */
export function nextStart(layout: Layout, start: number, cards: number): number {
  return ((start - 1 + cards) % placesOn(layout)) + 1
}

/** Returns the reason, in Spanish, why cards cannot be printed so, or undefined. A single card ignores `start`. */
export function problemOfPrint({ layout, start = 1, bleed }: PrintOptions): string | undefined {
  if (bleed && layouts[layout].bleed === 0) return noBleed
  return sheets.includes(layout) && !isStart(layout, start) ? invalidStart(placesOn(layout)) : undefined
}

export function invalidStart(places: number): string {
  return `El primer lugar libre de la hoja es un número de 1 a ${places}`
}

const noBleed = 'Las tarjetas de una hoja se tocan: el sangrado es para una tarjeta por página'

/** The largest shift in each direction. */
export const maxOffset = 20

/** Returns true if the value is a pair of lengths, neither of which exceeds `maxOffset`. */
export function isOffset(value: unknown): value is Offset {
  return (
    Array.isArray(value) &&
    value.length === 2 &&
    value.every((length) => Number.isFinite(length) && Math.abs(length) <= maxOffset)
  )
}

/** Reads an offset that is written `X,Y`, such as `0.5,-1`. Returns undefined if the text is not a valid offset. */
export function readOffset(text: string): Offset | undefined {
  const [, x, y] = /^\s*([+-]?\d+(?:\.\d+)?)\s*,\s*([+-]?\d+(?:\.\d+)?)\s*$/.exec(text) ?? []
  const offset = [Number(x), Number(y)]
  return isOffset(offset) ? offset : undefined
}

export interface Undrawable {
  /** The full name of the rider, or a text of a report. */
  name: string
  /** The characters that are drawn as empty boxes, each once. */
  characters: string
}

/** The most riders that are named. */
export const maxUndrawable = 10

/** Says whose prints have boxes, in Spanish, and what to do. `riders` are the first of `total`. */
export function undrawableText(riders: readonly Undrawable[], total: number): string {
  return (
    `${count(total, 'piloto tiene letras', 'pilotos tienen letras')} ${lack}: ${listed(riders, total)}. ` +
    'Para que se lean, edite al piloto y escriba esos datos con letras latinas.'
  )
}

/** Says which texts of a report have boxes, in Spanish. */
export function undrawableReport(texts: readonly Undrawable[]): string {
  return `el informe tiene letras ${lack}: ${listed(texts.slice(0, maxUndrawable), texts.length)}.`
}

const lack = 'que la tipografía de lo impreso no tiene, y salen como cuadros'

function listed(found: readonly Undrawable[], total: number): string {
  return enumerateFirst(
    found.map(({ name, characters }) => `${name} (${shown(characters)})`),
    total,
  )
}

const mostShown = 8

function shown(characters: string): string {
  const all = [...characters]
  return all.length > mostShown ? `${all.slice(0, mostShown).join('')}…` : characters
}

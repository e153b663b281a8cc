/** The layouts of printed credentials: sizes of paper and positions of cards. All lengths are in millimetres. */

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

interface LayoutDescription {
  label: string
  page: CardSize
  card: CardSize
  raster: Raster
}

/** The size of bank cards: ISO/IEC 7810 ID-1. */
const id1: CardSize = { width: 85.6, height: 53.98 }
const a7: CardSize = { width: 74, height: 105 }
const a6: CardSize = { width: 105, height: 148 }
const a4: CardSize = { width: 210, height: 297 }
const singleCard: Raster = { columns: 1, rows: 1, left: 0, top: 0, gap: 0 }

export const layouts = {
  card: { label: 'Tarjeta, 85,6 × 54 mm', page: id1, card: id1, raster: singleCard },
  a7: { label: 'Colgante A7, 74 × 105 mm', page: a7, card: a7, raster: singleCard },
  a6: { label: 'Colgante A6, 105 × 148 mm', page: a6, card: a6, raster: singleCard },
  // Shops sell perforated sheets of ten cards with this layout.
  sheet: {
    label: 'Hoja A4 con 10 tarjetas',
    page: a4,
    card: id1,
    raster: {
      columns: 2,
      rows: 5,
      left: (a4.width - 10 - 2 * id1.width) / 2,
      top: (a4.height - 5 * id1.height) / 2,
      gap: 10,
    },
  },
} as const satisfies Record<string, LayoutDescription>

export type Layout = keyof typeof layouts

/** The names of the layouts, in the order of the select. */
export const layoutNames = Object.keys(layouts) as Layout[]

export const cardsPerSheet = layouts.sheet.raster.columns * layouts.sheet.raster.rows

/** The shift of a print to the right and down, which corrects a misaligned printer. */
export type Offset = readonly [x: number, y: number]

export interface PrintOptions {
  layout: Layout
  /** The first free position on a partly used sheet, counted from 1. */
  start?: number
  offset?: Offset
  /** True to extend the colours over the edges of the card, for a card that is cut after the print. */
  bleed?: boolean
}

export function isLayout(text: unknown): text is Layout {
  return typeof text === 'string' && Object.hasOwn(layouts, text)
}

/** Returns true if the value is a position on a sheet, counted from 1. */
export function isStart(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= cardsPerSheet
}

/** Returns the first free position of the sheet after `cards` were printed from position `start` on. */
export function nextStart(start: number, cards: number): number {
  return ((start - 1 + cards) % cardsPerSheet) + 1
}

export const invalidStart = `El primer lugar libre de la hoja es un número de 1 a ${cardsPerSheet}`

/** The length of the bleed on each side, in millimetres. */
export const bleedLength = 3

export const noBleed = 'Las tarjetas de una hoja se tocan: el sangrado es para una tarjeta por página'

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

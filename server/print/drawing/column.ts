/** Draws names and facts one below the other, so that they share the available height. */
import { type Box, type Canvas, points } from './canvas.ts'
import type { CardFacts, Fact } from './facts.ts'
import { fitColumn, type Sizes, sum } from './fit-text.ts'
import { palette } from './palette.ts'
import type { TypefaceName } from './typeface.ts'
import { type Fitted, heightOf } from './wrap.ts'

/** A text of the column, with an optional label above it. */
export interface Entry {
  label?: string
  text: string
  typeface: TypefaceName
  sizes: Sizes
}

/** Returns the entries of both names; `largest` is the maximum size of the lastname. */
export function nameEntries({ name, lastname }: CardFacts, largest: number): Entry[] {
  return [
    { text: name, typeface: 'semibold', sizes: { max: largest * 0.82, min: points(6.5) } },
    { text: lastname, typeface: 'bold', sizes: { max: largest, min: points(8.5) } },
  ]
}

export function factEntries(facts: readonly Fact[], largest: number): Entry[] {
  return facts.map(({ label, value }) => ({
    label,
    text: value,
    typeface: 'bold',
    sizes: { max: largest, min: points(5.5) },
  }))
}

interface Parts {
  /** The entries from the top of the box down, which are reduced in size together. */
  top?: readonly Entry[]
  /** The entries that end at the lower edge of the box. */
  bottom?: readonly Entry[]
  /** The type size of the labels. */
  label: number
}

export function drawColumn(canvas: Canvas, box: Box, { top = [], bottom = [], label }: Parts): void {
  const groups = [top, ...bottom.map((entry) => [entry])]
  const labels = bottom.length * label * labelHeight
  const gaps = bottom.length * label * 0.75
  const [names = [], ...facts] = fitColumn(
    groups.map((entries) =>
      entries.map(({ text, typeface, sizes }) => canvas.columnText(text, typeface, sizes)),
    ),
    box.width,
    box.height - labels - gaps,
  )
  let y = box.y
  top.forEach((entry, index) => {
    y += drawEntry(canvas, { ...box, y }, entry, names[index], label)
  })
  const spare = box.y + box.height - y - labels - gaps - sum(facts.flat().map(heightOf))
  const gap = label * Math.min(1.3, 0.75 + spare / label / (bottom.length + 1))
  y = box.y + box.height - labels - sum(facts.flat().map(heightOf)) - gap * (bottom.length - 1)
  bottom.forEach((entry, index) => {
    y += drawEntry(canvas, { ...box, y }, entry, facts[index]?.[0], label) + gap
  })
}

/** Draws an entry and returns its height. */
function drawEntry(
  canvas: Canvas,
  area: Box,
  { label, typeface }: Entry,
  fitted: Fitted | undefined,
  labelSize: number,
): number {
  if (!fitted) return 0
  const above = label ? labelSize * labelHeight : 0
  const labelStyle = { typeface: 'semibold', colour: palette.inkSoft, spacing: 0.08 } as const
  if (label) canvas.lines({ size: labelSize, lines: [label] }, area, labelStyle)
  canvas.lines(fitted, { ...area, y: area.y + above }, { typeface, colour: palette.ink })
  return above + heightOf(fitted)
}

/** The height of a label, as a multiple of its type size. */
const labelHeight = 1.05

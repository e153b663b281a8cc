/** Ranges of numbers, as a person types them: `1-199, 901`. */

export interface Range {
  from: number
  to: number
}

/** Reads ranges. Returns undefined for any other text. */
export function parseRanges(text: string): Range[] | undefined {
  const ranges = text.split(/[,;]/).map((part) => {
    const [, from, to = from] = /^\s*(\d{1,5})(?:\s*[-–a]\s*(\d{1,5}))?\s*$/.exec(part) ?? []
    return { from: Number(from), to: Number(to) }
  })
  return ranges.every(({ from, to }) => from >= 1 && from <= to) ? ranges : undefined
}

/** Returns the problem of a text that must be ranges. */
export function rangesProblem(text: string): string | undefined {
  return parseRanges(text) ? undefined : 'Escriba los números como 1-199, 901'
}

/** Returns true for a whole number in one of the ranges, also with zeros before it. */
export function isInRanges(ranges: readonly Range[], number: string): boolean {
  const value = /^\d+$/.test(number.trim()) ? Number(number) : Number.NaN
  return ranges.some((range) => isWithin(range, value))
}

/** Returns the next number of the ranges after or, with the step -1, before a number. Without ranges, all from 1 are in them. */
export function nextInRanges(ranges: readonly Range[], value: number, step: 1 | -1): number | undefined {
  const next = value + step
  if (ranges.length === 0) return next > 0 ? next : undefined
  const within = ranges
    .map(({ from, to }) => (step > 0 ? Math.max(from, next) : Math.min(to, next)))
    .filter((one, index) => isWithin(ranges[index], one))
  return within.length > 0 ? (step > 0 ? Math.min(...within) : Math.max(...within)) : undefined
}

function isWithin(range: Range | undefined, value: number): boolean {
  return range !== undefined && value >= range.from && value <= range.to
}

/** Describes the numbers of two lists of ranges, such as `150-199`. Returns undefined if there are none. */
export function sharedOf(ranges: readonly Range[], others: readonly Range[]): string | undefined {
  const shared = ranges.flatMap((range) =>
    others
      .map((other) => ({ from: Math.max(range.from, other.from), to: Math.min(range.to, other.to) }))
      .filter(({ from, to }) => from <= to),
  )
  const texts = shared.map(({ from, to }) => (from === to ? `el ${from}` : `${from}-${to}`))
  return texts.length > 0 ? texts.join(', ') : undefined
}

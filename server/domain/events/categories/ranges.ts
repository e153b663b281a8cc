/** Ranges of numbers, as a person types them: `1-199, 901`. */

interface Range {
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

/** Returns true for a whole number in one of the ranges, also with zeros before it. */
export function isInRanges(ranges: readonly Range[], number: string): boolean {
  const value = /^\d+$/.test(number.trim()) ? Number(number) : Number.NaN
  return ranges.some(({ from, to }) => value >= from && value <= to)
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

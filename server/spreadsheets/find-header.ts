/** Finds the header of a sheet, which often follows a title or the name of a federation. */
import { columnOf } from './header.ts'

/** The number of lines that are searched. */
const searchedLines = 10

/** Returns the first of the searched lines that names two columns, else one that names any, else the first line. */
export function findHeader<Line extends { cells: readonly unknown[] }>(
  lines: Iterable<Line>,
): Line | undefined {
  const first: Line[] = []
  for (const line of lines) {
    first.push(line)
    if (named(line) >= 2) return line
    if (first.length === searchedLines) break
  }
  return first.find((line) => named(line) > 0) ?? first[0]
}

function named({ cells }: { cells: readonly unknown[] }): number {
  return new Set(
    cells
      .filter((cell) => typeof cell === 'string')
      .map(columnOf)
      .filter(Boolean),
  ).size
}

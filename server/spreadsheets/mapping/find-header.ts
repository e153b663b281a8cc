/** Finds the header of a sheet, which often follows a title or the name of a federation. */
import { readName } from './column-names.ts'

/** The number of lines that are searched. */
export const searchedLines = 20

/**
 * Returns the searched line that names the most columns, else the first line. If several name equally many, prefers
 * the one with more exact names, then the first. Of lines that name one column only, the one with more cells is
 * preferred, since titles have few.
 */
export function findHeader<Line extends { cells: readonly unknown[] }>(
  lines: Iterable<Line>,
): Line | undefined {
  let best: { line: Line; rank: Rank } | undefined
  let searched = 0
  for (const line of lines) {
    const rank = rankOf(line.cells)
    if (!best || compare(rank, best.rank) > 0) best = { line, rank }
    searched += 1
    if (searched === searchedLines) break
  }
  return best?.line
}

interface Rank {
  named: number
  exact: number
  cells: number
}

function compare(one: Rank, other: Rank): number {
  return one.named - other.named || one.exact - other.exact || one.cells - other.cells
}

function rankOf(cells: readonly unknown[]): Rank {
  const texts = cells.filter((cell) => typeof cell === 'string').filter((text) => text.trim() !== '')
  const names = texts.map(readName).filter((name) => name !== undefined)
  const named = new Set(names.map(({ target }) => target)).size
  return {
    named,
    exact: names.filter(({ isExact }) => isExact).length,
    cells: named === 1 ? texts.length : 0,
  }
}

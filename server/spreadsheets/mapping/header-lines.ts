/** Finds the line of the header, and the names in it and in the line above, which may group them. */
import type { FileLine } from '#domain/import/row-reader'
import { fold, isBlank } from '#domain/text/text'
import { maxColumns } from '../formats/bounds.ts'
import { columnOf, inGroup, readName } from './column-names.ts'

/** The number of lines that are searched. */
export const searchedLines = 20

type HeaderLine = Pick<FileLine, 'cells' | 'spans' | 'cellProblems'>

/**
 * Returns the searched line that names the most columns, else the first line. If several name equally many, prefers
 * the one with more exact names, then the first. Of lines that name one column only, the one with more cells is
 * preferred, since titles have few.
 */
export function findHeader<Line extends HeaderLine>(lines: Iterable<Line>): Line | undefined {
  let best: { line: Line; rank: Rank } | undefined
  let above: Line | undefined
  let searched = 0
  for (const line of lines) {
    const ranks = [rankOf(meantCells(line))]
    if (above && mayNameColumns(line.cells)) ranks.push(rankOf(namesOf(line, above)))
    for (const rank of ranks) if (!best || compare(rank, best.rank) > 0) best = { line, rank }
    above = line
    searched += 1
    if (searched === searchedLines) break
  }
  return best?.line
}

/** Returns true if the cells of a line are words, and no data of riders. */
function mayNameColumns(cells: readonly unknown[]): boolean {
  const filled = cells.filter((cell) => !isBlank(cell))
  return (
    filled.length > 1 && filled.every((cell) => typeof cell === 'string' && /^[^@]*\p{L}[^@]*$/u.test(cell))
  )
}

/**
 * Returns the names in a header. The line above completes it: with the known name above a blank one, and with the group
 * of a name that is clear only in it, such as `Número` below `Licencia`.
 */
export function namesOf(line: HeaderLine, above?: HeaderLine): string[] {
  const names = meantCells(line).map(textOf)
  if (!above) return withoutBlankEnd(names)
  const upper = meantCells(above).map(textOf)
  const whole = Array.from({ length: Math.max(names.length, upper.length) }, (_, index) => {
    const [name = '', other = ''] = [names[index], upper[index]]
    return isBlank(name) && columnOf(other) !== undefined ? other : name
  })
  return withoutBlankEnd(withGroups(whole, groupsOf(upper, above.spans)))
}

/** Returns the cells of a line with the texts that damaged cells probably were. */
function meantCells({ cells, cellProblems }: HeaderLine): readonly unknown[] {
  return cellProblems ? cells.map((cell, index) => cellProblems[index]?.damage?.meant ?? cell) : cells
}

/** Adds its group to each name that means something else, or something at all, in it. */
function withGroups(names: readonly string[], groups: readonly string[]): string[] {
  if (new Set(groups.filter((group) => group !== '')).size < 2) return [...names]
  const read = names.map(readName)
  const clear = new Set(read.map((one) => (one?.isExact && !one.isWeak ? one.target : undefined)))
  return names.map((name, index) => {
    const [group = '', own] = [groups[index], read[index]]
    if (isBlank(name) || group === '' || fold(group) === fold(name)) return name
    const grouped = inGroup(name, group)
    const meant = readName(grouped)
    if (ofOthers.test(fold(group)) && (meant?.isExact || own)) return grouped
    if (!meant?.isExact || meant.target === own?.target || clear.has(meant.target)) return name
    const isClear = own?.isExact && !own.isWeak
    return isClear && meant.isWeak ? name : grouped
  })
}

/** The groups of columns about another person than the rider, whose names must not be taken for the rider's. */
const ofOthers = /emergen|apoderad|padre|madre|tutor|acompan|mecanic|delegad/

/**
 * Returns the group above each column. Merged cells say how far a group reaches; without any, it reaches to the next one.
 */
function groupsOf(upper: readonly string[], spans: FileLine['spans']): string[] {
  const groups: string[] = []
  let [group, end] = ['', -1]
  for (let index = 0; index < maxColumns; index += 1) {
    const own = upper[index]?.trim() ?? ''
    if (own !== '') [group, end] = [own, spans ? (spans[index] ?? index) : maxColumns]
    groups.push(index <= end ? group : '')
  }
  return groups
}

function textOf(cell: unknown): string {
  return cell === null || cell === undefined ? '' : String(cell)
}

function withoutBlankEnd(names: readonly string[]): string[] {
  return names.slice(0, names.findLastIndex((name) => !isBlank(name)) + 1)
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

/**
 * Finds the line of the header of a spreadsheet, with the names in the line above, which may group those in it, and maps each
 * name to a column of PilotOS.
 */
import { reasonColumn } from '#domain/import/columns'
import {
  fullName,
  joinedTargets,
  type MappedColumn,
  type Target,
  targetLabel,
  targets,
} from '#domain/import/mapping'
import type { FileLine } from '#domain/import/row-reader'
import { type FieldTable, fixedFields } from '#domain/pilots/own/field-table'
import { isOwnName } from '#domain/pilots/own/own-name'
import { wordKey } from '#domain/pilots/rules'
import { columnLetters, enumerate, fold, isBlank } from '#domain/text/text'
import { maxColumns } from '../formats/bounds.ts'
import { columnOf, inGroup, ofOthers, type ReadName, readName } from './column-names.ts'

/** A column of a file, with a label that no other column of the file has. */
export interface HeaderColumn extends MappedColumn {
  /** The position of the column among those that together contain one value, such as both surnames. */
  part?: number
}

/** The column at each index of a header. */
export type Header = readonly HeaderColumn[]

/**
 * Returns the columns of a header. A target that several columns claim stays with the clearest name; if none is
 * clearer, all keep it and `conflictsOf` reports them. `sample` contains the first rows, which show whether a column
 * of numbers only counts them.
 */
export function readHeader(
  names: readonly string[],
  sample: readonly (readonly unknown[])[] = [],
  table = fixedFields,
): HeaderColumn[] {
  const labels = labelsOf(names)
  const claims = names.map((name, index): Claim => {
    const read = readOwnName(name, table) ?? readName(name)
    return { name: labels[index] ?? '', target: read?.target ?? null, read }
  })
  for (const [index, claim] of claims.entries()) {
    if (isNumberOnly(claim))
      markCounter(
        claim,
        sample.map((row) => row[index]),
      )
  }
  settleFullNames(claims)
  settleDocuments(claims)
  for (const target of [...targets, ...table.own]) settle(target, claims)
  for (const claim of claims) {
    if (claim.target && claim.target !== reasonColumn && claim.read?.isExact === false)
      claim.doubt ??= `¿Quiso decir «${targetLabel(claim.target, table)}»?`
  }
  return claims.map(({ name, target, doubt, read }) => ({
    name,
    target,
    ...(doubt !== undefined && { doubt }),
    ...(target !== null && read?.part !== undefined && { part: read.part }),
  }))
}

/**
 * Returns a message in Spanish for each target that several columns keep although it takes one. Names, surnames and
 * blood types are joined if `readHeader` has no doubt about them, or if a person chose the columns.
 */
export function conflictsOf(header: Header): string[] {
  const own = header.flatMap(({ target }) => (isOwnName(target) ? [target] : []))
  return [...targets, ...new Set(own)].flatMap((target) => {
    const same = header.filter((column) => column.target === target)
    const rivals = joinedTargets.has(target) ? same.filter(({ doubt }) => doubt?.endsWith(conflictEnd)) : same
    return rivals.length > 1 && !areParts(target, rivals) ? conflictMessage(rivals) : []
  })
}

/** Finds the field of one's own with this label or name, which an admin has chosen: it precedes what is recognized. */
function readOwnName(name: string, { own, of }: FieldTable): ReadName | undefined {
  const key = wordKey(name)
  const target = own.find((one) => one === name || wordKey(of(one).label) === key)
  return target && { target, isExact: true }
}

/** A column while its target is decided. */
interface Claim extends HeaderColumn {
  read: ReadName | undefined
}

/** The number of columns up to which a message names them. */
const quotedColumns = 5

function quoted(claims: readonly HeaderColumn[]): string {
  const names = claims.map(({ name }) => `«${name}»`)
  if (names.length <= quotedColumns) return enumerate(names)
  return enumerate([...names.slice(0, quotedColumns - 1), `otras ${names.length - quotedColumns + 1}`])
}

const conflictEnd = ' son la misma columna: deje una sola'

function conflictMessage(rivals: readonly HeaderColumn[]): string {
  return `${quoted(rivals)}${conflictEnd}`
}

/** Returns true if each of the columns contains another part of the target. */
function areParts(target: Target, rivals: readonly { part?: number }[]): boolean {
  const parts = new Set(rivals.map(({ part }) => part))
  return joinedTargets.has(target) && parts.size === rivals.length && !parts.has(undefined)
}

/** Returns a unique label for each name: `DNI`, `DNI (2)`, or `Columna C` for a blank name. */
function labelsOf(names: readonly string[]): string[] {
  const taken = new Set<string>()
  const counts = new Map<string, number>()
  return names.map((name, index) => {
    const base = name.replace(/\s+/g, ' ').trim() || `Columna ${columnLetters(index)}`
    let label = base
    let number = counts.get(base) ?? 1
    while (taken.has(label)) label = `${base} (${++number})`
    counts.set(base, number)
    taken.add(label)
    return label
  })
}

function isNumberOnly({ target, read }: Claim): boolean {
  return target === 'npiloto' && read?.isWeak === true
}

/** The number of rows from which a column that counts 1, 2, 3 is taken for a row counter. */
const countedRows = 5

/** Marks a column that counts the rows. In a short file it keeps its target, with a doubt. */
function markCounter(claim: Claim, values: readonly unknown[]): void {
  const counted = countedFrom1(values)
  if (counted >= countedRows) {
    claim.target = null
    claim.doubt = 'Parece contar las filas'
  } else if (counted > 1) {
    claim.doubt = '¿Es el número del piloto, o cuenta las filas?'
  }
}

/**
 * Returns the greatest number of a column that counts 1, 2, 3, and perhaps again from 1 in the next section. Returns 0
 * if the column contains any other number.
 */
export function countedFrom1(values: readonly unknown[]): number {
  let last = 0
  let greatest = 0
  for (const value of values) {
    const text = typeof value === 'string' && value.length < 20 ? value.trim() : value
    const number = typeof text === 'string' && /^\d+[.)]?$/.test(text) ? Number.parseInt(text, 10) : text
    if (typeof number !== 'number') continue
    if (number !== last + 1 && !(number === 1 && last > 1)) return 0
    last = number
    greatest = Math.max(greatest, last)
  }
  return greatest
}

/**
 * Leaves full names out beside columns of names and of surnames. Beside surnames only, a name such as `Piloto` means
 * the given names.
 */
function settleFullNames(claims: readonly Claim[]): void {
  const full = claims.filter(({ target }) => target === fullName)
  const surnames = claims.filter(({ target }) => target === 'lastname')
  const names = claims.filter(({ target }) => target === 'name')
  if (surnames.length === 0) return
  if (names.length > 0) {
    const used = quoted(claims.filter((claim) => names.includes(claim) || surnames.includes(claim)))
    for (const claim of full) {
      claim.target = null
      claim.doubt = `No se usa, porque ${used} ya contienen el nombre completo`
    }
  } else if (full.every(({ read }) => read?.isWeak)) {
    for (const claim of full) {
      claim.target = 'name'
      claim.doubt = `Se lee como ${targetLabel('name')}, porque los apellidos tienen otra columna`
    }
  }
}

/** Beside a column of DNIs, a name such as `Documento` means the document of riders without one. */
function settleDocuments(claims: readonly Claim[]): void {
  const dnis = claims.filter(({ target }) => target === 'dni')
  const others = dnis.filter(({ read }) => read?.isWeak)
  if (others.length === dnis.length) return
  for (const claim of others) claim.target = 'documento'
}

/** Leaves a target to the columns with the clearest name. */
function settle(target: Target, claims: readonly Claim[]): void {
  const rivals = claims.filter((claim) => claim.target === target)
  if (rivals.length < 2 || areParts(target, rivals.map(partOf))) return
  const best = Math.max(...rivals.map(clarity))
  const winners = rivals.filter((claim) => clarity(claim) === best)
  const isClear = winners.length === 1 || areParts(target, winners.map(partOf))
  const use = isClear ? `: ${winners.length > 1 ? 'se usan' : 'se usa'} ${quoted(winners)}` : ''
  const conflict = conflictMessage(winners)
  for (const claim of rivals) {
    if (clarity(claim) < best) {
      claim.target = null
      claim.doubt = `También parece ${targetLabel(target)}${use}`
    } else if (!isClear) {
      claim.doubt = conflict
    }
  }
}

function partOf({ read }: Claim): { part?: number } {
  return { part: read?.part }
}

/** Returns a number that is greater for a specific name than for a weak one, and then for an exact one. */
function clarity({ read }: Claim): number {
  return (read?.isWeak ? 0 : 2) + (read?.isExact ? 1 : 0)
}

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

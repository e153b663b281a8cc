/**
 * The problems that the dialog displays. A corrected cell, text or name stays in its place after the answer no longer
 * has it, so that a person can change it again, and nothing moves under the hands of a person who types.
 */

import { columns } from '#domain/import/columns'
import { anyUnread, type ImportMapping } from '#domain/import/mapping'
import type { ImportAnswer, ImportCell } from '#domain/import/schemas'
import type { FieldName } from '#domain/pilots/fields'
import { isOwnName } from '#domain/pilots/own/own-name'

type Group = ImportAnswer['groups'][number]

export type UnsureName = ImportAnswer['remarks']['unsure'][number]

type MeantText = ImportAnswer['remarks']['meantTexts'][number]

/** A cell as it is in the file, with the message about its present value. */
export interface ShownCell extends ImportCell {
  /** True if the typed value follows the rule, or the desk completes the row later. */
  isCorrected: boolean
}

export interface ShownGroup
  extends Pick<Group, 'field' | 'choices' | 'values' | 'hasFirst' | 'isOther' | 'damage'> {
  /** The field and the problem, which stay equal while the number of rows changes. */
  key: string
  /** The problem, which follows the number of rows: `con modalidad sin reconocer`. */
  problem: string
  /** True if the cells are empty. */
  isMissing: boolean
  /** The number of bad cells that the answer leaves out. */
  more: number
  cells: ShownCell[]
}

export interface ShownProblems {
  groups: ShownGroup[]
  unsure: UnsureName[]
  /** The accepted texts that probably mean another value, and those that were replaced. */
  meantTexts: MeantText[]
}

export const noProblems: ShownProblems = { groups: [], unsure: [], meantTexts: [] }

/** Returns the problems of an answer together with those that `mapping` corrects. `last` was displayed before. */
export function showProblems(
  last: ShownProblems,
  { groups, remarks }: Pick<ImportAnswer, 'groups' | 'remarks'>,
  mapping: ImportMapping,
): ShownProblems {
  const current = new Map(groups.map((group) => [keyOf(group), shownGroup(group)]))
  const bad = new Map(
    [...current.values()].flatMap(({ field, cells }) => cells.map((cell) => [cellKey(field, cell), cell])),
  )
  const kept = last.groups.map((group) => keptGroup(group, current.get(group.key), bad, mapping))
  const keptCells = new Set(kept.flatMap(({ field, cells }) => cells.map((cell) => cellKey(field, cell))))
  const others = [...current.values()]
    .filter(({ key }) => kept.every((group) => group.key !== key))
    .map((group) => withoutCells(group, keptCells))
  const isShown = (group: ShownGroup) => hasContent(group) || isCorrectedWhole(group, mapping)
  return {
    groups: inserted(kept.filter(isShown), others.filter(isShown)),
    unsure: byLine(
      last.unsure.filter(({ line }) => isNameTyped(line, mapping)),
      remarks.unsure,
    ),
    meantTexts: shownTexts(last.meantTexts, remarks.meantTexts, mapping),
  }
}

/** Joins texts without changing the order of those that are displayed. */
function shownTexts(
  last: readonly MeantText[],
  current: readonly MeantText[],
  { replacements = {} }: ImportMapping,
): MeantText[] {
  const isSame = (one: MeantText) => (other: MeantText) =>
    one.field === other.field && one.text === other.text
  const kept = last.flatMap((one) => {
    const replaced: object = replacements[one.field] ?? {}
    return current.find(isSame(one)) ?? (one.text in replaced ? one : [])
  })
  return [...kept, ...current.filter((one) => !kept.some(isSame(one)))]
}

/** Returns the number of bad cells of a group. */
export function sizeOf({ more, cells }: ShownGroup): number {
  return more + cells.filter(({ isCorrected }) => !isCorrected).length
}

function isNameTyped(line: number, { cells }: ImportMapping): boolean {
  const typed = cells?.[line] ?? {}
  return 'name' in typed || 'lastname' in typed
}

/** Returns a group of the answer. */
function shownGroup(group: Group): ShownGroup {
  const { size, cells, ...same } = group
  return {
    ...same,
    key: keyOf(group),
    isMissing: group.field !== undefined && group.values.length === 0,
    more: size - cells.length,
    cells: cells.map((cell) => ({ ...cell, isCorrected: false })),
  }
}

function keyOf({ field, problem }: Group): string {
  return `${field ?? ''} ${problem}`
}

function cellKey(field: Group['field'], { line }: { line: number }): string {
  return `${field ?? ''} ${line}`
}

/** Joins a displayed group with the group of the answer. Keeps what the mapping corrects, and the order of values. */
function keptGroup(
  last: ShownGroup,
  current: ShownGroup | undefined,
  bad: ReadonlyMap<string, ShownCell>,
  { cells: typed = {}, replacements = {}, deferred: { lines = [] } = {}, samePersons = {} }: ImportMapping,
): ShownGroup {
  const { field, isOther } = last
  const cells = last.cells.flatMap((cell) => {
    const isAnswered = isOther && (cell.line in samePersons || '*' in samePersons)
    if (!field || !(field in (typed[cell.line] ?? {}) || lines.includes(cell.line) || isAnswered)) return []
    const still = bad.get(cellKey(field, cell))
    return { ...cell, message: still?.message ?? cell.message, isCorrected: !still }
  })
  const texts: object = replacements[field as FieldName] ?? {}
  const fresh = new Map(current?.values.map((value) => [value.value, value]))
  const values = last.values.flatMap((value) => fresh.get(value.value) ?? (value.value in texts ? value : []))
  const added = current?.values.filter(({ value }) => !values.some((known) => known.value === value)) ?? []
  return {
    ...last,
    more: current?.more ?? 0,
    values: [...values, ...added],
    cells: byLine(cells, current?.cells ?? []),
  }
}

/** Leaves out the cells that another group keeps. */
function withoutCells(group: ShownGroup, kept: ReadonlySet<string>): ShownGroup {
  const cells = group.cells.filter((cell) => !kept.has(cellKey(group.field, cell)))
  return { ...group, cells, values: cells.length > 0 ? group.values : [] }
}

function hasContent({ cells, values, more }: ShownGroup): boolean {
  return cells.length > 0 || values.length > 0 || more > 0
}

/**
 * Returns true if one choice corrects the group: a value for all rows that have none, the first of two numbers, or the
 * mending of a damage, or the completion by the desk.
 */
function isCorrectedWhole(
  { field, isMissing, hasFirst, damage }: ShownGroup,
  {
    defaults = {},
    replacements = {},
    firstNumbers = [],
    corrects = [],
    deferred: { fields = [], unread = [] } = {},
  }: ImportMapping,
): boolean {
  return (
    (isMissing ? fields : unread).some((one) => one === field) ||
    (isMissing && field !== undefined && field in defaults) ||
    (!isMissing && !hasFirst && anyUnread in (replacements[field as FieldName] ?? {})) ||
    (hasFirst === true && firstNumbers.some((one) => one === field)) ||
    (damage !== undefined && corrects.includes(damage))
  )
}

/** Joins rows in the order of their lines. A row of `kept` replaces the row, or the cell, of the same place. */
function byLine<Row extends { line: number; place?: string }>(
  kept: readonly Row[],
  current: readonly Row[],
): Row[] {
  const rows = new Map([...current, ...kept].map((row) => [row.place ?? row.line, row]))
  return [...rows.values()].sort((one, other) => one.line - other.line)
}

/** Inserts new groups without changing the order of the others, since a moved control loses the focus. */
function inserted(groups: readonly ShownGroup[], added: readonly ShownGroup[]): ShownGroup[] {
  const all = [...groups]
  for (const group of added) {
    const next = all.findIndex((other) => positionOf(other) > positionOf(group))
    all.splice(next < 0 ? all.length : next, 0, group)
  }
  return all
}

function positionOf({ field, damage }: ShownGroup): number {
  if (damage) return -1
  if (isOwnName(field)) return columns.length
  return field ? columns.indexOf(field) : columns.length + 1
}

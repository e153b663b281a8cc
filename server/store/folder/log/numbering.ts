/**
 * Journals in which changes have wrong numbers. Earlier versions gave numbers twice to changes that others made while an
 * erasure read the folder again, wrote some of them to an earlier journal, and could leave them out of the next snapshot.
 * All of them are in the journals: they are put in order, numbered again, and applied to the snapshot once more.
 */
import { join } from 'node:path'
import type { Change } from '#domain/pilots/change'
import { readIfThere, type Sync } from '../../../files/atomic-file.ts'
import { joinChanges } from '../../shared/log.ts'
import type { PilotTable } from '../../shared/pilot-table.ts'
import { journalName } from './journal.ts'
import { isTorn, type Line, readLine, summedLine } from './lines.ts'
import { backupName, type Snapshot, snapshotBytes, snapshotName } from './snapshot.ts'
import { applyStaged, StagedFiles } from './staging.ts'

/** A change with all of its lines. */
type ChangeLines = [Line, ...Line[]]

export interface Misnumbered {
  /** The journals from the first one with a wrong number on. */
  journals: readonly number[]
  /** Their changes, in the order in which they were made. */
  changes: readonly ChangeLines[]
}

/**
 * Finds wrong numbers in journals. Returns undefined if there are none, or if anything but the numbers is wrong: a line
 * that is missing or damaged. `lastChange` is the number of the last change before the journals, if it is known.
 * @throws MachineError
 */
export async function findMisnumbered(
  folder: string,
  journals: readonly number[],
  lastChange?: number,
): Promise<Misnumbered | undefined> {
  const first = await firstWrong(folder, journals, lastChange)
  if (first === undefined) return undefined
  const wrong = journals.slice(journals.indexOf(first))
  const files: ChangeLines[][] = []
  for (const number of wrong) {
    const found = changesAt(await bytesOf(folder, number))
    if (!found) return undefined
    files.push(found)
  }
  const changes = inOrder(files)
  const numbers = new Set(changes.map(([{ number }]) => number))
  const start = changes[0]?.[0].number ?? 0
  const isRepeated = numbers.size < changes.length || start <= (lastChange ?? 0)
  const hasGap = lastChange !== undefined && start > lastChange + 1
  return isRepeated && !hasGap ? { journals: wrong, changes } : undefined
}

async function bytesOf(folder: string, journal: number): Promise<Buffer> {
  return (await readIfThere(join(folder, journalName(journal)))) ?? Buffer.alloc(0)
}

/** Returns the first journal in which a number does not follow the one before. Reads only the numbers. */
async function firstWrong(
  folder: string,
  journals: readonly number[],
  lastChange?: number,
): Promise<number | undefined> {
  let next = lastChange === undefined ? undefined : lastChange + 1
  for (const journal of journals) {
    const bytes = await bytesOf(folder, journal)
    for (let start = 0, end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, start)) {
      const number = numberIn(bytes.subarray(start, start + headSize))
      if (number !== undefined && number !== (next ?? number)) return journal
      next = nextAfter(number, bytes.subarray(Math.max(start, end - partEnd.length), end))
      start = end + 1
    }
  }
  return undefined
}

/** Returns undefined for a line that cannot be read. */
function numberIn(head: Buffer): number | undefined {
  const found = /^\w{8} \{"number":(\d+),/.exec(head.toString('latin1'))
  return found ? Number(found[1]) : undefined
}

/** Returns the number of the line after one with this number and this end. It is unknown after a line that cannot be read. */
function nextAfter(number: number | undefined, end: Buffer): number | undefined {
  return number === undefined || end.equals(partEnd) ? number : number + 1
}

const lineFeed = 0x0a
const headSize = 40
const partEnd = Buffer.from(',"more":true}')

/**
 * Returns the changes of a journal in which every line stands where its `base` says that it was written, which proves that
 * none is missing. Leaves out an incomplete end. Returns undefined for any other journal.
 */
function changesAt(bytes: Buffer): ChangeLines[] | undefined {
  const changes: ChangeLines[] = []
  let lines: Line[] = []
  let before: Line | undefined
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(lineFeed, start)
    const line = end < 0 ? undefined : readLine(bytes.subarray(start, end))
    if (!line) return isTorn(bytes, start) ? changes : undefined
    const isNext = before?.base === line.base && line.number === before.number + (before.more ? 0 : 1)
    if (line.base !== start && !isNext) return undefined
    before = line
    start = end + 1
    const [first = line, ...parts] = [...lines, line]
    lines = line.more ? [first, ...parts] : []
    if (!line.more) changes.push([first, ...parts])
  }
  return changes
}

/** Joins the changes of files by their numbers. Of two with one number, that of the later file was first. */
function inOrder(files: readonly ChangeLines[][]): ChangeLines[] {
  const rest = files.map((changes) => [...changes].reverse()).reverse()
  const ordered: ChangeLines[] = []
  for (;;) {
    const heads = rest.filter((changes) => changes.length > 0)
    const numberOf = (changes: ChangeLines[]) => changes.at(-1)?.[0].number ?? 0
    const [least] = heads.sort((one, other) => numberOf(one) - numberOf(other))
    const change = least?.pop()
    if (!change) return ordered
    ordered.push(change)
  }
}

/** Applies the changes to the pilots of a snapshot, which may lack some of them. */
export function applyAgain(table: PilotTable, { changes }: Misnumbered): void {
  for (const lines of changes) table.apply(joinChanges(lines.map(({ change }) => change)))
}

/**
 * Writes the journals anew with the right numbers, and a snapshot after them, as a whole or not at all.
 * @throws DiskFullError, MachineError
 */
export async function renumber(
  folder: string,
  { journals, changes }: Misnumbered,
  snapshot: Omit<Snapshot, 'journal'>,
  sync: Sync,
): Promise<void> {
  const [first = 1, ...others] = journals
  const next = (others.at(-1) ?? first) + 1
  const staged = new StagedFiles(folder, 'erasing', sync)
  await staged.stage(journalName(first), numberedLines(changes))
  for (const journal of [...others, next]) await staged.stage(journalName(journal), Buffer.alloc(0))
  const bytes = snapshotBytes({ ...snapshot, journal: next })
  for (const name of [snapshotName, backupName]) await staged.stage(name, bytes)
  // The logs have other lengths.
  staged.remove('durable.json')
  await staged.commit()
  await applyStaged(folder)
}

/** Yields the lines of changes with numbers in their order. */
function* numberedLines(changes: readonly ChangeLines[]): Generator<Buffer> {
  let number = changes[0]?.[0].number ?? 1
  let base = 0
  /** The numbers of imports and merges, by those of before: the change that undoes one of them names it. */
  const imports = new Map<number, number>()
  const undoesOf = ({ undoes }: Change) => undoes !== undefined && { undoes: imports.get(undoes) ?? undoes }
  for (const lines of changes) {
    const start = base
    for (const line of lines) {
      const { importedAt, merged } = line.change
      if (importedAt !== undefined || merged) imports.set(line.number, number)
      const change = { ...line.change, ...undoesOf(line.change) }
      const bytes = summedLine({ ...line, number, base: start, change })
      base += bytes.length
      yield bytes
    }
    number += 1
  }
}

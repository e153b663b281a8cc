/** Reads the pilots of a data folder from its files, without changing the files. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Shared } from '#domain/desk/shared'
import { MachineError } from '#domain/errors'
import type { Change } from '#domain/pilots/change'
import { readIfThere } from '../../../files/atomic-file.ts'
import { type Contents, joinChanges } from '../../shared/log.ts'
import { PilotTable } from '../../shared/pilot-table.ts'
import { journalName, journalNumbers } from './journal.ts'
import { isTorn, type Line, readLine } from './lines.ts'
import type { Repair } from './repairs.ts'
import {
  backupName,
  emptySnapshot,
  formatVersion,
  readSnapshot,
  type Snapshot,
  snapshotName,
} from './snapshot.ts'
import { readDurableLengths } from './synced-file.ts'

export interface SavedState extends Contents {
  /** The name of the machine that wrote the snapshot, if it is known. */
  desk?: string
  /** The number of the journal to continue. */
  journal: number
  /** True if `pilots.json` must be written before a change is written to a journal. */
  needsSnapshot: boolean
  /** True if the folder has no data yet. */
  isNew: boolean
  /** The bytes of the journals whose changes are not in the snapshot. */
  journalBytes: number
  /** The repairs that must be made before a change is written. */
  repairs: Repair[]
}

/** Reads a folder. @throws MachineError, naming the file and the byte, if acknowledged data cannot be read */
export async function readState(folder: string): Promise<SavedState> {
  // The length is read before the journals, so that it is not ahead of them while a server writes.
  const durable = await readDurableLengths(folder)
  const { base, repairs, isCurrent } = await readBase(folder, await journalNumbers(folder))
  // A server can have continued in a new journal, which its snapshot names already.
  const replayed = (await journalNumbers(folder)).filter((number) => number >= base.journal)
  if (isCurrent || repairs.length > 0) requireAll(folder, base.journal, replayed)

  const state: SavedState = {
    table: new PilotTable(base.pilots, base.revoked),
    shared: new Shared(new Map(Object.entries(base.shared ?? {}))),
    lastChange: base.lastChange,
    desk: base.desk,
    lastAt: base.at || undefined,
    journal: base.journal,
    needsSnapshot: !isCurrent || base.version < formatVersion,
    isNew: !isCurrent && repairs.length === 0,
    journalBytes: 0,
    repairs,
  }
  const sizes = await sizesOf(folder, replayed)
  // A failed rotation leaves an empty journal after the one that is still in use, whose end a failing disk may not have synced.
  const last = sizes.findLastIndex((size) => size > 0)
  state.journal = replayed[Math.max(last, 0)] ?? base.journal
  for (const [index, number] of replayed.entries()) {
    await replay(join(folder, journalName(number)), state, {
      isLast: index >= last,
      durableLength: durable.journal === number ? durable.length : undefined,
    })
  }
  return state
}

/** Reads the last snapshot, or the previous snapshot if the last one is damaged or missing. */
async function readBase(
  folder: string,
  journals: readonly number[],
): Promise<{ base: Snapshot; repairs: Repair[]; isCurrent: boolean }> {
  const path = join(folder, snapshotName)
  const current = await readSnapshot(path)
  if (current !== null && current !== 'damaged') return { base: current, repairs: [], isCurrent: true }

  const before = await readSnapshot(join(folder, backupName))
  if (current === null && before === null && (await areEmpty(folder, journals)))
    return { base: emptySnapshot, repairs: [], isCurrent: false }
  if (before === null || before === 'damaged') {
    throw new MachineError(
      current === null
        ? `Falta el archivo de datos ${path}, y hay diarios suyos. ${untouched}`
        : `El archivo de datos está dañado: ${path}. ${untouched}`,
    )
  }
  return { base: before, repairs: [{ kind: 'snapshot', path, exists: current !== null }], isCurrent: false }
}

const untouched =
  'No se ha tocado nada: restaure una copia con pilotos restore, o vea qué hay con pilotos doctor'

function sizesOf(folder: string, journals: readonly number[]): Promise<number[]> {
  return Promise.all(journals.map(async (number) => (await stat(join(folder, journalName(number)))).size))
}

/** Returns true if all journals are empty. A new store has an empty journal before it has a snapshot. */
async function areEmpty(folder: string, journals: readonly number[]): Promise<boolean> {
  return (await sizesOf(folder, journals)).every((size) => size === 0)
}

/**
 * Requires all journals from number `first`, which the snapshot names, to the last one. A journal is created before
 * the snapshot that names it, so a missing journal means that acknowledged data is lost.
 * @throws MachineError
 */
function requireAll(folder: string, first: number, replayed: readonly number[]): void {
  const last = Math.max(first, ...replayed)
  for (let number = first; number <= last; number += 1) {
    if (replayed.includes(number)) continue
    throw new MachineError(
      `Falta el diario ${join(folder, journalName(number))}, con cambios ya guardados. ${untouched}`,
    )
  }
}

/** Applies the changes of one journal. Adds a repair for an incomplete change at the end of the last journal. */
async function replay(
  path: string,
  state: SavedState,
  { isLast, durableLength }: { isLast: boolean; durableLength?: number },
): Promise<void> {
  const bytes = (await readIfThere(path)) ?? Buffer.alloc(0)
  let offset = 0
  let changeStart = 0
  let parts: Change[] = []
  while (offset < bytes.length) {
    const end = bytes.indexOf(0x0a, offset)
    const line = end < 0 ? undefined : readLine(bytes.subarray(offset, end))
    // Changes are numbered without a gap: a line that repeats or skips a number is damaged too.
    if (!line || line.number !== state.lastChange + 1) break
    offset = end + 1
    parts.push(line.change)
    if (line.more) continue
    apply(state, line, joinChanges(parts))
    parts = []
    changeStart = offset
  }
  state.journalBytes += changeStart
  if (changeStart === bytes.length) {
    const lost = (durableLength ?? 0) - bytes.length
    if (lost > 0) state.repairs.push({ kind: 'lost', path, bytes: lost })
    return
  }
  if (!isLast || !isTorn(bytes, offset)) {
    throw new MachineError(`El diario ${path} está dañado en el byte ${offset}. ${untouched}`)
  }
  state.repairs.push({
    kind: 'torn',
    path,
    offset: changeStart,
    bytes: bytes.length - changeStart,
    ...(durableLength !== undefined && { wasAcknowledged: durableLength > changeStart }),
  })
}

function apply(state: SavedState, { number, at }: Line, change: Change): void {
  state.table.apply(change)
  if (change.set) state.shared = state.shared.with(change.set)
  state.lastChange = number
  state.lastAt = at
}

/** What the files of a data folder hold, read without touching them; and how what is torn or damaged is mended. */
import { copyFile, readdir, rename, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { MachineError } from '#domain/errors'
import { diskError, readIfThere } from './atomic-file.ts'
import { type Change, joinChanges, type Line, readLine } from './change.ts'
import { journalName } from './journal.ts'
import { PilotTable } from './pilot-table.ts'
import { backupName, readSnapshot, type Snapshot, snapshotName } from './snapshot.ts'

export interface SavedState {
  table: PilotTable
  /** The number of the last change. */
  lastChange: number
  /** When it was written, where there is one. */
  lastAt?: string
  /** The journal to go on with. */
  journal: number
  /** The first journal that is needed to read this state again. */
  firstJournal: number
  /** Whether `pilots.json` must be written before any journal is. */
  needsSnapshot: boolean
  /** Bytes of the journals that are not in the snapshot. */
  journalBytes: number
  /** What must be mended before anything is written. */
  repairs: Repair[]
}

type Repair =
  /** The end of a journal that was never acknowledged: a change that a crash cut short. */
  | { kind: 'torn'; path: string; offset: number; bytes: number }
  /** A snapshot that cannot be read, or is gone; the one before and the journals hold the same. */
  | { kind: 'snapshot'; path: string; isThere: boolean }

/** @throws MachineError naming the file and the byte where acknowledged data cannot be read */
export async function readState(folder: string): Promise<SavedState> {
  const journals = await journalNumbers(folder)
  const { base, repairs, isCurrent } = await readBase(folder, journals.length > 0)
  const replayed = journals.filter((number) => number >= base.journal)
  requireAll(folder, base.journal, journals, replayed)

  const state: SavedState = {
    table: new PilotTable(base.pilots),
    lastChange: base.lastChange,
    lastAt: base.at || undefined,
    journal: replayed.at(-1) ?? base.journal,
    firstJournal: base.journal,
    needsSnapshot: !isCurrent,
    journalBytes: 0,
    repairs,
  }
  for (const number of replayed) {
    await replay(join(folder, journalName(number)), state, number === state.journal)
  }
  return state
}

/** Mends what `readState` has found, and says in Spanish what was done. */
export async function repair({ repairs }: SavedState, now = new Date()): Promise<string[]> {
  const done: string[] = []
  for (const one of repairs) {
    try {
      const suffix = now.toISOString().replace(/\W/g, '')
      done.push(one.kind === 'torn' ? await cut(one, suffix) : await setAside(one, suffix))
    } catch (error) {
      throw diskError(error, one.path)
    }
  }
  return done
}

async function cut({ path, offset, bytes }: Repair & { kind: 'torn' }, suffix: string): Promise<string> {
  await copyFile(path, `${path}.torn-${suffix}`)
  await truncate(path, offset)
  return `Se cortaron ${bytes} bytes al final de ${path}: un cambio a medias que nunca se dio por guardado`
}

async function setAside({ path, isThere }: Repair & { kind: 'snapshot' }, suffix: string): Promise<string> {
  if (!isThere) return `Faltaba ${path}: se rehízo con la copia anterior y los diarios, sin perder nada`
  const aside = `${path}.corrupt-${suffix}`
  await rename(path, aside)
  return `${path} estaba dañado: se apartó como ${aside} y se rehízo con la copia anterior y los diarios, sin perder nada`
}

/** The snapshot to start from: the last one, else the one before. */
async function readBase(
  folder: string,
  hasJournals: boolean,
): Promise<{ base: Snapshot; repairs: Repair[]; isCurrent: boolean }> {
  const path = join(folder, snapshotName)
  const current = await readSnapshot(path)
  if (current !== null && current !== 'damaged') return { base: current, repairs: [], isCurrent: true }

  const before = await readSnapshot(join(folder, backupName))
  if (current === null && before === null && !hasJournals) {
    return {
      base: { version: 1, journal: 1, lastChange: 0, at: '', pilots: [] },
      repairs: [],
      isCurrent: false,
    }
  }
  if (before === null || before === 'damaged') {
    throw new MachineError(
      current === null
        ? `Falta el archivo de datos ${path}, y hay diarios suyos. ${untouched}`
        : `El archivo de datos está dañado: ${path}. ${untouched}`,
    )
  }
  return { base: before, repairs: [{ kind: 'snapshot', path, isThere: current !== null }], isCurrent: false }
}

const untouched =
  'No se ha tocado nada: recupere una copia con pilotos restore, o vea qué hay con pilotos doctor'

async function journalNumbers(folder: string): Promise<number[]> {
  const names = await readdir(folder).catch((error) => {
    throw diskError(error, folder)
  })
  return names
    .flatMap((name) => Number(/^journal-(\d{6,})\.jsonl$/.exec(name)?.[1] ?? []) || [])
    .sort((a, b) => a - b)
}

/** A gap among the journals is acknowledged data that is gone; none at all beside a snapshot is a file that was copied. */
function requireAll(
  folder: string,
  first: number,
  journals: readonly number[],
  replayed: readonly number[],
): void {
  if (journals.length === 0) return
  const last = Math.max(first, ...replayed)
  for (let number = first; number <= last; number += 1) {
    if (replayed.includes(number)) continue
    throw new MachineError(
      `Falta el diario ${join(folder, journalName(number))}, con cambios ya guardados. ${untouched}`,
    )
  }
}

/** Applies the changes of one journal; what is torn at the end of the last one becomes a repair. */
async function replay(path: string, state: SavedState, isLast: boolean): Promise<void> {
  const bytes = (await readIfThere(path)) ?? Buffer.alloc(0)
  let offset = 0
  let changeStart = 0
  let parts: Change[] = []
  while (offset < bytes.length) {
    const end = bytes.indexOf(0x0a, offset)
    const line = end < 0 ? undefined : readLine(bytes.toString('utf8', offset, end))
    if (!line || line.number > state.lastChange + 1) break
    offset = end + 1
    // A change that the snapshot already has.
    if (line.number <= state.lastChange) {
      changeStart = offset
      continue
    }
    parts.push(line.change)
    if (line.more) continue
    apply(state, line, joinChanges(parts))
    parts = []
    changeStart = offset
  }
  state.journalBytes += changeStart
  if (changeStart === bytes.length) return
  if (!isLast || hasWholeLine(bytes, offset)) {
    throw new MachineError(`El diario ${path} está dañado en el byte ${offset}. ${untouched}`)
  }
  state.repairs.push({ kind: 'torn', path, offset: changeStart, bytes: bytes.length - changeStart })
}

function apply(state: SavedState, { number, at }: Line, change: Change): void {
  state.table.apply(change)
  state.lastChange = number
  state.lastAt = at
}

/** Whether anything after a damaged place was acknowledged: then the damage is no torn end. */
function hasWholeLine(bytes: Buffer, from: number): boolean {
  for (let start = bytes.indexOf(0x0a, from) + 1; start > 0 && start < bytes.length; ) {
    const end = bytes.indexOf(0x0a, start)
    if (end < 0) return false
    if (readLine(bytes.toString('utf8', start, end))) return true
    start = end + 1
  }
  return false
}

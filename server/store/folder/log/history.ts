/**
 * Reads the history of pilots from the journals, which are kept for this purpose after a snapshot contains their
 * changes. The history that came from a backup or another desk is in `past.jsonl`, in lines of the format of a journal.
 */
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { recentImports, requireImport, type StoredImport } from '#domain/import/undo'
import {
  type ChangeLogPage,
  changeKey,
  historyOf,
  type LoggedChange,
  lastStateOf,
  mergeLogs,
} from '#domain/pilot/change-log'
import type { HistoryEntry } from '#domain/pilot/history'
import type { Pilot } from '#domain/pilot/pilot'
import type { PilotId } from '#domain/pilot/pilot-id'
import { type RemovedPilot, removedIn } from '#domain/pilot/removed'
import { diskError, isMissing, type Sync, syncFolder, writeAtomically } from '../../../files/atomic-file.ts'
import { journalName, journalNumbers } from './journal.ts'
import { inBlocks, type LineBlock, lineBlocks, readLine, writeLines } from './lines.ts'

/** The history that came from backups and from other desks. */
export const pastName = 'past.jsonl'

/** Returns the history of the pilot that has had these identifiers, the oldest entry first. */
export async function readHistory(folder: string, ids: ReadonlySet<PilotId>): Promise<HistoryEntry[]> {
  return historyOf(await changesAbout(folder, ids), ids)
}

/** Returns a lookup of the last states of some pilots, also of removed ones. */
export async function readLastStates(
  folder: string,
  ids: readonly PilotId[],
): Promise<(id: PilotId) => Pilot | undefined> {
  const log = await changesAbout(folder, new Set(ids))
  return (id) => lastStateOf(log, id)
}

/** Returns the pilots that were removed since `since` (ISO 8601, UTC) and were not restored. */
export async function readRemoved(folder: string, since: string): Promise<RemovedPilot[]> {
  const ids = new Set<PilotId>()
  const names = [pastName, ...(await journalNames(folder))]
  for await (const { at, change } of changesIn(folder, names, '"remove":[')) {
    if (at >= since) for (const id of change.remove ?? []) ids.add(id)
  }
  return removedIn(ids.size > 0 ? await changesAbout(folder, ids) : [])
}

/** Returns all changes of this folder's own journals about the pilots of an import. @throws NotFoundError */
export async function readImportLog(folder: string, number: number): Promise<LoggedChange[]> {
  const journals = await journalNames(folder)
  const parts: LoggedChange[] = []
  for await (const logged of changesIn(folder, journals)) if (logged.number === number) parts.push(logged)
  const ids = new Set(requireImport(parts).put.map(({ id }) => id))
  return collected(changesOf(folder, journals, ids))
}

/** Returns the last imports and merges in this folder's own journals, the newest first. */
export async function readImports(folder: string): Promise<StoredImport[]> {
  const imports = new Map<number, StoredImport>()
  const undone = new Set<number>()
  const journals = await journalNames(folder)
  for await (const { number, at, change } of changesIn(folder, journals)) {
    const { by, file, merged, put = [], remove = [], revoke = [] } = change
    if (change.undoes !== undefined) undone.add(change.undoes)
    if (change.importedAt === undefined && !merged) continue
    const removed = remove.filter((id) => !revoke.some((one) => one.id === id))
    const pilots = (imports.get(number)?.pilots ?? 0) + put.length + removed.length
    imports.set(number, {
      change: number,
      at,
      ...(by && { by }),
      ...(file && { file }),
      ...(merged && { desk: merged.desk }),
      pilots,
      isUndone: false,
    })
  }
  return [...imports.values()]
    .slice(-recentImports)
    .reverse()
    .map((one) => ({ ...one, isUndone: undone.has(one.change) }))
}

/** Returns one page of all changes ever made, the oldest first. `after` is the `next` of the previous page. */
export async function changeLogPage(folder: string, after = `${pastName} 0`): Promise<ChangeLogPage> {
  const [name = '', offset] = after.split(' ')
  for await (const { start, bytes } of blocksOf(join(folder, name), Number(offset))) {
    const isWhole = bytes.at(-1) === lineFeed
    const found = isWhole ? changesOfBlock(bytes) : []
    const changes = name === pastName ? found.map((one) => ({ ...one, past: true as const })) : found
    return isWhole ? { changes, next: `${name} ${start + bytes.length}` } : nextFile(folder, name)
  }
  return nextFile(folder, name)
}

async function nextFile(folder: string, name: string): Promise<ChangeLogPage> {
  const names = [pastName, ...(await journalNames(folder))]
  const following = names[names.indexOf(name) + 1]
  return { changes: [], ...(following && { next: `${following} 0` }) }
}

/** Appends the history from a backup. Reading skips the changes that a journal has too. */
export async function addToChangeLog(
  folder: string,
  log: readonly LoggedChange[],
  sync: Sync,
): Promise<void> {
  const path = join(folder, pastName)
  let file: FileHandle | undefined
  try {
    file = await open(path, 'a', 0o600)
    // The line feed ends a line that a crash has left incomplete.
    await file.appendFile(Buffer.concat([...linesOf(log)]))
    await sync(file)
    await syncFolder(folder)
  } catch (error) {
    throw diskError(error, path)
  } finally {
    await file?.close()
  }
}

/**
 * Adds the history of another desk, all of it or nothing. A change that the file has already is left out.
 * @throws DiskFullError, MachineError
 */
export async function addOtherHistory(
  folder: string,
  log: readonly LoggedChange[],
  sync: Sync,
): Promise<void> {
  const stored = new Set<string>()
  for await (const one of changesIn(folder, [pastName])) stored.add(changeKey(one))
  const fresh = log.filter((one) => !stored.has(changeKey(one)))
  if (fresh.length === 0) return
  const path = join(folder, pastName)
  async function* content() {
    for await (const { bytes } of blocksOf(path)) yield bytes
    yield* inBlocks(linesOf(fresh))
  }
  await writeAtomically(path, content(), { sync })
}

/** Yields the lines of changes of others. The first line feed ends a line that a crash has left incomplete. */
function* linesOf(log: readonly LoggedChange[]): Generator<Buffer> {
  yield Buffer.from('\n')
  for (const { number, at, change } of log) yield* writeLines(change, { number, at, base: 0 })
}

/** Says whether the journals have the change whose other parts were staged as `id`, and whether a restore came after it. */
export async function findStaged(folder: string, id: string): Promise<'none' | 'stored' | 'replaced'> {
  let found: 'none' | 'stored' | 'replaced' = 'none'
  for await (const { change } of changesIn(folder, await journalNames(folder))) {
    if (change.staged === id) found = 'stored'
    else if (change.clear && found === 'stored') found = 'replaced'
  }
  return found
}

/** Reads the changes of these identifiers in order. A change that is in a backup and in a journal counts once. */
async function changesAbout(folder: string, ids: ReadonlySet<PilotId>): Promise<LoggedChange[]> {
  const fromBackups = await collected(changesOf(folder, [pastName], ids))
  const own = await collected(changesOf(folder, await journalNames(folder), ids))
  const known = new Set(own.map(changeKey))
  // The parts of a change have one key, and a history that was added twice has each of them twice.
  const partKey = (one: LoggedChange) =>
    [changeKey(one), ...(one.change.put ?? []).map(({ id }) => id)].join(' ')
  const others = new Map(fromBackups.map((one) => [partKey(one), one]))
  return mergeLogs(
    own,
    [...others.values()].filter((one) => !known.has(changeKey(one))),
  )
}

async function collected(logged: AsyncIterable<LoggedChange>): Promise<LoggedChange[]> {
  const changes: LoggedChange[] = []
  for await (const one of logged) changes.push(one)
  return changes
}

/** Yields the changes of these identifiers, without the other pilots that they put. */
async function* changesOf(
  folder: string,
  names: readonly string[],
  ids: ReadonlySet<PilotId>,
): AsyncGenerator<LoggedChange> {
  for await (const logged of changesIn(folder, names)) {
    const put = logged.change.put?.filter(({ id }) => ids.has(id))
    const { remove, seen } = logged.change
    const isAbout = put?.length || remove?.some((id) => ids.has(id)) || seen?.some(({ id }) => ids.has(id))
    if (isAbout) yield { ...logged, change: { ...logged.change, put } }
  }
}

/**
 * Yields the changes of some files, a line at a time: a change of many pilots comes in parts. Parses only the lines that
 * have `text`, if there is one.
 */
async function* changesIn(folder: string, names: readonly string[], text = ''): AsyncGenerator<LoggedChange> {
  for (const name of names) {
    for await (const { bytes } of blocksOf(join(folder, name))) yield* changesOfBlock(bytes, text)
  }
}

/** Yields the lines of a file in blocks. Yields nothing if the file does not exist. @throws MachineError */
async function* blocksOf(path: string, from = 0): AsyncGenerator<LineBlock> {
  try {
    yield* lineBlocks(path, from)
  } catch (error) {
    if (!isMissing(error)) throw diskError(error, path)
  }
}

/** Returns the changes of the complete lines of a block that have `text`. Skips lines that cannot be read. */
function changesOfBlock(bytes: Buffer, text = ''): LoggedChange[] {
  const changes: LoggedChange[] = []
  for (let start = 0, end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, start)) {
    const found = bytes.subarray(start, end)
    const line = found.includes(text) ? readLine(found) : undefined
    if (line) changes.push({ number: line.number, at: line.at, change: line.change })
    start = end + 1
  }
  return changes
}

async function journalNames(folder: string): Promise<string[]> {
  return (await journalNumbers(folder)).map(journalName)
}

const lineFeed = 0x0a

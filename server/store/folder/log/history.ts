/**
 * Reads the history of pilots from the journals, which are kept for this purpose after a snapshot contains their
 * changes. The history that came from a backup is in `past.jsonl`, in lines of the format of a journal.
 */
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { recentImports, requireImport, type StoredImport } from '#domain/import/undo'
import {
  type ChangeLogPage,
  historyOf,
  type LoggedChange,
  lastStateOf,
  mergeLogs,
} from '#domain/pilot/change-log'
import type { HistoryEntry } from '#domain/pilot/history'
import type { Pilot } from '#domain/pilot/pilot'
import type { PilotId } from '#domain/pilot/pilot-id'
import { type RemovedPilot, removedIn } from '#domain/pilot/removed'
import { diskError, isMissing, type Sync, syncFolder } from '../../../files/atomic-file.ts'
import { journalName, journalNumbers } from './journal.ts'
import { type LineBlock, lineBlocks, readLine, writeLines } from './lines.ts'

const backupHistoryName = 'past.jsonl'

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
  const names = [backupHistoryName, ...(await journalNames(folder))]
  for await (const { at, change } of linesWith(folder, names, ['"remove":['])) {
    if (at >= since) for (const id of change.remove ?? []) ids.add(id)
  }
  return removedIn(ids.size > 0 ? await changesAbout(folder, ids) : [])
}

/** Returns all changes of this folder's own journals about the pilots of an import. @throws NotFoundError */
export async function readImportLog(folder: string, number: number): Promise<LoggedChange[]> {
  const parts: LoggedChange[] = []
  const journals = await journalNames(folder)
  for await (const line of linesWith(folder, journals, [`{"number":${number},`])) parts.push(line)
  const ids = new Set(requireImport(parts).put.map(({ id }) => id))
  return collected(linesAbout(folder, journals, ids))
}

/** Returns the last imports in this folder's own journals, the newest first. */
export async function readImports(folder: string): Promise<StoredImport[]> {
  const imports = new Map<number, StoredImport>()
  const undone = new Set<number>()
  const journals = await journalNames(folder)
  for await (const { number, at, change } of linesWith(folder, journals, importTexts)) {
    if (change.undoes !== undefined) undone.add(change.undoes)
    if (change.importedAt === undefined) continue
    const pilots = (imports.get(number)?.pilots ?? 0) + (change.put?.length ?? 0)
    imports.set(number, { change: number, at, ...(change.by && { by: change.by }), pilots, isUndone: false })
  }
  return [...imports.values()]
    .slice(-recentImports)
    .reverse()
    .map((one) => ({ ...one, isUndone: undone.has(one.change) }))
}

/** The texts in the lines of imports, and of changes that undo one. No string in JSON has an unescaped quote. */
const importTexts = ['"importedAt":"', '"undoes":']

/** Returns one page of all changes ever made, the oldest first. `after` is the `next` of the previous page. */
export async function changeLogPage(
  folder: string,
  after = `${backupHistoryName} 0`,
): Promise<ChangeLogPage> {
  const [name = '', offset] = after.split(' ')
  for await (const { start, bytes } of blocksOf(join(folder, name), Number(offset))) {
    const isWhole = bytes.at(-1) === lineFeed
    const changes = isWhole ? linesIn(bytes).flatMap((line) => changeIn(line) ?? []) : []
    return isWhole ? { changes, next: `${name} ${start + bytes.length}` } : nextFile(folder, name)
  }
  return nextFile(folder, name)
}

async function nextFile(folder: string, name: string): Promise<ChangeLogPage> {
  const names = [backupHistoryName, ...(await journalNames(folder))]
  const following = names[names.indexOf(name) + 1]
  return { changes: [], ...(following && { next: `${following} 0` }) }
}

/** The approximate size of the part of a file that is read at a time, in bytes: parsing it takes a few milliseconds. */
const pageBytes = 512 * 1024

/** Appends the history from a backup. Reading skips the changes that a journal has too. */
export async function addToChangeLog(
  folder: string,
  log: readonly LoggedChange[],
  sync: Sync,
): Promise<void> {
  const path = join(folder, backupHistoryName)
  let file: FileHandle | undefined
  try {
    file = await open(path, 'a', 0o600)
    // The line feed ends a line that a crash has left incomplete.
    const lines = log.flatMap(({ number, at, change }) => [...writeLines(change, { number, at, base: 0 })])
    await file.appendFile(Buffer.concat([Buffer.from('\n'), ...lines]))
    await sync(file)
    await syncFolder(folder)
  } catch (error) {
    throw diskError(error, path)
  } finally {
    await file?.close()
  }
}

/** Reads the changes of these identifiers in order. A change that is in a backup and in a journal counts once. */
async function changesAbout(folder: string, ids: ReadonlySet<PilotId>): Promise<LoggedChange[]> {
  const fromBackups = await collected(linesAbout(folder, [backupHistoryName], ids))
  const own = await collected(linesAbout(folder, await journalNames(folder), ids))
  const others = new Map(fromBackups.map((one) => [keyOf(one), one]))
  for (const one of own) others.delete(keyOf(one))
  return mergeLogs(own, [...others.values()])
}

function keyOf({ at, number }: LoggedChange): string {
  return `${at} ${number}`
}

async function collected(lines: AsyncIterable<LoggedChange>): Promise<LoggedChange[]> {
  const changes: LoggedChange[] = []
  for await (const line of lines) changes.push(line)
  return changes
}

/** The largest number of texts for which searching the bytes is faster than parsing every line. */
const mostTexts = 8

/** Yields the lines that name an identifier. If there are many, the other pilots of a change are left out. */
async function* linesAbout(
  folder: string,
  names: readonly string[],
  ids: ReadonlySet<PilotId>,
): AsyncGenerator<LoggedChange> {
  if (ids.size <= mostTexts) return yield* linesWith(folder, names, [...ids])
  for (const name of names) {
    for await (const { bytes } of blocksOf(join(folder, name))) {
      for (const line of linesIn(bytes)) {
        const logged = changeAbout(line, ids)
        if (logged) yield logged
      }
    }
  }
}

function changeAbout(line: Buffer, ids: ReadonlySet<PilotId>): LoggedChange | undefined {
  const logged = changeIn(line)
  const put = logged?.change.put?.filter(({ id }) => ids.has(id))
  const isAbout = put?.length || logged?.change.remove?.some((id) => ids.has(id))
  return logged && isAbout ? { ...logged, change: { ...logged.change, put } } : undefined
}

/** Yields the lines that have one of the texts. Searches the bytes, since parsing every line would take too long. */
async function* linesWith(
  folder: string,
  names: readonly string[],
  texts: readonly string[],
): AsyncGenerator<LoggedChange> {
  for (const name of names) {
    for await (const { bytes } of blocksOf(join(folder, name))) {
      for (let at = nextOf(bytes, texts, 0); at >= 0; ) {
        const end = bytes.indexOf(lineFeed, at)
        if (end < 0) break
        const change = changeIn(bytes.subarray(bytes.lastIndexOf(lineFeed, at) + 1, end))
        if (change) yield change
        at = nextOf(bytes, texts, end)
      }
    }
  }
}

/** Yields the lines of a file in blocks. Yields nothing if the file does not exist. @throws MachineError */
async function* blocksOf(path: string, from = 0): AsyncGenerator<LineBlock> {
  try {
    yield* lineBlocks(path, from, pageBytes)
  } catch (error) {
    if (!isMissing(error)) throw diskError(error, path)
  }
}

function linesIn(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = []
  for (let start = 0, end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, start)) {
    lines.push(bytes.subarray(start, end))
    start = end + 1
  }
  return lines
}

function changeIn(line: Buffer): LoggedChange | undefined {
  const read = readLine(line)
  return read && { number: read.number, at: read.at, change: read.change }
}

async function journalNames(folder: string): Promise<string[]> {
  return (await journalNumbers(folder)).map(journalName)
}

const lineFeed = 0x0a

/** Returns the offset of the first of the texts in the bytes, or -1. */
function nextOf(bytes: Buffer, texts: readonly string[], from: number): number {
  const offsets = texts.map((text) => bytes.indexOf(text, from, 'latin1')).filter((at) => at >= 0)
  return offsets.length > 0 ? Math.min(...offsets) : -1
}

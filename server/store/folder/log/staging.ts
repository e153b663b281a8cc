/**
 * `erasing/`, `merging/` and `restoring/`: files of a folder as they will be, until they take the places of the old ones, all of them or
 * none. They count once there is the commit mark; without it, what was interrupted has changed nothing.
 */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { LogEntry } from '#domain/gate/log-entry'
import type { Change } from '#domain/pilots/change'
import type { LoggedChange } from '#domain/pilots/history/history'
import type { Rewriting } from '#domain/privacy/erasure'
import { isObject, parseJson } from '#domain/text/text'
import {
  diskError,
  isBeingWritten,
  isMissing,
  isTemporary,
  makeFolder,
  readIfThere,
  removeFile,
  renameFile,
  type Sync,
  syncFolder,
  writeAtomically,
} from '../../../files/atomic-file.ts'
import { readPlain } from '../../../files/plain-file.ts'
import { type Rewritten, rewrittenEntries, type Whole, type WholeKind } from '../../shared/log.ts'
import { pastName, pastWith } from './change-files.ts'
import { journalName, journalNumbers } from './journal.ts'
import { readLine, summedLine, writeLines } from './lines.ts'
import { passageFileName, passageLines } from './passage-file.ts'
import { backupName, readSnapshot, snapshotBytes, snapshotName } from './snapshot.ts'

/** The files that are replaced and removed, by their paths in the data folder. */
interface Commit {
  replace: string[]
  remove: string[]
}

const kinds: readonly WholeKind[] = ['erasing', 'merging', 'restoring']
const commitName = 'commit.json'

export class StagedFiles {
  #files: Commit = { replace: [], remove: [] }
  #path: string

  constructor(
    private readonly folder: string,
    kind: WholeKind,
    private readonly sync: Sync,
  ) {
    this.#path = join(folder, kind)
  }

  /** Writes the new content of a file of the data folder. @throws DiskFullError, MachineError */
  async stage(
    name: string,
    content: Uint8Array | Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  ): Promise<void> {
    await makeFolder(this.#path)
    await writeAtomically(join(this.#path, name), content, { sync: this.sync })
    this.#files.replace.push(name)
  }

  get isEmpty(): boolean {
    return this.#files.replace.length + this.#files.remove.length === 0
  }

  remove(...paths: string[]): void {
    this.#files.remove.push(...paths)
  }

  /** Removes what is staged, which takes space, before a commit. */
  async drop(): Promise<void> {
    await removeFile(this.#path, { recursive: true })
  }

  /** From here on, the work is finished, if need be at the next opening. @throws DiskFullError, MachineError */
  async commit(): Promise<void> {
    await makeFolder(this.#path)
    const content = `${JSON.stringify(this.#files)}\n`
    await writeAtomically(join(this.#path, commitName), content, { sync: this.sync })
    await syncFolder(this.folder)
  }
}

/** Puts committed files in their places, and drops others. Returns what was found of each kind. It can be repeated. */
export async function applyStaged(
  folder: string,
): Promise<{ kind: WholeKind; found: 'dropped' | 'applied' }[]> {
  const all: { kind: WholeKind; found: 'dropped' | 'applied' }[] = []
  for (const kind of kinds) {
    const path = join(folder, kind)
    if (!(await stat(path).catch(() => undefined))) continue
    const files = await readCommit(path)
    if (files) await moveFiles(folder, path, files)
    await removeFile(path, { recursive: true })
    await syncFolder(folder)
    all.push({ kind, found: files ? 'applied' : 'dropped' })
  }
  return all
}

async function moveFiles(folder: string, path: string, { replace, remove }: Commit): Promise<void> {
  for (const name of replace) {
    const staged = join(path, name)
    if (await stat(staged).catch(() => undefined)) await renameFile(staged, join(folder, name))
  }
  for (const name of remove) await removeFile(join(folder, name), { recursive: true })
  await syncFolder(path)
  await syncFolder(folder)
}

/** Returns true from the commit until the files are in their places. */
export async function hasCommit(folder: string): Promise<boolean> {
  for (const kind of kinds) if (await readCommit(join(folder, kind))) return true
  return false
}

async function readCommit(path: string): Promise<Commit | undefined> {
  const bytes = await readIfThere(join(path, commitName))
  const value = parseJson(bytes?.toString('utf8') ?? '')
  if (!isObject(value)) return undefined
  const isList = (list: unknown): list is string[] =>
    Array.isArray(list) && list.every((one) => typeof one === 'string')
  return isList(value.replace) && isList(value.remove)
    ? { replace: value.replace, remove: value.remove }
    : undefined
}

type Parts = Pick<Whole<unknown>, 'rewriting' | 'change' | 'past' | 'entries'>

/** The entries of the log of passages and the journal before, and the number and the time of the change: ISO 8601, UTC. */
type Before = { entries: readonly LogEntry[]; journal: number } & Pick<LoggedChange, 'number' | 'at'>

/** Stages what differs, and returns what is rewritten. @throws DiskFullError, MachineError */
export async function stageWhole(
  folder: string,
  staged: StagedFiles,
  { rewriting, change, past = [], ...others }: Parts,
  before: Before,
): Promise<Omit<Rewritten<unknown>, 'result' | 'number'>> {
  const { entries, passages } = rewrittenEntries(before.entries, { rewriting, ...others })
  if (entries) await staged.stage(passageFileName, passageLines(entries))
  if (past.length > 0) await staged.stage(pastName, await pastWith(folder, past))
  const journals = (await journalNumbers(folder)).map(journalName)
  const current = journalName(before.journal)
  const toKept = rewriting ? (bytes: Buffer) => rewrittenLines(bytes, rewriting) : (bytes: Buffer) => [bytes]
  for (const name of rewriting ? [pastName, ...journals] : change ? [current] : []) {
    const bytes = await readPlain(join(folder, name)).catch((error) => {
      if (!isMissing(error)) throw diskError(error, name)
    })
    if (!bytes) continue
    await staged.stage(name, withChange(toKept(bytes), name === current ? change : undefined, before))
  }
  if (!rewriting) return { photos: 0, passages, removed: [] }
  await stageSnapshots(folder, staged, rewriting)
  const photos = await photosOf(folder, rewriting)
  const removed = await asideNames(folder)
  staged.remove(...removed, ...photos, ...(await temporaryNames(folder)), ...(await copyNames(folder)))
  return { photos: photos.length, passages, removed }
}

/** Returns the lines of a journal with those of a change at its end. */
function withChange(lines: readonly Buffer[], change: Change | undefined, { number, at }: Before): Buffer[] {
  if (!change) return [...lines]
  const base = lines.reduce((length, line) => length + line.length, 0)
  return [...lines, ...writeLines(change, { number, at, base })]
}

async function stageSnapshots(
  folder: string,
  staged: StagedFiles,
  { pilot, revocations, values }: Rewriting,
): Promise<void> {
  for (const name of [snapshotName, backupName]) {
    const snapshot = await readSnapshot(join(folder, name))
    if (snapshot === 'damaged') staged.remove(name)
    if (!snapshot || snapshot === 'damaged') continue
    const { pilots, revoked, shared, ...head } = snapshot
    const kept = revoked && revocations(revoked)
    const bytes = snapshotBytes({
      ...head,
      ...(shared && { shared: values(shared) }),
      ...(kept && kept.length > 0 && { revoked: kept }),
      pilots: pilots.flatMap((one) => pilot(one) ?? []),
    })
    await staged.stage(name, bytes)
  }
}

/**
 * Returns the lines of a journal as they are rewritten, with the same numbers and times. `base` follows the new lengths.
 * Leaves out lines that cannot be read, which a reader skips too.
 */
function rewrittenLines(bytes: Buffer, { change }: Rewriting): Buffer[] {
  const lines: Buffer[] = []
  const offsets = new Map([[0, 0]])
  let length = 0
  for (let start = 0, end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, start)) {
    const line = readLine(bytes.subarray(start, end))
    start = end + 1
    if (line) {
      const base = offsets.get(line.base) ?? 0
      const kept = summedLine({ ...line, base, change: change(line.change) })
      lines.push(kept)
      length += kept.length
    }
    offsets.set(start, length)
  }
  return lines
}

const lineFeed = 0x0a

async function photosOf(folder: string, { photos }: Rewriting): Promise<string[]> {
  const names = await readdir(join(folder, 'photos')).catch(() => [])
  return names.filter((name) => photos.has(name)).map((name) => `photos/${name}`)
}

/** Returns the files and folders of damaged data that were set aside. */
async function asideNames(folder: string): Promise<string[]> {
  const names = await readdir(folder)
  return names.filter((name) => /\.(torn|corrupt)-|^corrupt-/.test(name))
}

/** Returns the documents as they were before their last change. */
async function copyNames(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name !== backupName && name.endsWith('.json.bak'))
}

/** Returns the temporary files that interrupted writes have left. */
async function temporaryNames(folder: string): Promise<string[]> {
  const of = async (part: string) =>
    (await readdir(join(folder, part)).catch(() => []))
      .filter((name) => isTemporary(name) && !isBeingWritten(join(folder, part, name)))
      .map((name) => (part ? `${part}/${name}` : name))
  return [...(await of('')), ...(await of('photos'))]
}

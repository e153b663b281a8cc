/**
 * `erasing/`, `merging/` and `restoring/`: files of a folder as they will be, until they take the places of the old ones, all of them or
 * none. They count once there is the commit mark; without it, what was interrupted has changed nothing.
 */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isObject, parseJson } from '#domain/text/text'
import {
  makeFolder,
  readIfThere,
  removeFile,
  renameFile,
  type Sync,
  syncFolder,
  writeAtomically,
} from '../../../files/atomic-file.ts'
import type { WholeKind } from '../../shared/log.ts'

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

/**
 * `erasing/`: the files of a folder as they are without an erased person, until they take the places of the old ones. The
 * folder counts once it has the commit mark; without it, an interrupted erasure has changed nothing.
 */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { MachineError } from '#domain/errors'
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

/** The files of an erasure, by their paths in the data folder. */
export interface Erasing {
  replace: string[]
  remove: string[]
}

const folderName = 'erasing'
const commitName = 'commit.json'

export class ErasingFolder {
  #files: Erasing = { replace: [], remove: [] }
  #path: string

  constructor(
    private readonly folder: string,
    private readonly sync: Sync,
  ) {
    this.#path = join(folder, folderName)
  }

  /** Writes the new content of a file of the data folder. @throws DiskFullError, MachineError */
  async stage(name: string, content: Uint8Array | Iterable<Uint8Array>): Promise<void> {
    await makeFolder(this.#path)
    await writeAtomically(join(this.#path, name), content, { sync: this.sync })
    this.#files.replace.push(name)
  }

  remove(...paths: string[]): void {
    this.#files.remove.push(...paths)
  }

  /** From here on, the erasure is finished, if need be at the next opening. @throws DiskFullError, MachineError */
  async commit(): Promise<void> {
    await makeFolder(this.#path)
    const content = `${JSON.stringify(this.#files)}\n`
    await writeAtomically(join(this.#path, commitName), content, { sync: this.sync })
    await syncFolder(this.folder)
  }
}

/** Puts the files of a committed erasure in their places, or drops those of another one. It can be repeated. */
export async function applyErasing(folder: string): Promise<'none' | 'dropped' | 'applied'> {
  const path = join(folder, folderName)
  if (!(await stat(path).catch(() => undefined))) return 'none'
  const files = await readCommit(folder)
  if (!files) {
    await removeErasing(folder)
    return 'dropped'
  }
  for (const name of files.replace) {
    const staged = join(path, name)
    if (await stat(staged).catch(() => undefined)) await renameFile(staged, join(folder, name))
  }
  for (const name of files.remove) await removeFile(join(folder, name), { recursive: true })
  await syncFolder(path)
  await syncFolder(folder)
  await removeErasing(folder)
  return 'applied'
}

/** Returns the error of a folder in which files could not be replaced after the commit. */
export function unfinishedErasing(): MachineError {
  return new MachineError('No se terminó de quitar datos para siempre: cierre PilotOS y ábralo otra vez')
}

/** Returns true from the commit of an erasure until its files are in their places. */
export async function hasCommit(folder: string): Promise<boolean> {
  return (await readCommit(folder)) !== undefined
}

async function removeErasing(folder: string): Promise<void> {
  await removeFile(join(folder, folderName), { recursive: true })
  await syncFolder(folder)
}

/** Returns the path of a file as it will be after a committed erasure. */
export async function erasedPath(folder: string, name: string): Promise<string> {
  const staged = join(folder, folderName, name)
  const isStaged = (await hasCommit(folder)) && (await stat(staged).catch(() => undefined))
  return isStaged ? staged : join(folder, name)
}

async function readCommit(folder: string): Promise<Erasing | undefined> {
  const bytes = await readIfThere(join(folder, folderName, commitName))
  const value = parseJson(bytes?.toString('utf8') ?? '')
  if (!isObject(value)) return undefined
  const isList = (list: unknown): list is string[] =>
    Array.isArray(list) && list.every((one) => typeof one === 'string')
  return isList(value.replace) && isList(value.remove)
    ? { replace: value.replace, remove: value.remove }
    : undefined
}

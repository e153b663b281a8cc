/** Files that are whole at every moment: written beside, synced, and renamed into place. */
import { constants } from 'node:fs'
import {
  access,
  chmod,
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DiskFullError, MachineError, TooManyOpenError } from '#domain/errors'

/** Makes what was written to a file survive a power cut. */
export type Sync = (file: FileHandle) => Promise<void>

export const syncData: Sync = (file) => file.datasync()

/**
 * Replaces `path` by `content`, or leaves it as it was. Content in parts is written a part at a time, with room
 * for other work in between. Only its owner can read it, unless `mode` says otherwise.
 * @throws DiskFullError, MachineError
 */
export async function writeAtomically(
  path: string,
  content: string | Uint8Array | Iterable<string | Uint8Array> | AsyncIterable<Uint8Array>,
  options: { beforeReplacing?: () => Promise<void>; sync?: Sync; mode?: number } = {},
): Promise<void> {
  const folder = dirname(path)
  const beside = join(folder, `.${basename(path)}.${crypto.randomUUID()}.tmp`)
  try {
    const file = await open(beside, 'w', options.mode ?? 0o600)
    try {
      await writeFile(file, content)
      await (options.sync ?? syncData)(file)
    } finally {
      await file.close()
    }
    await options.beforeReplacing?.()
    await rename(beside, path)
    await syncFolder(folder)
  } catch (error) {
    await rm(beside, { force: true }).catch(() => {})
    throw (await missingFolder(error, path)) ?? diskError(error, path)
  }
}

/** The error for a file whose folder is not there. */
async function missingFolder(error: unknown, path: string): Promise<MachineError | undefined> {
  const folder = dirname(path)
  if (!isMissing(error) || (await stat(folder).catch(() => undefined))) return undefined
  return new MachineError(`No se puede usar ${path}: no existe la carpeta ${folder}`, error)
}

/** Removes what `writeAtomically` has left where it was killed, from before `before`, in milliseconds since 1970. */
export async function sweepTemporary(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!/^\..+\.tmp$/.test(name)) continue
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found && found.mtimeMs < before) await rm(path, { force: true })
  }
}

/** The bytes of a file, or undefined where there is none. @throws MachineError */
export async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw diskError(error, path)
  }
}

/** Makes a folder that only its owner can enter, where it is missing; one that cannot be written is no error. @throws MachineError */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 })
    await access(path, constants.R_OK | constants.W_OK)
  } catch (error) {
    if (!isReadOnly(error)) throw diskError(error, path)
  }
}

/** Keeps everybody but its owner out of a folder that holds our data. @throws MachineError */
export async function makePrivate(path: string): Promise<void> {
  if (process.platform === 'win32') return
  await chmod(path, 0o700).catch((error) => {
    throw diskError(error, path)
  })
}

/** A moment as a part of a file's name: `20261121T134500123Z`. */
export function stamp(now = new Date()): string {
  return now.toISOString().replace(/\W/g, '')
}

/** Says in Spanish what the disk refused. */
export function diskError(error: unknown, path: string): Error {
  const code = codeOf(error)
  if (!code) return error instanceof Error ? error : new Error(String(error))
  if (code === 'ENOSPC' || code === 'EDQUOT') return new DiskFullError(path, error)
  if (TooManyOpenError.isMeantBy(error)) return new TooManyOpenError(error)
  const reason = reasons[code] ?? `falló el disco (${code})`
  return new MachineError(`No se puede usar ${path}: ${reason}`, error)
}

const noPermission = 'no hay permiso'
const reasons: Record<string, string> = {
  EACCES: noPermission,
  EPERM: noPermission,
  EROFS: 'el disco es de solo lectura',
  ENOTDIR: 'no es una carpeta',
  EEXIST: 'no es una carpeta',
  EISDIR: 'es una carpeta',
  ENOENT: 'no existe',
}

/** Whether a disk can only be read; the error may be the system's own, or one that says so in Spanish. */
export function isReadOnly(error: unknown): boolean {
  return codeOf(error instanceof MachineError ? error.cause : error) === 'EROFS'
}

export function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT'
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** Makes the rename itself durable; Windows has no such call and needs none. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/**
 * Replaces files atomically: writes a temporary file in the same folder, syncs it and renames it. Renames and removes
 * files that another program holds open for a moment.
 */
import { constants } from 'node:fs'
import {
  access,
  chmod,
  type FileHandle,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { asError, codeOf, DiskFullError, MachineError, PilotosError, TooManyOpenError } from '#domain/errors'
import { held, onceFree } from './held-file.ts'
import { readPlain } from './plain-file.ts'

/** Makes the written content of a file durable, so that it survives a power cut. */
export type Sync = (file: FileHandle) => Promise<void>

export const syncData: Sync = (file) => file.datasync()

/** Replaces a small file, as `writeAtomically` does. */
export type ReplaceFile = (path: string, content: string) => Promise<void>

/** The temporary files that this process is writing. */
const written = new Set<string>()

/** Returns true for the name of a temporary file of this module. */
export function isTemporary(name: string): boolean {
  return /^\..+\.tmp$/.test(name)
}

/** Returns true for a temporary file that this process is writing. Any other is left of an interrupted write. */
export function isBeingWritten(path: string): boolean {
  return written.has(path)
}

/**
 * Replaces the file at `path` by `content`, or leaves it unchanged if writing fails. Writes an iterable one part at a
 * time, and lets other work run between the parts. Only the owner can read the file unless `mode` says otherwise.
 * `beforeReplacing` gets the path of the complete new file, and replaces nothing if it fails.
 * @throws DiskFullError, MachineError
 */
export async function writeAtomically(
  path: string,
  content: string | Uint8Array | Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
  options: { beforeReplacing?: (written: string) => Promise<void>; sync?: Sync; mode?: number } = {},
): Promise<void> {
  const folder = dirname(path)
  const temporary = join(folder, `.${basename(path)}.${crypto.randomUUID()}.tmp`)
  written.add(temporary)
  try {
    const file = await open(temporary, 'w', options.mode ?? 0o600)
    try {
      await writeFile(file, content)
      await (options.sync ?? syncData)(file)
    } finally {
      await file.close()
    }
    await options.beforeReplacing?.(temporary)
    await onceFree(path, () => rename(temporary, path))
    await syncFolder(folder)
  } catch (error) {
    await removeFile(temporary).catch(() => {})
    throw (await missingFolder(error, path)) ?? diskError(error, path)
  } finally {
    written.delete(temporary)
  }
}

/** Renames a file or a folder, also while another program holds it open for a moment. @throws DiskFullError, MachineError */
export async function renameFile(from: string, to: string): Promise<void> {
  await onceFree(from, () => rename(from, to)).catch((error) => {
    throw diskError(error, from)
  })
}

/**
 * Removes a file, if it exists, also while another program holds it open for a moment. `recursive` removes a folder with
 * its content. @throws MachineError
 */
export async function removeFile(path: string, { recursive = false } = {}): Promise<void> {
  await onceFree(path, () => rm(path, { force: true, recursive })).catch((error) => {
    throw diskError(error, path)
  })
}

/** Returns the error for a file whose folder does not exist, or undefined if the folder exists. */
async function missingFolder(error: unknown, path: string): Promise<MachineError | undefined> {
  const folder = dirname(path)
  if (!isMissing(error) || (await stat(folder).catch(() => undefined))) return undefined
  return new MachineError(`No se puede usar ${path}: no existe la carpeta ${folder}`, error)
}

/**
 * Removes the temporary files of writes that were interrupted, if they are older than `before`, in milliseconds since
 * 1970.
 */
export async function sweepTemporary(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!isTemporary(name)) continue
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found && found.mtimeMs < before) await removeFile(path)
  }
}

/** Reads a file. Returns undefined if it does not exist. @throws MachineError */
export async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readPlain(path)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw diskError(error, path)
  }
}

/**
 * Creates a folder that only its owner can enter, unless it exists. A folder on a read-only disk is no error.
 * @throws MachineError, also if the folder that it is in is missing, unless `withParents` creates that too
 */
export async function makeFolder(path: string, { withParents = false } = {}): Promise<void> {
  try {
    if (!withParents) await access(dirname(path))
    await mkdir(path, { recursive: true, mode: 0o700 })
    await access(path, constants.R_OK | constants.W_OK)
  } catch (error) {
    if (!isReadOnly(error)) throw diskError(error, path)
  }
}

/** Restricts a data folder to its owner. Does nothing on Windows. @throws MachineError */
export async function makePrivate(path: string): Promise<void> {
  if (process.platform === 'win32') return
  await chmod(path, 0o700).catch((error) => {
    throw diskError(error, path)
  })
}

/** Formats the moment for a file name: `20261121T134500123Z`. */
export function stamp(): string {
  return new Date().toISOString().replace(/\W/g, '')
}

/** Converts an error of the file system to an error with a Spanish message. Keeps errors without a code. */
export function diskError(error: unknown, path: string): Error {
  const code = codeOf(error)
  if (!code) return asError(error)
  if (code === 'ENOSPC' || code === 'EDQUOT') return new DiskFullError(path, error)
  if (code === 'EMFILE' || code === 'ENFILE') return new TooManyOpenError(error)
  const reason = reasons[code] ?? `falló el disco (${code})`
  return new MachineError(`No se puede usar ${path}: ${reason}`, error)
}

/** Gives an error of files that no code has expected, such as that of a disk that breaks, a Spanish message. */
export function withDiskError<Given>(error: Given): Given | Error {
  const code = codeOf(error)
  if (code === 'ENOSPC' || code === 'EDQUOT') return new DiskFullError('los datos', error)
  const isOfDisk = ['EIO', 'EROFS', 'EMFILE', 'ENFILE'].includes(code)
  return isOfDisk ? diskError(error, 'el disco de los datos') : error
}

const noPermission = 'no hay permiso'
const reasons: Record<string, string> = {
  EACCES: noPermission,
  EPERM: noPermission,
  EBUSY: held,
  EROFS: 'el disco es de solo lectura',
  ENOTDIR: 'no es una carpeta',
  EEXIST: 'no es una carpeta',
  EISDIR: 'es una carpeta',
  ENOENT: 'no existe',
}

/** Returns the error of a work that is finished later, with a text in Spanish that says how. */
export function withText(cause: unknown, folder: string, text: string): unknown {
  const error = diskError(cause, folder)
  if (!(error instanceof PilotosError)) return error
  const reason = error instanceof DiskFullError ? `El disco de ${folder} está lleno` : error.message
  return new PilotosError(error.kind, `${reason}. ${text}`, {}, { cause: error })
}

/** Returns true if the error, or the cause of a MachineError, says that the disk is read-only. */
export function isReadOnly(error: unknown): boolean {
  return codeOf(error instanceof MachineError ? error.cause : error) === 'EROFS'
}

export function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT'
}

/** Makes a rename in the folder durable. Does nothing on Windows, which has no such call and does not need it. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/**
 * Opens and reads files that may be anything: a pipe would let the program wait for ever, and a file of some gigabytes
 * would end it. Both are refused, with a message that names the file.
 */
import { constants, type Stats } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { MachineError } from '#domain/errors'
import { fileSize } from '#domain/text/text'
import { openOnceFree } from './held-file.ts'

/** The size limit of a file that is read as a whole, in bytes. */
export const maxWholeBytes = 1_000_000_000

/** There is something else in the place of a file, or a file of a size that none of PilotOS has. */
export class UnusableFileError extends MachineError {
  /** `reason` follows the path in a sentence in Spanish. */
  constructor(
    path: string,
    readonly reason: string,
  ) {
    super(`No se puede usar ${path}: ${reason}. Quítelo de ahí, o ponga en su lugar el archivo verdadero`)
  }
}

/**
 * Opens a file for reading, without waiting for the other end of a pipe. A folder opens too: its first read fails.
 * @throws UnusableFileError, the errors of the system
 */
export async function openPlain(path: string, maxBytes = Number.POSITIVE_INFINITY): Promise<FileHandle> {
  // Windows has no such flag, and no pipes among its files.
  const file = await openOnceFree(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const found = await file.stat()
    const reason = reasonAgainst(found, maxBytes)
    if (reason !== undefined) throw new UnusableFileError(path, reason)
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Reads a file as a whole. @throws UnusableFileError, the errors of the system */
export async function readPlain(path: string, maxBytes = maxWholeBytes): Promise<Buffer> {
  const file = await openPlain(path, maxBytes)
  try {
    return await file.readFile()
  } finally {
    await file.close()
  }
}

/** Returns the reason in Spanish why something is no file that can be read. Leaves folders to the system. */
export function reasonAgainst(found: Stats, maxBytes: number): string | undefined {
  const kind = kindOf(found)
  if (kind) return `es ${kind}, y no un archivo`
  if (!found.isFile() || found.size <= maxBytes) return undefined
  return `pesa ${fileSize(found.size)}, y puede pesar hasta ${fileSize(maxBytes)}`
}

function kindOf(found: Stats): string | undefined {
  if (found.isFIFO()) return 'una tubería (FIFO)'
  if (found.isSocket()) return 'un socket'
  return found.isCharacterDevice() || found.isBlockDevice() ? 'un dispositivo' : undefined
}

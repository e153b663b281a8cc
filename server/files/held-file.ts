/** Waits for files that another program, such as an antivirus or OneDrive on Windows, holds: mostly for less than a second. */
import { type FileHandle, open } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { codeOf, MachineError } from '#domain/errors'

/** The reason in Spanish why a file cannot be used that stays held. */
export const held =
  'no hay permiso, o lo tiene abierto otro programa, casi siempre un antivirus, OneDrive o un editor. Ciérrelo, o pídale ' +
  'que no revise esa carpeta, y repita'

/** The waits before a file is tried again, in milliseconds: two seconds together. */
const pauses = [10, 20, 40, 80, 150, 200, 300, 300, 400, 500]

/** The codes with which Windows refuses to rename or remove a file that is held. */
const movingCodes = ['EPERM', 'EACCES', 'EBUSY', 'ENOTEMPTY']

/** The code with which it refuses to open one. The others say that a person may not. */
export const openingCodes = ['EBUSY']

/** Does `work` on the file at `path`, if need be once another program no longer holds it. @throws MachineError */
export async function onceFree<Value>(
  path: string,
  work: () => Promise<Value>,
  codes: readonly string[] = movingCodes,
): Promise<Value> {
  for (const pause of pauses) {
    try {
      return await work()
    } catch (error) {
      if (!codes.includes(codeOf(error))) throw error
      await delay(pause)
    }
  }
  return work().catch((error) => {
    throw codes.includes(codeOf(error)) ? new MachineError(`No se puede usar ${path}: ${held}`, error) : error
  })
}

/** Opens a file as Node does, once no other program holds it. @throws MachineError, the errors of the system */
export function openOnceFree(path: string, flags: string | number, mode?: number): Promise<FileHandle> {
  return onceFree(path, () => open(path, flags, mode), openingCodes)
}

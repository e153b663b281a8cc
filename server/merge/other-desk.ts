/** Reads the data of another desk, a data folder or a backup, for a merge. */
import { stat } from 'node:fs/promises'
import type { BackupReader } from '../store/backup/backup-reader.ts'
import { type OtherDesk, readOtherBackup } from './merge.ts'
import { readOtherFolder } from './other-folder.ts'

/** @throws NotFoundError, TooLargeError, MalformedError, MachineError */
export async function readOther(path: string, reader?: BackupReader): Promise<OtherDesk> {
  const found = await stat(path).catch(() => undefined)
  return found?.isDirectory() ? readOtherFolder(path) : readOtherBackup(path, reader)
}

/** Writes a backup before a command or an import replaces much of the data. */
import { join } from 'node:path'
import { makeFolder } from '../files/atomic-file.ts'
import type { Stores } from '../store/contract/stores.ts'
import { writeBackup } from './backup.ts'
import { backupFileName } from './backup-files.ts'

/** Writes a backup into `folder` and returns its path. No automatic backup removes it. @throws DiskFullError, MachineError */
export async function writeSafetyBackup(
  stores: Stores,
  folder: string,
  reason: 'importar' | 'restaurar',
): Promise<string> {
  await makeFolder(folder)
  const path = join(folder, `antes-de-${reason}-${backupFileName()}`)
  await writeBackup(stores, path)
  return path
}

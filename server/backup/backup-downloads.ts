/** Backups for a browser: each is complete and checked before the first byte is sent. */
import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { TemporaryFolder, type TemporaryPlace } from '../files/temporary-folder.ts'
import type { Stores } from '../store/contract/stores.ts'
import { writeBackup } from './backup.ts'
import { backupFileName } from './backup-files.ts'

export class BackupDownloads {
  #folder: TemporaryFolder

  constructor(
    private readonly stores: Stores,
    place: TemporaryPlace,
  ) {
    this.#folder = new TemporaryFolder(place)
  }

  /** Makes a backup. The signal ends it, and removes its file. @throws DiskFullError, MachineError */
  async make(signal: AbortSignal): Promise<{ name: string; file: FileHandle }> {
    const path = join(await this.#folder.path(), randomUUID())
    const remove = () => void rm(path, { force: true }).catch(() => {})
    signal.addEventListener('abort', remove, { once: true })
    await writeBackup(this.stores, path, signal)
    return { name: backupFileName(), file: await open(path) }
  }

  close(): Promise<void> {
    return this.#folder.remove()
  }
}

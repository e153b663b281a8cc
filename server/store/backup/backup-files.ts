/** The backup files of a folder, for the screen that lists them, those for a browser, and those before a large change. */
import { randomUUID } from 'node:crypto'
import { type FileHandle, readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { BackupKind, BackupsInfo } from '#domain/desk/calls'
import { MachineError, NotFoundError } from '#domain/errors'
import { diskError, isMissing, makeFolder, removeFile } from '../../files/atomic-file.ts'
import { lockFolder } from '../../files/folder-lock.ts'
import { openOnceFree } from '../../files/held-file.ts'
import { TemporaryFolder, type TemporaryPlace } from '../../files/temporary-folder.ts'
import { databasesFolder } from '../data-address.ts'
import type { Stores } from '../shared/stores.ts'
import { writeBackup } from './write-backup.ts'

type BackupFile = Omit<BackupsInfo['files'][number], 'at'> & { at: Date }

/** Lists the backups in a folder, the newest first; none if there is no such folder. @throws MachineError */
export async function listBackups(folder: string): Promise<BackupFile[]> {
  const files: BackupFile[] = []
  for (const name of await backupNames(folder)) {
    const found = await stat(join(folder, name)).catch(() => undefined)
    if (found) files.push({ name, at: found.mtime, size: found.size, kind: kindOf(name) })
  }
  return files.sort((one, other) => other.at.getTime() - one.at.getTime())
}

/** Opens a backup of a folder, to read it. `name` may be any text. @throws NotFoundError, MachineError */
export async function openBackup(folder: string, name: string): Promise<FileHandle> {
  const path = await backupPath(folder, name)
  return openOnceFree(path, 'r').catch((error) => {
    throw isMissing(error) ? noBackup() : diskError(error, path)
  })
}

/** Returns the path of a backup of a folder. `name` may be any text. @throws NotFoundError, MachineError */
export async function backupPath(folder: string, name: string): Promise<string> {
  // A name of the folder's own list has no separators, so that it leads nowhere else.
  if (!(await backupNames(folder)).includes(name)) throw noBackup()
  return join(folder, name)
}

async function backupNames(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries.filter((entry) => entry.isFile() && isBackupName(entry.name)).map(({ name }) => name)
  } catch (error) {
    if (isMissing(error)) return []
    throw diskError(error, folder)
  }
}

function noBackup(): NotFoundError {
  return new NotFoundError('Esa copia ya no está: mire la lista otra vez')
}

function kindOf(name: string): BackupKind {
  if (name.startsWith('pilotos-')) return 'automatic'
  if (name.startsWith('antes-de-importar-')) return 'import'
  if (name.startsWith('antes-de-unir-')) return 'merge'
  if (name.startsWith('antes-de-cerrar-')) return 'day'
  return name.startsWith('antes-de-restaurar-') ? 'restore' : 'other'
}

/**
 * Returns a name like `pilotos-2026-11-21-134500-123.tar.gz`. The milliseconds make names unique, and names sort by
 * time.
 */
export function backupFileName(): string {
  const [day, time = ''] = new Date().toISOString().split('T')
  return `pilotos-${day}-${time.slice(0, 12).replaceAll(':', '').replace('.', '-')}.tar.gz`
}

/** Returns true for the name of a backup, and false for the temporary file that a crash has left. */
export function isBackupName(name: string): boolean {
  return /^[^.].*\.tar(?:\.gz)?$/.test(name)
}

/** Backups for a browser: each is complete and checked before the first byte is sent. */
export class BackupDownloads {
  #folder: TemporaryFolder
  #making = new Set<Promise<unknown>>()

  constructor(
    private readonly stores: Stores,
    place: TemporaryPlace,
  ) {
    this.#folder = new TemporaryFolder(place)
  }

  /** Makes a backup. The signal ends it, and removes its file. @throws DiskFullError, MachineError */
  async make(signal: AbortSignal): Promise<{ name: string; file: FileHandle }> {
    const path = join(await this.#folder.path(), randomUUID())
    const remove = () => void removeFile(path).catch(() => {})
    signal.addEventListener('abort', remove, { once: true })
    const making = writeBackup(this.stores, path, { signal }).then(() => openOnceFree(path, 'r'))
    this.#making.add(making)
    const file = await making.finally(() => this.#making.delete(making))
    return { name: backupFileName(), file }
  }

  /** Waits for the backups that are being made. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#making)
    await this.#folder.remove()
  }
}

/** Writes a backup into `folder` and returns its path. No automatic backup removes it. @throws DiskFullError, MachineError */
export async function writeSafetyBackup(
  stores: Stores,
  folder: string,
  reason: 'importar' | 'restaurar' | 'unir' | 'cerrar' | 'actualizar',
): Promise<string> {
  // A data folder that is gone, such as that of an unplugged disk, is not made again.
  await makeFolder(folder, { withParents: folder.startsWith(databasesFolder()) })
  const path = join(folder, `antes-de-${reason}-${backupFileName()}`)
  await alone(folder, () => writeBackup(stores, path))
  return path
}

/** The longest wait for another program, in milliseconds. */
const giveUpAfter = 10 * 60_000
const retryMilliseconds = 100

/**
 * Runs `work` while nobody else writes or rewrites the archives of a folder: an erasure waits for a backup that has begun,
 * and a backup for an erasure, also that of another program on this laptop. The locked file stands beside the folder.
 * @throws MachineError
 */
export async function alone<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  // A folder that is not there yet may come meanwhile.
  if (!(await stat(dirname(folder)).catch(() => undefined))) return work()
  const start = performance.now()
  for (;;) {
    const lock = await lockFolder(dirname(folder), undefined, `${basename(folder)}.lock`)
    if (lock) return work().finally(() => lock.release())
    if (performance.now() - start > giveUpAfter) {
      throw new MachineError(`Otro programa usa las copias de ${folder} y no termina: ciérrelo y repita`)
    }
    await delay(retryMilliseconds)
  }
}

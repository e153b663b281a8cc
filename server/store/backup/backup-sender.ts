/** In the process that reads a backup: sends its content in batches. */
import type { LogEntry } from '#domain/gate/log-entry'
import type { LoggedChange } from '#domain/pilots/history/history'
import type { Pilot } from '#domain/pilots/pilot'
import { type ReadEnd, send, sendResult } from '../../workers/reader-child.ts'
import { type Backup, readBackup } from './backup.ts'

export interface BackupRequest {
  /** The path of the backup. */
  backup: string
  /** True if the changes of its history are sent too. They are checked in any case. */
  withHistory: boolean
}

export type BackupMessage =
  | { history: LoggedChange[] }
  | { pilots: Pilot[] }
  | { log: LogEntry[] }
  | { rest: Omit<Backup, 'pilots' | 'log'> }
  | ReadEnd

/** The limits of a batch. A batch of this size takes a few milliseconds to receive. */
const [itemsPerBatch, bytesPerBatch] = [500, 256 * 1024]

export function sendBackup({ backup: path, withHistory }: BackupRequest): Promise<void> {
  return sendResult(async () => {
    let batches: LoggedChange[][] = [[]]
    let bytes = 0
    const add = (change: LoggedChange, size: number) => {
      if (!withHistory) return
      const last = batches.at(-1) ?? []
      last.push(change)
      bytes += size
      if (last.length < itemsPerBatch && bytes < bytesPerBatch) return
      batches.push([])
      bytes = 0
    }
    const sendHistory = async () => {
      for (const history of batches) if (history.length > 0) await send({ history })
      batches = [[]]
      bytes = 0
    }
    const { pilots, log, ...rest } = await readBackup(path, add, sendHistory)
    await send({ rest })
    for (const some of parts(pilots)) await send({ pilots: some })
    if (log) await send({ log: [] })
    for (const some of parts(log ?? [])) await send({ log: some })
  })
}

function* parts<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += itemsPerBatch)
    yield items.slice(start, start + itemsPerBatch)
}

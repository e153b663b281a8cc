/** Reads backups of others in a separate process, one at a time, which sends their content in batches: see `forkReader`. */
import type { ChildProcess } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { getHeapStatistics } from 'node:v8'
import { MalformedError, TooLargeError } from '#domain/errors'
import type { LogEntry } from '#domain/gate/log-entry'
import type { LoggedChange } from '#domain/pilots/history/history'
import type { Pilot } from '#domain/pilots/pilot'
import { errorOf, forkReader, type ReadEnd, send, sendResult } from '../../workers/reader-child.ts'
import { createMutex } from '../../workers/turns.ts'
import { type Backup, readBackup } from './backup.ts'

export interface ReadBackup extends Backup {
  /** The changes of the history, the oldest first. */
  history: LoggedChange[]
}

interface BackupReaderOptions {
  readerFile: string
  /** The largest heap of the process, in MB. It keeps the pilots and the passages, and no history. */
  memory?: number
}

/** The time for any backup, and for each of its bytes, in milliseconds: ten times what a laptop of 2020 needs. */
const [baseTime, timePerByte] = [60_000, 0.003]

/** The part of this program's own heap that a backup may fill. */
const mostHeap = 0.75

export class BackupReader {
  #runExclusive = createMutex()
  #closing = new AbortController()

  constructor(private readonly options: BackupReaderOptions) {}

  /** Reads a backup like `readBackup`. @throws NotFoundError, TooLargeError, MalformedError */
  read(path: string): Promise<Backup> {
    return this.#runExclusive(() => this.#read({ backup: path, withHistory: false }))
  }

  /** Reads a backup with its history, which can be ten times as large as the rest. @throws as `read` */
  readWithHistory(path: string): Promise<ReadBackup> {
    return this.#runExclusive(() => this.#read({ backup: path, withHistory: true }))
  }

  /** Cancels all readings. */
  close(): void {
    this.#closing.abort()
  }

  async #read(request: BackupRequest): Promise<ReadBackup> {
    const { backup: path } = request
    const { readerFile, memory = 1024 } = this.options
    const { size = 0 } = (await stat(path).catch(() => undefined)) ?? {}
    const late = AbortSignal.timeout(Math.round(baseTime + size * timePerByte))
    const full = new AbortController()
    const signal = AbortSignal.any([late, this.#closing.signal, full.signal])
    const child = forkReader({ readerFile, memory, signal })
    child.send(request)
    const isFull = () => {
      const { used_heap_size, heap_size_limit } = getHeapStatistics()
      if (used_heap_size > heap_size_limit * mostHeap) full.abort()
    }
    const read = await receive(child, isFull).catch((error: Error) => {
      if (this.#closing.signal.aborted) throw new MalformedError('Se canceló la lectura de la copia')
      if (!signal.aborted) throw error
    })
    if (!read) throw tooMuch(path)
    return read
  }
}

/** Returns undefined if the process ends before it has sent everything. @throws PilotosError */
function receive(child: ChildProcess, onBatch: () => void): Promise<ReadBackup | undefined> {
  const history: LoggedChange[] = []
  const pilots: Pilot[] = []
  const log: LogEntry[] = []
  let rest: Omit<Backup, 'pilots' | 'log'> | undefined
  return new Promise((resolve, reject) => {
    child.on('message', (message: BackupMessage) => {
      onBatch()
      if ('history' in message) history.push(...message.history)
      else if ('pilots' in message) pilots.push(...message.pilots)
      else if ('log' in message) log.push(...message.log)
      else if ('rest' in message) rest = message.rest
      else if ('end' in message) resolve(rest && { ...rest, pilots, log, history })
      else reject(errorOf(message))
    })
    child.on('error', reject)
    child.on('disconnect', () => resolve(undefined))
  })
}

function tooMuch(path: string): TooLargeError {
  return new TooLargeError(
    `${path} necesita demasiada memoria o demasiado tiempo para leerse: no se cambió nada. Use otra copia`,
  )
}

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

/** In the process: reads a backup, and sends its content in batches. */
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
    for (const some of parts(log)) await send({ log: some })
  })
}

function* parts<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += itemsPerBatch)
    yield items.slice(start, start + itemsPerBatch)
}

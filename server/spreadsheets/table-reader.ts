/**
 * Reads imported files in a separate process, one at a time: a file that takes too much memory or time ends only
 * that process. A thread is not enough: if a thread runs out of memory within a single call, such as `JSON.parse`,
 * the whole program ends.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { MalformedError, PilotosError, TooLargeError } from '#domain/errors'
import type { FileLine, FileRow } from '#domain/import/row-reader'
import { checkDraft } from '#domain/pilot/pilot'
import { createMutex } from '../async/mutex.ts'
import { tooMuchMemory, tooSlow } from './formats/bounds.ts'
import type { MappingRequest } from './mapping/map-file.ts'
import type { ReadMessage } from './reader-process.ts'
import { type ImportTable, rowReaderOf, type TableHead } from './table.ts'

export interface TableReaderOptions {
  /** The path of the built `reader-process.ts`, or of the source itself if tsx runs the sources. */
  readerFile: string
  /** The timeout for one file, in milliseconds. */
  deadline?: number
  /** The largest heap of the process, in MB. The unpacked parts of an Excel workbook have their own limit. */
  memory?: number
}

export class TableReader {
  #runExclusive = createMutex()
  #closing = new AbortController()

  constructor(private readonly options: TableReaderOptions) {}

  /**
   * Reads a file like `readTable`. `signal` cancels the reading.
   * @throws MalformedError if the file is not readable or `signal` is aborted, TooLargeError
   */
  read(bytes: Uint8Array, request: MappingRequest = {}, signal?: AbortSignal): Promise<ImportTable> {
    return this.#runExclusive(() => this.#read(bytes, request, signal))
  }

  /** Cancels all readings. */
  close(): void {
    this.#closing.abort()
  }

  async #read(
    bytes: Uint8Array,
    request: MappingRequest,
    signal = this.#closing.signal,
  ): Promise<ImportTable> {
    const { readerFile, deadline = 60_000, memory = 1024 } = this.options
    const leaving = AbortSignal.any([signal, this.#closing.signal])
    const late = AbortSignal.timeout(deadline)
    const sources = readerFile.endsWith('.ts') ? ['--import', 'tsx'] : []
    const child = fork(readerFile, {
      execArgv: [`--max-old-space-size=${memory}`, ...sources],
      serialization: 'advanced',
      stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
      killSignal: 'SIGKILL',
      signal: AbortSignal.any([leaving, late]),
    })
    // If the process ends before it has read all bytes, the write fails; `receive` reports the failure.
    child.stdin?.on('error', () => {}).end(bytes)
    child.send(withoutCells(request))
    const table = await receive(child, new ArrivingTable(request)).catch((error: Error) => {
      if (leaving.aborted) throw new MalformedError('Se canceló la lectura del archivo')
      throw late.aborted ? new TooLargeError(tooSlow) : error
    })
    if (!table) throw new TooLargeError(tooMuchMemory)
    return table
  }
}

/** Returns the table, or undefined if the process ends before it has sent everything. @throws PilotosError */
function receive(child: ChildProcess, arriving: ArrivingTable): Promise<ImportTable | undefined> {
  return new Promise((resolve, reject) => {
    child.on('message', (message: ReadMessage) => {
      if ('failure' in message) {
        const { kind, message: text, details } = message.failure
        reject(new PilotosError(kind, text, details))
      } else if ('fault' in message) {
        reject(new Error(`The reading of a file failed: ${message.fault}`))
      } else if ('end' in message) {
        resolve(arriving.table())
      } else {
        arriving.take(message)
        // Without this pause, batches could be processed in the same iteration of the event loop, and other requests
        // would wait.
        setImmediate(() => child.connected && child.send('next'))
      }
    })
    child.on('error', reject)
    child.on('disconnect', () => resolve(undefined))
  })
}

/**
 * A table whose rows arrive in batches. Each row is checked on arrival: checking all rows at once, when the import
 * begins, would block other requests.
 */
class ArrivingTable {
  #head: TableHead | undefined
  #read: ReturnType<typeof rowReaderOf> | undefined
  #rows: FileRow[] = []

  constructor(private readonly request: MappingRequest) {}

  take(message: { head: TableHead } | { lines: FileLine[] }): void {
    if ('head' in message) {
      this.#head = message.head
      this.#read = rowReaderOf(message.head, this.request.mapping)
    } else for (const line of message.lines) this.#add(line)
  }

  table(): ImportTable {
    if (!this.#head) throw new Error('The rows of a table came without its head')
    const rows = this.#rows
    return { ...this.#head, rows, lastLine: () => rows.at(-1)?.line ?? 1 }
  }

  #add(line: FileLine): void {
    const row = this.#read?.(line)
    if (!row) return
    if (!row.isAside) row.checked = checkDraft(row.values)
    this.#rows.push(row)
  }
}

/** Leaves out the cells that were typed over, which only the receiver applies. */
function withoutCells({
  mapping: { cells: _cells, ...mapping } = {},
  remembered,
}: MappingRequest): MappingRequest {
  return { mapping, remembered }
}

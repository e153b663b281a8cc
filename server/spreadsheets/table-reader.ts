/**
 * Reads imported files in a separate process, one at a time: a file that takes too much memory or time ends only
 * that process. A thread is not enough: if a thread runs out of memory within a single call, such as `JSON.parse`,
 * the whole program ends.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { MalformedError, PilotosError, TooLargeError } from '#domain/errors'
import type { FileRow } from '#domain/import/row-reader'
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
    const table = await receive(child, request).catch((error: Error) => {
      if (leaving.aborted) throw new MalformedError('Se canceló la lectura del archivo')
      throw late.aborted ? new TooLargeError(tooSlow) : error
    })
    if (!table) throw new TooLargeError(tooMuchMemory)
    return table
  }
}

/**
 * Returns the table, or undefined if the process ends before it has sent everything. Each row is checked on arrival:
 * checking all rows at once, when the import begins, would block other requests.
 * @throws PilotosError
 */
function receive(child: ChildProcess, { mapping }: MappingRequest): Promise<ImportTable | undefined> {
  let head: TableHead | undefined
  let read: ReturnType<typeof rowReaderOf> | undefined
  const rows: FileRow[] = []
  return new Promise((resolve, reject) => {
    child.on('message', (message: ReadMessage) => {
      if ('head' in message) {
        head = message.head
        read = rowReaderOf(head, mapping)
      } else if ('lines' in message) {
        for (const line of message.lines) if (read) rows.push(checked(read(line)))
      } else if ('end' in message) {
        resolve(head && { ...head, rows })
      } else {
        reject(errorOf(message))
      }
    })
    child.on('error', reject)
    child.on('disconnect', () => resolve(undefined))
  })
}

function errorOf(message: Extract<ReadMessage, { failure: unknown } | { fault: string }>): Error {
  if ('fault' in message) return new Error(`The reading of a file failed: ${message.fault}`)
  const { kind, message: text, details } = message.failure
  return new PilotosError(kind, text, details)
}

function checked(row: FileRow): FileRow {
  return row.isAside ? row : { ...row, checked: checkDraft(row.values) }
}

/** Leaves out the cells that were typed over, which only the receiver applies. */
function withoutCells({
  mapping: { cells: _cells, ...mapping } = {},
  remembered,
}: MappingRequest): MappingRequest {
  return { mapping, remembered }
}

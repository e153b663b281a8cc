/**
 * Reads imported files in a process of their own, one at a time: a file that takes too much memory or time ends that
 * process, and nothing else. A thread would not do: one that runs out of memory within a single call, as of
 * `JSON.parse`, takes the whole program with it.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { MalformedError, PilotosError, TooLargeError } from '#domain/errors'
import { checkDraft } from '#domain/pilot/pilot'
import { createMutex } from '../async/mutex.ts'
import { tooMuchMemory, tooSlow } from './bounds.ts'
import type { ReadMessage, SentRow, TableHead } from './reader-process.ts'
import { type ImportTable, rowOf, type TableRow } from './table.ts'

export interface TableReaderOptions {
  /** The built `table-process.ts`, or that source itself where tsx runs the sources. */
  readerFile: string
  /** How long one file may take, in milliseconds. */
  deadline?: number
  /** How large the heap of the process may become, in MB; what is unpacked of a book of Excel has its own bound. */
  memory?: number
}

export class TableReader {
  #inTurn = createMutex()
  #closing = new AbortController()

  constructor(private readonly options: TableReaderOptions) {}

  /**
   * Like `readTable` of the domain; `signal` gives the reading up.
   * @throws MalformedError, TooLargeError
   */
  read(bytes: Uint8Array, signal?: AbortSignal): Promise<ImportTable> {
    return this.#inTurn(() => this.#read(bytes, signal))
  }

  /** Gives up whatever is read. */
  close(): void {
    this.#closing.abort()
  }

  async #read(bytes: Uint8Array, signal = this.#closing.signal): Promise<ImportTable> {
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
    // A process that is ended does not read on.
    child.stdin?.on('error', () => {}).end(bytes)
    const table = await receive(child).catch((error: Error) => {
      if (leaving.aborted) throw new MalformedError('Se canceló la lectura del archivo')
      throw late.aborted ? new TooLargeError(tooSlow) : error
    })
    if (!table) throw new TooLargeError(tooMuchMemory)
    return table
  }
}

/** The table; undefined where the process ends before it has handed over everything. @throws PilotosError */
function receive(child: ChildProcess): Promise<ImportTable | undefined> {
  const arriving = new ArrivingTable()
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
        // A batch that is here already would be taken in the same turn, and others would wait.
        setImmediate(() => child.connected && child.send('next'))
      }
    })
    child.on('error', reject)
    child.on('disconnect', () => resolve(undefined))
  })
}

/**
 * A table whose rows come one batch after the other. They are checked as they come: all of them at once, when the
 * import begins, would hold others up.
 */
class ArrivingTable {
  #head: TableHead | undefined
  #rows: TableRow[] = []

  take(message: { head: TableHead } | { rows: SentRow[] }): void {
    if ('head' in message) this.#head = message.head
    else for (const sent of message.rows) this.#rows.push(this.#received(sent))
  }

  table(): ImportTable {
    if (!this.#head) throw new Error('The rows of a table came without its head')
    const rows = this.#rows
    return { ...this.#head, rows, lastLine: () => rows.at(-1)?.line ?? 1 }
  }

  #received({ line, cells, badCells, problem }: SentRow): TableRow {
    const row = rowOf(line, cells, this.#head?.header ?? [])
    return { ...row, checked: checkDraft(row.values), badCells, problem }
  }
}

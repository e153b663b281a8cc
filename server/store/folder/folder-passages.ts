/** The passages of a folder: in memory, and in a file that is synced before a passage is acknowledged. */

import type { LogEntry } from '#domain/gate/log-entry'
import { PassageLog } from '#domain/gate/passage-log'
import type { EntryLog } from '../shared/log.ts'
import { PassageFile, type PassageFileOptions, readPassages } from './log/passage-file.ts'
import { repair } from './log/repairs.ts'

interface Open {
  log: PassageLog
  file: PassageFile
}

/** Callers append and close one after the other. */
export class FolderPassages implements EntryLog {
  /** Descriptions of the repairs that were made on opening, in Spanish. */
  notes: readonly string[] = []
  #opening: Promise<Open> | undefined
  #log = new PassageLog()
  #listeners = new Set<(entries: readonly LogEntry[]) => void>()

  constructor(
    private readonly options: Omit<PassageFileOptions, 'length'>,
    /** Throws if nothing can be stored any more. */
    private readonly requireUsable: () => void,
  ) {}

  get lastNumber(): number {
    return this.#log.lastNumber
  }

  /** Reads and repairs the file at the first use. @throws MachineError if the file cannot be read */
  async current(): Promise<PassageLog> {
    return (await this.#open()).log
  }

  async append<Decided extends { fresh: readonly LogEntry[] }>(
    decide: (log: PassageLog) => Decided,
  ): Promise<Decided> {
    this.requireUsable()
    const { log, file } = await this.#open()
    const decided = decide(log)
    if (decided.fresh.length === 0) return decided
    await file.append(decided.fresh)
    for (const entry of decided.fresh) log.add(entry)
    this.#notify(decided.fresh)
    return decided
  }

  subscribe(listener: (entries: readonly LogEntry[]) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Closes the file. The next use reads it again. */
  async close(): Promise<void> {
    const open = await this.#opening?.catch(() => undefined)
    this.#opening = undefined
    await open?.file.close()
  }

  /** Reads the file again, which was replaced. */
  async readAgain(): Promise<void> {
    await this.current()
    this.#notify([])
  }

  #notify(entries: readonly LogEntry[]): void {
    for (const listener of this.#listeners) listener(entries)
  }

  #open(): Promise<Open> {
    this.#opening ??= this.#read()
    return this.#opening
  }

  async #read(): Promise<Open> {
    const { log, length, repairs } = await readPassages(this.options.folder)
    this.notes = await repair(repairs)
    this.#log = log
    return { log, file: new PassageFile({ ...this.options, length }) }
  }
}

/** The passages of a folder: in memory, and in a file that is synced before a passage is acknowledged. */
import { MachineError } from '#domain/errors'
import type { EventPart } from '#domain/event/events'
import type { Attendance, EventDay } from '#domain/gate/attendance'
import type { AgainRule, JudgedScan, Passage } from '#domain/gate/passage'
import { changedLog, type PassageChanges } from '#domain/gate/passage-changes'
import { PassageLog, type ScanOrder } from '#domain/gate/passage-log'
import type { ListedPassage, PassagePage, PassageQuery } from '#domain/gate/passage-query'
import type { LogEntry, SettlementOrder } from '#domain/gate/settlement'
import type { PassageSummary } from '#domain/web/gate-schemas'
import { syncData } from '../../files/atomic-file.ts'
import { entriesPerPage, type PassageStore } from '../contract/passage-store.ts'
import { ScanBatches } from '../shared/scan-batches.ts'
import type { StoreOptions } from './folder-log.ts'
import { DurableLengthFile } from './log/durable-length.ts'
import { hasCommit, unfinishedErasing } from './log/erasing.ts'
import { PassageFile, readPassages } from './log/passage-file.ts'
import { repair } from './log/repairs.ts'

interface Open {
  log: PassageLog
  file: PassageFile
}

interface PassageOptions extends Pick<StoreOptions, 'sync' | 'requireLock' | 'durableLength'> {
  /** Returns a scan without a person who was erased. */
  anonymous?: (scan: JudgedScan) => JudgedScan
}

export class FolderPassages implements PassageStore {
  /** Descriptions of the repairs that were made on opening, in Spanish. */
  notes: readonly string[] = []
  #opening: Promise<Open> | undefined
  #lastPassage = 0
  #batches = new ScanBatches((orders) => this.#store(orders))
  #listeners = new Set<(entries: readonly LogEntry[]) => void>()
  #isClosed = false
  /** True if files could not be replaced after the commit of an erasure, which the next opening finishes. */
  #isUnfinished = false

  constructor(
    private readonly folder: string,
    private readonly options: PassageOptions = {},
  ) {}

  get lastPassage(): number {
    return this.#lastPassage
  }

  /** Reads and repairs the file. Otherwise the first use does. @throws MachineError if the file cannot be read */
  async open(): Promise<void> {
    await this.#open()
  }

  async record(scans: readonly JudgedScan[], again: AgainRule): Promise<Passage[]> {
    this.#requireOpen()
    return this.#batches.add(scans.map(this.options.anonymous ?? ((scan) => scan)), again)
  }

  async settle(order: SettlementOrder): Promise<ListedPassage> {
    this.#requireOpen()
    return this.#batches.runExclusive(async () => {
      const open = await this.#open()
      const settlement = open.log.decideSettlement(order)
      if (settlement) await this.#append(open, [settlement])
      return open.log.listed(order.settles)
    })
  }

  async find(ids: readonly string[]): Promise<Passage[]> {
    const { log } = await this.#open()
    return ids.flatMap((id) => log.find(id) ?? [])
  }

  async list(query?: PassageQuery): Promise<PassagePage> {
    return (await this.#open()).log.list(query)
  }

  async listAfter(after: number, query?: PassageQuery): Promise<ListedPassage[]> {
    return (await this.#open()).log.listAfter(after, entriesPerPage, query)
  }

  async summary(day: EventDay): Promise<PassageSummary> {
    return (await this.#open()).log.summary(day)
  }

  async attendance(day: EventDay): Promise<Attendance> {
    return (await this.#open()).log.attendance(day)
  }

  async lastOfPilots(event?: EventPart): Promise<Passage[]> {
    return (await this.#open()).log.lastOfPilots(event)
  }

  async log(after = 0): Promise<LogEntry[]> {
    return (await this.#open()).log.after(after, entriesPerPage)
  }

  replace(entries: readonly LogEntry[]): Promise<void> {
    const numbered = entries.map((entry, index) => ({ ...entry, number: index + 1 }))
    return this.#batches.runExclusive(async () => this.#replace(await this.#open(), numbered))
  }

  /** Makes the changes of a merge, atomically. No scan is recorded meanwhile. */
  async change(changes: PassageChanges): Promise<void> {
    if (changes.add.length + changes.drop.length + changes.move.length === 0) return
    await this.#batches.runExclusive(async () => {
      const open = await this.#open()
      await this.#replace(open, changedLog(open.log.after(0, Number.POSITIVE_INFINITY), changes))
    })
  }

  /**
   * Closes the file, has `rewrite` replace it, and reads it again. Scans wait meanwhile; none is stored any more if
   * `rewrite` stops after its commit.
   */
  rewrite(rewrite: (entries: LogEntry[]) => Promise<void>): Promise<void> {
    return this.#batches.runExclusive(async () => {
      this.#requireOpen()
      const { file, log } = await this.#open()
      await file.close()
      try {
        await rewrite(log.after(0, Number.POSITIVE_INFINITY))
      } finally {
        this.#isUnfinished = await hasCommit(this.folder)
        if (!this.#isUnfinished) this.#opening = undefined
      }
      await this.#open()
      for (const listener of this.#listeners) listener([])
    })
  }

  subscribe(listener: (entries: readonly LogEntry[]) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Waits for pending writes. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#batches.runExclusive(async () => (await this.#opening?.catch(() => undefined))?.file.close())
  }

  async #store(orders: readonly ScanOrder[]): Promise<Passage[][]> {
    // These scans waited for the erasure.
    if (this.#isUnfinished) throw unfinishedErasing()
    const open = await this.#open()
    const { fresh, answers } = open.log.decide(orders)
    if (fresh.length > 0) await this.#append(open, fresh)
    return answers
  }

  async #append({ log, file }: Open, fresh: readonly LogEntry[]): Promise<void> {
    await file.append(fresh)
    for (const entry of fresh) log.add(entry)
    this.#lastPassage = log.lastNumber
    for (const listener of this.#listeners) listener(fresh)
  }

  async #replace(open: Open, entries: readonly LogEntry[]): Promise<void> {
    await open.file.replace(entries)
    open.log = new PassageLog(entries)
    this.#lastPassage = open.log.lastNumber
    for (const listener of this.#listeners) listener([])
  }

  #requireOpen(): void {
    if (this.#isClosed) throw new MachineError('PilotOS se está cerrando: ábralo y repita')
    if (this.#isUnfinished) throw unfinishedErasing()
  }

  #open(): Promise<Open> {
    this.#opening ??= this.#read()
    return this.#opening
  }

  async #read(): Promise<Open> {
    const { folder } = this
    const { sync = syncData, requireLock = async () => {} } = this.options
    const { durableLength = new DurableLengthFile(folder, {}) } = this.options
    const { log, length, repairs } = await readPassages(folder)
    this.notes = await repair(repairs)
    this.#lastPassage = log.lastNumber
    return { log, file: new PassageFile({ folder, length, sync, durableLength, requireLock }) }
  }
}

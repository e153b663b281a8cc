/** Keeps the changes of a folder in a journal that is synced at every change, and in a lowdb snapshot. */
import { hostname } from 'node:os'
import { Low } from 'lowdb'
import type { StoredSettings } from '#domain/desk/settings'
import { MachineError, PilotosError } from '#domain/errors'
import type { Change } from '#domain/pilots/change'
import { type ChangeLogPage, wholeLog } from '#domain/pilots/history/history'
import { diskError, makePrivate, type Sync, syncData, withText } from '../../files/atomic-file.ts'
import type { Account } from '../documents/accounts.ts'
import { type Frozen, type Log, type Rewritten, State, type Whole, type WholeKind } from '../shared/log.ts'
import type { JsonDocument } from './json-documents.ts'
import { changeLogPage } from './log/change-files.ts'
import { type Journal, openJournal } from './log/journal.ts'
import { FolderPassages } from './log/passage-file.ts'
import { readState, type SavedState } from './log/saved-state.ts'
import { emptySnapshot, formatVersion, type Snapshot, SnapshotFile } from './log/snapshot.ts'
import { applyStaged, hasCommit, StagedFiles, stageWhole } from './log/staging.ts'
import { DurableLengthFile } from './log/synced-file.ts'

export interface StoreOptions {
  sync?: Sync
  /** The size of the journal, in bytes, at which a snapshot is written if the snapshot would be smaller. */
  journalBytes?: number
  /** Closes without a snapshot, as commands do: changes stay in the journal only, and writing takes half as long. */
  leaveJournal?: boolean
  /** Throws if this process may no longer write to the folder. */
  requireLock?: () => Promise<void>
  /** The name of this machine, by which people recognize the data in a merge. */
  desk?: string
  /** The synced lengths of the logs of the folder. */
  durableLength?: DurableLengthFile
  /** Receives the error of a snapshot that failed in the background; the journal still has every change. */
  report?: (error: Error) => void
}

/** The small documents of a folder that a change can concern too. */
export interface FolderDocuments {
  accounts: JsonDocument<readonly Account[]>
  settings: JsonDocument<StoredSettings>
}

/** Callers append, rewrite and close one after the other. */
export class FolderLog implements Log {
  readonly state: State
  readonly passages: FolderPassages
  #folder: string
  #options: Required<StoreOptions>
  #snapshots: Low<Snapshot>
  #journal: Journal | undefined
  /** The file in which the journal continues when it is opened. */
  #start: { file: number; isNew: boolean; needsSnapshot: boolean }
  /** The last change in the snapshot, or in the journals that an earlier process wrote. */
  #settledChange: number
  #snapshotting: Promise<void> | undefined
  /** The work whose files could not be replaced or read after its commit, and which the next opening finishes. */
  #unfinished: WholeKind | undefined
  /** The number of times that the stored changes were rewritten. */
  #rewrites = 0

  constructor(
    folder: string,
    saved: SavedState,
    private readonly documents: FolderDocuments,
    {
      sync = syncData,
      journalBytes = 8 * 1024 * 1024,
      leaveJournal = false,
      requireLock = async () => {},
      desk = hostname(),
      durableLength = new DurableLengthFile(folder, {}),
      report = () => {},
    }: StoreOptions,
  ) {
    this.#folder = folder
    this.#options = { sync, journalBytes, leaveJournal, requireLock, desk, durableLength, report }
    this.#snapshots = new Low<Snapshot>(new SnapshotFile(folder, sync), emptySnapshot)
    this.state = new State(saved)
    this.passages = new FolderPassages({ folder, sync, durableLength, requireLock }, () => {
      this.#requireFinished()
      return this.state.stones
    })
    this.#start = startOf(saved)
    this.#settledChange = saved.lastChange
  }

  /** No other process writes to the folder. */
  async catchUp(): Promise<void> {}

  async append(decide: () => readonly Change[]): Promise<void> {
    const changes = decide()
    if (changes.length === 0) return
    this.#requireFinished()
    const journal = await this.#opened()
    for (const logged of await journal.append(changes)) this.state.apply(logged)
    await this.#snapshotWhenLong(journal)
  }

  /** @throws PilotosError if the files were rewritten since the previous page: its end is at another place in them */
  async read(after?: string, topics?: ReadonlySet<string>): Promise<ChangeLogPage> {
    const [rewrites, ...place] = after?.split(' ') ?? [`${this.#rewrites}`]
    if (rewrites !== `${this.#rewrites}`) throw rewritten()
    const { next, ...page } = await changeLogPage(this.#folder, place.join(' ') || undefined, topics)
    return { ...page, ...(next && { next: `${rewrites} ${next}` }) }
  }

  async rewrite<Result>(
    kind: WholeKind,
    decide: (frozen: Frozen) => Promise<Whole<Result>>,
  ): Promise<Rewritten<Result>> {
    this.#requireFinished()
    await this.#options.requireLock()
    const journal = await this.#opened()
    await this.#snapshotting
    const entries = (await this.passages.current()).after(0, Number.POSITIVE_INFINITY)
    const whole = await decide({ entries, readLog: () => wholeLog((after) => this.read(after)) })
    const at = new Date().toISOString()
    const number = this.state.lastChange + (whole.change ? 1 : 0)
    const staged = new StagedFiles(this.#folder, kind, this.#options.sync)
    try {
      const before = { entries, number, at, journal: journal.number }
      const rewritten = await stageWhole(this.#folder, staged, whole, before)
      await this.#withDocuments(staged, whole, () =>
        this.#replaceFiles(staged, { kind, journal, whole, number, at }),
      )
      return { result: whole.result, number, ...rewritten }
    } catch (error) {
      if (!this.#unfinished) await staged.drop().catch(() => {})
      throw kind === 'erasing' || this.#unfinished
        ? withText(error, this.#folder, unfinishedTexts[kind])
        : diskError(error, this.#folder)
    }
  }

  /** Stages the documents that change, and keeps others from changing them until `work` has ended. */
  async #withDocuments(
    staged: StagedFiles,
    { accounts, settings }: Whole<unknown>,
    work: () => Promise<void>,
  ): Promise<void> {
    const { documents } = this
    const withSettings = () =>
      settings ? holdChanged(staged, settingsName, documents.settings, settings, work) : work()
    return accounts
      ? holdChanged(staged, accountsName, documents.accounts, accounts, withSettings)
      : withSettings()
  }

  /** Commits and replaces files, and reads them again. Nothing can be changed any more if that stops after the commit. */
  async #replaceFiles(staged: StagedFiles, replacing: Replacing): Promise<void> {
    if (staged.isEmpty) return
    const { kind, journal } = replacing
    const { durableLength } = this.#options
    // The logs have other lengths.
    staged.remove('durable.json')
    this.#journal = undefined
    await journal.close()
    await this.passages.close()
    await durableLength.close()
    let isWhole = false
    try {
      await staged.commit()
      await applyStaged(this.#folder)
      isWhole = true
    } finally {
      durableLength.forget()
      this.#unfinished = kind
      if (!(await hasCommit(this.#folder))) await this.#take(replacing, isWhole)
    }
    await durableLength.write({ passages: this.passages.lastNumber })
  }

  /** Takes what the files have now into memory, in one step: no reader finds a part of before beside one of afterwards. */
  async #take(
    { whole: { rewriting, change }, journal, number, at }: Replacing,
    isWhole: boolean,
  ): Promise<void> {
    const saved = rewriting || !isWhole ? await readState(this.#folder) : undefined
    const takePassages = await this.passages.readAgain()
    this.#unfinished = undefined
    takePassages()
    if (saved) {
      this.#rewrites += 1
      this.#start = startOf(saved)
      this.#settledChange = saved.lastChange
      this.state.replace(saved)
    } else {
      this.#start = { file: journal.number, isNew: false, needsSnapshot: false }
      if (change) this.state.apply({ number, at, change })
    }
    this.passages.notify([])
  }

  /** Writes a snapshot if there are new changes and `leaveJournal` is false, and closes the files. */
  async close(): Promise<void> {
    const { leaveJournal, report, durableLength } = this.#options
    await this.#snapshotting
    await this.passages.close()
    if (this.state.lastChange > this.#settledChange && !leaveJournal && !this.#unfinished)
      await this.#settle().catch(report)
    await this.#journal?.close()
    await durableLength.close()
  }

  async #settle(): Promise<void> {
    const journal = await this.#opened()
    await this.#writeSnapshot(await journal.rotate(), this.#contents())
  }

  #requireFinished(): void {
    if (this.#unfinished) throw new MachineError(refusals[this.#unfinished])
  }

  /**
   * Opens the journal at the first write: a process that only reads leaves the folder unchanged. Creates the journal
   * first, then the snapshot that names it, before any change is written to the journal.
   */
  async #opened(): Promise<Journal> {
    if (this.#journal) return this.#journal
    const { file, isNew, needsSnapshot } = this.#start
    await makePrivate(this.#folder)
    const { sync, durableLength, requireLock } = this.#options
    const next = needsSnapshot && !isNew ? file + 1 : file
    const { lastChange } = this.state
    const journal = await openJournal({
      folder: this.#folder,
      file: next,
      lastChange,
      sync,
      durableLength,
      requireLock,
    })
    try {
      if (needsSnapshot) await this.#writeSnapshot(next, this.#contents())
      // The first snapshot is written twice, so that a `.bak` always exists.
      if (isNew) await this.#writeSnapshot(next, this.#contents())
    } catch (error) {
      await journal.close()
      throw error
    }
    this.#start = { file: next, isNew: false, needsSnapshot: false }
    this.#journal = journal
    return journal
  }

  /** Continues a long journal in a new file, and writes a snapshot of all changes before that file in the background. */
  async #snapshotWhenLong(journal: Journal): Promise<void> {
    const enough = Math.max(this.#options.journalBytes, this.state.pilots.size * bytesPerPilot)
    if (this.#snapshotting || journal.length < enough) return
    try {
      const next = await journal.rotate()
      this.#snapshotting = this.#writeSnapshot(next, this.#contents())
        .catch(this.#options.report)
        .finally(() => {
          this.#snapshotting = undefined
        })
    } catch (error) {
      // The change is in the journal, which goes on in the same file.
      this.#options.report(error as Error)
    }
  }

  #contents(): Omit<Snapshot, 'version' | 'journal' | 'at'> {
    const { lastChange, pilots, shared } = this.state
    const revoked = pilots.revocations()
    return {
      lastChange,
      shared: Object.fromEntries(shared.values),
      ...(revoked.length > 0 && { revoked }),
      pilots: pilots.all(),
    }
  }

  /** Writes a snapshot. Keeps the previous snapshot as `.bak`, and the journals, since they are the history. */
  async #writeSnapshot(
    journal: number,
    contents: Omit<Snapshot, 'version' | 'journal' | 'at'>,
  ): Promise<void> {
    const { desk } = this.#options
    const at = new Date().toISOString()
    const { lastChange, ...data } = contents
    this.#snapshots.data = { version: formatVersion, journal, lastChange, at, desk, ...data }
    try {
      await this.#snapshots.write()
    } finally {
      this.#snapshots.data = emptySnapshot
    }
    this.#settledChange = lastChange
  }
}

function startOf({ journal, isNew, needsSnapshot }: SavedState) {
  return { file: journal, isNew, needsSnapshot }
}

/** More bytes than a pilot needs in the snapshot: a higher limit for the journal means fewer snapshots. */
const bytesPerPilot = 600

interface Replacing {
  kind: WholeKind
  journal: Journal
  whole: Whole<unknown>
  number: number
  at: string
}

const [accountsName, settingsName] = ['accounts.json', 'settings.json']

/** Stages a document that changes, and runs `work` before others can change it. */
function holdChanged<Data>(
  staged: StagedFiles,
  name: string,
  document: JsonDocument<Data>,
  toChanged: (stored: Data) => Data | undefined,
  work: () => Promise<void>,
): Promise<void> {
  return document.hold(async (read) => {
    const changed = toChanged(await read())
    if (changed !== undefined) await staged.stage(name, document.bytesOf(changed))
    await work()
  })
}

function rewritten(): PilotosError {
  return new PilotosError('conflict', 'Se borraron datos para siempre mientras se leía la historia: repítalo')
}

const refusals: Record<WholeKind, string> = {
  erasing: 'No se terminó de quitar datos para siempre: cierre PilotOS y ábralo otra vez',
  merging: 'No se terminó de guardar una unión: cierre PilotOS y ábralo otra vez',
  restoring: 'No se terminó de restaurar una copia: cierre PilotOS y ábralo otra vez',
}

const unfinishedTexts: Record<WholeKind, string> = {
  erasing:
    'No se terminó de reescribir los datos: libere espacio, cierre PilotOS y ábralo otra vez; si la persona sigue ahí, repítalo',
  merging:
    'La unión quedó a medias, y no se perdió nada: libere espacio y abra PilotOS otra vez, que la termina solo',
  restoring: 'La copia se terminará de restaurar al abrir: libere espacio, cierre PilotOS y ábralo otra vez',
}

/** The pilots of one laptop: in memory, and in lowdb's JSON file. Safe within one process. */
import { randomBytes } from 'node:crypto'
import { Low } from 'lowdb'
import { DuplicateDniError, NotFoundError } from '#domain/errors'
import { type ImportOptions, type ImportReport, planImport } from '#domain/import-plan'
import type { ImportRow } from '#domain/import-table'
import type { ListQuery } from '#domain/list-query'
import type { PhotoName, Pilot, PilotDraft } from '#domain/pilot'
import { type PilotId, pilotIdFrom } from '#domain/pilot-id'
import type { PilotPage, PilotStore } from './pilot-store.ts'
import { PilotTable } from './pilot-table.ts'
import { type Snapshot, SnapshotFile } from './snapshot-file.ts'

/** Opens `pilots.json`, which need not exist yet. @throws MachineError where it is damaged */
export async function openJsonStore(path: string): Promise<PilotStore> {
  const db = new Low<Snapshot>(new SnapshotFile(path), { version: 1, pilots: [] })
  await db.read()
  return new JsonStore(db)
}

class JsonStore implements PilotStore {
  #db: Low<Snapshot>
  #table: PilotTable
  #lastWrite: Promise<unknown> = Promise.resolve()

  constructor(db: Low<Snapshot>) {
    this.#db = db
    this.#table = new PilotTable(db.data.pilots)
  }

  async list(query?: ListQuery): Promise<PilotPage> {
    return this.#table.list(query)
  }

  async get(id: PilotId): Promise<Pilot> {
    return this.#require(id)
  }

  register(draft: PilotDraft, photo?: PhotoName): Promise<Pilot> {
    return this.#inTurn(async () => {
      this.#refuseOtherWithDni(draft.dni)
      const pilot: Pilot = { id: this.#newId(), photo: photo ?? null, ...draft }
      await this.#commit((table) => table.put(pilot))
      return pilot
    })
  }

  update(id: PilotId, draft: PilotDraft, photo?: PhotoName): Promise<Pilot> {
    return this.#inTurn(async () => {
      const standing = this.#require(id)
      this.#refuseOtherWithDni(draft.dni, id)
      const pilot: Pilot = { id, photo: photo ?? standing.photo, ...draft }
      await this.#commit((table) => table.put(pilot))
      return pilot
    })
  }

  remove(id: PilotId): Promise<void> {
    return this.#inTurn(async () => {
      const pilot = this.#require(id)
      await this.#commit((table) => table.delete(pilot))
    })
  }

  import(rows: readonly ImportRow[], options: ImportOptions = {}): Promise<ImportReport> {
    return this.#inTurn(async () => {
      const { create, update, report } = planImport(rows, this.#table, options, () => this.#newId())
      if (!options.dryRun && create.length + update.length > 0) {
        await this.#commit((table) => {
          for (const pilot of [...update, ...create]) table.put(pilot)
        })
      }
      return report
    })
  }

  #require(id: PilotId): Pilot {
    const pilot = this.#table.byId(id)
    if (!pilot) throw new NotFoundError()
    return pilot
  }

  #refuseOtherWithDni(dni: number, id?: PilotId): void {
    const other = this.#table.byDni(dni)
    if (other && other.id !== id) throw new DuplicateDniError(other.id)
  }

  #newId(): PilotId {
    const id = pilotIdFrom(randomBytes(12))
    return this.#table.byId(id) ? this.#newId() : id
  }

  /** One write after the other, so that each decides on what the one before has stored. */
  #inTurn<Result>(write: () => Promise<Result>): Promise<Result> {
    const turn = this.#lastWrite.then(write)
    this.#lastWrite = turn.catch(() => {})
    return turn
  }

  /** Stores a change, then shows it: readers never see what the disk has refused. */
  async #commit(change: (table: PilotTable) => void): Promise<void> {
    const next = new PilotTable(this.#table.all())
    change(next)
    const before = this.#db.data
    this.#db.data = { version: 1, pilots: next.all() }
    try {
      await this.#db.write()
    } catch (error) {
      this.#db.data = before
      throw error
    }
    this.#table = next
  }
}

/** The merges of a folder: a change in the journal, and parts in other files, which are stored as a whole. */
import { ConflictError, DiskFullError, PilotosError } from '#domain/errors'
import { createMutex } from '../../async/mutex.ts'
import { diskError, isReadOnly, renameFile, type Sync, stamp } from '../../files/atomic-file.ts'
import type { Account } from '../contract/account-store.ts'
import type { MergeStore, StoredMerge } from '../contract/merge-store.ts'
import { mergedAccounts } from '../shared/accounts.ts'
import type { StoredDocument } from '../shared/documents.ts'
import type { Sessions } from '../shared/sessions.ts'
import type { Store } from '../shared/store.ts'
import { addOtherHistory, findStaged } from './log/history.ts'
import { mergeFilePath, readStaged, removeStaged, type StagedMerge, writeStaged } from './log/merge-file.ts'
import type { FolderPassages } from './passages.ts'

interface MergedParts {
  store: Store
  passages: FolderPassages
  accounts: StoredDocument<readonly Account[]>
  sessions: Pick<Sessions, 'endAll'>
  sync: Sync
  /** Throws if this process may no longer write to the folder. */
  requireLock: () => Promise<void>
}

export class FolderMerges implements MergeStore {
  #runExclusive = createMutex()
  /** A merge whose change is stored, while some of its other parts are not. */
  #unfinished: StagedMerge | undefined
  /** A merge whose change was refused by a disk that may have it all the same. */
  #refused: { id: string; error: unknown } | undefined

  constructor(
    private readonly folder: string,
    private readonly parts: MergedParts,
  ) {}

  commit({ lastChange, change, past, passages, accounts }: StoredMerge): Promise<number> {
    return this.#runExclusive(async () => {
      await this.#settle()
      const { store, requireLock, sync } = this.parts
      if (store.state.lastChange !== lastChange) throw new ConflictError()
      await requireLock()
      const staged = { id: crypto.randomUUID(), past, passages, accounts }
      await writeStaged(this.folder, staged, sync)
      const number = await store
        .transact((pilots) => {
          if (pilots.isChanged || store.state.lastChange !== lastChange) throw new ConflictError()
          const numbered = (number: number) => number
          return { change: { ...change, staged: staged.id }, result: 0, numbered }
        })
        .catch((error) => this.#refuse(staged.id, error))
      await this.#finish(staged)
      return number
    })
  }

  /** Finishes or drops a merge that was interrupted, when the folder is opened. Describes this in Spanish. */
  async recover(): Promise<string[]> {
    const staged = await readStaged(this.folder)
    if (!staged) return []
    try {
      if (staged === 'damaged') return [await this.#setAside()]
      const found = await findStaged(this.folder, staged.id)
      if (found === 'stored') await this.#finish(staged)
      else await removeStaged(this.folder)
      return [notes[found]]
    } catch (error) {
      // The data of a read-only disk is used as it is.
      if (isReadOnly(error)) return []
      throw diskError(error, this.folder)
    }
  }

  /** Runs other work while no merge is being stored, or left unfinished. @throws the error of a merge that cannot be finished */
  settled<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#runExclusive(async () => {
      await this.#settle()
      return work()
    })
  }

  /** Waits for the merge that is being stored. */
  async close(): Promise<void> {
    await this.#runExclusive(async () => {})
  }

  /** Finishes the merge before, so that its file can be replaced. @throws its error if this is not possible */
  async #settle(): Promise<void> {
    if (this.#unfinished) await this.#finish(this.#unfinished)
    if (this.#refused && (await findStaged(this.folder, this.#refused.id)) !== 'none')
      throw this.#refused.error
    this.#refused = undefined
  }

  /** Removes the parts of a change that was not stored. After a fault of the disk, the next opening decides. */
  async #refuse(id: string, error: unknown): Promise<never> {
    if (error instanceof ConflictError || error instanceof DiskFullError) await removeStaged(this.folder)
    else this.#refused = { id, error }
    throw error
  }

  /** Stores the parts. Parts that are stored already stay as they are. @throws MachineError, and the next call goes on */
  async #finish(staged: StagedMerge): Promise<void> {
    const { passages, accounts, sessions, sync, requireLock } = this.parts
    this.#unfinished = staged
    try {
      await requireLock()
      await addOtherHistory(this.folder, staged.past, sync)
      await passages.change(staged.passages)
      await accounts.change((all) => mergedAccounts(all, staged.accounts))
      await removeStaged(this.folder)
    } catch (error) {
      throw unfinished(error, this.folder)
    }
    this.#unfinished = undefined
    const dropped = new Set(staged.accounts.drop)
    if (dropped.size > 0) await sessions.endAll((user) => dropped.has(user))
  }

  async #setAside(): Promise<string> {
    const path = mergeFilePath(this.folder)
    const aside = `${path}.corrupt-${stamp()}`
    await renameFile(path, aside)
    return `${path} estaba dañado, y se apartó como ${aside}: ${repeat}`
  }
}

const repeat = 'una a las dos mesas otra vez, que lo que ya está no se repite'

const notes = {
  stored: 'La unión con los datos de otra mesa se había cortado: se terminó de guardar, sin perder nada',
  none: 'La unión con los datos de otra mesa se cortó antes de guardarse, y no cambió nada: repítala',
  replaced: 'Quedaba una unión sin terminar de antes de restaurar una copia: se descartó',
}

/** Returns an error that says how the rest of a merge is stored. That of a read-only disk stays as it is. */
function unfinished(cause: unknown, folder: string): unknown {
  const error = diskError(cause, folder)
  if (!(error instanceof PilotosError) || isReadOnly(error)) return error
  const reason = error instanceof DiskFullError ? `El disco de ${folder} está lleno` : error.message
  const text = `${reason}. La unión quedó a medias, y no se perdió nada: libere espacio y abra PilotOS otra vez, que la termina solo`
  return new PilotosError(error.kind, text, {}, { cause: error })
}

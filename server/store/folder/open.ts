/** Opens the stores of a data folder from its files, the photos included. */
import { readdir, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { MachineError } from '#domain/errors'
import type { Pilot } from '#domain/pilot/pilot'
import { isPhotoName, maxPhotoBytes, newPhotoName, noPhoto } from '#domain/pilot/pilot'
import type { PilotId } from '#domain/pilot/pilot-id'
import {
  diskError,
  isMissing,
  isReadOnly,
  makeFolder,
  type ReplaceFile,
  removeFile,
  renameFile,
  type Sync,
  stamp,
  syncData,
  writeAtomically,
} from '../../files/atomic-file.ts'
import type { FolderLock } from '../../files/folder-lock.ts'
import { readPlain } from '../../files/plain-file.ts'
import type { LocalStores, PhotoStore } from '../contract/stores.ts'
import { openAccounts, openPairings, pairingKind } from '../shared/accounts.ts'
import { Pilots } from '../shared/pilots.ts'
import { DocumentSettings } from '../shared/settings.ts'
import { Store } from '../shared/store.ts'
import { accountDocument, JsonDocument, openSessionFile, settingsDocument } from './documents.ts'
import { FolderErasures } from './erasures.ts'
import { FolderLog, type StoreOptions } from './folder-log.ts'
import { DurableLengthFile, readDurableLengths } from './log/durable-length.ts'
import { renumber } from './log/numbering.ts'
import { readPassages } from './log/passage-file.ts'
import { misnumberedTexts, repair } from './log/repairs.ts'
import { readState, type SavedState } from './log/saved-state.ts'
import { formatVersion } from './log/snapshot.ts'
import { FolderMerges } from './merges.ts'
import { FolderPassages } from './passages.ts'

/** Opens the files of a folder that `lock` protects. Closing the stores releases the lock. @throws MachineError */
export async function openFiles(
  folder: string,
  lock: FolderLock,
  options: StoreOptions & { setDamageAside?: boolean },
): Promise<LocalStores> {
  const replaceFile: ReplaceFile = async (path, content) => {
    await lock.requireHeld()
    await writeAtomically(path, content, { sync: options.sync })
  }
  try {
    const { sync = syncData } = options
    const recovered = await FolderErasures.recover(folder, sync)
    const erased = { current: recovered.stones }
    const aside = options.setDamageAside ? await setDamageAside(folder) : []
    const durableLength = new DurableLengthFile(folder, await readDurableLengths(folder))
    const { log, notes } = await openLog(folder, {
      ...options,
      durableLength,
      requireLock: lock.requireHeld,
      isErasedCode: (code) => erased.current.hasCode(code),
    })
    const store = new Store(log)
    const pilots = new Pilots(store, () => erased.current)
    const stored = accountDocument(join(folder, 'accounts.json'), replaceFile)
    const sessions = await openSessionFile(join(folder, 'sessions.json'), {
      accounts: () => stored.known(),
      replaceFile,
      report: options.report,
    })
    const accounts = openAccounts(stored, sessions)
    const photos = openPhotoFolder(join(folder, 'photos'), {
      sync: options.sync,
      requireLock: lock.requireHeld,
    })
    const passages = new FolderPassages(folder, {
      anonymous: (scan) => erased.current.anonymous(scan),
      sync: options.sync,
      durableLength,
      requireLock: lock.requireHeld,
    })
    const merges = new FolderMerges(folder, {
      store,
      passages,
      accounts: stored,
      sessions,
      sync,
      requireLock: lock.requireHeld,
    })
    const finished = await merges.recover()
    const settings = new DocumentSettings(settingsDocument(join(folder, 'settings.json'), replaceFile))
    const erasures = new FolderErasures(folder, {
      log,
      store,
      passages,
      merges,
      settings,
      durableLength,
      sync,
      requireLock: lock.requireHeld,
      erased,
    })
    // A command reads the passages only if it needs them.
    if (!options.leaveJournal) await passages.open()
    let closing: Promise<void> | undefined
    return {
      pilots,
      photos,
      accounts,
      sessions,
      pairings: openPairings(new JsonDocument(join(folder, 'pairings.json'), pairingKind, replaceFile)),
      passages,
      merges,
      erasures,
      settings,
      notes: [...recovered.notes, ...aside, ...notes, ...passages.notes, ...finished],
      sweepPhotos: (before) => sweepFolder(join(folder, 'photos'), store.state.pilots.all(), before),
      otherCards: async () => countCards(log.state.pilots.all()),
      version: async () =>
        `${pilots.lastChange} ${passages.lastPassage} ${JSON.stringify(await accounts.list())}`,
      close() {
        store.refuseChanges()
        closing ??= erasures
          .settled()
          .then(() => store.close())
          .finally(() => merges.close())
          .finally(() => passages.close())
          .finally(() => durableLength.close())
          .finally(() => lock.release())
        return closing
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

function countCards(pilots: readonly Pilot[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { card } of pilots) if (card) counts.set(card.address, (counts.get(card.address) ?? 0) + 1)
  return counts
}

/** Moves unreadable data to `corrupt-…` and describes this in Spanish. Returns an empty list for readable data. */
async function setDamageAside(folder: string): Promise<string[]> {
  try {
    await readState(folder)
    await accountDocument(join(folder, 'accounts.json')).read()
    await readPassages(folder)
    return []
  } catch (error) {
    if (!(error instanceof MachineError)) throw error
    const aside = join(folder, `corrupt-${stamp()}`)
    await makeFolder(aside)
    const names = (await readdir(folder)).filter((name) =>
      /^(journal-|durable\.json$|pilots\.json|accounts\.json$|passages\.jsonl$|merging\.jsonl$)/.test(name),
    )
    for (const name of names) await renameFile(join(folder, name), join(aside, name))
    return [`${error.message.split('. ')[0]}. Lo que había quedó en ${aside}`]
  }
}

interface FolderLogOptions extends StoreOptions {
  /** Returns true for the code of a person who was erased for ever. */
  isErasedCode: (code: PilotId) => boolean
}

/** Reads the pilots of a folder and repairs its files. @throws MachineError if acknowledged data cannot be read */
async function openLog(
  folder: string,
  { isErasedCode, ...options }: FolderLogOptions,
): Promise<{ log: FolderLog; notes: readonly string[] }> {
  let state = await readState(folder)
  const notes = await repair(state.repairs)
  if (state.misnumbered) {
    const { misnumbered } = state
    state = await renumbered(folder, { ...state, misnumbered }, { isErasedCode, sync: options.sync })
    if (!state.misnumbered) notes.push(misnumberedTexts.done)
  }
  // A command searches once at most.
  if (!options.leaveJournal) state.table.buildSearchTexts()
  return { log: new FolderLog(folder, state, options), notes }
}

/** Numbers the changes of a folder again, and reads it again. A folder on a read-only disk stays as it is. */
async function renumbered(
  folder: string,
  state: SavedState & Required<Pick<SavedState, 'misnumbered'>>,
  { isErasedCode, sync = syncData }: { isErasedCode: (code: PilotId) => boolean; sync?: Sync },
): Promise<SavedState> {
  const { table, lastChange, desk, misnumbered } = state
  const erasedIn = (all: readonly { id: PilotId }[]) => all.map(({ id }) => id).filter(isErasedCode)
  // An erasure that failed because of the numbers left the person in the snapshot of the next stop.
  table.apply({ remove: erasedIn(table.all()), unrevoke: erasedIn(table.revocations()) })
  const revoked = table.revocations()
  const head = { version: formatVersion, lastChange, at: new Date().toISOString(), desk } as const
  const contents = { isComplete: true, ...(revoked.length > 0 && { revoked }), pilots: table.all() } as const
  try {
    await renumber(folder, misnumbered, { ...head, ...contents }, sync)
    return await readState(folder)
  } catch (error) {
    if (isReadOnly(error)) return state
    throw diskError(error, folder)
  }
}

/**
 * Opens the photos, which are JPEG files. `requireLock` throws if this process may no longer write to the data folder.
 */
function openPhotoFolder(
  folder: string,
  { sync, requireLock }: { sync?: Sync; requireLock: FolderLock['requireHeld'] },
): PhotoStore {
  return {
    async save(jpeg, name = newPhotoName()) {
      if (!isPhotoName(name)) throw noPhoto()
      await requireLock()
      await makeFolder(folder)
      await writeAtomically(join(folder, name), jpeg, { sync })
      return name
    },

    async read(name) {
      if (!isPhotoName(name)) throw noPhoto()
      try {
        return await readPlain(join(folder, name), maxPhotoBytes)
      } catch (error) {
        if (!isMissing(error)) throw diskError(error, folder)
        // Without the whole folder, nobody knows if the photo exists.
        await requireLock()
        throw noPhoto()
      }
    },

    async remove(name) {
      if (isPhotoName(name)) await removeFile(join(folder, name))
    },

    async touch(name) {
      const now = new Date()
      // An error is ignored: the photo may have been removed.
      if (isPhotoName(name)) await utimes(join(folder, name), now, now).catch(() => {})
    },
  }
}

/** Removes every photo that no pilot has and that is older than `before`, in milliseconds since 1970. */
async function sweepFolder(folder: string, pilots: readonly Pilot[], before: number): Promise<void> {
  const named = new Set<string>(pilots.flatMap(({ photo }) => photo ?? []))
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    if (!isPhotoName(name) || named.has(name)) continue
    const path = join(folder, name)
    const isOld = await stat(path).then(
      ({ mtimeMs }) => mtimeMs < before,
      () => false,
    )
    if (isOld) await removeFile(path)
  }
}

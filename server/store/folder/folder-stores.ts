/** Opens the stores of a data folder from its files, the photos included. */
import { readdir, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { settingsIn } from '#domain/desk/shared'
import { MachineError } from '#domain/errors'
import type { SetValues } from '#domain/pilots/change'
import { isPhotoName, maxPhotoBytes, newPhotoName, noPhoto, type Pilot } from '#domain/pilots/pilot'
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
import { accountKind, openAccounts, openPairings, pairingKind } from '../documents/accounts.ts'
import { Applications, queueKind } from '../documents/applications.ts'
import { AllSettings, settingsKind } from '../documents/settings.ts'
import { takenNote, takingOver } from '../shared/earlier-version.ts'
import { type Archives, Erasures } from '../shared/erasures.ts'
import type { WholeKind } from '../shared/log.ts'
import { Merges } from '../shared/merges.ts'
import { Passages } from '../shared/passages.ts'
import { Pilots } from '../shared/pilots.ts'
import { Store } from '../shared/store.ts'
import type { LocalStores, PhotoStore } from '../shared/stores.ts'
import { Tombstones, tombstonesIn } from '../shared/tombstones.ts'
import { type FolderDocuments, FolderLog, type StoreOptions } from './folder-log.ts'
import {
  JsonDocument,
  leftIn,
  notedDocuments,
  openSessionFile,
  setDocumentsAside,
  tombstoneName,
} from './json-documents.ts'
import { journalName } from './log/journal.ts'
import { passageFileName, readPassages } from './log/passage-file.ts'
import { repair } from './log/repairs.ts'
import { readState, type SavedState } from './log/saved-state.ts'
import { applyStaged } from './log/staging.ts'
import { DurableLengthFile, readDurableLengths, syncRead } from './log/synced-file.ts'

/** Opens the files of a folder that `lock` protects. Closing the stores releases the lock. @throws MachineError */
export async function openFiles(
  folder: string,
  lock: FolderLock,
  options: OpenFilesOptions,
): Promise<LocalStores> {
  const replaceFile: ReplaceFile = async (path, content) => {
    await lock.requireHeld()
    await writeAtomically(path, content, { sync: options.sync })
  }
  try {
    const { archives } = options
    const recovered = await recover(folder, options)
    const documents = {
      accounts: new JsonDocument(join(folder, 'accounts.json'), accountKind, replaceFile),
      settings: new JsonDocument(join(folder, 'settings.json'), settingsKind, replaceFile),
    }
    const { log, notes } = await openLog(folder, documents, recovered, {
      ...options,
      durableLength: new DurableLengthFile(folder, await readDurableLengths(folder)),
      requireLock: lock.requireHeld,
    })
    const { state } = log
    const store = new Store(log)
    const sessions = await openSessionFile(join(folder, 'sessions.json'), {
      accounts: () => documents.accounts.known(),
      replaceFile,
      report: options.report,
    })
    const accounts = openAccounts(documents.accounts, sessions)
    const settings = new AllSettings(documents.settings, store)
    const photos = openPhotoFolder(join(folder, 'photos'), {
      sync: options.sync,
      requireLock: lock.requireHeld,
    })
    const queue = new JsonDocument(join(folder, 'applications.json'), queueKind, replaceFile)
    const applications = new Applications(queue, photos, store)
    const erasures = new Erasures(store, archives, settings, applications)
    // A command reads the passages only if it needs them.
    if (!options.leaveJournal) await log.passages.current()
    let closing: Promise<void> | undefined
    const stores: LocalStores = {
      pilots: new Pilots(store, settings),
      photos,
      accounts,
      applications,
      sessions,
      pairings: openPairings(new JsonDocument(join(folder, 'pairings.json'), pairingKind, replaceFile)),
      passages: new Passages(store),
      merges: new Merges(store, sessions),
      erasures,
      settings,
      damage: recovered.damage,
      notes: [...recovered.notes, ...recovered.damage, ...notes, ...log.passages.notes],
      sweepPhotos: (before) => sweepFolder(join(folder, 'photos'), state.pilots.all(), before),
      otherCards: async () => state.pilots.cardAddresses(),
      version: async () =>
        `${state.lastChange} ${log.passages.lastNumber} ${JSON.stringify(await accounts.list())}`,
      async noteDocuments() {
        const set = await notedDocuments(folder, state.shared)
        if (set) await store.transact(() => ({ change: { set }, result: undefined }))
      },
      close() {
        store.refuseChanges()
        closing ??= erasures
          .finished()
          .then(() => store.close())
          .finally(() => lock.release())
        return closing
      },
    }
    const taken = await takeShared(folder, log, documents, recovered.left, () => options.save(stores))
    return { ...stores, notes: [...stores.notes, ...taken] }
  } catch (error) {
    await lock.release()
    throw error
  }
}

interface OpenFilesOptions extends StoreOptions {
  setDamageAside?: boolean
  archives: Archives
  /** Makes a backup before data of version 1.0.0 is taken over, and returns its path. */
  save: (stores: LocalStores) => Promise<string>
}

interface Recovered {
  saved: SavedState
  /** The shared values that version 1.0.0 has left in other files: see `leftIn`. */
  left?: SetValues
  /** Describes in Spanish the documents that are damaged or missing. */
  damage: string[]
  /** Describes in Spanish what else was finished, dropped or set aside. */
  notes: string[]
}

/**
 * Finishes or drops what was interrupted, reads the data, and has the archives obey its tombstones.
 * @throws DiskFullError, MachineError
 */
async function recover(
  folder: string,
  { archives, setDamageAside: setsAside, sync }: OpenFilesOptions,
): Promise<Recovered> {
  const all = await applyStaged(folder).catch((error) => {
    throw diskError(error, folder)
  })
  const aside = setsAside ? await setDamageAside(folder) : []
  const saved = await readState(folder)
  const damage = await setDocumentsAside(folder, saved.shared, sync)
  const left = await leftIn(folder, saved.shared)
  const stones = new Tombstones(tombstonesIn(saved.shared.with(left).values))
  const { backups, unread } = await archives.erase(stones)
  const notes = all.map(({ kind, found }) => interrupted[kind][found])
  if (backups > 0 && !notes.includes(interrupted.erasing.applied)) notes.push(interrupted.erasing.applied)
  if (unread.length > 0)
    notes.push(
      `No se pudieron leer estas copias, que pueden tener a una persona borrada: ${unread.join(', ')}`,
    )
  return { saved, left, damage, notes: [...notes, ...aside] }
}

const interrupted: Record<WholeKind, Record<'dropped' | 'applied', string>> = {
  erasing: {
    dropped: 'Un borrado para siempre se cortó antes de guardarse: repítalo',
    applied: 'Un borrado para siempre se había cortado: se terminó',
  },
  merging: {
    dropped: 'La unión con los datos de otra mesa se cortó antes de guardarse, y no cambió nada: repítala',
    applied: 'La unión con los datos de otra mesa se había cortado: se terminó de guardar, sin perder nada',
  },
  restoring: {
    dropped: 'La restauración de una copia se cortó antes de guardarse, y no cambió nada: repítala',
    applied: 'La restauración de una copia se había cortado: se terminó',
  },
}

/** Moves unreadable data to `corrupt-…` and describes this in Spanish. Returns an empty list for readable data. */
async function setDamageAside(folder: string): Promise<string[]> {
  try {
    await readState(folder)
    await readPassages(folder)
    return []
  } catch (error) {
    if (!(error instanceof MachineError)) throw error
    const aside = join(folder, `corrupt-${stamp()}`)
    await makeFolder(aside)
    const names = (await readdir(folder)).filter((name) =>
      /^(journal-|durable\.json$|pilots\.json|passages\.jsonl$)/.test(name),
    )
    for (const name of names) await renameFile(join(folder, name), join(aside, name))
    return [`${error.message.split('. ')[0]}. Lo que había quedó en ${aside}`]
  }
}

/** Repairs the files of a folder, and opens its log. @throws DiskFullError, MachineError */
async function openLog(
  folder: string,
  documents: FolderDocuments,
  { saved }: Recovered,
  options: StoreOptions,
): Promise<{ log: FolderLog; notes: readonly string[] }> {
  const notes = await repair(saved.repairs)
  for (const name of [journalName(saved.journal), passageFileName])
    await syncRead(join(folder, name), options.sync ?? syncData)
  // A command searches once at most.
  if (!options.leaveJournal) void saved.table.prepare()
  const log = new FolderLog(folder, saved, documents, options)
  return { log, notes }
}

/**
 * Takes the shared values into the log that version 1.0.0, or a person, has left in other files, after a backup. Describes
 * this in Spanish.
 */
async function takeShared(
  folder: string,
  log: FolderLog,
  { settings }: FolderDocuments,
  set: SetValues | undefined,
  save: () => Promise<string>,
): Promise<string[]> {
  // A disk that is only read is read as it is, and the backup has the values.
  log.state.takeShared(log.state.shared.with(set))
  try {
    const notes = set ? [await takenNote(save, log.state.shared)] : []
    if (set) await log.append(() => [takingOver(log.state, set)])
    await settings.change((stored) =>
      Object.keys(settingsIn(stored, true)).length > 0 ? settingsIn(stored, false) : undefined,
    )
    await removeFile(join(folder, tombstoneName))
    return notes
  } catch (error) {
    if (!isReadOnly(error)) throw error
    return []
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

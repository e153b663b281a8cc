/** The erasures of a folder: all of its files are written anew without the person, as a whole or not at all. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { erasureOf, mappingWithoutPerson } from '#domain/erasure/erasure'
import { forgettingOf } from '#domain/erasure/forgetting'
import { type FoundPerson, foundPerson } from '#domain/erasure/found-person'
import {
  type Person,
  type PersonSeeds,
  type PersonSources,
  personIn,
  personsWith,
  seedsOf,
} from '#domain/erasure/person'
import { type ErasureReport, nothingErased } from '#domain/erasure/report'
import type { Rewriting } from '#domain/erasure/rewriting'
import { DiskFullError, MachineError, PilotosError } from '#domain/errors'
import { type LogEntry, passagesOf } from '#domain/gate/settlement'
import type { Change, Revocation } from '#domain/pilot/change'
import type { LoggedChange } from '#domain/pilot/change-log'
import type { RiderDocument, RiderIdentity } from '#domain/pilot/document'
import type { Pilot } from '#domain/pilot/pilot'
import type { PilotId } from '#domain/pilot/pilot-id'
import { decideForget, type ForgetOrder } from '#domain/retention/retention'
import { parseJson } from '#domain/text/text'
import { createMutex } from '../../async/mutex.ts'
import { alone } from '../../backup/backup-files.ts'
import { eraseFromBackups, rewriteBackups } from '../../backup/rewritten-backups.ts'
import { diskError, isMissing, isReadOnly, type Sync, writeAtomically } from '../../files/atomic-file.ts'
import { readPlain } from '../../files/plain-file.ts'
import { areTombstones, type ErasureStore, type TombstoneSet } from '../contract/erasure-store.ts'
import type { SettingsStore } from '../contract/settings-store.ts'
import type { Store } from '../shared/store.ts'
import { haveFastHashes, Tombstones, withKinds } from '../shared/tombstones.ts'
import type { FolderLog } from './folder-log.ts'
import type { DurableLengthFile } from './log/durable-length.ts'
import { applyErasing, ErasingFolder, erasedPath } from './log/erasing.ts'
import { changeLogPage, pastName } from './log/history.ts'
import { journalName, journalNumbers } from './log/journal.ts'
import { readLine, summedLine } from './log/lines.ts'
import { passageLines } from './log/passage-file.ts'
import { backupName, readSnapshot, snapshotBytes, snapshotName } from './log/snapshot.ts'
import type { FolderMerges } from './merges.ts'
import type { FolderPassages } from './passages.ts'

const tombstoneName = 'erased.json'

/** Reads the tombstones of a folder, also those of an erasure that is not finished. @throws MachineError */
export async function readErased(folder: string): Promise<TombstoneSet[]> {
  return withKinds(await readStored(folder))
}

/** Returns the tombstones as they are stored. @throws MachineError */
async function readStored(folder: string): Promise<TombstoneSet[]> {
  const path = await erasedPath(folder, tombstoneName)
  try {
    const value = parseJson((await readPlain(path)).toString('utf8'))
    if (areTombstones(value)) return value
  } catch (error) {
    if (isMissing(error)) return []
    throw diskError(error, path)
  }
  throw damaged(path)
}

/** Reads the tombstones of a folder, and stores slow hashes in place of the fast ones of an earlier version. */
async function readTombstones(folder: string, sync: Sync): Promise<Tombstones> {
  const stored = await readStored(folder)
  const stones = new Tombstones(await withKinds(stored))
  if (haveFastHashes(stored))
    await writeAtomically(join(folder, tombstoneName), tombstoneBytes(stones), { sync }).catch((error) => {
      // The data of a read-only disk is used as it is.
      if (!isReadOnly(error)) throw diskError(error, folder)
    })
  return stones
}

function tombstoneBytes({ sets }: Tombstones): Buffer {
  return Buffer.from(`${JSON.stringify(sets)}\n`)
}

function damaged(path: string): MachineError {
  return new MachineError(
    `${path} está dañado, y sin él podrían volver personas que se borraron para siempre: devuélvalo de una copia de la carpeta o, si no hay ninguna, bórrelo`,
  )
}

interface ErasureParts {
  log: FolderLog
  store: Store
  passages: FolderPassages
  merges: FolderMerges
  settings: SettingsStore
  durableLength: DurableLengthFile
  sync: Sync
  /** Throws if this process may no longer write to the folder. */
  requireLock: () => Promise<void>
  /** Holds the tombstones for all parts of the store. */
  erased: { current: Tombstones }
}

/** The content of a folder while nothing changes it, and what is written instead. */
interface Contents {
  present: readonly Pilot[]
  revoked: readonly Revocation[]
  log: LoggedChange[]
}

interface Rewritten<Result> {
  /** Absent if nothing is rewritten but the tombstones. */
  files?: {
    rewriting: Rewriting
    /** The record at the end of the journal. */
    change: Change
  }
  result: Result
  /** The tombstones, if there are new ones. */
  stones?: Tombstones
}

type Sources = PersonSources & { log: LoggedChange[] }

/** The persons of an erasure, and the tombstones afterwards. */
interface DecidedErasure {
  person: Person
  stones: Tombstones
  /** They find the person in the archives. Absent if only the tombstones do. */
  seeds?: PersonSeeds
}

interface RewrittenFolder<Result> {
  result: Result
  /** The numbers of photos and passages that were rewritten. */
  photos: number
  passages: number
  /** The names of files with damaged data that were removed. */
  removed: string[]
}

export class FolderErasures implements ErasureStore {
  #runExclusive = createMutex()
  #listeners = new Set<() => Promise<void>>()
  #backups: string

  constructor(
    private readonly folder: string,
    private readonly parts: ErasureParts,
  ) {
    this.#backups = join(folder, 'backups')
  }

  async find(text: string): Promise<FoundPerson> {
    return foundPerson(text, await this.#sources())
  }

  erase(codes: readonly PilotId[], by?: string): Promise<ErasureReport> {
    return this.#runExclusive(() =>
      this.#erase((sources) => {
        const person = personsWith(codes, sources)
        const stones = this.parts.erased.current.withErasure(person, new Date().toISOString())
        return { person, stones, seeds: seedsOf(person) }
      }, by),
    )
  }

  async erasedAt(rider: RiderDocument & Partial<RiderIdentity>): Promise<string | undefined> {
    return this.parts.erased.current.erasedAt(rider)
  }

  async list(): Promise<TombstoneSet[]> {
    return [...this.parts.erased.current.sets]
  }

  add(sets: readonly TombstoneSet[], by?: string): Promise<ErasureReport> {
    return this.#runExclusive(async () => {
      const { current } = this.parts.erased
      const all = current.withOthers(sets)
      if (all.areKnownTo(current.sets)) return nothingErased
      await all.seedsFor(await this.#sources(), current.sets)
      return this.#erase((sources) => {
        const person = personIn(sources, all.seedsIn(current.sets))
        return { person, stones: all.withCodes(person, new Date().toISOString()) }
      }, by)
    })
  }

  replaceOthers(sets: readonly TombstoneSet[]): Promise<void> {
    return this.#runExclusive(async () => {
      const { erased, requireLock, sync } = this.parts
      const stones = erased.current.withOnlyOthers(sets)
      if (stones.equals(erased.current)) return
      await requireLock()
      await writeAtomically(join(this.folder, tombstoneName), tombstoneBytes(stones), { sync })
      erased.current = stones
    })
  }

  forget(order: ForgetOrder, by?: string): Promise<PilotId[]> {
    // A backup that is made meanwhile has the values too, and waits.
    return this.#runExclusive(() => alone(this.#backups, () => this.#forget(order, by)))
  }

  async #forget(order: ForgetOrder, by?: string): Promise<PilotId[]> {
    const sources = await this.#sources()
    const { put } = decideForget(order, finderIn(sources.pilots))
    if (put.length === 0) return []
    await this.parts.requireLock()
    const ids = put.map(({ id }) => id)
    const seeds = seedsOf(personsWith(ids, sources))
    // If this stops in the middle, the values are still in the data, and due.
    await rewriteBackups(
      this.#backups,
      () => seeds,
      (person) => forgettingOf(person, order, sources),
      this.parts.sync,
    )
    const { result } = await this.#rewrite(({ present: pilots, ...others }) => {
      const change = decideForget(order, finderIn(pilots), by)
      const result = change.put.map(({ id }) => id)
      if (result.length === 0) return { result }
      const known = { pilots, ...others }
      const rewriting = forgettingOf(personsWith(result, known), order, known)
      return { files: { rewriting, change }, result }
    })
    return result
  }

  subscribe(listener: () => Promise<void>): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Waits for the erasure that has begun, with its archives. */
  async settled(): Promise<void> {
    await this.#runExclusive(async () => {})
  }

  /**
   * Finishes or drops what was interrupted, before the files are read. Describes this in Spanish, and returns the
   * tombstones.
   * @throws DiskFullError, MachineError
   */
  static async recover(folder: string, sync: Sync): Promise<{ notes: string[]; stones: Tombstones }> {
    const found = await applyErasing(folder).catch((error) => {
      throw diskError(error, folder)
    })
    const stones = await readTombstones(folder, sync)
    const { backups, unread } = await eraseFromBackups(join(folder, 'backups'), stones, { sync })
    const notes: string[] = []
    if (found === 'dropped') notes.push('Un borrado para siempre se cortó antes de guardarse: repítalo')
    if (found === 'applied' || backups > 0) notes.push('Un borrado para siempre se había cortado: se terminó')
    if (unread.length > 0) notes.push(unreadText(unread))
    return { notes, stones }
  }

  /** `decide` is called once more when nobody else changes anything. */
  async #erase(decide: (sources: Sources) => DecidedErasure, by?: string): Promise<ErasureReport> {
    await this.parts.requireLock()
    const before = this.parts.erased.current
    await this.#eraseMappings(decide)
    const { result, ...numbers } = await this.#rewrite(({ present: pilots, ...others }) => {
      const decided = decide({ pilots, ...others })
      const { person, stones } = decided
      const files = { rewriting: erasureOf(person), change: { by, erased: person.count } }
      return { ...(person.count > 0 && { files }), result: decided, stones }
    })
    // A listener that fails keeps no archive from being rewritten.
    const telling = Promise.allSettled(Array.from(this.#listeners, (listener) => listener()))
    const { seeds, stones, person } = result
    const rewritten = await eraseFromBackups(this.#backups, stones, {
      sync: this.parts.sync,
      ...(seeds && { last: { before, seeds } }),
    }).catch((error) => {
      throw withText(error, this.folder, unfinishedArchives)
    })
    for (const told of await telling) if (told.status === 'rejected') throw told.reason
    return { ...numbers, ...rewritten, persons: person.count }
  }

  /** Writes all files anew, while nothing else changes them. */
  async #rewrite<Result>(
    decide: (contents: Contents) => Rewritten<Result>,
  ): Promise<RewrittenFolder<Result>> {
    const { merges, log, store, passages, erased } = this.parts
    let done: RewrittenFolder<Result> | undefined
    const rewrite = (entries: readonly LogEntry[]) =>
      log.rewrite(async () => {
        const { pilots, lastChange } = store.state
        const [present, revoked] = [pilots.all(), pilots.revocations()]
        const decided = decide({ present, revoked, log: await wholeLog(this.folder) })
        done = await this.#stage(decided, { entries, number: lastChange + 1 })
        if (decided.stones) erased.current = decided.stones
      })
    const work = () =>
      store.readsHistory(() => passages.rewrite((entries) => store.runExclusive(() => rewrite(entries))))
    await merges.settled(work).catch((error) => {
      throw withText(error, this.folder, unfinished)
    })
    return done as RewrittenFolder<Result>
  }

  /** Stages all files, commits them and puts them in their places. */
  async #stage<Result>(
    { files, result, stones }: Rewritten<Result>,
    { entries, number }: { entries: readonly LogEntry[]; number: number },
  ): Promise<RewrittenFolder<Result>> {
    const { folder } = this
    const erasing = new ErasingFolder(folder, this.parts.sync)
    if (stones) await erasing.stage(tombstoneName, tombstoneBytes(stones))
    const rewritten = { photos: 0, passages: 0, removed: [] as string[] }
    if (files) {
      const { rewriting, change } = files
      await this.#stageSnapshots(erasing, rewriting)
      await this.#stageLogs(erasing, rewriting, { number, change })
      const kept = entries.map(rewriting.entry)
      const changed = entries.filter((entry, index) => entry !== kept[index])
      if (changed.length > 0) await erasing.stage('passages.jsonl', passageLines(kept))
      const photos = await this.#photosOf(rewriting)
      rewritten.removed = await asideNames(folder)
      erasing.remove(...rewritten.removed, ...photos, ...(await temporaryNames(folder)), 'durable.json')
      rewritten.photos = photos.length
      rewritten.passages = passagesOf(changed).length
    }
    await this.parts.durableLength.close()
    await erasing.commit()
    await applyErasing(folder)
    // The next change that is acknowledged notes the lengths of the logs again.
    this.parts.durableLength.forget()
    return { ...rewritten, result }
  }

  async #stageSnapshots(erasing: ErasingFolder, { pilot, revocations }: Rewriting): Promise<void> {
    for (const name of [snapshotName, backupName]) {
      const snapshot = await readSnapshot(join(this.folder, name))
      if (snapshot === 'damaged') erasing.remove(name)
      if (!snapshot || snapshot === 'damaged') continue
      const { pilots, revoked, ...head } = snapshot
      const kept = revoked && revocations(revoked)
      await erasing.stage(
        name,
        snapshotBytes({
          ...head,
          ...(kept && kept.length > 0 && { revoked: kept }),
          pilots: pilots.flatMap((one) => pilot(one) ?? []),
        }),
      )
    }
  }

  /** Writes the journals and `past.jsonl`. The last journal gets the record. */
  async #stageLogs(
    erasing: ErasingFolder,
    rewriting: Rewriting,
    { number, change }: { number: number; change: Change },
  ): Promise<void> {
    const journals = (await journalNumbers(this.folder)).map(journalName)
    for (const name of [pastName, ...journals]) {
      const bytes = await readPlain(join(this.folder, name)).catch((error) => {
        if (!isMissing(error)) throw diskError(error, name)
      })
      if (!bytes) continue
      const lines = rewrittenLines(bytes, rewriting)
      if (name === journals.at(-1)) {
        const base = lines.reduce((length, line) => length + line.length, 0)
        lines.push(summedLine({ number, at: new Date().toISOString(), base, change }))
      }
      await erasing.stage(name, lines)
    }
  }

  async #photosOf({ photos }: Rewriting): Promise<string[]> {
    const names = await readdir(join(this.folder, 'photos')).catch(() => [])
    return names.filter((name) => photos.has(name)).map((name) => `photos/${name}`)
  }

  async #eraseMappings(decide: (sources: Sources) => DecidedErasure): Promise<void> {
    const { mappings } = await this.parts.settings.read()
    if (!mappings) return
    const { person } = decide(await this.#sources())
    if (person.codes.size === 0) return
    const kept = Object.entries(mappings).filter(([key]) => !person.isMentionedIn(key))
    const pruned = Object.fromEntries(kept.map(([key, one]) => [key, mappingWithoutPerson(one, person)]))
    if (JSON.stringify(pruned) !== JSON.stringify(mappings))
      await this.parts.settings.change({ mappings: pruned })
  }

  async #sources(): Promise<Sources> {
    const { pilots } = this.parts.store.state
    return { log: await wholeLog(this.folder), revoked: pilots.revocations(), pilots: pilots.all() }
  }
}

function finderIn(pilots: readonly Pilot[]): (id: PilotId) => Pilot | undefined {
  const byId = new Map(pilots.map((pilot) => [pilot.id, pilot]))
  return (id) => byId.get(id)
}

const unfinished =
  'No se terminó de reescribir los datos: libere espacio, cierre PilotOS y ábralo otra vez; si la persona sigue ahí, repítalo'
const unfinishedArchives =
  'La persona ya no está en los datos, pero quedó en copias de la carpeta backups: libere espacio, cierre PilotOS y ábralo otra vez, y se quita de ellas'

/** Returns an error that says how an erasure ends. */
function withText(cause: unknown, folder: string, text: string): unknown {
  const error = diskError(cause, folder)
  if (!(error instanceof PilotosError)) return error
  const reason = error instanceof DiskFullError ? `El disco de ${folder} está lleno` : error.message
  return new PilotosError(error.kind, `${reason}. ${text}`, {}, { cause: error })
}

function unreadText(names: readonly string[]): string {
  return `No se pudieron leer estas copias, que pueden tener a una persona borrada: ${names.join(', ')}`
}

async function wholeLog(folder: string): Promise<LoggedChange[]> {
  const log: LoggedChange[] = []
  for (let after: string | undefined; ; ) {
    const { changes, next } = await changeLogPage(folder, after)
    for (const change of changes) log.push(change)
    if (next === undefined) return log
    after = next
  }
}

/**
 * Returns the lines of a journal as they are rewritten, with the same numbers and times. `base` follows the new lengths.
 * Leaves out lines that cannot be read, which a reader skips too.
 */
function rewrittenLines(bytes: Buffer, { change }: Rewriting): Buffer[] {
  const lines: Buffer[] = []
  const offsets = new Map([[0, 0]])
  let length = 0
  for (let start = 0, end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, start)) {
    const line = readLine(bytes.subarray(start, end))
    start = end + 1
    if (line) {
      const base = offsets.get(line.base) ?? 0
      const kept = summedLine({ ...line, base, change: change(line.change) })
      lines.push(kept)
      length += kept.length
    }
    offsets.set(start, length)
  }
  return lines
}

const lineFeed = 0x0a

/** Returns the files and folders of damaged data that were set aside. */
async function asideNames(folder: string): Promise<string[]> {
  const names = await readdir(folder)
  return names.filter((name) => /\.(torn|corrupt)-|^corrupt-/.test(name))
}

/** Returns the temporary files that interrupted writes have left. */
async function temporaryNames(folder: string): Promise<string[]> {
  const of = async (part: string) =>
    (await readdir(join(folder, part)).catch(() => []))
      .filter((name) => /^\..+\.tmp$/.test(name))
      .map((name) => (part ? `${part}/${name}` : name))
  return [...(await of('')), ...(await of('photos'))]
}

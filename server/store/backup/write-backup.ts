/** Writes backups of any stores: the pilots, the history and the passages in lines, the accounts as JSON, and the photos. */
import { hostname } from 'node:os'
import type { RestoredBackup } from '#domain/desk/calls'
import { backedUp } from '#domain/desk/shared'
import { MachineError, MalformedError, PilotosError, TooLargeError } from '#domain/errors'
import { CodeHistory } from '#domain/gate/code-history'
import { passagesOf } from '#domain/gate/log-entry'
import type { Revocation } from '#domain/pilots/change'
import { pagesOf } from '#domain/pilots/history/history'
import type { Pilot } from '#domain/pilots/pilot'
import { writeAtomically } from '../../files/atomic-file.ts'
import { isPhone } from '../documents/accounts.ts'
import { pilotIfThere } from '../queries/select.ts'
import { photoIfThere, readLog, type Stores } from '../shared/stores.ts'
import { type AddFile, archiveOf } from './archive.ts'
import { backupParts, type Head, linesOf, readBackup, version } from './backup.ts'

type BackupCount = Pick<RestoredBackup, 'pilots' | 'photos' | 'passages'>

/** The largest number of pilots, or of entries of the log of passages, in one file. */
const linesPerFile = 2000

interface WriteOptions {
  signal?: AbortSignal
  /** A text that differs after every change, which `stateOfBackup` returns again. */
  state?: string
}

/**
 * Writes the pilots, revocations, accounts, history, passages and photos into one file, and reads it back before it is
 * called good. Writes it again if a person is erased meanwhile.
 * @throws DiskFullError, MachineError, the reason of the signal; there is no file at `path` then
 */
export async function writeBackup(
  stores: Stores,
  path: string,
  options: WriteOptions = {},
): Promise<BackupCount> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const written = await writeUnlessErased(stores, path, options)
    if (written !== 'erased') return written
  }
  throw new PilotosError(
    'conflict',
    `Se borra para siempre a personas sin parar, y la copia ${path} no se guardó: hágala dentro de un momento`,
  )
}

/** The number of times that a backup is written if persons are erased each time. */
const attempts = 5

/** Writes no file, and returns 'erased', if a person or values of persons were erased meanwhile. */
async function writeUnlessErased(
  stores: Stores,
  path: string,
  { signal, state }: WriteOptions,
): Promise<BackupCount | 'erased'> {
  const before = await erasuresOf(stores)
  try {
    const { count, content } = await newBackup(stores, state)
    await writeAtomically(path, signal ? untilAborted(content, signal) : content, {
      beforeReplacing: async (written) => {
        await requireReadable(written, path, signal)
        if ((await erasuresOf(stores)) !== before)
          throw new PilotosError('conflict', 'La copia tiene a una persona borrada')
      },
    })
    return count
  } catch (error) {
    // The data was rewritten, or a person erased, during the reading, which therefore begins anew.
    if (error instanceof PilotosError && error.kind === 'conflict') return 'erased'
    throw error
  }
}

async function erasuresOf({ erasures }: Stores): Promise<string> {
  return JSON.stringify(await erasures.list())
}

/** @throws MachineError if a new backup could not be restored */
async function requireReadable(written: string, path: string, signal?: AbortSignal): Promise<void> {
  try {
    await readBackup(written)
  } catch (error) {
    if (!(error instanceof MalformedError || error instanceof TooLargeError)) throw error
    throw new MachineError(
      `La copia ${path} no se pudo leer de vuelta, y no se guardó: vea qué hay con pilotos doctor`,
      error,
    )
  }
  signal?.throwIfAborted()
}

async function* untilAborted<Part>(parts: AsyncIterable<Part>, signal: AbortSignal): AsyncGenerator<Part> {
  for await (const part of parts) {
    signal.throwIfAborted()
    yield part
  }
}

interface NewBackup {
  content: AsyncIterable<Uint8Array>
  /** The number of pilots and of passages, and of the photos that `content` has passed on. */
  count: BackupCount
}

/** Reads the pilots and the passages. The history and the photos are read while `content` is. @throws MachineError, UnavailableError */
async function newBackup(stores: Stores, state?: string): Promise<NewBackup> {
  const listed = await stores.pilots.list({ order: 'asc' })
  const revoked = await stores.pilots.revocations()
  const pilots = await withNewCodes(stores, listed.pilots, revoked)
  const log = await readLog(stores)
  const passages = passagesOf(log).length
  const settings = await stores.settings.read()
  const erased = await stores.erasures.list()
  const head: Head = {
    version,
    at: new Date().toISOString(),
    desk: hostname(),
    revoked,
    // The session of a paired phone ends with a restore, and without it its account is of no use.
    accounts: (await stores.accounts.list()).filter((account) => !isPhone(account)),
    count: pilots.length,
    passages: log.length,
    ...backedUp(settings),
    ...(erased.length > 0 && { erased }),
    state,
  }
  const count = { pilots: pilots.length, photos: 0, passages }
  const content = archiveOf(async (add) => {
    await add(backupParts.head, Buffer.from(JSON.stringify(head)))
    await addLines(add, backupParts.pilots, pilots)
    await addHistory(add, stores)
    // The entries get numbers without a gap.
    await addLines(add, backupParts.passages, log, (entry, index) => ({ ...entry, number: index + 1 }))
    const { removed } = await stores.pilots.removed()
    count.photos = await addPhotos(add, stores, [...pilots, ...removed.map(({ pilot }) => pilot)])
  })
  return { content, count }
}

/**
 * Gives pilots whose cards were revoked after they were listed their new identifier and photo name, because the
 * finder of the card knows the old ones. A merge gives pilots other identifiers too, but their cards stay valid. Leaves
 * out such a pilot if it was removed in the meantime.
 */
async function withNewCodes(
  stores: Stores,
  pilots: readonly Pilot[],
  revoked: readonly Revocation[],
): Promise<Pilot[]> {
  const history = new CodeHistory(revoked)
  const current: Pilot[] = []
  for (const pilot of pilots) {
    const id = history.current(pilot.id)
    if (id === pilot.id) {
      current.push(pilot)
      continue
    }
    const { card, ...rest } = pilot
    const isValid = history.revocation(pilot.id) === undefined
    const existing = await pilotIfThere(stores, id)
    if (existing) current.push({ ...rest, ...(isValid && card && { card }), id, photo: existing.photo })
  }
  return current
}

/** Adds files in which each line is a value, as `toStored` converts it. */
async function addLines<Value>(
  add: AddFile,
  folder: string,
  values: readonly Value[],
  toStored: (value: Value, index: number) => unknown = (value) => value,
): Promise<void> {
  for (let start = 0, file = 1; start < values.length; start += linesPerFile, file += 1) {
    const some = values.slice(start, start + linesPerFile)
    await add(fileName(folder, file), linesOf(some.map((value, index) => toStored(value, start + index))))
  }
}

async function addHistory(add: AddFile, { pilots }: Stores): Promise<void> {
  let file = 1
  for await (const { changes } of pagesOf((after) => pilots.changeLog(after))) {
    if (changes.length > 0) await add(fileName(backupParts.history, file), linesOf(changes))
    file += 1
  }
}

/** Adds the photos of stored and of removed pilots, and returns the number of photos. */
async function addPhotos(add: AddFile, stores: Stores, pilots: readonly Pilot[]): Promise<number> {
  let count = 0
  for (const pilot of pilots) {
    // Waiting for nothing thousands of times would hold up other requests.
    const jpeg = pilot.photo && (await photoIfThere(stores, pilot))
    if (!jpeg) continue
    await add(backupParts.photos + pilot.photo, jpeg)
    count += 1
  }
  return count
}

function fileName(folder: string, number: number): string {
  return `${folder}${String(number).padStart(6, '0')}.jsonl`
}

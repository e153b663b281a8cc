/** Writes the archives of a folder anew, without what was erased or forgotten. */
import { createHash } from 'node:crypto'
import { readdir, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { MalformedError, NotFoundError, TooLargeError } from '#domain/errors'
import type { Revocation } from '#domain/pilots/change'
import { parseLoggedChange, readEntry } from '#domain/pilots/history/readable'
import type { Pilot } from '#domain/pilots/pilot'
import { erasureOf, type Rewriting } from '#domain/privacy/erasure'
import type { Person } from '#domain/privacy/person'
import { isObject, parseJson } from '#domain/text/text'
import {
  diskError,
  isMissing,
  isTemporary,
  removeFile,
  type Sync,
  withText,
  writeAtomically,
} from '../../files/atomic-file.ts'
import { readPlain } from '../../files/plain-file.ts'
import type { Archives, LastErasure, RewrittenArchives } from '../shared/erasures.ts'
import type { TombstoneSet, Tombstones } from '../shared/tombstones.ts'
import { archiveOf, eachFile } from './archive.ts'
import { backupParts, linesOf, personInBackup, readBackup, type SeedsIn } from './backup.ts'
import { alone, isBackupName } from './backup-files.ts'

/** Returns the archives of a folder. */
export function archivesIn(folder: string, sync?: Sync): Archives {
  return {
    erase: (stones, last) =>
      eraseFromBackups(folder, stones, { sync, last }).catch((error) => {
        throw withText(error, dirname(folder), unfinished)
      }),
    rewrite: (seeds, rewritingOf) => rewriteBackups(folder, () => seeds, rewritingOf, sync),
    alone: (work) => alone(folder, work),
  }
}

const unfinished =
  'La persona ya no está en los datos, pero quedó en copias de la carpeta backups: libere espacio, cierre PilotOS y ábralo otra vez, y se quita de ellas'

/** Notes which erasures the archives of a folder obey. */
const erasedName = '.erased'

interface ErasedArchives {
  sync?: Sync
  /** The last erasure, and the tombstones before it: an archive that obeys these has nobody else to lose. */
  last?: LastErasure
}

/**
 * Removes persons whom this store has erased from the archives of a folder, unless these obey all of its tombstones
 * already. An erasure that stopped before its archives, or was made on another laptop, is finished so. The list of another
 * desk never takes anybody from an archive, so that its merge can be undone.
 * @throws DiskFullError, MachineError
 */
export async function eraseFromBackups(
  folder: string,
  { own: stones }: Tombstones,
  { sync, last }: ErasedArchives = {},
): Promise<RewrittenArchives> {
  const path = join(folder, erasedName)
  const digest = digestOf(stones)
  const readNote = () => readPlain(path).then(String, () => '')
  if (stones.isEmpty || (await readNote()) === digest || (await namesIn(folder)).length === 0)
    return { backups: 0, unread: [] }
  return alone(folder, async () => {
    const noted = await readNote()
    const before = last?.before.own
    const obeysOthers: (known: readonly TombstoneSet[]) => boolean =
      before && noted !== digestOf(before) ? (known) => before.areKnownTo(known) : () => true
    const seedsIn: SeedsIn = (known, sources) =>
      last && obeysOthers(known) ? last.seeds : stones.seedsFor(sources, known)
    const result = await rewriteBackups(folder, seedsIn, erasureOf, sync)
    await writeAtomically(path, Buffer.from(digest), { sync })
    return result
  })
}

function digestOf({ sets }: Tombstones): string {
  return createHash('sha256').update(JSON.stringify(sets)).digest('base64url')
}

/** Writes each archive anew that has one of the persons whom the seeds recognize. @throws DiskFullError, MachineError */
async function rewriteBackups(
  folder: string,
  seedsIn: SeedsIn,
  rewritingOf: (person: Person) => Rewriting,
  sync?: Sync,
): Promise<RewrittenArchives> {
  const result: RewrittenArchives = { backups: 0, unread: [] }
  for (const name of await namesIn(folder)) {
    const path = join(folder, name)
    // A crash has left a temporary file: a backup that is being written keeps others out.
    if (isTemporary(name)) await removeFile(path)
    else if (!isBackupName(name)) result.unread.push(name)
    else {
      const found = await rewriteBackup(path, seedsIn, rewritingOf, sync)
      if (found === 'unread') result.unread.push(name)
      if (found === 'rewritten') result.backups += 1
    }
  }
  return result
}

async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error) => {
    if (isMissing(error)) return []
    throw diskError(error, folder)
  })
  return names.filter((name) => name !== erasedName).sort()
}

async function rewriteBackup(
  path: string,
  seedsIn: SeedsIn,
  rewritingOf: (person: Person) => Rewriting,
  sync?: Sync,
): Promise<'rewritten' | 'unread' | 'same'> {
  try {
    const { person } = await personInBackup(path, seedsIn)
    if (person.codes.size === 0) return 'same'
    const rewriting = rewritingOf(person)
    const { atime, mtime } = await stat(path)
    const content = archiveOf((add) =>
      eachFile(path, async (name, bytes) => {
        const kept = rewrittenFile(name, bytes, rewriting, person)
        if (kept) await add(name, kept)
      }),
    )
    // The age of a backup decides which one is removed next.
    await writeAtomically(path, content, {
      sync,
      beforeReplacing: async (written) => {
        await readBackup(written)
        await utimes(written, atime, mtime)
      },
    })
    return 'rewritten'
  } catch (error) {
    if (error instanceof NotFoundError) return 'same'
    if (error instanceof MalformedError || error instanceof TooLargeError) return 'unread'
    throw error
  }
}

/** Returns a file of an archive as it is without the person, or undefined if it is a photo of the person. */
function rewrittenFile(
  name: string,
  bytes: Buffer,
  rewriting: Rewriting,
  person: Person,
): Buffer | undefined {
  if (name === backupParts.head) {
    const head = parseJson(bytes.toString('utf8'))
    return Buffer.from(JSON.stringify(isObject(head) ? rewrittenHead(head, rewriting, person) : head))
  }
  if (name.startsWith(backupParts.photos))
    return rewriting.photos.has(name.slice(backupParts.photos.length)) ? undefined : bytes
  const toKept = rewrittenLine(name, rewriting)
  if (!toKept) return bytes
  const kept = bytes
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .flatMap((line) => toKept(line) ?? [])
  return linesOf(kept)
}

function rewrittenLine(name: string, rewriting: Rewriting): ((line: string) => unknown) | undefined {
  if (name.startsWith(backupParts.pilots)) return (line) => rewriting.pilot(parseJson(line) as Pilot)
  if (name.startsWith(backupParts.history))
    return (line) => {
      const logged = parseLoggedChange(line)
      return logged && { ...logged, change: rewriting.change(logged.change) }
    }
  if (name.startsWith(backupParts.passages))
    return (line) => {
      const entry = readEntry(parseJson(line))
      return entry && rewriting.entry(entry)
    }
  return undefined
}

function rewrittenHead(
  { revoked, count, events, ...head }: Record<string, unknown>,
  { pilot, revocations, events: eventsOf }: Rewriting,
  person: Person,
): unknown {
  const isGone = person.last !== undefined && pilot(person.last) === undefined
  return {
    ...head,
    ...(isObject(events) && { events: eventsOf(events) }),
    ...(Array.isArray(revoked) && { revoked: revocations(revoked as Revocation[]) }),
    ...(typeof count === 'number' && { count: isGone ? count - person.present.length : count }),
  }
}

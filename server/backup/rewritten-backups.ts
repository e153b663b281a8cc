/** Writes the archives of a folder anew, without what was erased or forgotten. */
import { createHash } from 'node:crypto'
import { readdir, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { erasureOf } from '#domain/erasure/erasure'
import type { Person, PersonSeeds } from '#domain/erasure/person'
import type { Rewriting } from '#domain/erasure/rewriting'
import { MachineError, MalformedError, NotFoundError, TooLargeError } from '#domain/errors'
import { readEntry } from '#domain/gate/settlement'
import type { Revocation } from '#domain/pilot/change'
import { parseLoggedChange } from '#domain/pilot/change-log'
import type { Pilot } from '#domain/pilot/pilot'
import { isObject, parseJson } from '#domain/text/text'
import { diskError, isMissing, removeFile, type Sync, writeAtomically } from '../files/atomic-file.ts'
import { lockFolder } from '../files/folder-lock.ts'
import { readPlain } from '../files/plain-file.ts'
import type { TombstoneSet } from '../store/contract/erasure-store.ts'
import type { Tombstones } from '../store/shared/tombstones.ts'
import { archiveOf, eachFile } from './archive.ts'
import { backupParts, personInBackup, readBackup } from './backup.ts'
import { isBackupName } from './backup-files.ts'

export interface RewrittenBackups {
  /** The number of archives that are new. */
  backups: number
  /** The names of files that cannot be read. */
  unread: string[]
}

/** The program that rewrites the archives of a folder locks this file. */
const lockName = 'lock'

/** Notes which erasures the archives of a folder obey. */
const erasedName = '.erased'

/** Returns the seeds that find persons in an archive, which knows some erasures already. */
type SeedsIn = (known: readonly TombstoneSet[]) => PersonSeeds

interface ErasedArchives {
  sync?: Sync
  /** The last erasure, and the tombstones before it: an archive that obeys these has nobody else to lose. */
  last?: { before: Tombstones; seeds: PersonSeeds }
}

/**
 * Removes erased persons from the archives of a folder, unless these obey all tombstones already. An erasure that stopped
 * before its archives, or was made on another laptop, is finished so.
 * @throws DiskFullError, MachineError
 */
export async function eraseFromBackups(
  folder: string,
  stones: Tombstones,
  { sync, last }: ErasedArchives = {},
): Promise<RewrittenBackups> {
  const path = join(folder, erasedName)
  const noted = await readPlain(path).then(String, () => '')
  if (stones.isEmpty || noted === digestOf(stones) || (await namesIn(folder)).length === 0)
    return { backups: 0, unread: [] }
  const obeysOthers: (known: readonly TombstoneSet[]) => boolean =
    last && noted !== digestOf(last.before) ? (known) => last.before.areKnownTo(known) : () => true
  const seedsIn: SeedsIn = (known) => (last && obeysOthers(known) ? last.seeds : stones.seedsIn(known))
  const result = await rewriteBackups(folder, seedsIn, erasureOf, sync)
  await writeAtomically(path, Buffer.from(digestOf(stones)), { sync })
  return result
}

function digestOf({ sets }: Tombstones): string {
  return createHash('sha256').update(JSON.stringify(sets)).digest('base64url')
}

/** The longest wait for another program, in milliseconds. */
const giveUpAfter = 10 * 60_000
const retryMilliseconds = 100

/**
 * Runs `work` while no other program rewrites the archives of a folder: on a database, a command and a kiosk of one laptop
 * do so at the same time. @throws MachineError
 */
export async function alone<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  if ((await namesIn(folder)).length === 0) return work()
  const start = Date.now()
  for (;;) {
    const lock = await lockFolder(folder)
    if (lock) return work().finally(() => lock.release())
    if (Date.now() - start > giveUpAfter) {
      throw new MachineError(`Otro programa usa las copias de ${folder} y no termina: ciérrelo y repita`)
    }
    await delay(retryMilliseconds)
  }
}

/** Writes each archive anew that has one of the persons whom the seeds recognize. @throws DiskFullError, MachineError */
export async function rewriteBackups(
  folder: string,
  seedsIn: SeedsIn,
  rewritingOf: (person: Person) => Rewriting,
  sync?: Sync,
): Promise<RewrittenBackups> {
  const result: RewrittenBackups = { backups: 0, unread: [] }
  for (const name of await namesIn(folder)) {
    const path = join(folder, name)
    // A temporary file is left from a crash, or belongs to a backup that is refused and made again: see `writeBackup`.
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

function isTemporary(name: string): boolean {
  return /^\..+\.tmp$/.test(name)
}

async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error) => {
    if (isMissing(error)) return []
    throw diskError(error, folder)
  })
  return names.filter((name) => name !== erasedName && name !== lockName).sort()
}

async function rewriteBackup(
  path: string,
  seedsIn: SeedsIn,
  rewritingOf: (person: Person) => Rewriting,
  sync?: Sync,
): Promise<'rewritten' | 'unread' | 'same'> {
  try {
    const person = await personInBackup(path, seedsIn)
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
  return Buffer.from(kept.map((value) => `${JSON.stringify(value)}\n`).join(''))
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
  { revoked, pilots, count, ...head }: Record<string, unknown>,
  { pilot, revocations }: Rewriting,
  person: Person,
): unknown {
  const isGone = person.last !== undefined && pilot(person.last) === undefined
  return {
    ...head,
    ...(Array.isArray(revoked) && { revoked: revocations(revoked as Revocation[]) }),
    ...(Array.isArray(pilots) && { pilots: pilots.flatMap((one) => pilot(one as Pilot) ?? []) }),
    ...(typeof count === 'number' && { count: isGone ? count - person.present : count }),
  }
}

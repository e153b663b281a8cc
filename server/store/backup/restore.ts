/** Restores a backup into any stores, and weighs whom a file of another desk lists as erased. */
import { basename } from 'node:path'
import type { RestoredBackup } from '#domain/desk/calls'
import { backedUp } from '#domain/desk/shared'
import { failureText, MachineError, PilotosError } from '#domain/errors'
import { passagesOf } from '#domain/gate/log-entry'
import type { LoggedChange } from '#domain/pilots/history/history'
import { parseLoggedChange, requireReadable } from '#domain/pilots/history/readable'
import { fullName, type PhotoName, type Pilot } from '#domain/pilots/pilot'
import { erasureOf, type Rewriting } from '#domain/privacy/erasure'
import { type PersonSources, personIn } from '#domain/privacy/person'
import { inTheTerminal } from '#domain/staff/roles'
import { type Account, isPhone } from '../documents/accounts.ts'
import { readChangeLog, type Stores } from '../shared/stores.ts'
import { type TombstoneSet, Tombstones } from '../shared/tombstones.ts'
import { eachFile } from './archive.ts'
import { type Backup, backupParts, isJpeg, photoOf, readBackup, textLines } from './backup.ts'
import { writeSafetyBackup } from './backup-files.ts'

export interface RestoreCount extends Omit<RestoredBackup, 'bad_photos' | 'saved'> {
  /** The number of files that are named as photos but are no JPEG, and were left out. */
  badPhotos: number
}

interface RestoreOptions {
  by?: string
  keepsSessions?: boolean
  eraseToo?: boolean
  /** The name of the backup of what was there: with it, the order is remembered. */
  savedAs?: string
}

/** The number of times that a restore weighs whom it leaves out, if persons are erased each time. */
const attempts = 5

/**
 * Replaces the pilots, revocations, accounts and passages by those of a backup, and adds its history, all at once, after its
 * photos are stored. A backup without rules of validity leaves the stored ones, and so does one whose text of the consent is
 * not newer. All sessions end, or with `keepsSessions` those of
 * accounts that are others then. Persons who were erased here are left out. Those whom the backup lists as erased elsewhere,
 * and who are here, are erased here too with `eraseToo`: see `weighErasures`.
 * @throws PilotosError if the amounts of an event would be in several currencies, or if persons are erased again and again,
 * MachineError
 */
export async function restoreBackup(
  stores: Stores,
  backup: Backup,
  options: RestoreOptions = {},
): Promise<RestoreCount> {
  const saved = new Set<PhotoName>()
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const count = await restoreUnlessErased(stores, backup, saved, options)
    if (count !== 'erased') return count
  }
  throw new PilotosError(
    'conflict',
    'Se borra para siempre a personas sin parar, y no se restauró nada: repita dentro de un momento',
  )
}

/**
 * Changes nothing but photos, and returns 'erased', if a person was erased meanwhile. `saved` has the photos of earlier
 * attempts, and gets those of this one.
 */
async function restoreUnlessErased(
  stores: Stores,
  backup: Backup,
  saved: Set<PhotoName>,
  { by = inTheTerminal, keepsSessions = false, eraseToo = false, savedAs }: RestoreOptions,
): Promise<RestoreCount | 'erased'> {
  const { erasures, list, there } = await weighedErasures(stores, backup, eraseToo)
  const person = erasures.stones.isEmpty
    ? undefined
    : personIn(there, await erasures.stones.seedsFor(there, there.erased))
  const rewriting = person && erasureOf(person)
  const { pilots, revoked, accounts, log, ...copy } = rewriting ? rewritten(backup, rewriting) : backup
  requireReadable({ put: pilots, revoke: revoked, by })
  const past: LoggedChange[] = []
  let [photos, badPhotos] = [0, 0]
  await eachFile(backup.path, async (name, content) => {
    if (name.startsWith(backupParts.history)) past.push(...changesOf(content, rewriting))
    const photo = photoOf(name)
    if (!photo) return
    if (rewriting?.photos.has(photo)) {
      if (saved.has(photo)) await stores.photos.remove(photo)
    } else if (isJpeg(content)) {
      await stores.photos.save(content, photo)
      saved.add(photo)
      photos += 1
    } else badPhotos += 1
  })
  const passages = passagesOf(log).length
  const count = { pilots: pilots.length, photos, badPhotos, passages, erased: person?.count ?? 0 }
  const isStored = await stores.merges.restore({
    ...(savedAs && { answer: { ...count, saved: savedAs } }),
    pilots,
    revoked,
    past,
    erased: list,
    by,
    accounts,
    keepsSessions,
    entries: log,
    settings: backedUp(copy),
  })
  if (!isStored) return 'erased'
  // An erasure comes last: until then, a restore that fails can be undone.
  await takeErasures(stores, erasures, { sets: there.erased, by })
  return count
}

/** Returns the persons whom a backup lists as erased elsewhere, and who are here: they stay without `eraseToo`. */
export async function ridersErasedBy(stores: Stores, backup: Backup): Promise<readonly Pilot[]> {
  return (await weighedErasures(stores, backup)).erasures.named
}

async function weighedErasures(
  stores: Stores,
  backup: Backup,
  eraseToo = false,
): Promise<{ erasures: OtherErasures; list: TombstoneSet[]; there: Weighed }> {
  const { pilots, revoked, erased = [] } = backup
  const list = await stores.erasures.list()
  const before = new Tombstones(list)
  const there = { log: [] as LoggedChange[], pilots, revoked, erased }
  const isNews = areNews(before, erased)
  if (!before.isEmpty || isNews) await readBackup(backup.path, (change) => there.log.push(change))
  const here = isNews ? await sourcesIn(stores) : { log: [], pilots: [], revoked: [] }
  return { erasures: await weighErasures({ ...here, erased: list }, there, eraseToo), list, there }
}

async function sourcesIn({ pilots }: Stores) {
  const log = await readChangeLog(pilots)
  return { log, ...(await pilots.list({ order: 'asc' })), revoked: await pilots.revocations() }
}

function rewritten(backup: Backup, { pilot, revocations, entry, events }: Rewriting): Backup {
  return {
    ...backup,
    pilots: backup.pilots.flatMap((one) => pilot(one) ?? []),
    revoked: revocations(backup.revoked),
    log: backup.log.map(entry),
    ...(backup.events && { events: events(backup.events) }),
  }
}

function changesOf(content: Buffer, rewriting?: Rewriting): LoggedChange[] {
  const changes = [...textLines(content)].flatMap((line) => parseLoggedChange(line) ?? [])
  return rewriting ? changes.map((one) => ({ ...one, change: rewriting.change(one.change) })) : changes
}

interface UndoableRestore {
  /** The folder of the backups. */
  folder: string
  /** The author of the change. */
  by: string
  /** The account that restores. It stays as it is, and so do the paired phones. */
  user?: string
  /** True if persons whom the backup lists as erased elsewhere are erased here too. */
  eraseToo?: boolean
}

/**
 * Restores a backup, after a backup of what is there. Sessions stay, except those of accounts that the backup does not
 * have, or has with another password. Nothing else may change the stores meanwhile.
 * @returns what was restored, and the name of the backup of what was there
 * @throws MachineError, after which everything is as it was, unless the message says otherwise
 */
export async function restoreOrUndo(
  stores: Stores,
  backup: Backup,
  { folder, by, user, eraseToo }: UndoableRestore,
): Promise<RestoreCount & { saved: string }> {
  const saved = await writeSafetyBackup(stores, folder, 'restaurar')
  const before = await stores.accounts.list()
  const change = stores.pilots.lastChange
  const options = { by, keepsSessions: true }
  try {
    const accounts = accountsAfter(backup.accounts, before, user)
    const how = { ...options, eraseToo, savedAs: basename(saved) }
    return { ...(await restoreBackup(stores, { ...backup, accounts }, how)), saved: how.savedAs }
  } catch (error) {
    const reason = failureText(error as Error)
    // The pilots are the first that a restore changes.
    if (stores.pilots.lastChange !== change)
      await undo(stores, saved, before, options).catch((failure) => {
        throw new MachineError(
          `La restauración se detuvo a la mitad: ${reason}. Lo que había está en ${saved}: cierre el kiosco y haga ` +
            `pilotos restore "${saved}" --force`,
          failure,
        )
      })
    throw new MachineError(`La copia no se restauró: ${reason}. Todo quedó como estaba`, error)
  }
}

async function undo(
  stores: Stores,
  saved: string,
  accounts: readonly Account[],
  options: Parameters<typeof restoreBackup>[2],
): Promise<void> {
  await restoreBackup(stores, { ...(await readBackup(saved)), accounts: [...accounts] }, options)
}

/** Returns the accounts of a backup, but with the given one and the paired phones as they are now. */
function accountsAfter(restored: readonly Account[], now: readonly Account[], user?: string): Account[] {
  const kept = now.filter((account) => account.user === user || isPhone(account))
  const names = new Set(kept.map((account) => account.user))
  return [...restored.filter((account) => !names.has(account.user)), ...kept]
}

export interface OtherErasures {
  /** The riders of this desk, and of the file itself, whom the list names and nobody has erased here. */
  named: readonly Pilot[]
  /** The tombstones that count. */
  stones: Tombstones
  /** True if these have some of the file that this desk does not know. */
  isTaken: boolean
}

export interface Weighed extends PersonSources {
  /** The tombstones that this data knows. */
  erased: readonly TombstoneSet[]
}

/**
 * Decides if the persons count as erased here whom another desk lists. The list may be a stranger's and name everybody: it
 * counts if it names nobody whom this desk has, or if a person says so. A list that is declined is not stored.
 */
export async function weighErasures(here: Weighed, there: Weighed, eraseToo = false): Promise<OtherErasures> {
  const stored = new Tombstones(here.erased)
  const all = stored.withOthers(there.erased)
  if (!areNews(stored, there.erased)) return { named: [], stones: stored, isTaken: false }
  const { codes: known } = personIn(there, await stored.seedsFor(there, there.erased))
  const found: Pilot[] = []
  for (const data of [here, there])
    found.push(...personIn(data, await all.seedsFor(data, data.erased)).riders)
  const byId = new Map(found.filter(({ id }) => !known.has(id)).map((rider) => [rider.id, rider]))
  const named = [...byId.values()].sort((one, two) => fullName(one).localeCompare(fullName(two), 'es'))
  const isTaken = eraseToo || named.length === 0
  return { named, stones: isTaken ? all : stored, isTaken }
}

/** Returns true if a list of another desk has anything that a store does not know. */
function areNews(stored: Tombstones, others: readonly TombstoneSet[]): boolean {
  return !stored.withOthers(others).areKnownTo(stored.sets)
}

/** Stores the list of another desk if it counts, and erases whom it names. `sets` is the list. */
export async function takeErasures(
  { erasures }: Pick<Stores, 'erasures'>,
  { named, stones, isTaken }: OtherErasures,
  { sets, by }: { sets: readonly TombstoneSet[]; by: string },
): Promise<void> {
  if (!isTaken) return
  if (named.length > 0) await erasures.add(sets, by)
  else await erasures.replaceOthers(stones.sets)
}

/** Restores a backup into any stores, and weighs whom a file of another desk lists as erased. */
import { basename } from 'node:path'
import type { RestoredBackup } from '#domain/desk/calls'
import { failureText, MachineError } from '#domain/errors'
import { requireOneCurrency } from '#domain/events/added-parts'
import { namingEvents } from '#domain/events/events'
import { passagesOf } from '#domain/gate/log-entry'
import { withNamesOfNow } from '#domain/pilots/classes/renamed'
import { type LoggedChange, parseLoggedChange } from '#domain/pilots/history/history'
import { requireReadable } from '#domain/pilots/history/readable'
import { restoredDefinitions } from '#domain/pilots/own/joined-definitions'
import { fullName, type Pilot } from '#domain/pilots/pilot'
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
}

/**
 * Replaces the pilots, revocations, accounts and passages by those of a backup, all at once, after its history and its
 * photos are added. A backup without passages or rules of validity leaves the
 * stored ones, and so does one whose text of the consent is not newer. All sessions end, or with `keepsSessions` those of
 * accounts that are others then. Persons who were erased here are left out. Those whom the backup lists as erased elsewhere,
 * and who are here, are erased here too with `eraseToo`: see `weighErasures`.
 * @throws PilotosError if the amounts of an event would be in several currencies, MachineError
 */
export async function restoreBackup(
  stores: Stores,
  backup: Backup,
  { by = inTheTerminal, keepsSessions = false, eraseToo = false }: RestoreOptions = {},
): Promise<RestoreCount> {
  const { erasures, before, there } = await weighedErasures(stores, backup, eraseToo)
  const person = erasures.stones.isEmpty
    ? undefined
    : personIn(there, await erasures.stones.seedsFor(there, there.erased))
  const rewriting = person && erasureOf(person)
  const { pilots, revoked, accounts, log, validity, consent, events, fields, waivers } = rewriting
    ? rewritten(backup, rewriting)
    : backup
  const { consent: stored, events: ownEvents, fields: defined = {} } = await stores.settings.read()
  requireOneCurrency(ownEvents, events, pilots)
  requireReadable({ put: pilots, revoke: revoked, by })
  let [photos, badPhotos] = [0, 0]
  await eachFile(backup.path, async (name, content) => {
    if (name.startsWith(backupParts.history))
      await stores.pilots.addToChangeLog(changesOf(content, rewriting))
    const photo = photoOf(name)
    if (!photo || rewriting?.photos.has(photo)) return
    if (isJpeg(content)) {
      await stores.photos.save(content, photo)
      photos += 1
    } else badPhotos += 1
  })
  await stores.merges.restore({
    pilots: withNamesOfNow(pilots, fields ? restoredDefinitions(defined, fields) : defined),
    revoked,
    by,
    accounts,
    keepsSessions,
    ...(log && { entries: namingEvents(log, events) }),
    settings: {
      ...(validity && { validity }),
      ...(waivers && { waivers }),
      // People may have accepted a newer text since.
      ...(consent && consent.version > (stored?.version ?? 0) && { consent }),
    },
    ...(fields && { fields }),
    ...(events && { events }),
  })
  const late = await eraseLate(stores, { pilots, revoked }, before, by)
  // An erasure comes last: until then, a restore that fails can be undone.
  await takeErasures(stores, erasures, { sets: there.erased, by })
  const passages = passagesOf(log ?? []).length
  const erased = (person?.count ?? 0) + late
  return { pilots: pilots.length - late, photos, badPhotos, passages, erased }
}

/** Returns the persons whom a backup lists as erased elsewhere, and who are here: they stay without `eraseToo`. */
export async function ridersErasedBy(stores: Stores, backup: Backup): Promise<readonly Pilot[]> {
  return (await weighedErasures(stores, backup)).erasures.named
}

async function weighedErasures(
  stores: Stores,
  backup: Backup,
  eraseToo = false,
): Promise<{ erasures: OtherErasures; before: Tombstones; there: Weighed }> {
  const { pilots, revoked, erased = [] } = backup
  const list = await stores.erasures.list()
  const before = new Tombstones(list)
  const there = { log: [] as LoggedChange[], pilots, revoked, erased }
  const isNews = areNews(before, erased)
  if (!before.isEmpty || isNews) await readBackup(backup.path, (change) => there.log.push(change))
  const here = isNews ? await sourcesIn(stores) : { log: [], pilots: [], revoked: [] }
  return { erasures: await weighErasures({ ...here, erased: list }, there, eraseToo), before, there }
}

async function sourcesIn({ pilots }: Stores) {
  const log = await readChangeLog(pilots)
  return { log, ...(await pilots.list({ order: 'asc' })), revoked: await pilots.revocations() }
}

/** Erases those whom another laptop erased while a backup was restored, and returns their number. */
async function eraseLate(
  stores: Stores,
  { pilots, revoked }: Pick<Backup, 'pilots' | 'revoked'>,
  before: Tombstones,
  by: string,
): Promise<number> {
  const now = new Tombstones(await stores.erasures.list())
  if (now.equals(before)) return 0
  const sources = { log: [], pilots, revoked }
  const { codes } = personIn(sources, await now.seedsFor(sources, before.sets))
  const ids = pilots.map(({ id }) => id).filter((id) => codes.has(id))
  return ids.length > 0 ? (await stores.erasures.erase(ids, by)).persons : 0
}

function rewritten(backup: Backup, { pilot, revocations, entry, events }: Rewriting): Backup {
  return {
    ...backup,
    pilots: backup.pilots.flatMap((one) => pilot(one) ?? []),
    revoked: revocations(backup.revoked),
    ...(backup.log && { log: backup.log.map(entry) }),
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
    const count = await restoreBackup(stores, { ...backup, accounts }, { ...options, eraseToo })
    return { ...count, saved: basename(saved) }
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

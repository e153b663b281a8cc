/** Restores a backup into any stores. */

import { namingEvents } from '#domain/events/events'
import { passagesOf } from '#domain/gate/log-entry'
import { type LoggedChange, parseLoggedChange } from '#domain/pilots/history/history'
import type { Pilot } from '#domain/pilots/pilot'
import { erasureOf, type Rewriting } from '#domain/privacy/erasure'
import { personIn } from '#domain/privacy/person'
import { inTheTerminal } from '#domain/staff/roles'
import type { Stores } from '../shared/stores.ts'
import { Tombstones } from '../shared/tombstones.ts'
import { eachFile } from './archive.ts'
import {
  type Backup,
  type BackupCount,
  backupParts,
  isJpeg,
  photoOf,
  readBackup,
  readChangeLog,
  textLines,
} from './backup.ts'
import { areNews, type OtherErasures, takeErasures, type Weighed, weighErasures } from './other-erasures.ts'

export interface RestoreCount extends BackupCount {
  /** The number of files that are named as photos but are no JPEG, and were left out. */
  badPhotos: number
  /** The number of persons who were left out, since they were erased for ever. */
  erased: number
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
 * @throws MachineError
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
  const { pilots, revoked, accounts, log, validity, consent, events } = rewriting
    ? rewritten(backup, rewriting)
    : backup
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
  const { consent: stored } = await stores.settings.read()
  await stores.merges.restore({
    pilots,
    revoked,
    by,
    accounts,
    keepsSessions,
    ...(log && { entries: namingEvents(log, events) }),
    settings: {
      ...(validity && { validity }),
      // People may have accepted a newer text since.
      ...(consent && consent.version > (stored?.version ?? 0) && { consent }),
    },
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

function rewritten(backup: Backup, { pilot, revocations, entry }: Rewriting): Backup {
  return {
    ...backup,
    pilots: backup.pilots.flatMap((one) => pilot(one) ?? []),
    revoked: revocations(backup.revoked),
    ...(backup.log && { log: backup.log.map(entry) }),
  }
}

function changesOf(content: Buffer, rewriting?: Rewriting): LoggedChange[] {
  const changes = [...textLines(content)].flatMap((line) => parseLoggedChange(line) ?? [])
  return rewriting ? changes.map((one) => ({ ...one, change: rewriting.change(one.change) })) : changes
}

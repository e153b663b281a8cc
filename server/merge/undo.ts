/** Undoes a merge, also one that erased persons for ever: these come back from the backup of before. */
import { UndoImportError } from '#domain/errors'
import { eventsOf } from '#domain/events/events'
import type { UndoneImport } from '#domain/import/calls'
import { decideUndoMerge, type ErasedData } from '#domain/merge/undo'
import type { ErasedByMerge } from '#domain/pilots/change'
import type { LoggedChange } from '#domain/pilots/history/history'
import { erasureOf } from '#domain/privacy/erasure'
import { personIn } from '#domain/privacy/person'
import { count } from '#domain/text/text'
import { eachPhotoOf, isJpeg, readBackup } from '../store/backup/backup.ts'
import { backupPath } from '../store/backup/backup-files.ts'
import { readChangeLog, readLog, type Stores } from '../store/shared/stores.ts'
import { type TombstoneSet, Tombstones } from '../store/shared/tombstones.ts'
import { commitDecision } from './merge.ts'

/**
 * Undoes an import or a merge by the number of its change. `folder` is that of the backups: the persons whom a merge erased
 * are in the backup of before. @throws NotFoundError, UndoImportError
 */
export async function undoImportOrMerge(
  stores: Stores,
  number: number,
  { by, folder }: { by: string; folder: string },
): Promise<UndoneImport> {
  const { undone } = await commitDecision(stores, async () => {
    const log = await readChangeLog(stores.pilots)
    const merge = log.findLast((one) => one.number === number && !one.past && one.change.merged)
    if (!merge) return { undone: await stores.pilots.undoImport(number, by) }
    const before = await stores.merges.answeredBefore()
    if (before) return { undone: before as UndoneImport }
    const events = eventsOf((await stores.settings.read()).events)
    const own = { log, passages: await readLog(stores), events }
    const { erased } = merge.change.merged ?? {}
    decideUndoMerge(number, own, by)
    const back = erased && (await bringBack(stores, erased, folder))
    const decided = decideUndoMerge(number, own, by, back)
    const { undone, accounts, events: drop, eventParts: parts, fields, ...undo } = decided
    const added = (drop.length > 0 || parts) && { events: { drop, parts } }
    const order = {
      ...undo,
      past: [],
      accounts: { add: [], drop: accounts },
      ...added,
      fieldsBack: fields,
      othersErased: back?.erased,
      answer: undone,
    }
    return { undone, order }
  })
  return undone
}

/**
 * Stores the photos of the persons whom a merge erased, and returns the rest of them, and the tombstones of before, from the
 * backup of before. @throws UndoImportError if that is not there any more
 */
async function bringBack(
  { erasures, photos }: Stores,
  { backup, persons }: ErasedByMerge,
  folder: string,
): Promise<ErasedData & { erased: readonly TombstoneSet[] }> {
  const path = await backupPath(folder, backup).catch(() => {
    throw new UndoImportError(
      `La unión no se deshizo: borró para siempre a ${count(persons, 'persona')}, y su copia ${backup} ya no está en ${folder}`,
    )
  })
  const stones = new Tombstones(await erasures.list())
  const log: LoggedChange[] = []
  const { erased = [], ...copy } = await readBackup(path, (change) => log.push(change))
  const sources = { pilots: copy.pilots, revoked: copy.revoked, log }
  const person = personIn(sources, await stones.seedsFor(sources, erased))
  await eachPhotoOf(path, async (name, jpeg) => {
    if (person.photos.has(name) && isJpeg(jpeg)) await photos.save(jpeg, name)
  })
  const { entry } = erasureOf(person)
  return {
    erased,
    pilots: copy.pilots.filter(({ id }) => person.codes.has(id)),
    revoked: copy.revoked.filter(({ id }) => person.codes.has(id)),
    entries: copy.log.flatMap((before) => {
      const left = entry(before)
      return left === before ? [] : [{ before, left }]
    }),
  }
}

/** Reads all that a store holds, so that two databases or two versions of one can be compared. */
import { createHash } from 'node:crypto'
import { readChangeLog, type ServedStores } from '../../server/store/shared/stores.ts'

export async function databaseContents(stores: ServedStores) {
  const { pilots, photos, passages, settings, erasures, accounts } = stores
  const all = (await pilots.list({ order: 'asc' })).pilots
  const removed = (await pilots.removed()).removed ?? []
  const log = (await readChangeLog(pilots)).sort(
    (one, other) => Number(other.past ?? 0) - Number(one.past ?? 0),
  )
  const ids = [...new Set(log.flatMap(({ change }) => (change.put ?? []).map(({ id }) => id)))]
  const historyOf = async (id: string) =>
    (await pilots.history(id).catch(() => [])).map(({ at: _at, ...entry }) => entry)
  const names = all.flatMap(({ photo }) => photo ?? [])
  const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  return {
    pilots: all,
    removed,
    revoked: await pilots.revocations(),
    log,
    histories: await Promise.all(ids.map(async (id) => [id, await historyOf(id)])),
    imports: await pilots.imports(),
    lastChangeAt: await pilots.lastChangeAt(),
    photos: await Promise.all(names.map(async (name) => [name, hashOf(await photos.read(name))])),
    passages: await passages.log(),
    accounts: await accounts.list(),
    settings: await settings.read(),
    erased: await erasures.list(),
  }
}

/** All that a database holds, opened. */
import type { ServedStores } from '../contract/stores.ts'
import { parseSettings } from '../settings-json.ts'
import { openAccountTable } from './accounts.ts'
import { ChangeFeed, type ChangeFeedOptions } from './change-feed.ts'
import { Database, isRelative, type Patience } from './connection/database.ts'
import { openPhotoTable } from './photos.ts'
import { PostgresPilots } from './pilots/pilots.ts'
import { prepareSchema } from './schema.ts'
import { openSessionTable } from './sessions.ts'
import { openSettingsTable } from './settings.ts'

export interface DatabaseOptions extends ChangeFeedOptions, Patience {
  /** Whether many will ask, for long. */
  serves?: boolean
}

/** @throws UsageError, MachineError, UnavailableError */
export async function openDatabase(
  address: string,
  { patience, retryFor, serves, ...options }: DatabaseOptions = {},
): Promise<ServedStores> {
  const database = Database.at(address, { patience, retryFor })
  try {
    const { version, isPooled } = await database.handshake({ keepsPlans: serves })
    await prepareSchema(database)
    const changes = new ChangeFeed(database, !isPooled && !isRelative(version), options)
    const photos = openPhotoTable(database)
    let closing: Promise<void> | undefined
    return {
      pilots: new PostgresPilots(database, changes),
      photos: { ...photos, sweep: (_named, before) => photos.sweep(before) },
      accounts: openAccountTable(database),
      settings: openSettingsTable(database),
      sessions: openSessionTable(database, changes),
      notes: [],
      sweepPhotos: (before) => photos.sweep(before),
      otherCards: () => otherCards(database),
      close() {
        closing ??= changes.stop().then(() => database.close())
        return closing
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** How many cards carry each address that is none of a desk's. */
async function otherCards(database: Database): Promise<Map<string, number>> {
  const settings = await database.query('SELECT content FROM pilotos.settings')
  const own = settings.map(([content]) => parseSettings(String(content)).address)
  const rows = await database.query(
    'SELECT card_address, count(*) FROM pilotos.pilots WHERE card_address IS NOT NULL GROUP BY card_address',
  )
  return new Map(
    rows.flatMap(([address, cards]) =>
      own.includes(String(address)) ? [] : [[String(address), Number(cards)] as const],
    ),
  )
}

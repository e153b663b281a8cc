/** Opens the stores in a PostgreSQL database. */

import { parseSettings } from '../contract/settings-store.ts'
import type { ServedStores } from '../contract/stores.ts'
import { openAccountTable } from './accounts.ts'
import { ChangeFeed, type ChangeFeedOptions } from './change-feed.ts'
import { Database, type Timeouts } from './connection/database.ts'
import { isCompatible } from './connection/server-version.ts'
import { openPairingTable } from './pairings.ts'
import { PostgresPassages } from './passages.ts'
import { openPhotoTable } from './photos.ts'
import { PostgresPilots } from './pilots/pilots.ts'
import { prepareSchema } from './schema.ts'
import { openSessionTable } from './sessions.ts'
import { openSettingsTable } from './settings.ts'

export interface DatabaseOptions extends ChangeFeedOptions, Timeouts {
  /** True for the server, which answers many requests for a long time; false for a command. */
  serves?: boolean
}

/** Connects to the database and migrates its tables if needed. @throws UsageError, MachineError, UnavailableError */
export async function openDatabase(
  address: string,
  { timeout, retryFor, serves, ...options }: DatabaseOptions = {},
): Promise<ServedStores> {
  const database = Database.at(address, { timeout, retryFor })
  try {
    const { version, isPooled } = await database.handshake({ keepsPlans: serves })
    await prepareSchema(database)
    const changes = new ChangeFeed(database, !isPooled && !isCompatible(version), options)
    const photos = openPhotoTable(database)
    let closing: Promise<void> | undefined
    return {
      pilots: new PostgresPilots(database, changes),
      photos: { ...photos, sweep: (_named, before) => photos.sweep(before) },
      accounts: openAccountTable(database),
      passages: new PostgresPassages(database, changes),
      settings: openSettingsTable(database, changes),
      sessions: openSessionTable(database, changes),
      pairings: openPairingTable(database),
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

/** Returns the number of cards with each address that no laptop has in its settings. */
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

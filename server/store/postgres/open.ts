/** Opens the stores in a PostgreSQL database. */

import { isPhotoName, newPhotoName, noPhoto } from '#domain/pilot/pilot'
import { parseSettings } from '../contract/settings-store.ts'
import type { PhotoStore, ServedStores } from '../contract/stores.ts'
import { openAccountTable, openPairingTable, openSessionTable } from './accounts.ts'
import { ChangeFeed, type ChangeFeedOptions } from './change-feed.ts'
import { Database, type Timeouts } from './connection/database.ts'
import { PostgresPassages } from './passages.ts'
import { PostgresPilots } from './pilots.ts'
import { prepareSchema } from './schema.ts'
import { openSettingsTable } from './settings.ts'

export interface DatabaseOptions extends ChangeFeedOptions, Timeouts {}

/** Connects to the database and migrates its tables if needed. @throws UsageError, MachineError, UnavailableError */
export async function openDatabase(
  address: string,
  { timeout, retryFor, ...options }: DatabaseOptions = {},
): Promise<ServedStores> {
  const database = Database.at(address, { timeout, retryFor })
  try {
    const { hasNotifications } = await database.handshake()
    await prepareSchema(database)
    const changes = new ChangeFeed(database, hasNotifications, options)
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

/** The photos in PostgreSQL: JPEG files under names that PilotOS generates. */
export type SharedPhotos = Omit<PhotoStore, 'sweep'> & {
  /** Removes each photo that no pilot names and that was last touched before `before`, in milliseconds since 1970. */
  sweep(before: number): Promise<void>
}

export function openPhotoTable(database: Database): SharedPhotos {
  return {
    async save(jpeg, name = newPhotoName()) {
      if (!isPhotoName(name)) throw noPhoto()
      await database.change(
        `INSERT INTO pilotos.photos (name, jpeg) VALUES ($1, $2)
          ON CONFLICT (name) DO UPDATE SET jpeg = excluded.jpeg, touched = now()`,
        [name, jpeg],
      )
      return name
    },

    async read(name) {
      const [row] = isPhotoName(name)
        ? await database.query("SELECT encode(jpeg, 'hex') FROM pilotos.photos WHERE name = $1", [name])
        : []
      if (!row) throw noPhoto()
      return Buffer.from(String(row[0]), 'hex')
    },

    async remove(name) {
      await database.change('DELETE FROM pilotos.photos WHERE name = $1', [name])
    },

    async touch(name) {
      await database.change('UPDATE pilotos.photos SET touched = now() WHERE name = $1', [name])
    },

    /** Uses one statement, so that concurrent sweeps see the same pilots. Only the clock of the database counts. */
    async sweep(before) {
      await database.change(
        `DELETE FROM pilotos.photos WHERE touched < now() - $1::interval
          AND NOT EXISTS (SELECT 1 FROM pilotos.pilots p WHERE p.photo = photos.name)`,
        [`${Math.round((Date.now() - before) / 1000)} seconds`],
      )
    },
  }
}

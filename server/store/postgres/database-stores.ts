/** Opens the stores in a PostgreSQL database. */
import { hostname } from 'node:os'
import { parseSettings } from '#domain/desk/settings'
import { isPhotoName, newPhotoName, noPhoto } from '#domain/pilots/pilot'
import { authorAt } from '#domain/staff/roles'
import { writeSafetyBackup } from '../backup/backup-files.ts'
import { archivesIn } from '../backup/rewritten-backups.ts'
import { databaseBackups } from '../data-address.ts'
import { openAccounts, openPairings, pairingKind } from '../documents/accounts.ts'
import { Applications, queueKind } from '../documents/applications.ts'
import { Sessions, sessionKind } from '../documents/sessions.ts'
import { AllSettings, settingsKind } from '../documents/settings.ts'
import { type DocumentKind, dataIn } from '../documents/stored-document.ts'
import { Erasures } from '../shared/erasures.ts'
import { Merges } from '../shared/merges.ts'
import { Passages } from '../shared/passages.ts'
import { type PilotStore, Pilots } from '../shared/pilots.ts'
import { Store } from '../shared/store.ts'
import type { PhotoStore, ServedStores } from '../shared/stores.ts'
import { ChangeFeed, type ChangeFeedOptions } from './change-feed.ts'
import { Database, type Timeouts } from './connection/database.ts'
import { DocumentRow, ownSettings, setRowsAside, settingsName } from './document-rows.ts'
import { PostgresLog } from './postgres-log.ts'
import { prepareSchema } from './schema.ts'

export interface DatabaseOptions extends ChangeFeedOptions, Timeouts {
  /** The folder of this laptop's backups, by default that of the user: see `databaseBackups`. */
  backups?: string
}

/** Connects to the database, and creates its tables if there are none. @throws UsageError, MachineError, UnavailableError */
export async function openDatabase(
  address: string,
  { timeout, retryFor, backups = databaseBackups(address), ...options }: DatabaseOptions = {},
): Promise<ServedStores> {
  const database = Database.at(address, { timeout, retryFor })
  try {
    const { hasNotifications } = await database.handshake()
    await prepareSchema(database)
    const damage = await setRowsAside(database)
    const changes = new ChangeFeed(database, hasNotifications, options)
    const log = new PostgresLog(database, changes)
    const store = new Store(log)
    const rowOf = <Data>(name: string, kind: DocumentKind<Data>) => new DocumentRow(database, name, kind)
    const sessions = new Sessions(
      rowOf('sessions', sessionKind),
      async () => (await log.accounts.read()).data,
    )
    const settings = new AllSettings(rowOf(ownSettings, settingsKind), store)
    const photos = openPhotoTable(database)
    const applications = new Applications(rowOf('applications', queueKind), photos, store)
    const erasures = new Erasures(store, archivesIn(backups), settings, applications)
    const obey = async () => erasures.obey((await store.current()).stones, options.report)
    await obey()
    // Other processes change the documents too.
    for (const document of [sessions, settings]) changes.onPoll(() => document.check())
    changes.onPoll(obey)
    const pilots = new Pilots(store, settings)
    // The feed follows the changes of others for those who listen.
    const subscribe: PilotStore['subscribe'] = (listener) => {
      changes.start()
      return log.state.subscribe(listener)
    }
    let closing: Promise<void> | undefined
    const stores: ServedStores = {
      pilots: Object.assign(pilots, { subscribe }),
      photos,
      applications,
      accounts: openAccounts(log.accounts, sessions),
      passages: new Passages(store, (by) => authorAt(hostname(), by) ?? by),
      merges: new Merges(store, sessions),
      erasures,
      settings,
      sessions,
      pairings: openPairings(rowOf('pairings', pairingKind)),
      damage,
      notes: damage,
      sweepPhotos: (before) => sweepPhotos(database, before),
      otherCards: () => otherCards(database, store),
      close() {
        store.refuseChanges()
        closing ??= changes
          .stop()
          .then(() => erasures.finished())
          .then(() => store.close({ waits: false }))
        return closing
      },
    }
    const taken = await log.takeShared(() => writeSafetyBackup(stores, backups, 'actualizar'))
    return { ...stores, notes: [...damage, ...taken] }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Returns the number of cards with each address that no laptop has in its settings. */
async function otherCards(database: Database, store: Store): Promise<Map<string, number>> {
  const text = 'SELECT body FROM pilotos.documents WHERE name LIKE $1'
  const settings = await database.query(text, [`${settingsName}%`])
  const counts = (await store.current()).pilots.cardAddresses()
  for (const [content] of settings) {
    const { address } = parseSettings(dataIn(settingsKind, String(content)) ?? {})
    if (address !== undefined) counts.delete(address)
  }
  return counts
}

/** Opens the photos: JPEG files under names that PilotOS generates. */
function openPhotoTable(database: Database): PhotoStore {
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
  }
}

/**
 * Removes each photo that no pilot names and that was last touched before `before`, in milliseconds since 1970. Uses
 * one statement, so that concurrent sweeps see the same pilots. Only the clock of the database counts.
 */
async function sweepPhotos(database: Database, before: number): Promise<void> {
  await database.change(
    `DELETE FROM pilotos.photos WHERE touched < now() - $1::interval
      AND NOT EXISTS (SELECT 1 FROM pilotos.rows r WHERE r.kind = 'pilot' AND r.body ->> 'photo' = photos.name)`,
    [`${Math.round((Date.now() - before) / 1000)} seconds`],
  )
}

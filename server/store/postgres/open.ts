/** Opens the stores in a PostgreSQL database. */
import { hostname } from 'node:os'
import { isPhotoName, newPhotoName, noPhoto } from '#domain/pilot/pilot'
import { parseJson } from '#domain/text/text'
import { parseSettings } from '../contract/settings-store.ts'
import type { PhotoStore, ServedStores } from '../contract/stores.ts'
import { openAccounts, openPairings, pairingKind } from '../shared/accounts.ts'
import type { DocumentKind } from '../shared/documents.ts'
import { Sessions, sessionKind } from '../shared/sessions.ts'
import { DocumentSettings, settingsKind } from '../shared/settings.ts'
import { Tombstones, withKinds } from '../shared/tombstones.ts'
import { databaseBackups } from './backup-folder.ts'
import { ChangeFeed, type ChangeFeedOptions } from './change-feed.ts'
import { Database, type Queryable, type Timeouts } from './connection/database.ts'
import { accountRow, DocumentRow, settingsName } from './documents.ts'
import { PostgresErasures, tombstoneKind } from './erasures.ts'
import { PostgresMerges } from './merges.ts'
import { PostgresPassages } from './passages.ts'
import { PostgresPilots } from './pilots.ts'
import { prepareSchema } from './schema.ts'

export interface DatabaseOptions extends ChangeFeedOptions, Timeouts {
  /** The folder of this laptop's backups, by default that of the user: see `databaseBackups`. */
  backups?: string
}

/** Connects to the database and migrates its tables if needed. @throws UsageError, MachineError, UnavailableError */
export async function openDatabase(
  address: string,
  { timeout, retryFor, backups = databaseBackups(address), ...options }: DatabaseOptions = {},
): Promise<ServedStores> {
  const database = Database.at(address, { timeout, retryFor })
  try {
    const { hasNotifications } = await database.handshake()
    await prepareSchema(database)
    const changes = new ChangeFeed(database, hasNotifications, options)
    const rowOf = <Data>(name: string, kind: DocumentKind<Data>) => new DocumentRow(database, name, kind)
    const accounts = accountRow(database)
    const tombstones = rowOf('erased', tombstoneKind)
    const readStones = async (transaction: Queryable) =>
      new Tombstones(await withKinds((await tombstones.read(transaction)).data))
    const sessions = new Sessions(rowOf('sessions', sessionKind), async () => (await accounts.read()).data)
    const settings = new DocumentSettings(
      rowOf(`${settingsName}${hostname()}`, settingsKind),
      rowOf(settingsName, settingsKind),
    )
    // Other processes change the documents too.
    for (const document of [sessions, settings]) changes.onPoll(() => document.check())
    const erasures = new PostgresErasures(database, changes, {
      tombstones,
      readStones,
      settingsName,
      backups,
      report: options.report,
    })
    await erasures.replaceFastHashes()
    await erasures.check()
    changes.onPoll(() => erasures.check())
    let closing: Promise<void> | undefined
    return {
      pilots: new PostgresPilots(database, changes, readStones),
      photos: openPhotoTable(database),
      accounts: openAccounts(accounts, sessions),
      passages: new PostgresPassages(database, changes, readStones),
      merges: new PostgresMerges(database, changes, accounts),
      erasures,
      settings,
      sessions,
      pairings: openPairings(rowOf('pairings', pairingKind)),
      notes: [],
      sweepPhotos: (before) => sweepPhotos(database, before),
      otherCards: () => otherCards(database),
      close() {
        closing ??= changes
          .stop()
          .then(() => erasures.settled())
          .then(() => database.close())
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
  const settings = await database.query('SELECT content FROM pilotos.documents WHERE name LIKE $1', [
    `${settingsName}%`,
  ])
  const own = settings.map(
    ([content]) => parseSettings(settingsKind.parse(parseJson(String(content)))).address,
  )
  const rows = await database.query(
    'SELECT card_address, count(*) FROM pilotos.pilots WHERE card_address IS NOT NULL GROUP BY card_address',
  )
  return new Map(
    rows.flatMap(([address, cards]) =>
      own.includes(String(address)) ? [] : [[String(address), Number(cards)] as const],
    ),
  )
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
      AND NOT EXISTS (SELECT 1 FROM pilotos.pilots p WHERE p.photo = photos.name)`,
    [`${Math.round((Date.now() - before) / 1000)} seconds`],
  )
}

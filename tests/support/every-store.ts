/** Opens the stores that every shared suite runs on: on a folder, through a running server, and on PostgreSQL. */
import { afterAll } from 'vitest'
import { openFolder, openStores } from '../../server/store/open.ts'
import type { OpenStores } from '../../server/store/shared/stores.ts'
import { aFolder } from './folder.ts'
import { findPooler, type Pooler, startPooler } from './pooler.ts'
import { hasPostgres, sharedPostgres } from './postgres.ts'
import { startTestServer } from './server.ts'
import type { Stores } from './stores.ts'

/** Returns the openers for a file of tests, which stops its PgBouncer at the end. */
export function everyStore(): Stores<() => Promise<OpenStores>> {
  const pgbouncer = hasPostgres ? findPooler() : undefined
  if (hasPostgres && !pgbouncer) console.warn('SKIPPED on this machine: PostgreSQL behind PgBouncer')
  let pooler: Promise<Pooler> | undefined
  afterAll(async () => (await pooler)?.stop())
  return {
    folder: {
      'the files of a folder': async () => openFolder(await aFolder()),
      'a running server': async () => openStores((await startTestServer()).folder),
    },
    database: {
      PostgreSQL: async () => openStores(await sharedPostgres().databaseWithTables()),
      ...(pgbouncer && {
        'PostgreSQL behind PgBouncer': async () => {
          const { port, databaseWithTables } = sharedPostgres()
          pooler ??= startPooler(pgbouncer, port)
          return openStores((await databaseWithTables()).replace(`:${port}/`, `:${(await pooler).port}/`))
        },
      }),
    },
  }
}

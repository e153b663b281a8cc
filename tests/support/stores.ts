/** Runs a shared suite on the stores of the project that the tests run in. */
import { describe, test } from 'vitest'
import { hasPostgres } from './postgres.ts'

/** True in the project `database`, which runs the shared suites on PostgreSQL. The project `server` has those on a folder. */
const isOnDatabase = process.env.PILOTOS_TEST_STORES === 'database'

/** Tests of a shared suite's file that need one of the two. */
export const testOnFolder = test.skipIf(isOnDatabase)
export const testOnDatabase = test.runIf(isOnDatabase && hasPostgres)

/** How a suite opens each of its stores, by their names in the titles. */
export interface Stores<Open> {
  folder: Record<string, Open>
  database: Record<string, Open>
}

/** Runs a suite once for each of its stores in this project. The title has a place for the name: `with %s`. */
export function describeStores<Open>(
  title: string,
  stores: Stores<Open>,
  suite: (name: string, open: Open) => void,
): void {
  const chosen = Object.entries(isOnDatabase ? stores.database : stores.folder)
  describe.skipIf(isOnDatabase && !hasPostgres).each(chosen)(title, suite)
}

/** The places that can hold the data of a kiosk, for the tests that need one and run on each. */
import { aFolder } from './folder.ts'
import { hasPostgres, sharedPostgres } from './postgres.ts'

/** Each returns a new folder, or the address of a new database with the tables of this version. */
export const places: readonly (readonly [name: string, place: () => Promise<string>])[] = [
  ['a folder', aFolder],
  ...(hasPostgres ? ([['a database', () => sharedPostgres().databaseWithTables()]] as const) : []),
]

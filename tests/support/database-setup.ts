/** Starts the PostgreSQL that all database tests share, if it is installed, and keeps their backups together. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgres, prepareCluster, removePostgres, startPostgres } from './postgres.ts'

export async function setup(): Promise<(() => Promise<void>) | undefined> {
  const { PILOTOS_TEST_POSTGRES: port, PILOTOS_TEST_NO_POSTGRES: isUnwanted } = process.env
  if (port || isUnwanted || !findPostgres()) return undefined
  const removeFolder = await moveUserFolder()
  const removeCluster = await prepareCluster()
  const server = await startPostgres()
  process.env.PILOTOS_TEST_POSTGRES = String(server.port)
  return async () => {
    await removePostgres(server)
    await removeCluster()
    await removeFolder()
  }
}

/** The variable that names the folder of a user's data: see `server/store/data-address.ts`. */
const variable = { win32: 'LOCALAPPDATA', darwin: 'HOME' }[String(process.platform)] ?? 'XDG_DATA_HOME'

/** Gives this run a folder of its own for the backups of databases, which are in the user's folder. */
async function moveUserFolder(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'pilotos-user-'))
  process.env[variable] = folder
  return () => rm(folder, { recursive: true, force: true })
}

/** Starts the PostgreSQL that all database tests share, if it is installed. */
import { findPostgres, prepareCluster, removePostgres, startPostgres } from './postgres.ts'

export async function setup(): Promise<(() => Promise<void>) | undefined> {
  const { PILOTOS_TEST_POSTGRES: port, PILOTOS_TEST_NO_POSTGRES: isUnwanted } = process.env
  if (port || isUnwanted || !findPostgres()) return undefined
  const removeCluster = await prepareCluster()
  const server = await startPostgres()
  process.env.PILOTOS_TEST_POSTGRES = String(server.port)
  return async () => {
    await removePostgres(server)
    await removeCluster()
  }
}

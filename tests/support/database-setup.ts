/** Starts the PostgreSQL that all database tests share, if it is installed. */
import { findPostgres, prepareTemplate, removePostgres, startPostgres } from './postgres.ts'

export async function setup(): Promise<(() => Promise<void>) | undefined> {
  const { PILOTOS_TEST_POSTGRES: port, PILOTOS_TEST_NO_POSTGRES: isUnwanted } = process.env
  if (port || isUnwanted || !findPostgres()) return undefined
  const server = await startPostgres()
  await prepareTemplate(server)
  process.env.PILOTOS_TEST_POSTGRES = String(server.port)
  return () => removePostgres(server)
}

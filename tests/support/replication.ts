/** A PostgreSQL server with a synchronous standby, each in a folder and on a port of its own. */
import { expect, onTestFinished } from 'vitest'
import { removePostgres, startPostgres, startStandby, type TestServer } from './postgres.ts'

export interface Pair {
  primary: TestServer
  standby: TestServer
  /** The address of an empty database on the primary, with both servers in their order, or the other way round. */
  data: string
  reversed: string
}

/** Starts both servers. The primary acknowledges a commit once it is on the disk of the standby. */
export async function startPair(): Promise<Pair> {
  const primary = await startPostgres()
  onTestFinished(() => removePostgres(primary))
  const standby = await startStandby(primary)
  onTestFinished(() => removePostgres(standby))
  await primary.admin("ALTER SYSTEM SET synchronous_standby_names = '*'")
  await primary.admin('SELECT pg_reload_conf()')
  await expect
    .poll(() => primary.admin('SELECT sync_state FROM pg_stat_replication'))
    .toEqual([{ sync_state: 'sync' }])
  await primary.admin('CREATE DATABASE carrera')
  const at = (...servers: TestServer[]) =>
    `postgres://postgres@${servers.map(({ port }) => `127.0.0.1:${port}`)}/carrera?target_session_attrs=read-write`
  return { primary, standby, data: at(primary, standby), reversed: at(standby, primary) }
}

/** Makes a standby a primary, and waits until it accepts writes. */
export async function promote(standby: TestServer): Promise<void> {
  expect(await standby.admin('SELECT pg_promote()')).toEqual([{ pg_promote: true }])
}

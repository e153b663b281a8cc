/** A test of a synchronous standby that is away: nothing is acknowledged too early, or twice. */
import { describe, expect, onTestFinished, test } from 'vitest'
import { PilotosError } from '#domain/errors'
import { type DatabaseOptions, openDatabase } from '../../../server/store/postgres/database-stores.ts'
import type { OpenStores } from '../../../server/store/shared/stores.ts'
import { closing } from '../../support/closing.ts'
import { aDraft } from '../../support/pilots.ts'
import { hasPostgres, removePostgres, startPostgres, startStandby } from '../../support/postgres.ts'

describe.skipIf(!hasPostgres)('with a primary and a synchronous standby', () => {
  test('while the standby is away, writes fail in time without a false claim, reads work, and what waited is stored once', async () => {
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
    const data = `postgres://postgres@127.0.0.1:${primary.port}/carrera`
    const stores = await open(data)
    const printed = await stores.pilots.register(aDraft())
    const print = ({ pilots }: OpenStores) => pilots.issueCards([printed.id], 'http://10.0.0.1')
    const impatiently = () => open(data, { timeout: 1500, retryFor: 3000 })
    const [impatient, other] = [await impatiently(), await impatiently()]
    await standby.stop('immediate')

    const [hung, refused] = [aDraft(), aDraft()]
    const registering = failureOf(impatient.pilots.register(hung))
    const waiting = "SELECT count(*)::int FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
    await expect.poll(() => primary.admin(waiting)).toEqual([{ count: 1 }])
    // The other writes wait for the number of the first one.
    const others = [print(other), impatient.pilots.register(refused)].map(failureOf)
    const { message, details } = await registering
    expect(message).toMatch(/dejó de responder y no se sabe si se guardó: mire en la lista/)
    expect(details).toEqual({ unknown: true })
    for (const failure of await Promise.all(others))
      expect(failure).toMatchObject({
        kind: 'unavailable',
        message: expect.stringMatching(/no se guardó nada/i),
        details: {},
      })
    expect((await impatient.pilots.list()).total).toBe(1)

    await standby.start()
    await expect.poll(async () => (await stores.pilots.list()).total).toBe(2)
    expect(await failureOf(impatient.pilots.register(hung))).toMatchObject({ kind: 'duplicate' })
    await print(stores)
    await stores.pilots.register(refused)
    expect((await stores.pilots.history(printed.id)).map(({ kind }) => kind)).toHaveLength(2)
  })
})

const open = (data: string, options?: DatabaseOptions) => closing(openDatabase(data, options))

async function failureOf(work: Promise<unknown>): Promise<PilotosError> {
  const failure = await work.then(
    () => undefined,
    (error) => error,
  )
  expect(failure).toBeInstanceOf(PilotosError)
  return failure
}

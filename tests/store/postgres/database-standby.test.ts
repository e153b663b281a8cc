/** Tests of a standby that is away, and of a primary that is silent: nothing is acknowledged too early, or twice. */
import { describe, expect, onTestFinished, test } from 'vitest'
import { PilotosError } from '#domain/errors'
import type { OpenStores } from '../../../server/store/contract/stores.ts'
import { type DatabaseOptions, openDatabase } from '../../../server/store/postgres/open.ts'
import { aDraft } from '../../support/pilots.ts'
import { hasPostgres, signalAll } from '../../support/postgres.ts'
import { promote, startPair } from '../../support/replication.ts'

describe.skipIf(!hasPostgres)('with a primary and a synchronous standby', () => {
  test('while the standby is away, writes fail in time without a false claim, reads work, and what waited is stored once', async () => {
    const { primary, standby, data } = await startPair()
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
    const printing = failureOf(print(other))
    const { message, details } = await registering
    expect(message).toMatch(/espera a su réplica.*no se sabe si se guardó/)
    expect(details).toEqual({ unknown: true })
    // The other write waits for the number of the first one.
    expect(await printing).toMatchObject({
      message: expect.stringContaining('no se guardó nada'),
      details: {},
    })
    // Once it is known that commits wait, further writes are not begun.
    for (const work of [impatient.pilots.register(refused), impatient.accounts.remove('nadie')]) {
      const failure = await failureOf(work)
      expect(failure).toMatchObject({ kind: 'unavailable', details: {} })
      expect(failure.message).toContain('espera a su réplica, que no responde: no se guardó nada')
    }
    expect((await impatient.pilots.list()).total).toBe(1)

    await standby.start()
    await expect.poll(async () => (await stores.pilots.list()).total).toBe(2)
    expect(await failureOf(impatient.pilots.register(hung))).toMatchObject({ kind: 'duplicate' })
    await print(stores)
    await stores.pilots.register(refused)
    expect((await stores.pilots.history(printed.id)).map(({ kind }) => kind)).toHaveLength(2)
  })

  test('a primary that falls silent is left for its promoted standby, and a write that it had received is stored once', async () => {
    const { primary, standby, data, reversed } = await startPair()
    const stores = await open(data)
    const feed = await open(data)
    const notices: unknown[] = []
    feed.pilots.subscribe((notice) => notices.push(notice))
    // The feed tells the changes after its first poll.
    await stores.pilots.register(aDraft())
    await expect.poll(() => feed.pilots.lastChange).toBe(1)
    const { id } = await stores.pilots.register(aDraft())
    await expect.poll(() => notices).toContainEqual(expect.objectContaining({ ids: [id] }))
    signalAll(primary.pid(), 'SIGSTOP')
    onTestFinished(() => signalAll(primary.pid(), 'SIGCONT'))
    const draft = aDraft()
    const registering = stores.pilots.register(draft)
    await promote(standby)
    const pilot = await registering
    await expect.poll(() => notices.length).toBeGreaterThan(1)

    // The old primary goes on, and gets no standby for what it had received.
    signalAll(primary.pid(), 'SIGCONT')
    await stores.pilots.register(aDraft())
    for (const address of [data, reversed]) {
      const { pilots, total } = await (await open(address)).pilots.list()
      expect(total).toBe(4)
      expect(pilots.filter(({ dni }) => dni === draft.dni).map((one) => one.id)).toEqual([pilot.id])
    }
  })
})

async function open(data: string, options?: DatabaseOptions): Promise<OpenStores> {
  const stores = await openDatabase(data, options)
  onTestFinished(() => stores.close())
  return stores
}

async function failureOf(work: Promise<unknown>): Promise<PilotosError> {
  const failure = await work.then(
    () => undefined,
    (error) => error,
  )
  expect(failure).toBeInstanceOf(PilotosError)
  return failure
}

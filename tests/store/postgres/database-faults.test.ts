/** Tests of databases that stop, hang, disconnect and refuse: every acknowledged change is stored once. */
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { PilotosError } from '#domain/errors'
import { preparePhoto } from '../../../server/photos/pictures.ts'
import { diagnose } from '../../../server/store/open.ts'
import { Database, type Queryable } from '../../../server/store/postgres/connection/database.ts'
import { type DatabaseOptions, openDatabase } from '../../../server/store/postgres/database-stores.ts'
import type { OpenStores, ServedStores } from '../../../server/store/shared/stores.ts'
import { closing } from '../../support/closing.ts'
import { serve } from '../../support/command.ts'
import { cuttingProxy } from '../../support/cutting-proxy.ts'
import { aFolder } from '../../support/folder.ts'
import { canMount } from '../../support/machine.ts'
import { aDraft, aPicture, aRow } from '../../support/pilots.ts'
import { findPooler, startPooler } from '../../support/pooler.ts'
import {
  hasPostgres,
  removePostgres,
  signalAll,
  startPostgres,
  type TestServer,
} from '../../support/postgres.ts'
import { formRequest, startTestServer } from '../../support/server.ts'

const hasDisks = canMount()

/** The lines of a pg_hba.conf, which state who may connect to which database. */
const access = `
host all postgres 127.0.0.1/32 trust
host clave ana 127.0.0.1/32 scram-sha-256
hostssl tls ana 127.0.0.1/32 trust
host lejos ana 10.0.0.1/32 trust
`

describe.skipIf(!hasPostgres)('on PostgreSQL', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startPostgres({ access })
  })
  afterAll(() => removePostgres(server))

  const open = async (address?: string, options?: DatabaseOptions) =>
    closing(openDatabase(address ?? (await server.databaseWithTables()), options))

  /** Returns the sorted DNIs of all pilots, after it has checked the total and each history against them. */
  async function dnisOf({ pilots }: OpenStores): Promise<number[]> {
    const { pilots: all, total } = await pilots.list()
    expect(total).toBe(all.length)
    for (const { id } of all) {
      const kinds = (await pilots.history(id)).map(({ kind }) => kind)
      expect(kinds.filter((kind) => kind === 'registered')).toHaveLength(1)
    }
    return all.map(({ dni }) => Number(dni)).sort((one, other) => one - other)
  }

  test('every acknowledged pilot is stored once if one of two servers is killed and the database crashes under 64 clients', async () => {
    const data = await server.databaseWithTables()
    const [first, second] = await Promise.all([
      startTestServer({ folder: data, expectsErrors: true }),
      serve(['--data', data]),
    ])
    const acknowledged: number[] = []
    const refusals = new Set<string>()
    let isOver = false
    let isKilled = false
    onTestFinished(() => {
      isOver = true
    })

    /** Registers pilots as a person does: repeats a failed request until the pilot is stored or exists already. */
    async function client(url: string, isGone: () => boolean): Promise<void> {
      while (!isOver && !isGone()) {
        const draft = aDraft()
        let status = 0
        while (!isOver && !isGone() && status !== 201 && status !== 409)
          status = await send(url, draft, refusals).catch(() => 0)
        if (status === 201 || status === 409) acknowledged.push(draft.dni)
      }
    }
    const more = async (count: number) => {
      const before = acknowledged.length
      await expect.poll(() => acknowledged.length).toBeGreaterThan(before + count)
    }
    const clients = Array.from({ length: 32 }, () => [
      client(first.url, () => false),
      client(second.url, () => isKilled),
    ]).flat()
    await more(100)
    isKilled = true
    second.signal('SIGKILL')
    await more(50)
    await server.stop('immediate')
    await knocked(server.port, 40)
    await server.start()
    await more(50)
    isOver = true
    await Promise.all(clients)
    const stores = await open(data)
    const dnis = (await stores.pilots.list()).pilots.map(({ dni }) => dni)
    console.info(`${acknowledged.length} acknowledged, ${dnis.length} stored`)
    expect(new Set(dnis).size).toBe(dnis.length)
    const stored = new Set(dnis)
    expect(acknowledged.filter((dni) => !stored.has(dni))).toEqual([])
    const [events] = await server.admin(
      `SELECT count(*) = count(DISTINCT topics) AS once, count(*) = (SELECT count(*) FROM pilotos.pilots) AS counted
        FROM pilotos.log`,
      data.split('/').at(-1),
    )
    expect(events).toEqual({ once: true, counted: true })
    for (const text of refusals) expect(text).toMatch(/^503 La base de datos de 127\.0\.0\.1:\d+ /)
  }, 60_000)

  test.each([
    ['after the server has stored a pilot', true],
    ['before the server has received a pilot', false],
  ])('a connection that is cut %s leaves it stored once', async (_, passOn) => {
    const data = await server.databaseWithTables()
    const proxy = await cuttingProxy(server.port)
    const stores = await open(data.replace(`:${server.port}`, `:${proxy.port}`))
    /** After a cut, the next COMMIT is the first on its connection, which has its text. */
    const cutAt = (part: string) => proxy.cutAt(passOn ? 'commit' : part, passOn)
    cutAt('Uno')
    const one = await stores.pilots.register(aDraft({ club: 'Uno' }))
    cutAt('Un club con nombre')
    const other = await stores.pilots.register(aDraft({ club: 'Un club con nombre' }))
    const { id: _id, photo: _photo, since: _since, ...draft } = one
    cutAt('Otro club')
    await stores.pilots.update(one.id, { ...draft, club: 'Otro club' })
    cutAt(other.id)
    await stores.pilots.remove(other.id)
    cutAt(other.id)
    await stores.pilots.undoRemove(other.id)
    const { id } = await stores.pilots.revoke(other.id)
    expect(proxy.cuts()).toBe(5)
    expect((await stores.pilots.history(id)).map(({ kind }) => kind)).toEqual([
      'registered',
      'removed',
      'recovered',
      'revoked',
    ])
    expect((await stores.pilots.history(one.id)).map(({ kind }) => kind)).toEqual(['registered', 'changed'])
    expect((await stores.pilots.list()).total).toBe(2)
  })

  test('a commit that ends only after its connection was given up counts once, as it was decided', async () => {
    const data = await server.database()
    const name = data.split('/').at(-1)
    const stores = await open(data, { timeout: 500 })
    const { id, photo: _photo, since: _since, ...draft } = await stores.pilots.register(aDraft())
    await server.admin(
      `CREATE FUNCTION pilotos.wait() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_sleep(0.8); RETURN NULL; END $$`,
      name,
    )
    await server.admin(
      `CREATE CONSTRAINT TRIGGER wait AFTER INSERT ON pilotos.log DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW WHEN (NEW.number = 2) EXECUTE FUNCTION pilotos.wait()`,
      name,
    )
    const other = aDraft()
    await Promise.all([stores.pilots.register(other), stores.pilots.update(id, { ...draft, club: 'Otro' })])
    expect(await dnisOf(stores)).toEqual([draft.dni, other.dni])
    expect((await stores.pilots.history(id)).map(({ kind }) => kind)).toEqual(['registered', 'changed'])
  })

  test.each<[string, (query: Queryable['query']) => Promise<unknown>]>([
    ['an answer', (query) => query('SELECT pg_sleep(1.5)')],
    [
      'a part of an answer',
      (query) => query('SELECT pg_sleep(0.001), n FROM generate_series(1, 2500) AS n', [], (row) => row),
    ],
  ])(
    'a transaction that was given up, since %s was late, has released its locks once that comes',
    async (_, ask) => {
      const data = await server.databaseWithTables()
      const [one, other] = [Database.at(data, { timeout: 200, retryFor: 0 }), Database.at(data)]
      onTestFinished(async () => void (await Promise.all([one.close(), other.close()])))
      const lock = 'SELECT last FROM pilotos.state WHERE one = 1 FOR UPDATE'
      const late = one.transaction(async ({ query }) => {
        await query(lock)
        await ask(query)
      })
      await expect(late).rejects.toMatchObject({ code: 'NO_ANSWER' })
      // The server would end a transaction that says nothing after 30 seconds.
      expect(await other.transaction(({ query }) => query(lock))).toEqual([['0']])
    },
  )

  test('the statements of a transaction run in the order in which they were given', async () => {
    const database = Database.at(await server.databaseWithTables())
    onTestFinished(() => database.close())
    const [, read] = await database.transaction(({ query }) =>
      Promise.all([
        query("SELECT set_config('pilotos.order', 'first', true)"),
        (async () => await query("SELECT current_setting('pilotos.order', true)"))(),
      ]),
    )
    expect(read).toEqual([['first']])
  })

  test('all people who sign in at the same moment at two kiosks have a session', async () => {
    const data = await server.databaseWithTables()
    const kiosks = [await openDatabase(data), await openDatabase(data)]
    onTestFinished(async () => {
      for (const kiosk of kiosks) await kiosk.close()
    })
    const accounts = Array.from({ length: 40 }, (_, index) => ({ user: `u${index}`, password: 'x' }))
    for (const account of accounts) await kiosks[0]?.accounts.add(account)
    const ids = await Promise.all(accounts.map((one, index) => kiosks[index % 2]?.sessions.start(one)))
    const found = await Promise.all(ids.map((id) => kiosks[0]?.sessions.find(String(id))))
    expect(found.map((one) => one?.user)).toEqual(accounts.map(({ user }) => user))
  })

  test('an import and a print of cards are done once even if the connection is cut at their commit', async () => {
    const data = await server.databaseWithTables()
    const proxy = await cuttingProxy(server.port)
    await open(data)
    const cut = () => open(data.replace(`:${server.port}`, `:${proxy.port}`))
    let stores = await cut()
    proxy.cutAt('commit')
    const rows = Array.from({ length: 30 }, (_, index) => aRow(index))
    expect(await stores.pilots.import(rows)).toMatchObject({ registered: 30, rejectedRows: 0 })
    const [pilot] = (await stores.pilots.list({ perPage: 1 })).pilots
    stores = await cut()
    proxy.cutAt('commit')
    await stores.pilots.issueCards([String(pilot?.id)], 'http://10.0.0.1')
    expect(proxy.cuts()).toBe(2)
    expect(await dnisOf(stores)).toHaveLength(30)
    expect(await stores.pilots.history(String(pilot?.id))).toHaveLength(2)
  })

  test('a connection that is cut within a transaction, or at the commit of a change of accounts or pairings, leaves it done once', async () => {
    const data = await server.databaseWithTables()
    const proxy = await cuttingProxy(server.port)
    const address = data.replace(`:${server.port}`, `:${proxy.port}`)
    const stores = await open(address)
    const rows = [aRow(0), aRow(1)]
    // The rows of the pilots and of the log.
    for (const [again, part] of ['"kind":', '"topics":'].entries()) {
      proxy.cutAt(part, false)
      const report = await stores.pilots.import([...rows.slice(0, again), aRow(again + 2)])
      expect(report).toMatchObject({ registered: again + 1 })
    }
    const direct = await closing(openDatabase(data))
    const { accounts, pairings } = direct
    await pairings.add({ hash: 'n', gate: 'Norte', expires: new Date().toISOString() })
    /** Cuts the first commit of new connections, later ones do not name it. */
    const cutAtCommit = async (change: (stores: ServedStores) => Promise<boolean>) => {
      const fresh = await closing(openDatabase(address))
      proxy.cutAt('commit')
      return change(fresh)
    }
    expect(await cutAtCommit(({ accounts }) => accounts.add({ user: 'ana', password: 'x' }))).toBe(true)
    expect(await cutAtCommit(({ pairings }) => pairings.use('n', 'ana'))).toBe(true)
    expect(await cutAtCommit(({ accounts }) => accounts.remove('ana'))).toBe(true)
    expect(proxy.cuts()).toBe(5)
    expect(await accounts.remove('ana')).toBe(false)
    expect(await pairings.use('n', 'eva')).toBe(false)
    expect(await dnisOf(stores)).toHaveLength(3)
  })

  test('stores whose connection was cut are closed without a wait', async () => {
    const data = await server.databaseWithTables()
    const proxy = await cuttingProxy(server.port)
    const stores = await openDatabase(data.replace(`:${server.port}`, `:${proxy.port}`))
    proxy.cutAt('Un club con nombre')
    await stores.pilots.register(aDraft({ club: 'Un club con nombre' }))
    const { setTimeout: onTime } = globalThis
    // A clock on which the timeouts of five seconds and more, for which the stores wait for answers, never expire.
    const clock = vi.spyOn(globalThis, 'setTimeout')
    clock.mockImplementation((work, wait = 0, ...args) => onTime(work, wait < 5000 ? wait : 2 ** 30, ...args))
    onTestFinished(() => clock.mockRestore())
    await stores.close()
  })

  // The driver holds a connection that was lost within a transaction for a minute.
  test('a kiosk ends at once after its database was restarted', async () => {
    const kiosk = await serve(['--data', await server.databaseWithTables()])
    const list = () => fetch(`${kiosk.url}/api?list=all&per_page=1`).then(({ status }) => status)
    expect(await list()).toBe(200)
    await server.kill()
    await server.start()
    await expect.poll(list).toBe(200)
    expect(await kiosk.stop('SIGTERM')).toBe(0)
  }, 30_000)

  test('connections that the server ends repeatedly cause no failure and no loss', async () => {
    const data = await server.databaseWithTables()
    const stores = await open(data)
    const name = data.split('/').at(-1)
    const end = () =>
      server.admin(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`)
    let count = 0
    const dnis = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const stored: number[] = []
        while (stored.length < 12) {
          stored.push(Number((await stores.pilots.register(aDraft())).dni))
          count += 1
          if (count % 12 === 0) await end()
        }
        return stored
      }),
    )
    expect(await dnisOf(stores)).toEqual(dnis.flat().sort((one, other) => one - other))
  })

  test('a connection to a server that only lets read, as a balancer may open for a moment, is replaced until a write is stored', async () => {
    const data = await server.database()
    const name = data.split('/').at(-1)
    const stores = await open(data)
    await server.admin(`ALTER DATABASE ${name} SET default_transaction_read_only = on`)
    await server.admin(
      `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '${name}'`,
    )
    // The number of sessions that there were: one that only lets read ends as soon as this is noticed.
    const sessions = async () =>
      JSON.stringify(await server.admin(`SELECT sessions FROM pg_stat_database WHERE datname = '${name}'`))
    const before = await sessions()
    const draft = aDraft()
    const registering = stores.pilots.register(draft)
    await expect.poll(sessions).not.toBe(before)
    await server.admin(`ALTER DATABASE ${name} RESET default_transaction_read_only`)
    await registering
    expect(await dnisOf(stores)).toEqual([draft.dni])
  })

  test('requests to a server that hangs fail in time with a message in Spanish, and work again when it is back', async () => {
    const data = await server.databaseWithTables()
    const stores = await open(data, { timeout: 500, retryFor: 300 })
    await stores.pilots.register(aDraft())
    signalAll(server.pid(), 'SIGSTOP')
    onTestFinished(() => signalAll(server.pid(), 'SIGCONT'))
    const start = Date.now()
    const draft = aDraft()
    const failures = await Promise.all([
      stores.pilots.list().catch((error) => error),
      stores.pilots.register(draft).catch((error) => error),
    ])
    expect(Date.now() - start).toBeLessThan(15_000)
    for (const failure of failures) {
      expect(failure).toBeInstanceOf(PilotosError)
      expect(failure).toMatchObject({
        kind: 'unavailable',
        message: expect.stringMatching(/^La base de datos de /),
      })
    }
    // The change had not reached its COMMIT.
    expect(failures[1].details).toEqual({})
    signalAll(server.pid(), 'SIGCONT')
    await stores.pilots.register(draft)
    expect(await dnisOf(stores)).toContain(draft.dni)
  }, 60_000)

  describe.each([
    ['', undefined],
    [' through PgBouncer', findPooler()],
  ])('a network that falls silent%s', (name, program) => {
    test.skipIf(name !== '' && !program).each([
      ['at the beginning of a transaction', 'begin'],
      ['in the middle of one', '"kind":'],
    ])('%s is told in time, and what comes later is stored', async (_, part) => {
      const data = await server.databaseWithTables()
      const pooler = program ? await startPooler(program, server.port) : undefined
      onTestFinished(() => pooler?.stop())
      const proxy = await cuttingProxy(pooler?.port ?? server.port)
      const stores = await open(data.replace(`:${server.port}`, `:${proxy.port}`), {
        timeout: 500,
        retryFor: 300,
      })
      proxy.muteAt(part)
      const [draft, later] = [aDraft(), aDraft()]
      await expect(stores.pilots.register(draft)).rejects.toMatchObject({ kind: 'unavailable', details: {} })
      expect((await stores.pilots.list()).total).toBe(0)
      // The server ends the transaction of a laptop that is silent for 30 seconds.
      await server.admin(
        `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '${data.split('/').at(-1)}'`,
      )
      await stores.pilots.register(later)
      expect(await dnisOf(stores)).toEqual([later.dni])
    })
  })

  test('a slow connection delivers a whole list, even if that takes longer than the timeout', async () => {
    const proxy = await cuttingProxy(server.port)
    const data = await server.databaseWithTables()
    const stores = await open(data.replace(`:${server.port}`, `:${proxy.port}`), { timeout })
    const direct = await open(data)
    await direct.pilots.import(Array.from({ length: 2100 }, (_, index) => aRow(index)))
    // All data is read again, as after an erasure of another laptop.
    await server.admin('UPDATE pilotos.state SET generation = generation + 1', data.split('/').at(-1))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => {
      proxy.delayWith(() => {})
      vi.useRealTimers()
    })
    let waited = 0
    proxy.delayWith(() => {
      vi.advanceTimersByTime(0.4 * timeout)
      waited += 0.4 * timeout
    })
    expect((await stores.pilots.list()).pilots).toHaveLength(2100)
    expect(waited).toBeGreaterThan(timeout)
  })

  test('the stores stop as soon as a newer program has changed the tables', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const looks = (count: number) => vi.advanceTimersByTimeAsync(count * 500)
    const data = await server.database()
    const said: string[] = []
    const stores = await closing(openDatabase(data, { say: (text) => said.push(text) }))
    stores.pilots.subscribe(() => {})
    await stores.pilots.register(aDraft())
    await server.admin('UPDATE pilotos.schema SET number = number + 1', data.split('/').at(-1))
    const newer = { kind: 'machine', message: expect.stringContaining('es de un PilotOS más nuevo') }
    await looks(1)
    await expect.poll(() => said).toEqual([newer.message])
    await expect(stores.pilots.register(aDraft())).rejects.toMatchObject(newer)
    await expect(stores.pilots.import([aRow(0)])).rejects.toMatchObject(newer)
    await expect(stores.pilots.list()).rejects.toMatchObject(newer)
    await looks(3)
    expect(said).toHaveLength(1)
    expect(await diagnose(data)).toMatchObject([{ level: 'problem', text: newer.message }])
  })

  test('changes that a failover has lost, and what others stored in their places, are seen at once', async () => {
    const data = await server.databaseWithTables()
    const [stores, other] = [await open(data), await open(data)]
    const kept = await stores.pilots.register(aDraft())
    const lost = await stores.pilots.register(aDraft())
    await server.admin(
      `DELETE FROM pilotos.log WHERE number = 2; DELETE FROM pilotos.rows WHERE id = '${lost.id}';
        UPDATE pilotos.state SET last = 1`,
      data.split('/').at(-1),
    )
    expect((await stores.pilots.list()).pilots).toEqual([kept])
    await expect(stores.pilots.get(lost.id)).rejects.toMatchObject({ kind: 'not-found' })
    const again = await stores.pilots.register(aDraft())
    await server.admin(
      `UPDATE pilotos.log SET key = 'other' WHERE number = 2; DELETE FROM pilotos.rows WHERE id = '${again.id}'`,
      data.split('/').at(-1),
    )
    expect((await stores.pilots.list()).pilots).toEqual([kept])
    const last = await other.pilots.register(aDraft())
    expect((await stores.pilots.list()).pilots).toEqual([last, kept])
  })

  test('a change that never reached the server fails with a message that does not say that it may be stored', async () => {
    const data = await server.databaseWithTables()
    const proxy = await cuttingProxy(server.port)
    const stores = await open(data.replace(`:${server.port}`, `:${proxy.port}`), { retryFor: 300 })
    proxy.close()
    await expect(stores.pilots.list()).rejects.toMatchObject({ kind: 'unavailable' })
    const failure = await stores.pilots.register(aDraft()).catch((error) => error)
    expect(failure).toMatchObject({ kind: 'unavailable', message: expect.stringContaining('no responde') })
  })

  test('a database that is not in UTF8 is refused, and the setting bytea_output does not damage photos', async () => {
    const name = `latin_${process.pid}`
    await server.admin(`CREATE DATABASE ${name} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`)
    const latin = `postgres://postgres@127.0.0.1:${server.port}/${name}`
    await expect(openDatabase(latin)).rejects.toMatchObject({ message: expect.stringContaining('UTF8') })
    const data = await server.database()
    await server.admin(`ALTER DATABASE ${data.split('/').at(-1)} SET bytea_output = 'escape'`)
    const { photos } = await open(data)
    const jpeg = await preparePhoto(await aPicture())
    expect(await photos.read(await photos.save(jpeg))).toEqual(jpeg)
  })

  test('a transaction that the server ends because of a deadlock is retried', async () => {
    const data = await server.database()
    const name = data.split('/').at(-1)
    const stores = await open(data)
    const drafts = [aDraft(), aDraft(), aDraft()]
    const pilots = await Promise.all(drafts.map((draft) => stores.pilots.register(draft)))
    const [low = '', middle = '', high = ''] = pilots.map(({ id }) => id).sort()
    // The stores' session checks for a deadlock after 100 ms of waiting, and the other one only after an hour.
    await server.admin(`ALTER DATABASE ${name} SET deadlock_timeout = '100ms'`)
    const waiting = (count: number) =>
      expect
        .poll(() =>
          server.admin(
            `SELECT count(*)::int FROM pg_stat_activity WHERE datname = '${name}' AND wait_event_type = 'Lock'`,
          ),
        )
        .toEqual([{ count }])
    const take = (sql: postgres.TransactionSql, id: string) =>
      sql.unsafe('SELECT 1 FROM pilotos.pilots WHERE id = $1 FOR UPDATE', [id]).execute()
    const sql = postgres(data, { max: 2 })
    onTestFinished(() => sql.end())
    let print = Promise.resolve()
    await sql.begin(async (other) => {
      await other.unsafe("SET LOCAL deadlock_timeout = '1h'")
      await take(other, high)
      let taking: Promise<unknown> = Promise.resolve()
      await sql.begin(async (blocker) => {
        await take(blocker, middle)
        print = (await open(data)).pilots.issueCards([low, middle, high], 'http://10.0.0.1')
        await waiting(1)
        taking = take(other, low)
        await waiting(2)
      })
      await taking
    })
    await print
    expect((await stores.pilots.get(low)).card).toBeDefined()
    expect(await stores.pilots.history(low)).toHaveLength(2)
  })

  test('fifty simultaneous updates of one pilot are all recorded, and fifty registrations of one DNI store one pilot', async () => {
    const data = await server.databaseWithTables()
    const [one, other] = [await open(data), await open(data)]
    const draft = aDraft()
    const { id } = await one.pilots.register(draft)
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 ? one : other).pilots.update(id, { ...draft, club: `Club ${index}` }),
      ),
    )
    expect(await one.pilots.history(id)).toHaveLength(51)
    const same = aDraft()
    const tries = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) => (index % 2 ? one : other).pilots.register(same)),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const printed = [id]
    const late = other.pilots.update(id, { ...draft, club: 'Nadie' }, { version: 'de antes' })
    await expect(late).rejects.toMatchObject({ kind: 'conflict' })
    const prints = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        (index % 2 ? one : other).pilots.issueCards(printed, 'http://a'),
      ),
    )
    expect(prints.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const rows = Array.from({ length: 200 }, (_, index) => aRow(index))
    const reports = await Promise.all([one.pilots.import(rows), other.pilots.import(rows)])
    expect(reports.map(({ registered }) => registered).sort()).toEqual([0, 200])
  })

  test('the pilots that an import updates exist all the time for another import and for a print', async () => {
    const data = await server.databaseWithTables()
    const [one, other] = [await open(data), await open(data)]
    const drafts = Array.from({ length: 1100 }, () => aDraft())
    await one.pilots.import(drafts.map((draft, index) => aRow(index, draft)))
    const ids = (await one.pilots.list()).pilots.map(({ id }) => id)
    const clubs = (club: string) => drafts.map(({ dni }, index) => aRow(index, { dni, club }))
    const printing = (async () => {
      for (let round = 0; round < 20; round += 1)
        await one.pilots.issueCards([String(ids[round * 50])], 'http://a', { again: true })
    })()
    const reports = await Promise.all([
      one.pilots.import(clubs('Uno'), { update: true }),
      other.pilots.import(clubs('Otro'), { update: true }),
    ])
    await printing
    expect(reports).toMatchObject([
      { updated: 1100, rejectedRows: 0 },
      { updated: 1100, rejectedRows: 0 },
    ])
    const { pilots } = await one.pilots.list({ order: 'asc' })
    expect(new Set(pilots.map(({ club }) => club)).size).toBe(1)
    expect(pilots.map(({ dni }) => dni)).toEqual(drafts.map(({ dni }) => dni))
  })

  test.skipIf(!hasDisks)(
    'a full disk is reported and loses nothing, and writes work again once there is space',
    async () => {
      const folder = await aFolder()
      const disk = join(folder, 'disk')
      execFileSync('truncate', ['-s', '48M', `${disk}.img`])
      execFileSync('mkfs.ext4', ['-q', '-F', `${disk}.img`])
      mkdirSync(disk)
      chmodSync(folder, 0o755)
      execFileSync('mount', ['-o', 'loop', `${disk}.img`, disk])
      const { uid, gid } = statSync(server.folder)
      const tablespace = join(disk, 'place')
      mkdirSync(tablespace)
      chownSync(tablespace, uid, gid)
      const name = `full_${process.pid}`
      onTestFinished(async () => {
        await server.admin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
        await server.admin(`DROP TABLESPACE IF EXISTS ${name}`)
        execFileSync('umount', ['-l', disk])
      })
      await server.admin(`CREATE TABLESPACE ${name} LOCATION '${tablespace}'`)
      await server.admin(`CREATE DATABASE ${name} TABLESPACE ${name}`)
      const stores = await open(`postgres://postgres@127.0.0.1:${server.port}/${name}`)
      await stores.pilots.register(aDraft())
      const filler = join(disk, 'filler')
      execFileSync('sh', ['-c', `dd if=/dev/zero of=${filler} bs=64k 2>/dev/null || true`])
      const draft = aDraft({ participacion: 'ñ'.repeat(4900) })
      let failure: unknown
      let stored = 1
      while (!failure && stored < 3000) {
        await stores.pilots.register({ ...draft, dni: 1000 + stored }).then(
          () => {
            stored += 1
          },
          (error) => {
            failure = error
          },
        )
      }
      expect(failure).toMatchObject({
        kind: 'disk-full',
        message: expect.stringMatching(
          /^No se guardó: el disco de la base de datos de .* está lleno\. Libere espacio y repita$/,
        ),
      })
      execFileSync('rm', [filler])
      await stores.pilots.register(draft)
      expect((await stores.pilots.list({ perPage: 1 })).total).toBe(stored + 1)
    },
  )

  test.each([
    ['a wrong password', 'clave', /la contraseña no es la correcta/],
    ['a server that requires TLS', 'tls', /exige TLS\. Añada \?sslmode=require a la dirección/],
    ['a machine without permission', 'lejos', /exige TLS|no admite conexiones/],
  ])('%s is reported in Spanish', async (_, database, message) => {
    await server.admin("DROP ROLE IF EXISTS ana; CREATE ROLE ana LOGIN PASSWORD 'buena'")
    const address = `postgres://ana:mala@127.0.0.1:${server.port}/${database}`
    await expect(openDatabase(address)).rejects.toMatchObject({
      kind: 'machine',
      message: expect.stringMatching(message),
    })
  })
})

/** The timeout for an answer, in milliseconds of a clock that the test controls. */
const timeout = 10_000

/** Registers a pilot over HTTP and returns the status. Adds each refusal to `refusals`. */
async function send(url: string, draft: object, refusals: Set<string>): Promise<number> {
  const { headers, payload } = formRequest({ data_driver: draft })
  const response = await fetch(`${url}/api`, {
    method: 'POST',
    headers: headers as never,
    body: new Uint8Array(payload as Buffer),
  })
  const { error } = (await response.json()) as { error?: string }
  if (response.status !== 201 && response.status !== 409) refusals.add(`${response.status} ${error}`)
  return response.status
}

/** Listens on the port of a stopped server and closes each connection, until `count` of them were attempted. */
async function knocked(port: number, count: number): Promise<void> {
  let knocks = 0
  const gate = createServer((socket) => {
    knocks += 1
    socket.destroy()
  })
  gate.listen(port, '127.0.0.1')
  await expect.poll(() => knocks).toBeGreaterThanOrEqual(count)
  await new Promise((resolve) => gate.close(resolve))
}

/** Tests of every command, and of several servers, on one database. */
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { PilotosError } from '#domain/errors'
import { preparePhoto } from '../../server/photos/pictures.ts'
import { readBackup } from '../../server/store/backup/backup.ts'
import { backupFolderOf } from '../../server/store/data-address.ts'
import { openStores } from '../../server/store/open.ts'
import { openDatabase } from '../../server/store/postgres/database-stores.ts'
import { expectEnd, pilotos, pilotosProcess, serve, startPilotos } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'
import { addAccount, register } from '../support/page.ts'
import { aDraft, aPicture } from '../support/pilots.ts'
import { closedPort } from '../support/port.ts'
import { hasPostgres, sharedPostgres } from '../support/postgres.ts'
import { orderHeaders } from '../support/sent-orders.ts'
import { startTestServer } from '../support/server.ts'
import { openStream, sessionAt } from '../support/stream.ts'
import { askAt } from '../support/versions.ts'

test('a folder never loads the driver of a database', async () => {
  /** Runs a command until it ends or has loaded the driver, and returns true if it has loaded it. */
  const loads = async (data: string) => {
    const child = startPilotos(['list', '--data', data], { env: { NODE_DEBUG: 'module' } })
    let modules = ''
    const isLoaded = () => /node_modules.postgres/.test(modules)
    child.stderr?.setEncoding('utf8').on('data', (text) => {
      modules += text
      if (isLoaded()) child.kill()
    })
    await once(child, 'close')
    return isLoaded()
  }
  expect(await loads(await aFolder())).toBe(false)
  expect(await loads(`postgres://ana@127.0.0.1:${closedPort}/pilotos`)).toBe(true)
})

describe.skipIf(!hasPostgres)('on PostgreSQL', () => {
  const { database, databaseWithTables } = sharedPostgres()

  test('all of a removed rider is written from a database, also with a later registration', async () => {
    const [data, cwd] = [await database(), await aFolder()]
    const input = JSON.stringify([aDraft({ name: 'Ana', dni: 70123456 })])
    const run = (...args: string[]) => pilotos([...args, '--data', data], { cwd, input })
    await run('import', '-')
    const [{ id_driver: id }] = JSON.parse((await run('list', '--json')).stdout)
    await run('call', `POST /api/pilots/${id}/revoke`, '--yes')
    await run('remove', '70123456', '--yes')
    expect(await run('export-person', '70123456', 'uno.zip')).toMatchObject({
      code: 0,
      stdout: 'uno.zip: 1 registro, 3 cambios, 0 lecturas\n',
    })
    await run('import', '-')
    expect((await run('export-person', '70123456')).stdout).toBe(
      'datos-70123456.zip: 2 registros, 4 cambios, 0 lecturas\n',
    )
  })

  test('a data folder is merged into a database as into another folder, and the merge is undone', async () => {
    const [data, other, cwd] = [await database(), await aFolder(), await aFolder()]
    const [ana, eva] = [aDraft({ name: 'Ana' }), aDraft({ name: 'Eva' })]
    const run = (to: string, ...args: string[]) => pilotos([...args, '--data', to], { cwd })
    const importTo = (to: string, ...rows: object[]) =>
      pilotos(['import', '-', '--update', '--data', to], { input: JSON.stringify(rows) })
    await importTo(data, ana)
    await run(data, 'backup', 'copia.tar.gz')
    await run(other, 'restore', 'copia.tar.gz')
    await importTo(data, { ...ana, club: 'Club Norte' })
    await importTo(other, { ...ana, club: 'Club Sur', npiloto: '7' }, eva)
    const merge = await run(data, 'merge', other)
    expect([merge.code, merge.stdout]).toEqual([1, '1 nuevo, 0 iguales, 1 unido, 1 dato en conflicto\n'])
    const riders = async () =>
      JSON.parse((await run(data, 'list', '--sort', 'name', '--json')).stdout).map(
        ({ name, club, npiloto }: typeof ana) => [name, club, npiloto],
      )
    expect(await riders()).toEqual([
      ['Ana', 'Club Norte', '7'],
      ['Eva', eva.club, eva.npiloto],
    ])
    const [, saved = ''] = /Lo que había quedó en (.*)\n/.exec(merge.stderr) ?? []
    expect(dirname(saved)).toBe(backupFolderOf(data))
    expect((await readBackup(saved)).pilots).toMatchObject([{ club: 'Club Norte' }])
    expect(await readdir(cwd)).toEqual(['copia.tar.gz'])
    const [, number = ''] = /pilotos undo-import (\d+)/.exec(merge.stderr) ?? []
    // The conflict stays open, and nothing is stored.
    expect(await run(data, 'merge', other)).toMatchObject({ code: 1 })
    expect(await run(data, 'undo-import', number, '--yes')).toMatchObject({ code: 0 })
    expect(await riders()).toEqual([['Ana', 'Club Norte', ana.npiloto]])
  })

  test('the doctor says where the backups are', async () => {
    const data = await database()
    const { stdout } = await pilotos(['doctor', '--data', data])
    expect(stdout).toContain(`Las copias de antes de un cambio grande están en ${backupFolderOf(data)}\n`)
    expect(stdout).not.toContain('atención')
  })

  test('every command works on a database as on a folder', async () => {
    const data = await database()
    const folder = await aFolder()
    const how = { env: { PILOTOS_PASSWORD: 'secreto123' } }
    const run = (...args: string[]) => pilotos([...args, '--data', data], how)
    /** Each way to read or write the database ends with its process. */
    const runProcess = (...args: string[]) => pilotosProcess([...args, '--data', data], how)
    await writeFile(
      join(folder, 'a.json'),
      JSON.stringify([
        { id_driver: '7K3Q9XW2M4TB', ...aDraft({ name: 'Ana', dni: 7 }) },
        aDraft({ name: 'Luis', email: 'no' }),
      ]),
    )
    const imported = await runProcess('import', join(folder, 'a.json'))
    expect([imported.code, imported.stdout]).toEqual([1, '1 registrado, 1 rechazado\n'])
    expect((await run('list', '--json')).stdout).toContain('"name": "Ana"')
    expect((await run('show', '7K3Q9XW2M4TB')).code).toBe(0)
    expect((await run('export')).stdout).toContain('Ana')
    expect((await run('qr', '7K3Q9XW2M4TB')).stdout).toContain('/7K3Q9XW2M4TB\n')
    const pdf = join(folder, 'c.pdf')
    expect((await run('print', '7K3Q9XW2M4TB', '--out', pdf, '--offset', '1,2')).code).toBe(0)
    expect((await readFile(pdf)).subarray(0, 4).toString()).toBe('%PDF')
    expect((await run('print', '7K3Q9XW2M4TB', '--out', pdf)).code).toBe(1)
    expect((await run('remove', '7K3Q9XW2M4TB', '--yes')).code).toBe(0)
    expect((await run('remove', '7K3Q9XW2M4TB', '--undo')).code).toBe(0)
    const revoked = await run('call', 'POST /api/pilots/7K3Q9XW2M4TB/revoke', '--yes', '--json')
    const next = JSON.parse(revoked.stdout).data[0].id_driver
    const history = (await run('history', next)).stdout.trim()
    expect(history.split('\n')).toHaveLength(6)
    expect(history).toContain(`la terminal de ${hostname()}`)
    expect((await run('staff', 'add', 'marta')).code).toBe(0)
    expect((await run('staff', 'list')).stdout).toMatch(/^marta +admin$/m)
    const doctor = await runProcess('doctor')
    expect([doctor.code, doctor.stdout]).toEqual([0, expect.stringContaining('1 piloto tras 5 cambios')])
    const copy = join(folder, 'copia.tar.gz')
    expect((await runProcess('backup', copy)).stdout).toBe(`${copy}: 1 piloto, 0 fotos\n`)
    await expectEnd(run('restore', copy), 1, 'ya tiene 1 piloto y 1 cuenta: use --force')
    expect((await run('staff', 'remove', 'marta')).code).toBe(0)
  })

  test('damaged accounts stay in the database beside, and are told', async () => {
    const data = await databaseWithTables()
    const admin = (text: string) => sharedPostgres().admin(text, data.split('/').at(-1))
    await admin("INSERT INTO pilotos.documents VALUES ('accounts', 'x', '{\"accounts\": 7}')")
    await expectEnd(pilotos(['staff', 'list', '--data', data]), 0, /accounts .* apartada como corrupt-/)
    expect((await pilotos(['doctor', '--data', data])).stdout).toContain('Hay datos apartados tras un daño')
    expect((await pilotos(['staff', 'list', '--data', data])).stderr).not.toContain('apartada')
    const rows = await admin("SELECT body FROM pilotos.documents WHERE name LIKE 'corrupt-%'")
    expect(rows).toEqual([{ body: '{"accounts": 7}' }])
  })

  test('a folder moves into a database and back, with photos, accounts and history', async () => {
    const [folder, back, out] = [await aFolder(), await aFolder(), await aFolder()]
    const data = await databaseWithTables()
    const first = await openStores(folder)
    const photo = await first.photos.save(await preparePhoto(await aPicture('png', 60, 40)))
    const {
      id,
      photo: _photo,
      since: _since,
      ...draft
    } = await first.pilots.register(aDraft(), photo, 'marta')
    await first.pilots.update(id, { ...draft, club: 'Otro' }, { by: 'luis' })
    const gone = await first.pilots.register(aDraft(), undefined, 'ana')
    await first.pilots.remove(gone.id, 'ana')
    const { id: next } = await first.pilots.revoke(id, 'luis')
    await first.accounts.put({ user: 'marta', password: 'hash' })
    await first.close()

    const move = async (from: string, to: string, name: string) => {
      expect((await pilotos(['backup', join(out, name), '--data', from])).code).toBe(0)
      expect(await pilotos(['restore', join(out, name), '--data', to])).toMatchObject({ code: 0, stderr: '' })
    }
    await move(folder, data, 'a.tar.gz')
    await pilotos(['remove', next, '--yes', '--data', data])
    await pilotos(['remove', next, '--undo', '--data', data])
    await move(data, back, 'b.tar.gz')
    const [one, other] = [await openStores(folder), await openStores(back)]
    expect(await other.pilots.list()).toEqual(await one.pilots.list())
    expect(await other.pilots.revocations()).toEqual(await one.pilots.revocations())
    expect(await other.accounts.list()).toEqual(await one.accounts.list())
    expect(await other.photos.read(photo)).toEqual(await one.photos.read(photo))
    const history = await other.pilots.history(next)
    expect(history.slice(0, 3)).toEqual(await one.pilots.history(next))
    expect(history.slice(3).map(({ kind }) => kind)).toEqual(['restored', 'removed', 'recovered', 'restored'])
    // A pilot that was removed before the move is still in the history, and can be recovered.
    expect((await other.pilots.history(gone.id)).map(({ kind }) => kind)).toEqual(['registered', 'removed'])
    expect(await other.pilots.undoRemove(gone.id)).toEqual(gone)
    await one.close()
    await other.close()
  })

  test('a change is reported without a wait for the next poll of the database', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const data = await databaseWithTables()
    const [one, other] = [await openDatabase(data), await openDatabase(data)]
    onTestFinished(() => Promise.all([one.close(), other.close()]).then(() => {}))
    let tell = (_: readonly string[] | undefined) => {}
    const told = new Promise<readonly string[] | undefined>((resolve) => {
      tell = resolve
    })
    one.pilots.subscribe(({ ids }) => tell(ids))
    const listening = () =>
      sharedPostgres().admin(
        `SELECT 1 FROM pg_stat_activity WHERE datname = '${data.split('/').at(-1)}' AND query ~* '^listen'`,
      )
    await expect.poll(listening).toHaveLength(1)
    const { id } = await other.pilots.register(aDraft())
    expect(await told).toEqual([id])
  })

  test('two servers on one database share pilots, changes and sessions', async () => {
    const data = await databaseWithTables()
    const env = { PILOTOS_PASSWORD: 'secreto123' }
    await pilotos(['staff', 'add', 'marta', '--data', data], { env })
    const one = await serve(['--data', data, '--require-login'])
    const other = await startTestServer({ folder: data })
    expect(one.output).toContain('ninguna automática')
    const signIn = await fetch(`${other.url}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ user: 'marta', password: 'secreto123' }),
    })
    expect(signIn.status).toBe(200)
    const cookie = String(signIn.headers.get('set-cookie')).split(';')[0] ?? ''
    expect((await fetch(`${one.url}/api?list=all`)).status).toBe(401)
    const changes = await fetch(`${one.url}/api/changes`, { headers: { cookie } })
    expect(changes.status).toBe(200)
    const id = await register(other.url, aDraft())
    await hear(changes, id)
    const list = await fetch(`${one.url}/api?list=all`, { headers: { cookie } })
    expect(await list.json()).toMatchObject({ total: 1 })
    expect((await fetch(`${one.url}/api?list=${id}`)).status).toBe(200)

    await pilotos(['staff', 'remove', 'marta', '--data', data])
    expect((await fetch(`${one.url}/api?list=all`, { headers: { cookie } })).status).toBe(401)
    expect(await one.stop()).toBe(0)
  })

  test('a page receives no more changes once its user signs out on another server, its account is removed, or its session expires', async () => {
    const data = await databaseWithTables()
    const ends: Record<string, (url: string, cookie: string) => Promise<unknown>> = {
      ana: (url, cookie) =>
        fetch(`${url}/api/session`, {
          method: 'DELETE',
          headers: { cookie, 'sec-fetch-site': 'same-origin' },
        }),
      luis: () => pilotos(['staff', 'remove', 'luis', '--data', data]),
      eva: () =>
        sharedPostgres().admin(
          // A document without its checksum is one of a person.
          `UPDATE pilotos.documents SET revision = 'x', body = regexp_replace(regexp_replace(body,
            '"eva",\\s*"expires": \\d+', '"eva","expires":1'), ',\\s*"crc32": "\\w+"', '') WHERE name = 'sessions'`,
          data.split('/').at(-1),
        ),
    }
    for (const user of Object.keys(ends)) await addAccount(data, user)
    const one = await startTestServer({ folder: data, requireLogin: true })
    const other = await startTestServer({ folder: data, requireLogin: true })
    const open = await Promise.all(
      Object.entries(ends).map(async ([user, end]) => {
        const cookie = await sessionAt(one.url, user)
        return { user, end, cookie, stream: await openStream(one.url, cookie) }
      }),
    )
    for (const [index, { user, end, cookie, stream }] of open.entries()) {
      await end(other.url, cookie)
      await stream.ended
      const response = await fetch(`${one.url}/api/changes`, { headers: { cookie } })
      expect([user, response.status]).toEqual([user, 401])
      // The streams of the others go on.
      expect(open.slice(index + 1).map((later) => later.stream.hasEnded())).not.toContain(true)
    }
  })

  test('servers on one database share the public view, and keep their own printer', async () => {
    const data = await databaseWithTables()
    const [one, other] = [await startTestServer({ folder: data }), await startTestServer({ folder: data })]
    const id = await register(one.url, aDraft({ dni: 40123456 }))
    // A forwarded request does not come from the laptop.
    const scan = async (url: string) =>
      (await fetch(`${url}/api?list=${id}`, { headers: { 'x-forwarded-for': '192.168.1.77' } })).text()
    expect(await scan(other.url)).toContain('40123456')
    await askAt(one.url, 'PUT', '/api/settings', { public_data: 'minima' })
    expect(await scan(one.url)).not.toContain('40123456')
    await expect.poll(() => scan(other.url)).not.toContain('40123456')
    const stores = await openStores(data)
    onTestFinished(() => stores.close())
    await stores.settings.change({ offset: [1, 2] })
    expect(await stores.settings.read()).toMatchObject({ offset: [1, 2], publicData: 'minima' })
    const [shared] = await sharedPostgres().admin(
      "SELECT id, body FROM pilotos.rows WHERE kind = 'shared'",
      data.split('/').at(-1),
    )
    expect(shared).toEqual({ id: '/publicData', body: { id: '/publicData', value: 'minima' } })

    const backups = await (await fetch(`${one.url}/api/backups`)).json()
    expect(backups).toMatchObject({ data: [{ is_automatic: false, next: null, failure: null }] })
    const made = await fetch(`${one.url}/api/backups`, { method: 'POST', headers: orderHeaders() })
    const path = join(await aFolder(), 'copia.tar.gz')
    await writeFile(path, Buffer.from(await made.arrayBuffer()))
    expect((await readBackup(path)).pilots).toHaveLength(1)
  })

  test('twelve programs can start simultaneously on an empty database', async () => {
    const data = await database()
    const machines = await Promise.all(Array.from({ length: 12 }, () => openStores(data)))
    await Promise.all(machines.map(({ pilots }) => pilots.register(aDraft())))
    expect((await machines[0]?.pilots.list())?.total).toBe(12)
    await Promise.all(machines.map((stores) => stores.close()))
  })

  test.each([
    [
      'an unknown host',
      async () => 'postgres://ana:secreto@nadie.invalid/pilotos',
      /no existe ese servidor|no responde/,
    ],
    [
      'a missing database',
      async () => (await databaseWithTables()).replace(/test_.*/, 'nada'),
      /no existe la base nada\. Créela allí con: CREATE DATABASE nada/,
    ],
    [
      'a malformed address',
      async () => 'postgres://ana:sec reto@servi dor',
      /la dirección de la base de datos no se entiende/,
    ],
  ])('%s is reported in Spanish, without the password', async (_, address, message) => {
    const { code, stdout, stderr } = await pilotos(['list', '--data', await address()])
    expect([stdout, stderr]).toEqual(['', expect.stringMatching(message)])
    expect([2, 3]).toContain(code)
    expect(stderr).not.toMatch(/secreto|sec reto/)
  })

  test.each([
    [
      'no server',
      async () => `postgres://ana:secreto@127.0.0.1:${closedPort}/pilotos`,
      /^La base de datos de 127\.0\.0\.1:\d+ no responde\./,
    ],
    [
      'a server without TLS',
      async () => (await databaseWithTables()).replace('@', ':secreto@').replace(/$/, '?sslmode=require'),
      /el servidor no ofrece TLS/,
    ],
  ])('%s is reported after a retry, in Spanish and without the password', async (_, address, message) => {
    const failure = await openDatabase(await address(), { retryFor: 100 }).catch((error) => error)
    expect(failure).toBeInstanceOf(PilotosError)
    expect(failure.message).toMatch(message)
    expect(failure.message).not.toContain('secreto')
  })

  test('the messages for an account without rights and for an older program contain advice', async () => {
    const data = await database()
    const { admin } = sharedPostgres()
    const name = data.split('/').at(-1)
    await admin(`DROP ROLE IF EXISTS pobre; CREATE ROLE pobre LOGIN`)
    const poor = data.replace('postgres@', 'pobre:secreto@')
    expect((await pilotos(['list', '--data', poor])).stderr).toMatch(
      /^pilotos: La cuenta pobre no tiene permiso en la base .* CREATE SCHEMA pilotos AUTHORIZATION pobre\n$/,
    )
    await admin('CREATE SCHEMA pilotos AUTHORIZATION pobre', name)
    expect((await pilotos(['list', '--data', poor])).code).toBe(0)
    await admin('UPDATE pilotos.schema SET number = 99', name)
    const { code, stderr } = await pilotos(['list', '--data', poor])
    const newer = 'es de un PilotOS más nuevo (versión 99'
    expect([code, stderr]).toEqual([3, expect.stringContaining(newer)])
    const doctor = await pilotos(['doctor', '--data', poor])
    expect([doctor.code, doctor.stdout]).toEqual([3, expect.stringContaining(newer)])
  })
})

/** Waits until an open stream of changes contains a pilot's identifier. @throws Error if the stream ends before */
async function hear(response: Response, id: string): Promise<void> {
  const reader = response.body?.getReader()
  let text = ''
  while (!text.includes(id)) {
    const { value, done } = (await reader?.read()) ?? { done: true }
    if (done) throw new Error(`the stream ended: ${text}`)
    text += Buffer.from(value ?? []).toString()
  }
}

/** Addresses of databases: what is one, what it says, whom it trusts, and that no password is ever repeated. */
import { execFileSync } from 'node:child_process'
import { chown, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PilotosError, UsageError } from '#domain/errors'
import { isDatabase, shownData } from '../../server/store/data-address.ts'
import { identifier, readAddress } from '../../server/store/postgres/address.ts'
import { Database } from '../../server/store/postgres/database.ts'
import { pilotos } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'
import { closedPort } from '../support/port.ts'
import {
  hasPostgres,
  ordinaryUser,
  removePostgres,
  sharedPostgres,
  startPostgres,
  type TestServer,
} from '../support/postgres.ts'

const form = /^la dirección de la base de datos no se entiende: es como postgres:\/\/USUARIO/

/** What was refused must be a word to the person, and none of the address. */
function refusal(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (error instanceof UsageError) return error.message
    throw error
  }
  throw new Error('it was not refused')
}

describe('a folder or a database', () => {
  test.each([
    'postgres://mesa:SECRETA1@host/federacion',
    'postgresql://host/b',
    'POSTGRES://host/b',
    'PostgreSQL://host/b',
    ' postgres://host/b',
    'postgres://host/b\r\n',
  ])('%j is a database', (data) => {
    expect(isDatabase(data)).toBe(true)
    expect(readAddress(data).host).toBe('host')
  })

  test.each([
    'postgre://mesa:SECRETA1@host/federacion',
    'psql://mesa:SECRETA1@host/b',
    'pg://mesa:SECRETA1@host/b',
    'jdbc:postgresql://host/b?user=mesa&password=SECRETA1',
    'jdbc:postgresql:SECRETA1',
    'http://mesa:SECRETA1@host/b',
    'postgresql+psycopg://mesa:SECRETA1@host/b',
    'postgres//mesa:SECRETA1@host/b',
    'postgres//host/SECRETA1',
    'mysql//mesa:SECRETA1@host/b',
    '//mesa:SECRETA1@host/b',
    'mesa:SECRETA1@host/b',
    'mesa:SECRETA1@host',
    'postgres:/mesa:SECRETA1@host/b',
    'postgres:mesa:SECRETA1@host/b',
    ' postgre://mesa:SECRETA1@host/b ',
    '"postgres://mesa:SECRETA1@host/b"',
    "psql 'postgresql://mesa:SECRETA1@host/b'",
    'host=db.federacion.pe user=mesa password=SECRETA1',
    'host=db user=mesa dbname = SECRETA1',
    'Server=db;User Id=mesa;Password=SECRETA1',
  ])('%j is meant as a database, and refused', (data) => {
    const message = refusal(() => isDatabase(data))
    expect(message).toMatch(form)
    expect(message).not.toMatch(/SECRETA1|mesa|host/)
  })

  test.each([
    'data',
    './data',
    '/srv/pilotos/data',
    '/srv/ab:/data',
    'C:\\data',
    'C:/data',
    'C://data',
    '\\\\servidor\\datos',
    '//servidor/datos',
    'datos//2026',
    'data@2026',
    'a:b',
    'evento:2026',
    'evento 10:30 @ Lima',
    '/srv/postgres:15/data',
    'postgres',
    'postgres/data',
    'pg',
    '',
  ])('%j is a folder', (data) => {
    expect(isDatabase(data)).toBe(false)
  })

  test('no command makes a folder of an address that is none', async () => {
    const cwd = await aFolder()
    const env = { PILOTOS_DATA: 'postgre://mesa:SECRETA1@host/federacion' }
    const orders = [['list'], ['doctor'], ['serve', '--no-open']]
    for (const outcome of await Promise.all(orders.map((order) => pilotos(order, { cwd, env })))) {
      expect(outcome).toMatchObject({ code: 2, stdout: '' })
      expect(outcome.stderr).toMatch(/^pilotos: la dirección de la base de datos no se entiende/)
      expect(outcome.stderr).not.toContain('SECRETA1')
    }
    expect(await readdir(cwd)).toEqual([])
  })
})

describe('what an address says', () => {
  const read = (rest: string, environment: NodeJS.ProcessEnv = {}) => {
    const { host, user, database, options } = readAddress(`postgres://${rest}`, environment)
    const { password, path } = options
    return { host, user, database, password, path, hosts: options.host, ports: options.port }
  }

  test.each([
    ['ana:secreta@db/b', { user: 'ana', password: 'secreta', hosts: ['db'], ports: [5432], database: 'b' }],
    ['ana:a%2Fb%40c%25%3F:+#@db/b', { password: 'a/b@c%?:+#' }],
    ['ana@db/con%20espacio', { password: undefined, database: 'con espacio' }],
    ['ana@db/b/', { database: 'b' }],
    ['ana@db/b/?sslmode=require', { database: 'b' }],
    ['ana@[::1]:54999/b', { host: '[::1]:54999', hosts: ['::1'], ports: [54999] }],
    ['ana@[fe80::1]/b', { host: '[fe80::1]', ports: [5432] }],
    [
      'ana@uno:5433,dos,[::1]/b',
      { host: 'uno:5433,dos,[::1]', hosts: ['uno', 'dos', '::1'], ports: [5433, 5432, 5432] },
    ],
    ['ana@uno,dos/b?port=5433', { hosts: ['uno', 'dos'], ports: [5433, 5433] }],
    ['ana@uno,dos/b?port=5433,5434', { ports: [5433, 5434] }],
    ['ana@/b', { host: 'localhost', hosts: ['localhost'] }],
    ['ana@/b?host=/run/pg', { host: '/run/pg', path: '/run/pg/.s.PGSQL.5432' }],
    ['ana@%2Frun%2Fpg:5433/b', { host: '/run/pg:5433', path: '/run/pg/.s.PGSQL.5433' }],
    [
      'db?user=ana&password=a+b%26c&dbname=b&port=5433',
      { user: 'ana', password: 'a+b&c', database: 'b', ports: [5433] },
    ],
    ['ana@db/b?host=otro&dbname=c', { hosts: ['otro'], database: 'c' }],
    ['ana@db/b?channel_binding=require&connect_timeout=10', { database: 'b' }],
  ])('postgres://%s', (rest, parts) => {
    expect(read(rest)).toMatchObject(parts)
  })

  test('the environment says what the address does not', () => {
    const environment = {
      PGHOST: '/run/pg',
      PGPORT: '5433',
      PGUSER: 'ana',
      PGPASSWORD: 'a%2Fb',
      PGDATABASE: 'b',
    }
    expect(read('', environment)).toMatchObject({
      host: '/run/pg:5433',
      user: 'ana',
      password: 'a%2Fb',
      database: 'b',
    })
    expect(read('luis:x@uno,dos:5434/c', environment)).toMatchObject({
      user: 'luis',
      password: 'x',
      database: 'c',
      hosts: ['uno', 'dos'],
      ports: [5432, 5434],
    })
    expect(read('luis:@uno,dos/c?user=', environment)).toMatchObject({
      user: 'luis',
      password: 'a%2Fb',
      ports: [5433, 5433],
    })
    const { options } = readAddress('postgres://db/b', { PGSSLMODE: 'verify-full' })
    expect(options.ssl).toMatchObject({ rejectUnauthorized: true })
    expect(readAddress('postgres://db/b?ssl=true', {}).options.ssl).toBe('require')
  })

  test.each([
    'mesa:SECRET/A1@host/b',
    'mesa:SECRET/A1@host',
    'mesa:SECRET?A1@host/b',
    'mesa:SECRET@A1@host/b',
    'mesa:SECRET@A1/B2@host/b',
    'mesa:SECRETA1%@host/b',
    'mesa:SECRETA1%zz@host/b',
    'mesa:SECRETA1%00@host/b',
    'mesa:SECRETA1%E9@host/b',
    'mesa:SECRETA1/b',
    'mesa:SECRETA1@servi dor/b',
    'mesa:SECRETA1@host/b/c',
    'mesa:SECRETA1@[::1/b',
    'mesa:SECRETA1@::1/b',
    'mesa:SECRETA1@uno,dos/b?port=1,2,3',
    'host/b?password=SECRETA1@x',
    'host/b?password=SECRET&A1',
    'host/b?password=SECRET&A1=x',
    'host/b?password=SECRET=A1',
  ])('postgres://%s is refused, and nothing of it repeated', (rest) => {
    for (const take of [readAddress, shownData]) {
      const message = refusal(() => take(`postgres://${rest}`))
      expect(message).toMatch(form)
      expect(message).toContain('@ es %40, / es %2F, ? es %3F, % es %25')
      expect(message).not.toMatch(/SECRET|A1|mesa/)
    }
  })

  test.each([
    ['db', 'es como postgres://USUARIO'],
    ['db/b?pgbouncer=true', 'PilotOS no conoce su parámetro pgbouncer'],
    ['db:99999/b', 'el puerto es un número de 1 a 65535'],
    ['db/b?port=x', 'el puerto es un número de 1 a 65535'],
    ['db/b?host=/run/pg,db', 'un socket no va en una lista de servidores'],
    ['db/b?sslmode=si', 'sslmode es disable, allow, prefer, require, verify-ca o verify-full'],
    ['db/b?target_session_attrs=standby', 'target_session_attrs es any, read-write o primary'],
    ['db,10.0.0.1/b?sslmode=verify-full', 'con varios servidores, sslmode=verify-full necesita sus nombres'],
  ])('of postgres://%s it is said what is wrong', (rest, reason) => {
    expect(refusal(() => readAddress(`postgres://${rest}`, {}))).toContain(reason)
  })
})

/** Gives what is asked, or says in Spanish why there is no answer. */
async function ask(address: string, question = 'SELECT version()'): Promise<string> {
  const database = Database.at(address)
  try {
    return String(await database.query(question))
  } catch (error) {
    if (error instanceof PilotosError) return error.message
    throw error
  } finally {
    await database.close()
  }
}

const access = `
local all all scram-sha-256
host all postgres 127.0.0.1/32 trust
host all all 127.0.0.1/32 scram-sha-256
`

describe.skipIf(!hasPostgres)('on PostgreSQL', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startPostgres({ access })
    await offerTls(server)
  })
  afterAll(() => removePostgres(server))

  test('every part of an address arrives, wherever it stands', async () => {
    const { admin, folder, port } = server
    const password = 'á/b@c%d e+f?&='
    await admin(`CREATE ROLE "Mesa-1" LOGIN PASSWORD '${password}'`)
    await admin('CREATE DATABASE "con espacio"')
    const [user, written, socket] = ['Mesa-1', password, folder].map(encodeURIComponent)
    const who = "SELECT current_user, current_database(), current_setting('application_name')"
    const answers = [
      `${user}:${written}@127.0.0.1:${port}/con%20espacio`,
      `${user}:${written}@127.0.0.1:${port}/con%20espacio/`,
      `${user}:${written}@/con%20espacio?host=${socket}&port=${port}`,
      `127.0.0.1?user=${user}&password=${written}&dbname=con%20espacio&port=${port}`,
      // The first of them has nobody.
      `${user}:${written}@127.0.0.1:${closedPort},127.0.0.1:${port}/con%20espacio`,
    ].map((rest) => ask(`postgres://${rest}`, who))
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['Mesa-1,con espacio,pilotos']))
    const named = `postgres://postgres@127.0.0.1:${port}/postgres?application_name=mesa+1&options=-c%20search_path%3Dx`
    const settings = "SELECT current_setting('application_name'), current_setting('search_path')"
    expect(await ask(named, settings)).toBe('mesa+1,x')
    expect(await ask(`postgres://${user}:otra@127.0.0.1:${port}/b`)).toMatch(
      /la contraseña no es la correcta$/,
    )
  })

  test('a name has quotes in SQL where it needs them', async () => {
    const strange = [
      'con espacio',
      'Mesa-1',
      'Mesa',
      'mesa"x',
      '1mesa',
      'año',
      'a.b',
      'a;b',
      'pilotos',
      'mesa_1',
      '_x',
    ]
    const rows = await server.admin(
      `SELECT name, quote_ident(name) AS quoted FROM (
        SELECT word AS name FROM pg_get_keywords() WHERE catcode IN ('R', 'T')
        UNION ALL SELECT unnest(ARRAY[${strange.map((name) => `'${name}'`)}])) AS names`,
    )
    const names = rows as { name: string; quoted: string }[]
    expect(names.length).toBeGreaterThan(100)
    expect(names.map(({ name }) => identifier(name))).toEqual(names.map(({ quoted }) => quoted))
    expect(identifier('date')).toBe('date')
  })

  const distrust = /su certificado TLS no es de fiar\. Revise sslmode y sslrootcert en la dirección$/

  test.each([
    ['IP:127.0.0.1', '127.0.0.1', 'verify-full', /^PostgreSQL/],
    ['IP:127.0.0.1', 'localhost', 'verify-full', distrust],
    ['IP:127.0.0.1', 'localhost', 'verify-ca', /^PostgreSQL/],
    ['DNS:localhost', '127.0.0.1', 'verify-full', distrust],
    ['DNS:localhost', '127.0.0.1', 'verify-ca', /^PostgreSQL/],
    ['DNS:localhost', 'localhost', 'verify-full', /^PostgreSQL/],
    ['DNS:localhost', '127.0.0.1', 'require', /^PostgreSQL/],
  ])('a certificate for %s, the server %s, and sslmode=%s', async (name, host, mode, answer) => {
    await show(server, name)
    const root = (file: string) => `sslrootcert=${encodeURIComponent(join(server.folder, file))}`
    const address = `postgres://postgres@${host}:${server.port}/postgres?sslmode=${mode}`
    expect(await ask(`${address}&${root('ca.pem')}`)).toMatch(answer)
    // An authority that nobody knows, unless it is not asked.
    expect(await ask(address)).toMatch(mode === 'require' ? answer : distrust)
    expect(await ask(`${address}&${root('other.pem')}`)).toMatch(distrust)
  })

  test('of several servers it takes one that can be written to', async () => {
    await server.stop()
    const signal = join(server.folder, 'data', 'standby.signal')
    await writeFile(signal, '')
    await server.start()
    const both = `postgres://postgres@127.0.0.1:${server.port},127.0.0.1:${sharedPostgres().port}/postgres`
    const isStandby = 'SELECT pg_is_in_recovery()'
    expect(await ask(both, isStandby)).toBe('true')
    for (const wish of ['read-write', 'primary']) {
      expect(await ask(`${both}?target_session_attrs=${wish}`, isStandby)).toBe('false')
    }
  })
})

const certificates = { 'IP:127.0.0.1': 'ip.pem', 'DNS:localhost': 'name.pem' }

/** The program that makes them. */
const openssl = 'openssl'

/** An authority and another one, and of the first a certificate for each name. */
async function offerTls(server: TestServer): Promise<void> {
  const { folder, admin } = server
  const make = (name: string, ...args: string[]) =>
    execFileSync(
      openssl,
      [
        ...'req -x509 -days 2 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes'.split(' '),
        ...['-subj', `/CN=${name}`, '-keyout', `${name}.key`, '-out', name, ...args],
      ],
      { cwd: folder, stdio: 'pipe' },
    )
  const owner = ordinaryUser()
  make('ca.pem')
  make('other.pem')
  for (const [name, file] of Object.entries(certificates)) {
    make(file, '-CA', 'ca.pem', '-CAkey', 'ca.pem.key', '-addext', `subjectAltName=${name}`)
    for (const path of [file, `${file}.key`]) if (owner) await chown(join(folder, path), owner.uid, owner.gid)
  }
  await admin('ALTER SYSTEM SET ssl = on')
  await show(server, 'IP:127.0.0.1')
}

/** Has the server show the certificate for this name. */
async function show({ folder, admin }: TestServer, name: string): Promise<void> {
  const file = join(folder, String(Object.entries(certificates).find(([one]) => one === name)?.[1]))
  await admin(`ALTER SYSTEM SET ssl_cert_file = '${file}'`)
  await admin(`ALTER SYSTEM SET ssl_key_file = '${file}.key'`)
  await admin('SELECT pg_reload_conf()')
  while (JSON.stringify(await admin('SHOW ssl_cert_file')) !== JSON.stringify([{ ssl_cert_file: file }]))
    await delay(10)
}

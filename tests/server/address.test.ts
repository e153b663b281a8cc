/** Addresses of databases: what is one, what it says, whom it trusts, and that no password is ever repeated. */
import { execFileSync } from 'node:child_process'
import { chown, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PilotosError, UsageError } from '#domain/errors'
import { isDatabase, shownData } from '../../server/store/data-address.ts'
import { readAddress } from '../../server/store/postgres/address.ts'
import { Database } from '../../server/store/postgres/database.ts'
import { pilotos } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'
import {
  hasPostgres,
  ordinaryUser,
  removePostgres,
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

test.each([
  'mesa:SECRET/A1@host/b',
  'mesa:SECRET/A1@host',
  'mesa:SECRET?A1@host/b',
  'mesa:SECRET@A1@host/b',
  'mesa:SECRET@A1/B2@host/b',
])('in postgres://%s nobody can tell the password from the server', (rest) => {
  const address = `postgres://${rest}`
  for (const read of [readAddress, shownData]) {
    const message = refusal(() => read(address))
    expect(message).toContain('@ es %40, / es %2F, ? es %3F, % es %25')
    expect(message).not.toMatch(/SECRET|A1|mesa/)
  }
})

/** Gives what the server answers, or says in Spanish why it does not. */
async function greet(address: string): Promise<string> {
  const database = Database.at(address)
  try {
    return (await database.greet()).version
  } catch (error) {
    if (error instanceof PilotosError) return error.message
    throw error
  } finally {
    await database.close()
  }
}

describe.skipIf(!hasPostgres)('on PostgreSQL', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startPostgres()
    await offerTls(server)
  })
  afterAll(() => removePostgres(server))

  const distrust = /su certificado TLS no es de fiar\. Revise sslmode y sslrootcert en la dirección$/

  test.each([
    ['IP:127.0.0.1', '127.0.0.1', 'verify-full', /^PostgreSQL/],
    ['IP:127.0.0.1', 'localhost', 'verify-full', distrust],
    ['IP:127.0.0.1', 'localhost', 'verify-ca', /^PostgreSQL/],
    ['DNS:localhost', '127.0.0.1', 'verify-full', distrust],
    ['DNS:localhost', '127.0.0.1', 'verify-ca', /^PostgreSQL/],
    ['DNS:localhost', 'localhost', 'verify-full', /^PostgreSQL/],
  ])('a certificate for %s, the server %s, and sslmode=%s', async (name, host, mode, answer) => {
    await show(server, name)
    const root = encodeURIComponent(join(server.folder, 'ca.pem'))
    const address = `postgres://postgres@${host}:${server.port}/postgres?sslmode=${mode}`
    expect(await greet(`${address}&sslrootcert=${root}`)).toMatch(answer)
    // An authority that nobody knows.
    expect(await greet(address)).toMatch(distrust)
  })
})

const certificates = { 'IP:127.0.0.1': 'ip.pem', 'DNS:localhost': 'name.pem' }

/** The program that makes them. */
const openssl = 'openssl'

/** An authority of its own, and a certificate for each name. */
async function offerTls({ folder, admin }: TestServer): Promise<void> {
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
  for (const [name, file] of Object.entries(certificates)) {
    make(file, '-CA', 'ca.pem', '-CAkey', 'ca.pem.key', '-addext', `subjectAltName=${name}`)
    for (const path of [file, `${file}.key`]) if (owner) await chown(join(folder, path), owner.uid, owner.gid)
  }
  await admin('ALTER SYSTEM SET ssl = on')
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

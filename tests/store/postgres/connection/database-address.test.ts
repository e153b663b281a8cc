/** Tests of database addresses in commands and with PostgreSQL: every part is used, and TLS is verified. */
import { execFileSync } from 'node:child_process'
import { chown, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { PilotosError } from '#domain/errors'
import { identifier } from '../../../../server/store/postgres/connection/address.ts'
import { Database } from '../../../../server/store/postgres/connection/database.ts'
import { pilotos } from '../../../support/command.ts'
import { aFolder } from '../../../support/folder.ts'
import {
  hasPostgres,
  ordinaryUser,
  removePostgres,
  startPostgres,
  type TestServer,
} from '../../../support/postgres.ts'

test('no command creates a folder for a misspelt address', async () => {
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

/** Returns the answer to a query as text, or the message of its PilotosError. */
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

  test('every part of an address is used, in any of its positions', async () => {
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
    ].map((rest) => ask(`postgres://${rest}`, who))
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['Mesa-1,con espacio,pilotos']))
    const named = `postgres://postgres@127.0.0.1:${port}/postgres?application_name=mesa+1&options=-c%20search_path%3Dx`
    const settings = "SELECT current_setting('application_name'), current_setting('search_path')"
    expect(await ask(named, settings)).toBe('mesa+1,x')
    expect(await ask(`postgres://${user}:otra@127.0.0.1:${port}/b`)).toMatch(
      /la contraseña no es la correcta$/,
    )
  })

  test('a name is quoted in SQL exactly if PostgreSQL quotes it', async () => {
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
  ])(
    'a certificate for %s is checked against the host %s according to sslmode=%s',
    async (name, host, mode, answer) => {
      await show(server, name)
      const root = (file: string) => `sslrootcert=${encodeURIComponent(join(server.folder, file))}`
      const address = `postgres://postgres@${host}:${server.port}/postgres?sslmode=${mode}`
      expect(await ask(`${address}&${root('ca.pem')}`)).toMatch(answer)
      // Without sslrootcert, the authority is unknown, which only sslmode=require accepts.
      expect(await ask(address)).toMatch(mode === 'require' ? answer : distrust)
      expect(await ask(`${address}&${root('other.pem')}`)).toMatch(distrust)
    },
  )
})

const certificates = { 'IP:127.0.0.1': 'ip.pem', 'DNS:localhost': 'name.pem' }

/** The program that creates the certificates. */
const openssl = 'openssl'

/** Creates two authorities and, signed by the first, a certificate for each name. Turns TLS on. */
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

/** Makes the server present the certificate for this name. */
async function show({ folder, admin }: TestServer, name: string): Promise<void> {
  const file = join(folder, String(Object.entries(certificates).find(([one]) => one === name)?.[1]))
  await admin(`ALTER SYSTEM SET ssl_cert_file = '${file}'`)
  await admin(`ALTER SYSTEM SET ssl_key_file = '${file}.key'`)
  await admin('SELECT pg_reload_conf()')
  const shown = async () => expect(await admin('SHOW ssl_cert_file')).toEqual([{ ssl_cert_file: file }])
  await vi.waitFor(shown, { timeout: 30_000 })
}

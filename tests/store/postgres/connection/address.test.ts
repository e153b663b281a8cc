/** Tests of the parts of a database address, as the driver receives them. */
import { expect, test } from 'vitest'
import { readAddress } from '../../../../server/store/postgres/connection/address.ts'
import { refusalOf } from '../../../support/refusal.ts'

const read = (rest: string, environment: NodeJS.ProcessEnv = {}) => {
  const { host, user, database, target, options } = readAddress(`postgres://${rest}`, environment)
  return { host, user, database, password: options.password, target }
}

test.each([
  [
    'ana:secreta@db/b',
    { user: 'ana', password: 'secreta', target: { host: 'db', port: 5432 }, database: 'b' },
  ],
  ['ana:a%2Fb%40c%25%3F:+#@db/b', { password: 'a/b@c%?:+#' }],
  ['ana@db/con%20espacio', { password: undefined, database: 'con espacio' }],
  ['ana@db/b/', { database: 'b' }],
  ['ana@db/b/?sslmode=require', { database: 'b' }],
  ['ana@[::1]:54999/b', { host: '[::1]:54999', target: { host: '::1', port: 54999 } }],
  ['ana@[fe80::1]/b', { host: '[fe80::1]', target: { host: 'fe80::1', port: 5432 } }],
  ['ana@/b', { host: 'localhost', target: { host: 'localhost', port: 5432 } }],
  ['ana@/b?host=/run/pg', { host: '/run/pg', target: { path: '/run/pg/.s.PGSQL.5432' } }],
  ['ana@%2Frun%2Fpg:5433/b', { host: '/run/pg:5433', target: { path: '/run/pg/.s.PGSQL.5433' } }],
  [
    'db?user=ana&password=a+b%26c&dbname=b&port=5433',
    { user: 'ana', password: 'a+b&c', database: 'b', target: { host: 'db', port: 5433 } },
  ],
  ['ana@db/b?host=otro&dbname=c', { host: 'otro', database: 'c' }],
  ['ana@db/b?channel_binding=require&connect_timeout=10', { database: 'b' }],
  ['ana@db/b?target_session_attrs=read-write', { database: 'b' }],
])('the address postgres://%s is split into its parts', (rest, parts) => {
  expect(read(rest)).toMatchObject(parts)
})

test('the environment supplies the parts that the address lacks', () => {
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
  expect(read('luis:x@uno:5434/c', environment)).toMatchObject({
    user: 'luis',
    password: 'x',
    database: 'c',
    host: 'uno:5434',
  })
  expect(read('luis:@uno/c?user=', environment)).toMatchObject({
    user: 'luis',
    password: 'a%2Fb',
    host: 'uno:5433',
  })
  expect(tlsOf('postgres://db/b', { PGSSLMODE: 'verify-full' })).toMatchObject({ rejectUnauthorized: true })
  expect(tlsOf('postgres://db/b?ssl=true')).toBe('require')
})

/** Returns the option of the driver for TLS. */
function tlsOf(address: string, environment: NodeJS.ProcessEnv = {}) {
  return readAddress(address, environment).options.ssl
}

test('a socket has no TLS, and a name or an IP address is verified', () => {
  expect(tlsOf('postgres:///b?host=/run/pg&sslmode=require')).toBe(false)
  expect(tlsOf('postgres://10.0.0.1/b?sslmode=require')).toBe('require')
  const certificate = { subjectaltname: 'DNS:uno, IP Address:10.0.0.1', subject: {} }
  const verdicts = ['uno', 'dos', '10.0.0.1'].map((host) => {
    const tls = tlsOf(`postgres://${host}/b?sslmode=verify-full`)
    return (tls as { checkServerIdentity: (name: string, shown: object) => unknown }).checkServerIdentity(
      '',
      certificate,
    )
  })
  expect(verdicts).toMatchObject([undefined, { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, undefined])
})

test.each([
  ['ana:SECRETA1@uno,dos/b', {}],
  ['ana:SECRETA1@uno:5433,[::1]/b?target_session_attrs=read-write', {}],
  ['ana@/b?host=uno,dos', {}],
  ['ana@uno/b?port=5432,5433', {}],
  ['ana@/b', { PGHOST: 'uno,dos' }],
])('the list of servers of postgres://%s is refused, with the way to one address', (rest, environment) => {
  const message = refusalOf(() => readAddress(`postgres://${rest}`, environment))
  expect(message).toMatch(/nombra varios servidores.*ponga la dirección de HAProxy.*docs\/database\.md/)
  expect(message).not.toContain('SECRETA1')
})

test.each([
  ['db', 'es como postgres://USUARIO'],
  ['db/b?pgbouncer=true', 'PilotOS no conoce su parámetro pgbouncer'],
  ['db:99999/b', 'el puerto es un número de 1 a 65535'],
  ['db/b?port=x', 'el puerto es un número de 1 a 65535'],
  ['db/b?sslmode=si', 'sslmode es disable, allow, prefer, require, verify-ca o verify-full'],
  ['db/b?target_session_attrs=standby', 'target_session_attrs es any, read-write o primary'],
])('the message for postgres://%s names its problem', (rest, reason) => {
  expect(refusalOf(() => readAddress(`postgres://${rest}`, {}))).toContain(reason)
})

test.each(['POSTGRES://host/b', 'PostgreSQL://host/b', ' postgres://host/b', 'postgres://host/b\r\n'])(
  '%j is read in spite of the case of its scheme or blanks around it',
  (address) => {
    expect(readAddress(address, {})).toMatchObject({ host: 'host', database: 'b' })
  },
)

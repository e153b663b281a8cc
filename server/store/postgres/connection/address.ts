/**
 * Reads a database address, `postgres://USUARIO:CLAVE@SERVIDOR:PUERTO/BASE?sslmode=require`, for the driver. No package
 * reads an address as psql does and tells a mistake without the password.
 */
import { readFileSync } from 'node:fs'
import { isIP, isIPv6, type NetConnectOpts } from 'node:net'
import { userInfo } from 'node:os'
import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import type { Options } from 'postgres'
import { UsageError } from '#domain/errors'
import { diskError } from '../../../files/atomic-file.ts'

type DriverOptions = Options<Record<string, never>>

export interface DatabaseAddress {
  /** The server, for messages. */
  host: string
  user: string
  database: string
  /** The server, for a socket. */
  target: NetConnectOpts
  /** The options for the driver, which contain the password. */
  options: DriverOptions
}

const sslModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full']

/** Takes parameters that the address omits from the environment, as psql does. @throws UsageError, MachineError */
export function readAddress(text: string, environment?: NodeJS.ProcessEnv): DatabaseAddress {
  const { server, parameters } = parseAddress(text, environment)
  const { user = userInfo().username, password, dbname: database, options } = parameters
  if (!database) throw notUnderstood()
  requireWrites(parameters)
  const isPath = server.host.startsWith('/')
  return {
    host: formatServer(server),
    user,
    database,
    target: isPath ? { path: `${server.host}/.s.PGSQL.${server.port}` } : server,
    options: {
      // The driver would split the text of an IPv6 address. It accepts lists, although its types do not declare them.
      ...({ host: [server.host], port: [server.port] } as object),
      user,
      password,
      database,
      ssl: isPath ? false : tlsOptions(server, parameters),
      connection: {
        application_name: parameters.application_name ?? 'pilotos',
        ...(options && { options }),
      },
    },
  }
}

/** Quotes a name if SQL requires it, for the statements that messages propose to an administrator. */
export function identifier(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) && !reservedWords.has(name)
    ? name
    : `"${name.replaceAll('"', '""')}"`
}

/** The reserved words of PostgreSQL 15 (appendix C), and `system_user` of PostgreSQL 16. */
const reservedWords = new Set(
  `all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation
  column concurrently constraint create cross current_catalog current_date current_role current_schema current_time
  current_timestamp current_user default deferrable desc distinct do else end except false fetch for foreign freeze
  from full grant group having ilike in initially inner intersect into is isnull join lateral leading left like limit
  localtime localtimestamp natural not notnull null offset on only or order outer overlaps placing primary references
  returning right select session_user similar some symmetric system_user table tablesample then to trailing true union
  unique user using variadic verbose when where window with`.split(/\s+/),
)

/** @throws UsageError for a server that only lets read */
function requireWrites({ target_session_attrs: wish = 'any' }: Parameters): void {
  if (!['any', 'read-write', 'primary'].includes(wish)) {
    throw new UsageError('target_session_attrs es any, read-write o primary: PilotOS necesita escribir')
  }
}

/**
 * Follows psql: uses TLS if the database server offers it, unless `sslmode` requests otherwise. `require` verifies
 * the certificate if `sslrootcert` names an authority.
 */
function tlsOptions(
  { host }: Server,
  { sslmode, sslrootcert: root, sslcert: cert, sslkey: key }: Parameters,
): DriverOptions['ssl'] {
  const mode = sslmode ?? (root === 'system' ? 'verify-full' : 'prefer')
  if (!sslModes.includes(mode)) {
    throw new UsageError(`sslmode es ${sslModes.slice(0, -1).join(', ')} o ${sslModes.at(-1)}`)
  }
  if (mode === 'disable') return false
  const checks = mode.startsWith('verify') || (mode === 'require' && root !== undefined)
  if (!checks && !cert) return mode === 'require' ? 'require' : 'prefer'
  return {
    rejectUnauthorized: checks,
    ...(root && root !== 'system' && { ca: readPem(root) }),
    ...(cert && { cert: readPem(cert) }),
    ...(key && { key: readPem(key) }),
    // Only verify-full checks the name on the certificate. The driver passes no IP address to TLS.
    checkServerIdentity: (_: string, certificate: PeerCertificate) =>
      mode === 'verify-full' ? checkServerIdentity(host, certificate) : undefined,
  }
}

function readPem(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw diskError(error, path)
  }
}

/** The parameters of an address, and the variables that libpq uses without them (PostgreSQL 15, section 34.15). */
const variables = {
  host: 'PGHOST',
  port: 'PGPORT',
  user: 'PGUSER',
  password: 'PGPASSWORD',
  dbname: 'PGDATABASE',
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
  target_session_attrs: 'PGTARGETSESSIONATTRS',
  options: 'PGOPTIONS',
  application_name: 'PGAPPNAME',
}

type Name = keyof typeof variables
export type Parameters = Partial<Record<Name, string>>

/** A server. A host that begins with a slash is the folder of a Unix socket. */
export interface Server {
  host: string
  port: number
}

/** Reads an address as libpq does (PostgreSQL 15, section 34.1.1.2). @throws UsageError */
export function parseAddress(
  address: string,
  environment: NodeJS.ProcessEnv = process.env,
): { server: Server; parameters: Parameters } {
  const found = form.exec(address.trim().replace(scheme, ''))
  if (!found) throw notUnderstood()
  const [, account = '', host = '', dbname = '', query = ''] = found
  const [user = '', ...password] = account.split(':')
  const entries: ParameterEntry[] = [
    ['user', user],
    ['password', password.join(':')],
    ...readHost(host),
    ['dbname', dbname],
    ...readParameters(query),
  ]
  const parameters = {
    ...known(
      Object.entries(variables).map(([name, variable]) => [name as Name, environment[variable] ?? '']),
    ),
    ...known(entries.map(([name, text]) => [name, decode(text)])),
  }
  return { server: serverOf(parameters), parameters }
}

export function formatServer({ host, port }: Server): string {
  const name = isIPv6(host) ? `[${host}]` : host
  return port === usualPort ? name : `${name}:${port}`
}

/** Returns an error that does not repeat the typed address, since any part of it may be the password. */
export function notUnderstood(
  reason = 'es como postgres://USUARIO:CLAVE@SERVIDOR/BASE (lo que no sea letra o cifra de la clave va con su código: @ es %40, / es %2F, ? es %3F, % es %25)',
): UsageError {
  return new UsageError(`la dirección de la base de datos no se entiende: ${reason}`)
}

const usualPort = 5432

export const scheme = /^\s*postgres(ql)?:\/\//i

/**
 * Matches the account, the server, the name of the database and the parameters. Rejects another `@` or an extra
 * slash, which would be part of the password.
 */
const form = /^(?:([^/?@]*)@)?([^/?@]*)(?:\/([^/?@]*)\/?)?(?:\?([^@]*))?$/

/** The parameters of addresses for libpq that have no meaning for the driver, and are ignored. */
const ignoredParameters = [
  'channel_binding',
  'client_encoding',
  'connect_timeout',
  'fallback_application_name',
  'gssencmode',
  'keepalives',
  'keepalives_count',
  'keepalives_idle',
  'keepalives_interval',
  'tcp_user_timeout',
]

type ParameterEntry = [name: Name, text: string]

/** Leaves out empty values, which set nothing. */
function known(sayings: readonly ParameterEntry[]): Parameters {
  return Object.fromEntries(sayings.filter(([, text]) => text !== ''))
}

/** Reads a server, such as `one:5433` or `[::1]`. */
function readHost(text: string): ParameterEntry[] {
  requireOne(text)
  const found = /^(?:\[([^[\]]+)\]|([^[\]:]*))(?::(\d*))?$/.exec(text)
  if (!found) throw notUnderstood()
  const [, bracketed, plain = '', port = ''] = found
  return [
    ['host', bracketed ?? plain],
    ['port', port],
  ]
}

/** @throws UsageError for a list of servers, of which libpq would choose one */
function requireOne(text: string): void {
  if (!text.includes(',')) return
  throw new UsageError(
    'la dirección de la base de datos nombra varios servidores, y PilotOS usa uno solo: ponga la dirección de HAProxy, que lleva al servidor principal (docs/database.md, High availability)',
  )
}

/** Reads parameters of the form `name=text&name=text`; a plus sign is not a space. */
function readParameters(query: string): ParameterEntry[] {
  return query
    .split('&')
    .filter(Boolean)
    .flatMap((piece): ParameterEntry[] => {
      const [name = '', text, more] = piece.split('=')
      if (text === undefined || more !== undefined) throw notUnderstood()
      if (isName(name)) return [[name, text]]
      if (name === 'ssl' && text === 'true') return [['sslmode', 'require']]
      if (ignoredParameters.includes(name)) return []
      // If there is a password parameter, this text may be the end of the password.
      if (!/^\w+$/.test(name) || query.includes('password=')) throw notUnderstood()
      throw notUnderstood(`PilotOS no conoce su parámetro ${name}`)
    })
}

function isName(name: string): name is Name {
  return Object.hasOwn(variables, name)
}

function decode(text: string): string {
  try {
    const decoded = decodeURIComponent(text)
    if (!decoded.includes('\0')) return decoded
  } catch {
    // The text has a % that begins no valid code.
  }
  throw notUnderstood()
}

function serverOf({ host = 'localhost', port = '' }: Parameters): Server {
  for (const text of [host, port]) requireOne(text)
  if (!/^(\/|[\p{L}\p{N}._-]+$)/u.test(host) && !isIP(host)) throw notUnderstood()
  return { host, port: readPort(port) }
}

function readPort(text: string): number {
  const port = text === '' ? usualPort : Number(text)
  if (/^\d*$/.test(text) && port >= 1 && port <= 65535) return port
  throw notUnderstood('el puerto es un número de 1 a 65535')
}

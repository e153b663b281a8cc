/** Reads a database address, `postgres://USUARIO:CLAVE@SERVIDOR:PUERTO/BASE?sslmode=require`, for the driver. */
import { readFileSync } from 'node:fs'
import { isIP, isIPv6 } from 'node:net'
import { userInfo } from 'node:os'
import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import type { Options } from 'postgres'
import { UsageError } from '#domain/errors'
import { diskError } from '../../../files/atomic-file.ts'

type DriverOptions = Options<Record<string, never>>

export interface DatabaseAddress {
  /** The list of servers, for messages. */
  host: string
  user: string
  database: string
  servers: readonly Server[]
  /** True if a server that only lets read does not count as an answer. */
  mustWrite: boolean
  /** Returns the options for the driver, which contain the password. */
  optionsOf(server: Server): DriverOptions
}

const sslModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full']

/** Takes parameters that the address omits from the environment, as psql does. @throws UsageError, MachineError */
export function readAddress(text: string, environment?: NodeJS.ProcessEnv): DatabaseAddress {
  const { servers, parameters } = parseAddress(text, environment)
  const { user = userInfo().username, password, dbname: database, options } = parameters
  if (!database) throw notUnderstood()
  const tlsOf = tlsOptions(parameters)
  return {
    host: formatServers(servers),
    user,
    database,
    servers,
    mustWrite: requiresWrites(parameters),
    optionsOf: (server) => ({
      ...(isSocket(server) && { path: `${server.host}/.s.PGSQL.${server.port}` }),
      // The driver would split the text of an IPv6 address. It accepts lists, although its types do not declare them.
      ...({ host: [server.host], port: [server.port] } as object),
      user,
      password,
      database,
      ssl: !isSocket(server) && tlsOf(server),
      connection: {
        application_name: parameters.application_name ?? 'pilotos',
        ...(options && { options }),
      },
    }),
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

function isSocket({ host }: Server): boolean {
  return host.startsWith('/')
}

/** @throws UsageError for a server that only lets read */
function requiresWrites({ target_session_attrs: wish = 'any' }: Parameters): boolean {
  if (!['any', 'read-write', 'primary'].includes(wish)) {
    throw new UsageError('target_session_attrs es any, read-write o primary: PilotOS necesita escribir')
  }
  return wish !== 'any'
}

/**
 * Follows psql: uses TLS if the database server offers it, unless `sslmode` requests otherwise. `require` verifies
 * the certificate if `sslrootcert` names an authority.
 */
function tlsOptions({
  sslmode,
  sslrootcert: root,
  sslcert: cert,
  sslkey: key,
}: Parameters): (server: Server) => DriverOptions['ssl'] {
  const mode = sslmode ?? (root === 'system' ? 'verify-full' : 'prefer')
  if (!sslModes.includes(mode)) {
    throw new UsageError(`sslmode es ${sslModes.slice(0, -1).join(', ')} o ${sslModes.at(-1)}`)
  }
  if (mode === 'disable') return () => false
  const checks = mode.startsWith('verify') || (mode === 'require' && root !== undefined)
  if (!checks && !cert) return () => (mode === 'require' ? 'require' : 'prefer')
  const files = {
    rejectUnauthorized: checks,
    ...(root && root !== 'system' && { ca: readPem(root) }),
    ...(cert && { cert: readPem(cert) }),
    ...(key && { key: readPem(key) }),
  }
  return ({ host }) => ({
    ...files,
    // Only verify-full checks the name on the certificate. The driver passes no IP address to TLS.
    checkServerIdentity: (_: string, certificate: PeerCertificate) =>
      mode === 'verify-full' ? checkServerIdentity(host, certificate) : undefined,
  })
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
): { servers: Server[]; parameters: Parameters } {
  const found = form.exec(address.trim().replace(scheme, ''))
  if (!found) throw notUnderstood()
  const [, account = '', hosts = '', dbname = '', query = ''] = found
  const [user = '', ...password] = account.split(':')
  const entries: ParameterEntry[] = [
    ['user', user],
    ['password', password.join(':')],
    ...readHosts(hosts),
    ['dbname', dbname],
    ...readParameters(query),
  ]
  const parameters = {
    ...known(
      Object.entries(variables).map(([name, variable]) => [name as Name, environment[variable] ?? '']),
    ),
    ...known(entries.map(([name, text]) => [name, decode(text)])),
  }
  return { servers: serversOf(parameters), parameters }
}

export function formatServers(servers: readonly Server[]): string {
  const names = servers.map(({ host, port }) => {
    const name = isIPv6(host) ? `[${host}]` : host
    return port === usualPort ? name : `${name}:${port}`
  })
  return names.join(',')
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
 * Matches the account, the servers, the name of the database and the parameters. Rejects another `@` or an extra
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

/** Reads a list of servers, such as `one,two:5433,[::1]`. */
function readHosts(text: string): ParameterEntry[] {
  const hosts = text.split(',').map((text) => {
    const found = /^(?:\[([^[\]]+)\]|([^[\]:]*))(?::(\d*))?$/.exec(text)
    if (!found) throw notUnderstood()
    const [, bracketed, plain = '', port = ''] = found
    return { host: bracketed ?? plain, port }
  })
  return [
    ['host', hosts.map(({ host }) => host).join(',')],
    ['port', hosts.some(({ port }) => port) ? hosts.map(({ port }) => port).join(',') : ''],
  ]
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

/** Combines hosts and ports; a single port applies to every host. */
function serversOf({ host: hosts = '', port: ports = '' }: Parameters): Server[] {
  const numbers = ports.split(',').map(readPort)
  const servers = hosts.split(',').map((host, index) => ({
    host: host || 'localhost',
    port: numbers[numbers.length === 1 ? 0 : index] ?? usualPort,
  }))
  const isStrange = servers.some(({ host }) => !/^(\/|[\p{L}\p{N}._-]+$)/u.test(host) && !isIP(host))
  if (isStrange || ![1, servers.length].includes(numbers.length)) throw notUnderstood()
  return servers
}

function readPort(text: string): number {
  const port = text === '' ? usualPort : Number(text)
  if (/^\d*$/.test(text) && port >= 1 && port <= 65535) return port
  throw notUnderstood('el puerto es un número de 1 a 65535')
}

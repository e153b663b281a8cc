/** Parses the address of a database; no other file knows its syntax. */
import { isIP, isIPv6 } from 'node:net'
import { UsageError } from '#domain/errors'

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

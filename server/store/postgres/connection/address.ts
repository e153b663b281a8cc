/** Reads a database address, `postgres://USUARIO:CLAVE@SERVIDOR:PUERTO/BASE?sslmode=require`, for the driver. */
import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import type { Options } from 'postgres'
import { UsageError } from '#domain/errors'
import { diskError } from '../../../files/atomic-file.ts'
import { formatServers, notUnderstood, type Parameters, parseAddress, type Server } from './address-parts.ts'

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

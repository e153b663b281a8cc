/** The address of a database, `postgres://USUARIO:CLAVE@SERVIDOR:PUERTO/BASE?sslmode=require`, read for the driver. */
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { userInfo } from 'node:os'
import { checkServerIdentity } from 'node:tls'
import type { Options } from 'postgres'
import { UsageError } from '#domain/errors'
import { diskError } from '../../../files/atomic-file.ts'
import { formatServers, notUnderstood, type Parameters, type Server, takeApart } from './address-parts.ts'

type DriverOptions = Options<Record<string, never>>

export interface DatabaseAddress {
  /** For messages. */
  host: string
  user: string
  database: string
  servers: readonly Server[]
  /** What the driver gets; it has the password. */
  options: DriverOptions
}

const sslModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full']

/** What the address does not say comes from the environment, as with psql. @throws UsageError, MachineError */
export function readAddress(text: string, environment?: NodeJS.ProcessEnv): DatabaseAddress {
  const { servers, parameters } = takeApart(text, environment)
  const { user = userInfo().username, password, dbname: database, options } = parameters
  if (!database) throw notUnderstood()
  return {
    host: formatServers(servers),
    user,
    database,
    servers,
    options: {
      ...hostOptions(servers),
      user,
      password,
      database,
      ssl: tlsOptions(parameters, servers),
      target_session_attrs: sessionWish(parameters),
      connection: {
        application_name: parameters.application_name ?? 'pilotos',
        ...(options && { options }),
      },
    },
  }
}

/** A name as SQL reads it: within quotes where it needs them, for what an administrator is told to write. */
export function identifier(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) && !reservedWords.has(name)
    ? name
    : `"${name.replaceAll('"', '""')}"`
}

/** PostgreSQL 15, appendix C, and system_user of its next version. */
const reservedWords = new Set(
  `all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation
  column concurrently constraint create cross current_catalog current_date current_role current_schema current_time
  current_timestamp current_user default deferrable desc distinct do else end except false fetch for foreign freeze
  from full grant group having ilike in initially inner intersect into is isnull join lateral leading left like limit
  localtime localtimestamp natural not notnull null offset on only or order outer overlaps placing primary references
  returning right select session_user similar some symmetric system_user table tablesample then to trailing true union
  unique user using variadic verbose when where window with`.split(/\s+/),
)

function hostOptions(servers: readonly Server[]): DriverOptions {
  const socket = servers.find(isSocket)
  if (socket && servers.length > 1) throw notUnderstood('un socket no va en una lista de servidores')
  return {
    // The driver takes lists, which its types do not know.
    ...({ host: servers.map(({ host }) => host), port: servers.map(({ port }) => port) } as object),
    ...(socket && { path: `${socket.host}/.s.PGSQL.${socket.port}` }),
  }
}

function isSocket({ host }: Server): boolean {
  return host.startsWith('/')
}

/** The driver's own `read-write` takes a standby for a server that can be written to; `primary` does not. */
function sessionWish({ target_session_attrs: wish = 'any' }: Parameters): 'primary' | undefined {
  if (!['any', 'read-write', 'primary'].includes(wish)) {
    throw new UsageError('target_session_attrs es any, read-write o primary: PilotOS necesita escribir')
  }
  return wish === 'any' ? undefined : 'primary'
}

/** As psql does, TLS is used where the server has it, unless something else is said, and `require` asks the authority that is named. */
function tlsOptions(
  { sslmode, sslrootcert: root, sslcert: cert, sslkey: key }: Parameters,
  servers: readonly Server[],
): DriverOptions['ssl'] {
  const mode = sslmode ?? (root === 'system' ? 'verify-full' : 'prefer')
  if (!sslModes.includes(mode)) {
    throw new UsageError(`sslmode es ${sslModes.slice(0, -1).join(', ')} o ${sslModes.at(-1)}`)
  }
  if (mode === 'disable' || servers.some(isSocket)) return false
  const checks = mode.startsWith('verify') || (mode === 'require' && root !== undefined)
  if (!checks && !cert) return mode === 'require' ? 'require' : 'prefer'
  return {
    rejectUnauthorized: checks,
    ...(root && root !== 'system' && { ca: readPem(root) }),
    ...(cert && { cert: readPem(cert) }),
    ...(key && { key: readPem(key) }),
    // The name on the certificate counts only for verify-full.
    checkServerIdentity: mode === 'verify-full' ? checkName(servers) : () => undefined,
  }
}

/** The driver tells TLS the name of the server that it has reached, but no IP address. */
function checkName(servers: readonly Server[]): typeof checkServerIdentity {
  const [host = '', ...others] = servers.map((server) => server.host)
  if (others.length === 0) return (_, certificate) => checkServerIdentity(host, certificate)
  if ([host, ...others].some(isIP)) {
    throw new UsageError(
      'con varios servidores, sslmode=verify-full necesita sus nombres y no sus direcciones IP',
    )
  }
  return checkServerIdentity
}

function readPem(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw diskError(error, path)
  }
}

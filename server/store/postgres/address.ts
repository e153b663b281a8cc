/** The address of a database, `postgres://USUARIO:CLAVE@SERVIDOR:PUERTO/BASE?sslmode=require`, read for the driver. */
import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import type { Options } from 'postgres'
import { UsageError } from '#domain/errors'
import { diskError } from '../atomic-file.ts'
import { hostOf, notUnderstood } from '../data-address.ts'

export interface DatabaseAddress {
  /** For messages. */
  host: string
  user: string
  database: string
  /** What the driver reads; it has the password. */
  url: string
  options: Options<Record<string, never>>
}

const sslModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full']

/** As psql reads it (PostgreSQL 15, section 34.1.1.2), as far as the driver can. @throws UsageError, MachineError */
export function readAddress(data: string): DatabaseAddress {
  const text = data.trim().replace(/^[^:]*/, 'postgres')
  const host = hostOf(text)
  // Several servers are separated by commas, which a URL does not know.
  const single = text.replace(host, () => host.split(',')[0] ?? '')
  // A host that is no host: `postgres:///base`, where the server is this machine.
  if (!URL.canParse(single)) throw notUnderstood()
  const url = new URL(single)
  const database = readPart(url.pathname.slice(1))
  const user = readPart(url.username) || process.env.PGUSER || userInfo().username
  if (!database || url.hash) throw notUnderstood()
  const { searchParams } = url
  const sslmode = searchParams.get('sslmode') ?? undefined
  if (sslmode !== undefined && !sslModes.includes(sslmode)) {
    throw new UsageError(`sslmode es ${sslModes.slice(0, -1).join(', ')} o ${sslModes.at(-1)}`)
  }
  const socket = searchParams.get('host') ?? undefined
  return {
    host,
    user,
    database,
    url: plainUrl(text),
    options: {
      ...(socket && { host: socket }),
      ...(socket?.startsWith('/') ? {} : { ssl: sslOptions(sslmode, searchParams, url.hostname) }),
    },
  }
}

function readPart(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw notUnderstood()
  }
}

/** Without what is meant for psql's own library, and would be sent to the server as a setting. */
function plainUrl(text: string): string {
  const [address = '', query = ''] = text.split('?')
  const rest = new URLSearchParams(query)
  for (const name of ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'channel_binding', 'host', 'gssencmode'])
    rest.delete(name)
  return rest.size > 0 ? `${address}?${rest}` : address
}

/** As psql does, TLS is used where the server has it, unless something else is said. */
function sslOptions(
  mode = 'prefer',
  files: URLSearchParams,
  host: string,
): Options<Record<string, never>>['ssl'] {
  if (mode === 'disable') return false
  const [root, cert, key] = ['sslrootcert', 'sslcert', 'sslkey'].map((name) => files.get(name))
  const checks = mode.startsWith('verify')
  if (!checks && !cert) return mode === 'require' ? 'require' : 'prefer'
  return {
    rejectUnauthorized: checks,
    ...(root && root !== 'system' && { ca: readPem(root) }),
    ...(cert && { cert: readPem(cert) }),
    ...(key && { key: readPem(key) }),
    // The name on the certificate counts only for verify-full: that of the address, since the driver does not tell an IP address.
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

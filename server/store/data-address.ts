/** The place of the data: decides whether `--data` names a folder or a database, and finds the folders beside it. */

import { createHash } from 'node:crypto'
import { homedir } from 'node:os'
import { join, posix, win32 } from 'node:path'
import { formatServer, notUnderstood, parseAddress, scheme } from './postgres/connection/address.ts'

/**
 * Returns true if `data` is the address of a database, and false if it is the path of a folder.
 * @throws UsageError if `data` looks like a malformed address: a folder of that name would reveal a password
 */
export function isDatabase(data: string): boolean {
  if (scheme.test(data)) return true
  if (signsOfAnAddress.some((sign) => sign.test(data))) throw notUnderstood()
  return false
}

/** Describes `data` in Spanish, for messages: a folder by its path, a database by its server. */
export function describeData(data: string): string {
  return isDatabase(data)
    ? `la base de datos de ${formatServer(parseAddress(data).server)}`
    : `la carpeta ${data}`
}

/**
 * Patterns of malformed database addresses. None of them matches a Windows drive (one letter), a shared folder
 * (`//server/…`) or an unusual folder name (`a:b`).
 */
const signsOfAnAddress = [
  // The address has another scheme, perhaps after a word: psql "http://…".
  /[\w+.-]{2}:\/\//,
  // The address lacks a slash or the colon.
  /^["'\s]*[\w+.:-]{2,}:\//,
  /^["'\s]*(jdbc:)?postgres(ql)?:/i,
  /^["'\s]*(postgres\w*|pgsql|psql|pg)\/\//i,
  // The address contains an account and its password.
  /^[^/\\]*\/\/.*:.*@/,
  /^[^\s/\\:@]{2,}:[^\s@]+@/,
  // The text uses keywords of libpq.
  /(password|dbname)\s*=/i,
]

/** Returns the folder of the backups: in the data folder or, for a database, in the user's folder of data. */
export function backupFolderOf(data: string): string {
  return isDatabase(data) ? databaseBackups(data) : join(data, 'backups')
}

/**
 * Returns the folder of the backups of a database. It is the same for the kiosk and for every command of a user, in
 * whatever folder they were started, and each database has its own: an erasure rewrites all archives in it.
 * @throws UsageError
 */
export function databaseBackups(address: string, machine?: Machine): string {
  return join(databasesFolder(machine), folderName(address), 'backups')
}

/**
 * Names a database by its server and its name, as `localhost-pilotos-1f3a9c02`. The end tells apart names that differ
 * in characters, or in capital letters, that not every file system keeps.
 */
function folderName(address: string): string {
  const { server, parameters } = parseAddress(address)
  const name = `${formatServer(server)} ${parameters.dbname ?? ''}`
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8)
  return `${name.replaceAll(/[^\w.]+/g, '-').slice(0, 60)}-${hash}`
}

export interface Machine {
  platform: NodeJS.Platform
  env: NodeJS.ProcessEnv
  home: string
}

/** Returns the folder of PilotOS in the user's folder of data. It does not depend on the current folder. */
export function userFolder({ platform, env, home }: Machine = thisMachine()): string {
  switch (platform) {
    case 'win32':
      return win32.join(env.LOCALAPPDATA || win32.join(home, 'AppData', 'Local'), 'PilotOS')
    case 'darwin':
      return posix.join(home, 'Library', 'Application Support', 'PilotOS')
    default:
      return posix.join(dataHome(env) ?? posix.join(home, '.local', 'share'), 'pilotos')
  }
}

/** Returns the folder of what this user's programs keep of databases, which have no folder of their own. */
export function databasesFolder(machine?: Machine): string {
  return join(userFolder(machine), 'databases')
}

function thisMachine(): Machine {
  return { platform: process.platform, env: process.env, home: homedir() }
}

/** The XDG Base Directory Specification ignores relative paths. */
function dataHome({ XDG_DATA_HOME }: NodeJS.ProcessEnv): string | undefined {
  return XDG_DATA_HOME && posix.isAbsolute(XDG_DATA_HOME) ? XDG_DATA_HOME : undefined
}

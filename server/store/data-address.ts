/** Decides whether `--data` names a folder or a database, and describes it without its password. */
import { join } from 'node:path'
import { databaseBackups } from './postgres/backup-folder.ts'
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

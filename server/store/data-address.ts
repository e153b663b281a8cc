/** What `--data` names: a folder, or a database; and how it is called without its password. */
import { formatServers, notUnderstood, scheme, takeApart } from './postgres/connection/address-parts.ts'

/**
 * Whether it is the address of a database, and not a folder.
 * @throws UsageError where it is surely meant as an address, and is none: a folder of that name would show a password
 */
export function isDatabase(data: string): boolean {
  if (scheme.test(data)) return true
  if (signsOfAnAddress.some((sign) => sign.test(data))) throw notUnderstood()
  return false
}

/** For messages: a folder as it is, a database by its servers. */
export function describeData(data: string): string {
  return isDatabase(data)
    ? `la base de datos de ${formatServers(takeApart(data).servers)}`
    : `la carpeta ${data}`
}

/** Not a drive of Windows, which has one letter, nor a shared folder (`//server/…`), nor a name that is only strange (`a:b`). */
const signsOfAnAddress = [
  // Another scheme, perhaps after a word: psql "http://…".
  /[\w+.-]{2}:\/\//,
  // A slash or the colon is missing.
  /^["'\s]*[\w+.:-]{2,}:\//,
  /^["'\s]*(jdbc:)?postgres(ql)?:/i,
  /^["'\s]*(postgres\w*|pgsql|psql|pg)\/\//i,
  // An account and its password.
  /^[^/\\]*\/\/.*:.*@/,
  /^[^\s/\\:@]{2,}:[^\s@]+@/,
  // The key words of libpq.
  /(password|dbname)\s*=/i,
]

/** What `--data` names: a folder, or a database; and how it is called without its password. */
import { UsageError } from '#domain/errors'

/**
 * Whether it is the address of a database, and not a folder.
 * @throws UsageError where it is surely meant as an address, and is none: a folder of that name would show a password
 */
export function isDatabase(data: string): boolean {
  if (scheme.test(data)) return true
  if (signsOfAnAddress.some((sign) => sign.test(data))) throw notUnderstood()
  return false
}

/** For messages: a folder as it is, a database by its server and its name. */
export function shownData(data: string): string {
  return isDatabase(data) ? `la base de datos de ${hostOf(data)}` : `la carpeta ${data}`
}

/** The server that an address names; nothing else of it is ever shown. @throws UsageError where it may be the password */
export function hostOf(address: string): string {
  const [, rest = '', after = ''] = /^[a-z]+:\/\/([^/?#]*)(.*)$/is.exec(address.trim()) ?? []
  if (/@.*@/s.test(rest) || after.includes('@')) throw notUnderstood()
  const [, socket] = /[?&]host=([^&]+)/.exec(address) ?? []
  return rest.slice(rest.lastIndexOf('@') + 1) || (socket ? decodeURIComponent(socket) : 'localhost')
}

/** Repeats nothing of what was typed, since any of it may be the password. */
export function notUnderstood(): UsageError {
  return new UsageError(
    'la dirección de la base de datos no se entiende: es como postgres://USUARIO:CLAVE@SERVIDOR/BASE (lo que no sea letra o cifra de la clave va con su código: @ es %40, / es %2F, ? es %3F, % es %25)',
  )
}

const scheme = /^\s*postgres(ql)?:\/\//i

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

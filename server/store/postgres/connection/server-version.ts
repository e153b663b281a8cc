/** Reads the version that a database server reports about itself. */

/** Returns true for PostgreSQL 12 or newer, which has all settings; compatible databases have only some. */
export function isPostgres(version: string): boolean {
  return /^PostgreSQL (1[2-9]|[2-9]\d)/.test(version) && !isCompatible(version)
}

/** Returns true for compatible databases, which name themselves in the version; some of them do not have NOTIFY. */
export function isCompatible(version: string): boolean {
  return /CockroachDB|-YB-|Yugabyte/i.test(version)
}

/** The folder in which a laptop keeps its backups of a database. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { databasesFolder, type Machine } from '../../files/user-folder.ts'
import { formatServer, parseAddress } from './connection/address.ts'

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

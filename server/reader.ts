/**
 * The entry of the process that reads one file: a table or a list of chips from stdin, or the backup at a path. It is a
 * process, since a thread that runs out of memory ends the whole server.
 */

import type { MappingRequest } from './spreadsheets/mapping/map-file.ts'
import type { BackupRequest } from './store/backup/backup-reader.ts'
import type { ChipsRequest } from './till/chips-file.ts'

type ReadRequest = MappingRequest | BackupRequest | ChipsRequest

process.on('disconnect', () => process.exit())
process.once('message', async (request: ReadRequest) => {
  if ('backup' in request) await (await import('./store/backup/backup-reader.ts')).sendBackup(request)
  else if ('chips' in request) await (await import('./till/chips-file.ts')).sendChips(request)
  else await (await import('./spreadsheets/table-reader.ts')).sendTable(request)
  process.disconnect()
})

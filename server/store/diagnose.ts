/** Diagnoses a data folder or a database without changing it. */
import { isDatabase } from './data-address.ts'
import type { Finding } from './finding.ts'
import { findServer } from './server/entry-file.ts'

/** `data` names a folder or a database. Returns findings in Spanish, in the order in which they matter. */
export async function diagnose(data: string): Promise<Finding[]> {
  return isDatabase(data)
    ? (await import('./postgres/diagnostics.ts')).diagnoseDatabase(data)
    : (await import('./folder/diagnostics.ts')).diagnoseFolder(data, await findServer(data))
}

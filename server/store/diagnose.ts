/** Chooses the diagnosis of a data folder or of a database. */
import { isDatabase } from './data-address.ts'
import { findServer } from './server/entry-file.ts'
import type { Finding } from './shared/finding.ts'

/**
 * Diagnoses `data`, a folder or a database, without changing it. Returns findings in Spanish, the most important
 * first.
 */
export async function diagnose(data: string): Promise<Finding[]> {
  return isDatabase(data)
    ? (await import('./postgres/diagnostics.ts')).diagnoseDatabase(data)
    : (await import('./folder/diagnostics.ts')).diagnoseFolder(data, await findServer(data))
}

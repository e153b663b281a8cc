/** The numbers of the summary above the list: those of the pilots that its search and filters find. */

import type { PilotCounts } from '../pilot-schemas.ts'
import type { PilotFilter } from './list-query.ts'

/** A found pilot: 1 if the pilot counts as one of a kind, else 0, and the modalidades of the entries. */
interface CountedPilot extends Pick<PilotCounts, 'today' | 'no_photo' | 'no_card' | 'invented' | 'entered'> {
  modalidad: string
  licencia: string
  status: string
  entries: readonly string[]
}

/** Returns the counts before any pilot is added. `total` is the number of all pilots, found or not. */
export function noCounts(total: number): PilotCounts {
  const status = { valid: 0, expired: 0, suspended: 0 }
  const numbers = { today: 0, no_photo: 0, no_card: 0, invented: 0, entered: 0 }
  return { total, ...numbers, entries: {}, modalidad: {}, licencia: {}, status }
}

/**
 * Returns the filter of the pilots to be counted. Modalidad, licencia and status are compared by `addPilot` alone,
 * because the others of a kind are counted too.
 */
export function groupFilter(filter: PilotFilter): PilotFilter {
  return { ...filter, modalidad: undefined, licencia: undefined, status: undefined }
}

/**
 * Adds a pilot whom the filter finds, or would find with another modalidad, licencia or status. A pilot has only one of
 * each, so that the number of another one says what the list shows if it is chosen instead.
 */
export function addPilot(counts: PilotCounts, pilot: CountedPilot, filter: PilotFilter): void {
  const { modalidad, licencia, status } = pilot
  const isModalidad = !filter.modalidad || filter.modalidad === modalidad
  const isLicencia = !filter.licencia || filter.licencia === licencia
  const isStatus = !filter.status || filter.status.kind === status
  if (isLicencia && isStatus) addOne(counts.modalidad, modalidad)
  if (isModalidad && isStatus) addOne(counts.licencia, licencia)
  if (isModalidad && isLicencia) addOne(counts.status, status)
  if (!(isModalidad && isLicencia && isStatus)) return
  for (const kind of ['today', 'no_photo', 'no_card', 'invented', 'entered'] as const)
    counts[kind] += pilot[kind]
  for (const name of pilot.entries) addOne(counts.entries, name)
}

function addOne(numbers: Record<string, number>, name: string): void {
  numbers[name] = (numbers[name] ?? 0) + 1
}

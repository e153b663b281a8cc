/** The numbers of the summary above the list: those of the pilots that its search and filters find. */
import type { PilotFilter } from './list-query.ts'
import type { PilotCounts } from './web/pilot-schemas.ts'

/** Some found pilots of one modalidad, licencia and status, and how many of them are of each other kind. */
interface CountedGroup
  extends Pick<PilotCounts, 'today' | 'no_photo' | 'no_card' | 'invented' | 'entered' | 'entries'> {
  pilots: number
  modalidad: string
  licencia: string
  status: string
}

/** Returns the counts before any group is added. `total` is the number of all pilots, found or not. */
export function noCounts(total: number): PilotCounts {
  const status = { valid: 0, expired: 0, suspended: 0 }
  const numbers = { today: 0, no_photo: 0, no_card: 0, invented: 0, entered: 0 }
  return { total, ...numbers, entries: {}, modalidad: {}, licencia: {}, status }
}

/**
 * Returns the filter of the groups to be counted. Modalidad, licencia and status are compared by `addGroup` alone,
 * because the others of a kind are counted too.
 */
export function groupFilter(filter: PilotFilter): PilotFilter {
  return { ...filter, modalidad: undefined, licencia: undefined, status: undefined }
}

/**
 * Adds a group of pilots that the filter finds, or would find with another modalidad, licencia or status. A pilot has
 * only one of each, so that the number of another one says what the list shows if it is chosen instead.
 */
export function addGroup(counts: PilotCounts, group: CountedGroup, filter: PilotFilter): void {
  const { pilots, modalidad, licencia, status } = group
  const isModalidad = !filter.modalidad || filter.modalidad === modalidad
  const isLicencia = !filter.licencia || filter.licencia === licencia
  const isStatus = !filter.status || filter.status.kind === status
  if (isLicencia && isStatus) add(counts.modalidad, modalidad, pilots)
  if (isModalidad && isStatus) add(counts.licencia, licencia, pilots)
  if (isModalidad && isLicencia) add(counts.status, status, pilots)
  if (!(isModalidad && isLicencia && isStatus)) return
  for (const kind of ['today', 'no_photo', 'no_card', 'invented', 'entered'] as const)
    counts[kind] += group[kind]
  for (const [name, entries] of Object.entries(group.entries)) add(counts.entries, name, entries)
}

function add(numbers: Record<string, number>, name: string, more: number): void {
  numbers[name] = (numbers[name] ?? 0) + more
}

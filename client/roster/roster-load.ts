/** Loads the riders of the printed list, page by page. */
import type { ListView } from '#domain/list-query'
import { formatDni } from '#domain/pilot/dni'
import type { Pilot } from '#domain/pilot/pilot'
import { maxPerPage } from '#domain/web/schemas'
import { staffApi } from '../api/staff-api.ts'

/** One line of the printed list. It has only the printed texts, so that thousands of lines need little memory. */
export interface RosterRow {
  id: string
  npiloto: string
  name: string
  lastname: string
  dni: string
  modalidad: string
  nlicencia: string
  licencia: string
  club: string
}

interface RosterOptions {
  /** Prints only these pilots, if there are any. */
  chosen: ReadonlySet<string>
  signal: AbortSignal
  onProgress: (loaded: number, total: number) => void
}

/** The number of attempts to load a list that changes meanwhile. */
const attempts = 3

/**
 * Returns all rows of a view in its order, or those of the chosen pilots.
 * @throws ApiError, or Error if the list changes during every attempt
 */
export async function loadRoster(view: ListView, options: RosterOptions): Promise<RosterRow[]> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const rows = await loadOnce(view, options)
    if (rows) return rows
  }
  throw new Error('La lista cambió mientras se preparaba. Inténtelo otra vez.')
}

export function toRow({
  id,
  npiloto,
  name,
  lastname,
  dni,
  modalidad,
  nlicencia,
  licencia,
  club,
}: Pilot): RosterRow {
  return { id, npiloto, name, lastname, dni: formatDni(dni), modalidad, nlicencia, licencia, club }
}

/** Returns undefined if the list has changed meanwhile, because a pilot may then have moved to a page already read. */
async function loadOnce(
  view: ListView,
  { chosen, signal, onProgress }: RosterOptions,
): Promise<RosterRow[] | undefined> {
  const rows: RosterRow[] = []
  const seen = new Set<string>()
  let total: number | undefined
  for (let page = 1; total === undefined || seen.size < total; page += 1) {
    const list = await staffApi.countedPage({ ...view, page }, maxPerPage, signal)
    total ??= list.total
    const added = list.pilots.filter(({ id }) => !seen.has(id))
    if (list.total !== total || (added.length === 0 && total > 0)) return undefined
    for (const pilot of added) {
      seen.add(pilot.id)
      if (chosen.size === 0 || chosen.has(pilot.id)) rows.push(toRow(pilot))
    }
    onProgress(seen.size, total)
    if (chosen.size > 0 && rows.length === chosen.size) break
  }
  return rows
}

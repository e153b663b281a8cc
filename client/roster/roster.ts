/** The printed list: what it contains, and the texts of its heading. */
import { describeFound, type ListView, lastPageOf } from '#domain/list-query'
import { fields } from '#domain/pilot/fields'
import { count } from '#domain/text/text'
import { maxPerPage } from '#domain/web/schema-parts'
import type { ShownPilot } from '#domain/web/wire'
import { type PilotList, staffApi } from '../api/staff-api.ts'

export interface Roster {
  rows: readonly ShownPilot[]
  /** A description of the list, such as `43 pilotos de RALLY`. */
  title: string
  /** The order and, if the list is incomplete, a note. */
  notes: readonly string[]
}

/** Returns the printed list of all pilots that a view finds, or of those that were chosen. */
export function rosterOf(rows: readonly ShownPilot[], view: ListView, isChosen: boolean): Roster {
  const title = isChosen
    ? count(rows.length, 'piloto elegido', 'pilotos elegidos')
    : describeFound({ total: rows.length }, view)
  return { rows, title, notes: orderNote(view) }
}

/** Returns the printed list of the loaded page alone. */
export function pageRosterOf(list: PilotList): Roster {
  const { pilots, view } = list
  const last = lastPageOf(list)
  const total = list.isTotalCapped ? '' : ` de ${last}`
  const note = `Página ${view.page ?? 1}${total} de la lista: ${count(pilots.length, 'piloto')}. Ctrl+P imprime todos.`
  return {
    rows: pilots,
    title: describeFound(list, view),
    notes: last > 1 ? [...orderNote(view), note] : orderNote(view),
  }
}

function orderNote({ sort, order }: ListView): string[] {
  return sort ? [`Orden: ${fields[sort].label} (${order === 'desc' ? 'Z-A' : 'A-Z'})`] : []
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
export async function loadRoster(view: ListView, options: RosterOptions): Promise<ShownPilot[]> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const rows = await loadOnce(view, options)
    if (rows) return rows
  }
  throw new Error('La lista cambió mientras se preparaba. Inténtelo otra vez.')
}

/** Returns undefined if the list has changed meanwhile, because a pilot may then have moved to a page already read. */
async function loadOnce(
  view: ListView,
  { chosen, signal, onProgress }: RosterOptions,
): Promise<ShownPilot[] | undefined> {
  const rows: ShownPilot[] = []
  const seen = new Set<string>()
  let total: number | undefined
  for (let page = 1; total === undefined || seen.size < total; page += 1) {
    const list = await staffApi.countedPage({ ...view, page }, maxPerPage, signal)
    total ??= list.total
    const added = list.pilots.filter(({ id }) => !seen.has(id))
    if (list.total !== total || (added.length === 0 && total > 0)) return undefined
    for (const pilot of added) {
      seen.add(pilot.id)
      if (chosen.size === 0 || chosen.has(pilot.id)) rows.push(pilot)
    }
    onProgress(seen.size, total)
    if (chosen.size > 0 && rows.length === chosen.size) break
  }
  return rows
}

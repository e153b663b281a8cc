/** The printed list: what it contains, and the texts of its heading. */
import { describeFound, type ListView, lastPageOf } from '#domain/list-query'
import { fields } from '#domain/pilot/fields'
import { count } from '#domain/text/text'
import type { PilotList } from '../api/staff-api.ts'
import { type RosterRow, toRow } from './roster-load.ts'

export interface Roster {
  rows: readonly RosterRow[]
  /** A description of the list, such as `43 pilotos de RALLY`. */
  title: string
  /** The order and, if the list is incomplete, a note. */
  notes: readonly string[]
}

/** Returns the printed list of all pilots that a view finds, or of those that were chosen. */
export function rosterOf(rows: readonly RosterRow[], view: ListView, isChosen: boolean): Roster {
  const title = isChosen
    ? count(rows.length, 'piloto elegido', 'pilotos elegidos')
    : describeFound({ total: rows.length }, view)
  return { rows, title, notes: orderNote(view) }
}

/** Returns the printed list of the loaded page alone. */
export function pageRosterOf(list: PilotList): Roster {
  const { pilots, view } = list
  const last = lastPageOf(list)
  const of = list.isTotalCapped ? '' : ` de ${last}`
  const note = `Página ${view.page ?? 1}${of} de la lista: ${count(pilots.length, 'piloto')}. Ctrl+P imprime todos.`
  return {
    rows: pilots.map(toRow),
    title: describeFound(list, view),
    notes: last > 1 ? [...orderNote(view), note] : orderNote(view),
  }
}

function orderNote({ sort, order }: ListView): string[] {
  return sort ? [`Orden: ${fields[sort].label} (${order === 'desc' ? 'Z-A' : 'A-Z'})`] : []
}

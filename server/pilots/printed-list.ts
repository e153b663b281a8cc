/** The printed list of pilots, for which the stores are read, and its texts that no font has. */

import type { Undrawable } from '#domain/credential/cards'
import { paperOf } from '#domain/credential/paper'
import { type Brand, brandFor } from '#domain/desk/brand'
import type { RaceEvent } from '#domain/events/event'
import type { EventPart } from '#domain/events/events'
import { CodeHistory } from '#domain/gate/code-history'
import type { PrintedList } from '#domain/import/calls'
import type { FieldTable } from '#domain/pilots/own/field-table'
import type { Pilot } from '#domain/pilots/pilot'
import type { PilotId } from '#domain/pilots/pilot-id'
import { printedList } from '#domain/pilots/printed-list'
import type { ListFilter } from '#domain/pilots/search/list-query'
import { formatMoment, today } from '#domain/text/date'
import { isDrawable, undrawableOf } from '../pdf/document.ts'
import type { Stores } from '../store/shared/stores.ts'
import type { ListSheet } from '../workers/jobs.ts'
import type { Workers } from '../workers/workers.ts'

interface ListedEvents {
  open: RaceEvent
  openPart: EventPart
}

/** Returns the printed list of some pilots. `filter` has found them, unless a person has chosen them. */
export async function readPrintedList(
  stores: Pick<Stores, 'pilots' | 'passages'>,
  pilots: readonly Pilot[],
  { open, openPart }: ListedEvents,
  { filter, table }: { filter?: ListFilter; table?: FieldTable } = {},
): Promise<PrintedList> {
  const entrances = filter?.attendance === 'inside' ? await readEntrances(stores, openPart) : undefined
  return printedList(pilots, { event: open, filter, entrances, table, today: today() })
}

/** Returns the gate and the time of the last entry of everyone who is inside. */
async function readEntrances(
  { pilots, passages }: Pick<Stores, 'pilots' | 'passages'>,
  event: EventPart,
): Promise<Map<PilotId, string>> {
  const [lasts, revocations] = await Promise.all([passages.lastOfPilots(event), pilots.revocations()])
  const codes = new CodeHistory(revocations)
  return new Map(
    lasts
      .filter(({ direction }) => direction === 'in')
      .flatMap(({ pilot, gate, at }) =>
        pilot ? [[codes.holder(pilot) ?? pilot, `${gate}, ${formatMoment(at)}`]] : [],
      ),
  )
}

/** Returns the content of the PDF of a list, as of now. */
export function sheetOf(list: PrintedList, brand: Brand, event: RaceEvent): ListSheet {
  return {
    list,
    event: brandFor(brand, event.name).name,
    at: new Date().toISOString(),
    paper: paperOf(event),
  }
}

/** Returns the riders in whose rows no font has some characters. */
export function findUndrawableRows(
  workers: Pick<Workers, 'run'>,
  { groups }: PrintedList,
): Promise<Undrawable[]> {
  const rows = groups.flatMap((group) => group.rows).filter(({ cells }) => !cells.every(isDrawable))
  return undrawableOf(
    workers,
    rows.map(({ cells }) => ({ name: cells[1] ?? '', text: cells.join(' ') })),
  )
}

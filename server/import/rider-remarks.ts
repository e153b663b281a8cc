/** Finds the removed riders of an imported file, and the documents that may be foreign. */
import { openEvent } from '#domain/events/events'
import { type RiderRemarks, riderRemarks } from '#domain/import/findings'
import type { ImportRow } from '#domain/import/import'
import type { RemovedPilot } from '#domain/pilots/history/removed'
import { readRemovedRiders } from '../store/queries/removed-riders.ts'
import type { Stores } from '../store/shared/stores.ts'

/** Finds the riders at whom a person should look. It is asked before the import, which registers removed riders anew. */
export async function remarkRiders(
  { pilots, settings }: Pick<Stores, 'pilots' | 'settings'>,
  rows: Iterable<ImportRow>,
  removedRiders: { all(): Promise<ReadonlyMap<string, RemovedPilot>> } = {
    all: () => readRemovedRiders(pilots),
  },
): Promise<RiderRemarks> {
  const { country } = openEvent((await settings.read()).events)
  const known = await removedRiders.all()
  const remarks = riderRemarks(rows, country, known)
  const byId = new Map(Array.from(known.values(), ({ pilot }) => [pilot.id, pilot]))
  const removed: RiderRemarks['removed'] = []
  for (const row of remarks.removed) {
    const { dni, tipodoc, documento } = byId.get(row.id) ?? {}
    const query = { dni, tipodoc: tipodoc ?? undefined, documento: documento ?? undefined }
    const owners = await pilots.findDuplicates(query)
    // Somebody may have the document of a removed rider by now.
    if (!owners.dni && !owners.documento) removed.push(row)
  }
  return { ...remarks, removed }
}

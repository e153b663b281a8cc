/** The steps around the import of a table: a backup before a large change, the riders to look at, and the mapping to remember. */

import { openEvent } from '#domain/events/events'
import { riderRemarks } from '#domain/import/findings'
import type { ImportOptions, ImportReport, ImportRow } from '#domain/import/import'
import { headerKey, type ImportMapping, lastingDefaults, mergedMapping } from '#domain/import/mapping'
import type { RiderRemarks } from '#domain/import/schemas'
import type { DocumentIndex } from '#domain/pilots/documents/document-key'
import type { RemovedPilot } from '#domain/pilots/history/removed'
import { isObject } from '#domain/text/text'
import type { SettingsStore } from '../store/documents/settings.ts'
import { readRemovedRiders } from '../store/queries/removed-riders.ts'
import type { Stores } from '../store/shared/stores.ts'

/** The number of pilots that an import may change without a backup. */
const changesWithoutBackup = 50

/**
 * Calls `backUp` if the import of `rows` would change many pilots. Returns the path of the backup.
 * @throws DiskFullError, MachineError, UnavailableError: then nothing may be imported
 */
export async function backUpBefore(
  { pilots }: Stores,
  rows: Iterable<ImportRow>,
  options: ImportOptions,
  backUp: (() => Promise<string>) | undefined,
): Promise<string | undefined> {
  if (!backUp || !options.update || options.dryRun) return undefined
  const { updated }: ImportReport = await pilots.import(rows, { ...options, dryRun: true })
  return updated > changesWithoutBackup ? backUp() : undefined
}

/** The number of headers whose mappings are remembered. */
const rememberedMappings = 50

/**
 * Remembers the choices that hold for the next file with the same header; without any, forgets earlier choices. `names`
 * is the header, and `remembered` contains the choices for an earlier file.
 * @throws DiskFullError, MachineError, UnavailableError
 */
export async function rememberMapping(
  settings: SettingsStore,
  names: readonly string[],
  remembered: ImportMapping | undefined,
  wanted: ImportMapping,
): Promise<void> {
  const key = headerKey(names)
  if (key === undefined) return
  const { columns, defaults, surnamesFirst, dates, fixesCapitals } = mergedMapping(remembered, wanted)
  const chosen: ImportMapping = {
    columns,
    defaults: lastingDefaults(defaults),
    surnamesFirst,
    dates,
    fixesCapitals,
  }
  const { mappings = {} } = await settings.read()
  const others = Object.entries(mappings).filter(([other]) => other !== key)
  const hasChoice = Object.values(chosen).some(isChoice)
  if (!hasChoice && others.length === Object.keys(mappings).length) return
  const kept = others.slice(1 - rememberedMappings)
  await settings.change({ mappings: Object.fromEntries(hasChoice ? [...kept, [key, chosen]] : kept) })
}

function isChoice(choice: unknown): boolean {
  return isObject(choice) ? Object.keys(choice).length > 0 : choice !== undefined
}

/** Finds the riders at whom a person should look. It is asked before the import, which registers removed riders anew. */
export async function remarkRiders(
  { pilots, settings }: Pick<Stores, 'pilots' | 'settings'>,
  rows: Iterable<ImportRow>,
  removedRiders: { all(): Promise<DocumentIndex<RemovedPilot>> } = {
    all: () => readRemovedRiders(pilots),
  },
): Promise<RiderRemarks> {
  const { country } = openEvent((await settings.read()).events)
  const known = await removedRiders.all()
  const remarks = riderRemarks(rows, country, known)
  const byId = new Map(known.all().map(({ pilot }) => [pilot.id, pilot]))
  const removed: RiderRemarks['removed'] = []
  for (const row of remarks.removed) {
    const { dni, tipodoc, documento, paisdoc } = byId.get(row.id) ?? {}
    const query = {
      dni,
      tipodoc: tipodoc ?? undefined,
      documento: documento ?? undefined,
      paisdoc: paisdoc ?? undefined,
    }
    const owners = await pilots.findDuplicates(query)
    // Somebody may have the document of a removed rider by now.
    if (!owners.dni && !owners.documento) removed.push(row)
  }
  return { ...remarks, removed }
}

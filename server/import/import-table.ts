/** Imports the rows of a mapped file: backs up before a large change, and remembers the mapping that was chosen. */
import type { ImportOptions, ImportReport, ImportRow } from '#domain/import/import'
import { headerKey, type ImportMapping, lastingDefaults, mergedMapping } from '#domain/import/mapping'
import { isObject } from '#domain/text/text'
import type { SettingsStore } from '../store/documents/settings.ts'
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

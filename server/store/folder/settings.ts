/** The settings of a data folder, in `settings.json`. */
import { createMutex } from '../../async/mutex.ts'
import { readIfThere, writeAtomically } from '../../files/atomic-file.ts'
import type { SettingsStore } from '../contract/settings-store.ts'
import { parseSettings } from '../settings-json.ts'

/** Opens the settings. Treats a damaged file like a missing file, since staff can enter the settings again. */
export function openSettingsFile(path: string): SettingsStore {
  const read = async () => parseSettings((await readIfThere(path))?.toString('utf8') ?? '{}')
  const runExclusive = createMutex()
  return {
    read,
    change: (some) =>
      runExclusive(async () =>
        writeAtomically(path, `${JSON.stringify({ ...(await read()), ...some }, null, 2)}\n`),
      ),
  }
}

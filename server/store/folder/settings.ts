/** The settings of a data folder, in `settings.json`. */
import { createMutex } from '../../async/mutex.ts'
import { readIfThere, writeAtomically } from '../../files/atomic-file.ts'
import type { Settings, WatchedSettings } from '../contract/settings-store.ts'
import { parseSettings } from '../settings-json.ts'

/** Opens the settings. Treats a damaged file like a missing file, since staff can enter the settings again. */
export function openSettingsFile(path: string): WatchedSettings {
  const read = async () => parseSettings((await readIfThere(path))?.toString('utf8') ?? '{}')
  const runExclusive = createMutex()
  const listeners = new Set<(settings: Settings) => void>()
  return {
    read,
    change: (some) =>
      runExclusive(async () => {
        const settings = { ...(await read()), ...some }
        await writeAtomically(path, `${JSON.stringify(settings, null, 2)}\n`)
        for (const listener of listeners) listener(settings)
      }),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

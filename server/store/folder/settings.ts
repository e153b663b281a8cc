/** The settings of a data folder, in `settings.json`. */
import { createMutex } from '../../async/mutex.ts'
import { type ReplaceFile, readIfThere } from '../../files/atomic-file.ts'
import type { Settings, WatchedSettings } from '../contract/settings-store.ts'
import { changedSettings, parseSettings } from '../shared/settings-json.ts'

/** Opens the settings. Treats a damaged file like a missing file, since staff can enter the settings again. */
export function openSettingsFile(path: string, replaceFile: ReplaceFile): WatchedSettings {
  const readText = async () => (await readIfThere(path))?.toString('utf8') ?? '{}'
  const runExclusive = createMutex()
  const listeners = new Set<(settings: Settings) => void>()
  return {
    read: async () => parseSettings(await readText()),
    change: (some) =>
      runExclusive(async () => {
        const text = `${JSON.stringify(changedSettings(await readText(), some), null, 2)}\n`
        await replaceFile(path, text)
        const settings = parseSettings(text)
        for (const listener of listeners) listener(settings)
      }),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

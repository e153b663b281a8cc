/** Keeps the settings of a store in memory, as of the last change. */
import type { OpenSettings, Settings, WatchedSettings } from '../contract/settings-store.ts'

export async function openSettings(store: WatchedSettings): Promise<OpenSettings> {
  let current: Settings = {}
  store.subscribe((settings) => {
    current = settings
  })
  current = await store.read()
  return {
    get current() {
      return current
    },
    change: (some) => store.change(some),
  }
}

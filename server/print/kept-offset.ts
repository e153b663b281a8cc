/** The print offset, which is stored from one print to the next. */
import type { Offset } from '#domain/cards'
import type { Settings, SettingsStore } from '../store/contract/settings-store.ts'

/** Stores and returns the given `offset`, in millimetres; returns the stored offset if none is given. */
export async function resolveOffset(
  { settings }: { settings: SettingsStore },
  { offset }: Pick<Settings, 'offset'>,
): Promise<Offset | undefined> {
  if (!offset) return (await settings.read()).offset
  await settings.change({ offset })
  return offset
}

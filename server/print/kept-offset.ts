/** The offset of the printer, which is kept from one print to the next. */
import type { Offset } from '#domain/cards'
import type { Settings, SettingsStore } from '../store/contract/settings-store.ts'
/** How a print is moved: what is said is kept for the next one. */
export async function keptOffset(
  { settings }: { settings: SettingsStore },
  { offset }: Pick<Settings, 'offset'>,
): Promise<Offset | undefined> {
  if (!offset) return (await settings.read()).offset
  await settings.change({ offset })
  return offset
}

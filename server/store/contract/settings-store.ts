/** The contract of the store of settings: the printer's offset, the last public address, and mappings of imports. */
import type { Offset } from '#domain/cards'
import type { ImportMapping } from '#domain/import/mapping'

export interface Settings {
  /** The distances that a print is moved to the right and down, in millimetres. */
  offset?: Offset
  /** The last public address of the server or of a printed card, without a slash at the end. */
  address?: string
  /** The mappings that people chose for imported files, by the keys of their headers, the oldest first. */
  mappings?: Record<string, ImportMapping>
}

export interface SettingsStore {
  read(): Promise<Settings>

  /** Changes the given settings and keeps the others. */
  change(some: Settings): Promise<void>
}

/** The contract of the store of settings: the offset of the printer, and the last public address. */
import type { Offset } from '#domain/cards'

export interface Settings {
  /** The distances that a print is moved to the right and down, in millimetres. */
  offset?: Offset
  /** The last public address of the server or of a printed card, without a slash at the end. */
  address?: string
}

export interface SettingsStore {
  read(): Promise<Settings>

  /** Changes the given settings and keeps the others. */
  change(some: Settings): Promise<void>
}

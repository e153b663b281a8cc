/** What is kept of a desk besides its data: how its printer is off, and the address that it was opened with. */
import type { Offset } from '#domain/cards'

export interface Settings {
  /** How far a print is moved to the right and down, in mm. */
  offset?: Offset
  /** The public address that the kiosk, or a card, had last; without a slash at the end. */
  address?: string
}

export interface SettingsStore {
  read(): Promise<Settings>

  /** Keeps what is not said. */
  change(some: Settings): Promise<void>
}

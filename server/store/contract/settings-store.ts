/**
 * The contract of the store of settings: the printer's offset, the last public address, the mappings of imports, and
 * the choices of the screen *Ajustes*.
 */
import type { Offset } from '#domain/cards'
import type { GateSettings } from '#domain/gate/passage'
import type { ImportMapping } from '#domain/import/mapping'
import type { ValidityRules } from '#domain/validity/rules'
import type { Brand } from '#domain/web/brand'
import type { PublicData } from '#domain/web/public-data'

export interface Settings {
  /** The distances that a print is moved to the right and down, in millimetres. */
  offset?: Offset
  /** The last public address of the server or of a printed card, without a slash at the end. */
  address?: string
  /** The mappings that people chose for imported files, by the keys of their headers, the oldest first. */
  mappings?: Record<string, ImportMapping>
  /** The data that a scan without a session shows; the option `--public` overrides it. */
  publicData?: PublicData
  /** The brand on credentials and cards. */
  brand?: Brand
  /** The rules that give the last day of a credential. */
  validity?: ValidityRules
  /** The gates, and the meaning of a second entry. */
  gate?: GateSettings
}

/** The settings that all servers of a database share. The others belong to one machine. */
export const sharedSettings = [
  'publicData',
  'brand',
  'validity',
  'gate',
] as const satisfies (keyof Settings)[]

export interface SettingsStore {
  read(): Promise<Settings>

  /** Changes the given settings and keeps the others. */
  change(some: Settings): Promise<void>
}

/** The settings as a server has them open. */
export interface WatchedSettings extends SettingsStore {
  /** Calls `listener` with all settings after a change, also one of another server. */
  subscribe(listener: (settings: Settings) => void): () => void
}

/** The settings in memory, as of the last change. */
export interface OpenSettings {
  readonly current: Settings
  change(some: Settings): Promise<void>
}

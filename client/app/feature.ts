/** What a feature of the desk says of itself, from which *Ajustes* and its other hosts are made. */
import type { ComponentType } from 'react'
import type { FeatureName } from '#domain/desk/features'

/** A page of *Ajustes*. */
export interface SettingsPage {
  /** The last part of its address. */
  id: string
  title: string
  /** The group in which it stands: what is of this event, of every one, or of this laptop. */
  group: 'event' | 'always' | 'laptop'
  /** The words by which people search it, besides its title. */
  words?: string
  Page: ComponentType
}

export interface Feature {
  /** The name by which a session says that the open event uses it. Without one it is always in use. */
  name?: FeatureName
  pages?: readonly SettingsPage[]
}

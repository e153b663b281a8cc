/** A feature of the desk describes itself here, and *Ajustes* and its other hosts are made from that. */
import type { ComponentType } from 'react'
import type { Overview } from '#domain/desk/calls'
import type { FeatureName } from '#domain/desk/features'

/** Says at a glance how much of a thing is set. */
type Glance = (overview: Overview) => string | undefined

/** A page of *Ajustes*. */
export interface SettingsPage extends Partial<Pick<Step, 'step' | 'glance' | 'offer'>> {
  /** The last part of its address. */
  id: string
  title: string
  /** The group in which it stands: what is of this event, of every one, or of this laptop. */
  group: 'event' | 'always' | 'laptop'
  /** The words by which people search it, besides its title: those that stand in it, and those that they use for it. */
  words: string
  Page: ComponentType<{ features: readonly Feature[] }>
}

/** A line of *Preparar el evento*. */
export interface Step {
  title: string
  /** The address where it is done. */
  to: string
  /** Its place among the steps. Absent for what an event may do without. */
  step?: number
  glance?: Glance
  /** Says for whom it is, of what an event may do without. */
  offer?: string
}

export interface Feature {
  /** The name by which a session says that the open event uses it. Without one it is always in use. */
  name?: FeatureName
  pages?: readonly SettingsPage[]
  /** The lines of *Preparar el evento* that are no pages of *Ajustes*. */
  steps?: readonly Step[]
}

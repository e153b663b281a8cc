/** A feature of the desk describes itself here, and *Ajustes* and its other hosts are made from that. */
import type { ComponentType } from 'react'
import type { CredentialPilot, ShownPilot } from '#domain/api/wire'
import type { OpenDay, Overview } from '#domain/desk/calls'
import type { FeatureName } from '#domain/desk/features'
import type { EntriesReportInfo } from '#domain/events/entry-calls'
import type { EventReport } from '#domain/events/report/calls'
import type { Section } from '#domain/events/report/sections'

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
  /** True if phones read a QR that is made there: the page asks in which network they are. */
  isForPhones?: true
  Page: ComponentType
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

export interface RiderProps {
  pilot: CredentialPilot
  /** Is called with the rider after each change. */
  onChange: (pilot: CredentialPilot) => void
}

export interface TaskProps extends RiderProps {
  /** The key that does the same as a button. */
  shortcut?: string
  /** True to show also what is done. */
  isWhole?: boolean
  /** Is called after a dialog. */
  onClose?: () => void
}

/** An action of the desk for one rider or several: the next step after a registration, and a tool of the list. */
export interface RiderAction {
  id: FeatureName
  title: string
  isOffered: (pilot: ShownPilot) => boolean
  isDue: (pilot: ShownPilot) => boolean
  Dialog: ComponentType<{
    ids: readonly string[]
    onDone: (done: Pick<EntriesReportInfo, 'pilots'>) => void
    onClose: () => void
  }>
}

/** `isOver` is true once the day is closed. */
export type DayProps = Pick<OpenDay, 'tills' | 'lent'> & { isOver?: boolean }

export interface Feature {
  /** The name by which a session says that the open event uses it. Without one it is always in use. */
  name?: FeatureName
  pages?: readonly SettingsPage[]
  /** The lines of *Preparar el evento* that are no pages of *Ajustes*. */
  steps?: readonly Step[]
  /** The task that is left of a rider, above the entries. */
  Task?: ComponentType<TaskProps>
  /** A line above the entries of a credential. */
  Line?: ComponentType<RiderProps>
  /** A section of a credential. */
  Section?: ComponentType<RiderProps>
  action?: RiderAction
  reportSections?: (report: EventReport) => Section[]
  /** The lines of *Fin del día*, and the words for what is still open. */
  day?: { Lines: ComponentType<DayProps>; openText: (day: DayProps) => string | undefined }
  /** The screens by the names of their addresses. */
  screens?: Readonly<Record<string, ComponentType>>
}

/** The features of the desk, in the order in which its hosts show what they say of themselves: `client/app/features.ts` lists them. */
export const features: Feature[] = []

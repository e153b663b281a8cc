/** A merge: the choices of a person, what they would change, and the order that a store carries out. */
import type { PassageChanges } from '../gate/passage-changes.ts'
import type { Change } from '../pilot/change.ts'
import type { LoggedChange } from '../pilot/change-log.ts'
import type { HistoryChange } from '../pilot/history.ts'
import type { PilotId } from '../pilot/pilot-id.ts'
import { type Role, roleNames } from '../web/roles.ts'

/** The two sides of a merge: the data into which the other is merged, and the other. */
export const mergeSides = ['this', 'other'] as const
export type MergeSideName = (typeof mergeSides)[number]

/** The choices of a person. What is not chosen stays as it is on this side. */
export interface MergeChoices {
  /** The side of all conflicts without a choice of their own. */
  prefer?: MergeSideName
  conflicts?: readonly ConflictChoice[]
  /** The pairs of a question that are the same person: see `MergeReport.questions`. */
  same?: readonly SamePerson[]
  /** The names of the accounts with the role admin that are added. The others are added without a choice. */
  admins?: readonly string[]
  /** True if the persons of `MergeReport.erases` are erased here for ever. */
  eraseToo?: boolean
}

export interface ConflictChoice {
  id_driver: PilotId
  field: HistoryChange['field']
  side: MergeSideName
}

/** One person, registered at both desks without a common identifier or document. */
export interface SamePerson {
  this: PilotId
  other: PilotId
}

/** What a merge would do, as `pilotos merge --json` prints it and the browser shows it. */
export interface MergeReport {
  /** The name of the other desk. */
  desk: string
  /** The numbers of pilots that are added, stay as they are, are joined from both sides, or are removed. */
  new: number
  same: number
  joined: number
  removed: number
  conflicts: MergeConflict[]
  /** Riders with the same name and birth date and without a common document: they stay two unless a person says else. */
  questions: Record<MergeSideName, MergedRider>[]
  /** Riders whom one desk removed and the other changed afterwards: they stay. */
  kept: KeptRider[]
  /** Riders whose card one desk revoked, while it is valid for the other. */
  revoked: RevokedRider[]
  /** Riders whom both desks registered, and whose two cards stay valid. */
  cards: TwoCards[]
  /** Riders of a modalidad with the same Numero de Piloto, one of each desk. */
  numbers: SameNumber[]
  /** The accounts that this desk does not have. */
  accounts: MergedAccount[]
  /** The names of the events that are added. One of them can be open instead of that of this desk then. */
  events: { name: string; isOpen: boolean }[]
  /** The number of passages that are added. */
  passages: number
  /** The number of photos that are added. */
  photos: number
  /** The number of pilots of either desk who are left out, since one of the desks erased them for ever. */
  erased: number
  /** The riders whom the other desk erased for ever and this one has, also as removed ones: they stay without `eraseToo`. */
  erases: MergedRider[]
}

export interface MergedRider {
  id_driver: PilotId
  /** The full name. */
  name: string
  /** The document, as people read it. */
  document: string
}

/** One value of a conflict. */
export interface MergeValue {
  /** The value as people read it; empty if there is none. A photo has its name. */
  value: string
  by: string
  /** The time of the change: ISO 8601, UTC. Empty if it is unknown. */
  at: string
  /** The desk where it was changed. */
  desk: string
}

/** A field that both desks changed to different values. */
export interface MergeConflict extends ConflictChoice, Record<MergeSideName, MergeValue> {
  /** The full name of the rider. */
  name: string
  /** The label of the field. */
  label: string
  /** The side whose value is kept. */
  side: MergeSideName
  /** True if a choice or `prefer` names the side. */
  isChosen: boolean
  /** Why the other value cannot be chosen, in Spanish: another rider has the document. */
  onlySide?: string
}

/** An account of staff of the other desk. */
export interface MergedAccount extends DeskAccount {
  /** False for an admin whom nobody has chosen: see `MergeChoices.admins`. */
  isAdded: boolean
}

/** The name of a desk whose backup does not say it. */
export const unknownDesk = 'otra mesa'

export interface DeskAccount {
  user: string
  role: Role
}

/** Returns an account as people read it: `luis (Mesa)`. */
export function accountText({ user, role }: DeskAccount): string {
  return `${user} (${roleNames[role]})`
}

export interface KeptRider extends MergedRider {
  /** Who removed the rider, when and where. */
  removed: Omit<MergeValue, 'value'>
}

export interface RevokedRider extends MergedRider {
  /** The revoked code. */
  code: PilotId
  at: string
}

interface TwoCards extends MergedRider {
  /** The other valid code; that of `id_driver` is the first. */
  code: PilotId
}

export interface SameNumber {
  modalidad: string
  npiloto: string
  riders: MergedRider[]
}

/** All that a merge, or its undo, stores at once. */
export interface MergeOrder {
  /** The number of the last change that the decision knows. */
  lastChange: number
  change: Change
  /** The changes of other desks that the history lacks, oldest first. */
  past: readonly LoggedChange[]
  passages: PassageChanges
}

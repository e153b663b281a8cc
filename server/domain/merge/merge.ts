/** A merge: its two sides, and the order that a store carries out. Its choices and its report are in `calls.ts`. */
import type { PassageChanges } from '../gate/passage-changes.ts'
import type { Change } from '../pilots/change.ts'
import type { LoggedChange } from '../pilots/history/change-log.ts'
import { type Role, roleNames } from '../staff/roles.ts'

/** The two sides of a merge: the data into which the other is merged, and the other. */
export const mergeSides = ['this', 'other'] as const
export type MergeSideName = (typeof mergeSides)[number]

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

/** All that a merge, or its undo, stores at once. */
export interface MergeOrder {
  /** The number of the last change that the decision knows. */
  lastChange: number
  change: Change
  /** The changes of other desks that the history lacks, oldest first. */
  past: readonly LoggedChange[]
  passages: PassageChanges
}

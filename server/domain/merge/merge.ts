/**
 * A merge: its two sides, the bounds of the backup that is uploaded for it, and the order that a store carries out. Its
 * choices and its report are in `calls.ts`.
 */
import type { PassageChanges } from '../gate/log-entry.ts'
import type { Change } from '../pilots/change.ts'
import type { LoggedChange } from '../pilots/history/history.ts'
import { type Role, roleNames } from '../staff/roles.ts'

/** The two sides of a merge: the data into which the other is merged, and the other. */
export const mergeSides = ['this', 'other'] as const
export type MergeSideName = (typeof mergeSides)[number]

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

/** The size limit of a backup that is uploaded, in bytes: that of more than 10,000 photos of the largest size. */
export const maxBackupBytes = 4_000_000_000

export const backupTooLarge =
  'La copia pesa más de 4 GB: en la laptop, escriba pilotos merge y el nombre del archivo'

/** The most choices of a request. More than these are left to `prefer`. */
export const maxChoices = 20_000

/** Returns true for the name of a backup. No spreadsheet has such a name. */
export function isBackupFile(name: string): boolean {
  return /\.(gz|tgz|tar)$/i.test(name)
}

/** Returns the number of pilots that a merge adds, changes or removes. */
export function mergedPilots({
  new: added,
  joined,
  removed,
}: Record<'new' | 'joined' | 'removed', number>): number {
  return added + joined + removed
}

/** A change of the pilots: decisions return changes, stores commit them, and histories are built from them. */
import type { AddedParts } from '../events/added-parts.ts'
import type { DataGroup } from './field.ts'
import type { ChangedFields } from './own/definitions.ts'
import type { Pilot } from './pilot.ts'
import type { PilotId } from './pilot-id.ts'

/** A change is atomic: either all of it is stored, or nothing. */
export interface Change {
  /** Removes all existing pilots before the rest of the change is applied. */
  clear?: true
  /** The pilots to register or replace, in this order. */
  put?: readonly Pilot[]
  remove?: readonly PilotId[]
  revoke?: readonly Revocation[]
  /** The emergency contacts that were shown. The pilots stay as they are. */
  seen?: readonly SeenContact[]
  /** The settings of all desks that it changes: see `shared.ts`. */
  set?: SetValues
  /** The author of the change: see `roles.ts`. */
  by?: string
  /** True if the desk approved what the rider had typed: see `application.ts`. */
  applied?: true
  /** The time at which an import registered its new pilots, which is their `since`. Only imports have it. */
  importedAt?: string
  /** The name of the imported file, if it has one. */
  file?: string
  /** The number of the import or merge that this change undoes. */
  undoes?: number
  /** The name of the other desk whose change this is. Only changes that came with a merge have it. */
  desk?: string
  /** The parts that a merge joined besides the pilots. Only merges have it. */
  merged?: Merged
  /** The revocations that an undone merge takes back. */
  unrevoke?: readonly PilotId[]
  /** The number of persons who were erased for ever. Only an erasure has it. */
  erased?: number
  /** The group of data that was forgotten, also in all earlier states. */
  forgotten?: DataGroup
}

/** Values by their keys. Null removes one. */
export type SetValues = Readonly<Record<string, unknown>>

/** The record of a merge, from which it can be undone. */
export interface Merged {
  /** The name of the other desk. */
  desk: string
  /** The keys of the entries of the other log of passages that were added: see `entryKey`. */
  passages: readonly string[]
  /** The passages whose pilot has another first code since, with the code before. */
  moved: readonly MovedPassage[]
  /** The names of the accounts that were added. */
  accounts: readonly string[]
  /** The identifiers of the events that were added. Absent until the events are decided. */
  events?: readonly string[]
  /** The keys of these events with their data, to tell whether somebody has changed one since: see `eventKey`. */
  eventKeys?: readonly string[]
  /** The parts that the events of both desks got, by their identifiers. Absent if there are none. */
  eventParts?: Readonly<Record<string, AddedParts>>
  /** The definitions of fields of one's own that it added or changed. Absent if there are none. */
  fields?: ChangedFields
  /** The keys of the changes of other desks that this store knows since: see `changeKey`. */
  past: readonly string[]
  /** The revocations that the merge replaced or took back. */
  replaced: readonly Revocation[]
  /** The values of this side that a person chose or a rule, as `{id} {value} {key}` with the change that it overruled. */
  settled: readonly string[]
  /** The conflicts that nobody has decided: the value of this side stays for now. */
  open: readonly string[]
  /** Present if the merge erased persons of this desk whom the other one erased. Its undo needs the backup of before. */
  erased?: ErasedByMerge
}

export interface ErasedByMerge {
  /** The name of the backup. */
  backup: string
  persons: number
}

/** A passage, and the first code of its pilot: see `Passage.pilot`. */
export interface MovedPassage {
  id: string
  pilot: PilotId
}

/**
 * A card whose identifier its pilot no longer has: it was lost, or two desks registered the pilot and their data was
 * merged.
 */
export interface Revocation {
  id: PilotId
  /** The time of the revocation or the merge: ISO 8601, UTC. */
  at: string
  /** The identifier that its pilot has instead. */
  next: PilotId
  /** True after a merge: the card stays valid, for the pilot with the identifier `next`. */
  joined?: true
}

/** The emergency contact of a pilot was shown at a gate. */
interface SeenContact {
  id: PilotId
  /** The name that the gate had. */
  gate: string
}

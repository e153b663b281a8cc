/** Retention: the pilots who are due by the rules, and the order of a person to empty a group of fields. */
import type { PilotId } from '#domain/pilots/pilot-id'
import type { ErasureReport } from '#domain/privacy/calls'
import {
  type DuePilot,
  duePilots,
  lastActivities,
  type RetentionGroup,
  retentionGroups,
} from '#domain/privacy/retention'
import type { RetentionMonths, Validity } from '../settings/current-settings.ts'
import { holdersOf } from '../store/queries/select.ts'
import type { Stores } from '../store/shared/stores.ts'

export class Retention {
  constructor(
    private readonly stores: Pick<Stores, 'pilots' | 'passages' | 'erasures'>,
    private readonly months: RetentionMonths,
    private readonly validity: Pick<Validity, 'basis'>,
  ) {}

  /** Returns the pilots who are due for each of some groups. Without months, it reads nothing. */
  async due(
    groups: readonly RetentionGroup[] = retentionGroups,
  ): Promise<Record<RetentionGroup, DuePilot[]>> {
    const due: Record<RetentionGroup, DuePilot[]> = { health: [], contact: [], everything: [] }
    const ruled = groups.filter((group) => this.months.current[group] !== null)
    if (ruled.length === 0) return due
    const [{ pilots }, passages, revocations] = await Promise.all([
      this.stores.pilots.list({ order: 'asc' }),
      this.stores.passages.lastOfPilots(),
      this.stores.pilots.revocations(),
    ])
    const lastOf = lastActivities(pilots, passages, revocations)
    for (const group of ruled)
      due[group] = duePilots(group, this.months.current[group], pilots, lastOf, this.validity.basis)
    return due
  }

  /**
   * Empties the fields of those of some pilots who are still due, or erases them: a rider who was let in since the list
   * was read keeps the data. Returns the numbers of those whose data is gone and of the others, and the report of an
   * erasure, if anybody was erased.
   */
  async forget(
    group: RetentionGroup,
    codes: readonly PilotId[],
    by: string,
  ): Promise<{ pilots: number; left: number; erasure?: ErasureReport }> {
    const wanted = new Set(await holdersOf(this.stores, codes))
    const due = (await this.due([group]))[group]
    const ids = due.map(({ pilot }) => pilot.id).filter((id) => wanted.has(id))
    if (ids.length === 0) return { pilots: 0, left: wanted.size }
    if (group === 'everything') {
      const erasure = await this.stores.erasures.erase(ids, by)
      // Another order may have erased some of them at the same moment.
      if (erasure.persons === 0) return { pilots: 0, left: wanted.size }
      return { pilots: ids.length, left: wanted.size - ids.length, erasure }
    }
    const { length } = await this.stores.erasures.forget({ ids, group, basis: this.validity.basis }, by)
    return { pilots: length, left: wanted.size - length }
  }
}

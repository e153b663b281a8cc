/** The data of persons: who is due by the rules of retention, what is stored about one, and the erasure of one. */
import { InvalidError } from '#domain/errors'
import { fullName } from '#domain/pilots/pilot'
import type { PilotId } from '#domain/pilots/pilot-id'
import type { Forgotten } from '#domain/privacy/calls'
import { confirmationOf, isConfirmation } from '#domain/privacy/erasure-report'
import { type DuePilot, duePilots, lastActivities, type RetentionGroup } from '#domain/privacy/retention'
import { retentionGroups } from '#domain/stored/limits'
import { type Routes, requireId, serve } from '../http/serve.ts'
import { sendFile } from '../http/transfers.ts'
import type { PilotFields, RetentionMonths, Validity } from '../settings/current-settings.ts'
import { listBackups } from '../store/backup/backup-files.ts'
import { holdersOf } from '../store/queries/select.ts'
import type { Stores } from '../store/shared/stores.ts'
import { createMutex } from '../workers/turns.ts'
import { findPersonData } from './person-data.ts'
import { personFileName, writePersonZip } from './person-files.ts'

/** Lets admins see who is due by the rules of retention, and empty a group of fields of those whom they choose. */
export const retention: Routes = async (app, { stores, guard, validity, retentionMonths, fields }) => {
  const retention = new Retention(stores, retentionMonths, validity, fields)

  serve(app, 'GET /api/retention', async () => {
    const { health, contact, everything } = await retention.due()
    return { data: [{ health: health.length, contact: contact.length, everything: everything.length }] }
  })

  serve(app, 'GET /api/retention/:group', async ({ params: { group } }) => {
    const due = (await retention.due([group]))[group]
    const data = due.map(({ pilot, last, names }) => ({
      id_driver: pilot.id,
      name: fullName(pilot),
      ...(last !== undefined && { last }),
      fields: [...names],
    }))
    return { data }
  })

  serve(app, 'POST /api/retention/:group', async (request) => {
    const codes = request.body.ids.map(requireId)
    return { data: [await retention.forget(request.params.group, codes, guard.authorOf(request))] }
  })
}

/** Lets admins erase a person for ever. */
export const erasures: Routes = async (app, { stores, guard }) => {
  serve(app, 'POST /api/pilots/:id/erase', async (request) => {
    const person = await stores.erasures.find(requireId(request.params.id))
    if (!isConfirmation(person, request.body.document))
      throw new InvalidError({ document: `No es el ${confirmationOf(person).word} de esta persona` })
    return { data: [await stores.erasures.erase([person.code], guard.authorOf(request))] }
  })
}

/** Lets the desk hand over to a person what is stored about the person. */
export const personalData: Routes = async (app, { stores, backupFolder }) => {
  // Each reads the whole history.
  const inTurn = createMutex()
  serve(app, 'GET /api/pilots/:id/personal-data', async ({ params }, reply) => {
    const id = requireId(params.id)
    const data = await inTurn(async () => findPersonData(stores, id, await listBackups(backupFolder)))
    const zip = { name: personFileName(data), type: 'application/zip', content: writePersonZip(data) }
    return sendFile(reply, zip)
  })
}

class Retention {
  constructor(
    private readonly stores: Pick<Stores, 'pilots' | 'passages' | 'erasures'>,
    private readonly months: RetentionMonths,
    private readonly validity: Pick<Validity, 'basis'>,
    private readonly fields: Pick<PilotFields, 'table'>,
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
    const { basis } = this.validity
    const own = this.fields.table.definitions
    for (const group of ruled)
      due[group] = duePilots(group, this.months.current[group], pilots, lastOf, basis, own)
    return due
  }

  /**
   * Empties the fields of those of some pilots who are still due, or erases them: a rider who was let in since the list
   * was read keeps the data. Returns the numbers of those whose data is gone and of the others, and the report of an
   * erasure, if anybody was erased.
   */
  async forget(group: RetentionGroup, codes: readonly PilotId[], by: string): Promise<Forgotten> {
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
    const { basis } = this.validity
    const own = this.fields.table.definitions
    const { length } = await this.stores.erasures.forget({ ids, group, basis, own }, by)
    return { pilots: length, left: wanted.size - length }
  }
}

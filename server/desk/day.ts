/** The end of a day: who is still inside or has a chip, the open drawers, and a backup before the pairings of all phones end. */
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { OpenDay, RiderInside } from '#domain/desk/calls'
import { BusyError, PilotosError } from '#domain/errors'
import { shownNumber } from '#domain/events/categories/race-number'
import { added } from '#domain/features'
import { type EventDay, isInside } from '#domain/gate/attendance'
import { CodeHistory } from '#domain/gate/code-history'
import { fullName } from '#domain/pilots/pilot'
import { compareTexts } from '#domain/text/text'
import { type Routes, serve } from '../http/serve.ts'
import { writeSafetyBackup } from '../store/backup/backup-files.ts'
import { type Account, isPhone } from '../store/documents/accounts.ts'
import type { ServedStores, Stores } from '../store/shared/stores.ts'

/** The wait before another try, in seconds. */
const wait = 10

/** Lets admins close a day. */
export const day: Routes = async (app, { stores, events, queue, backupFolder }) => {
  let isClosing = false

  /** Returns who is inside or has a chip, and what is in the drawers that are not closed. */
  async function describe() {
    const { pilots } = await stores.pilots.list()
    const now = new Date().toISOString()
    const parts = added(({ day }) => day?.(pilots, events.all, now))
    return { inside: await ridersInside(stores, events.day), ...parts }
  }

  serve(app, 'GET /api/day', async () => ({
    data: [{ ...(await describe()), phones: await describePhones(stores) }],
  }))

  serve(app, 'POST /api/day', async () => {
    if (isClosing) throw new BusyError('Ya se está cerrando el día: espere a que termine', wait)
    isClosing = true
    try {
      const { backup, ended } = await closeDay(stores, async () => {
        const path = await writeSafetyBackup(stores, backupFolder, 'cerrar')
        return { name: basename(path), size: (await stat(path)).size }
      })
      await queue.remove()
      return { data: [{ backup, ended, ...(await describe()) }] }
    } finally {
      isClosing = false
    }
  })
}

/** Returns the phones that are paired with gates, those that were not heard of for the longest time first. */
async function describePhones(stores: Stores & Pick<ServedStores, 'sessions'>): Promise<OpenDay['phones']> {
  const phones = await pairedPhones(stores)
  const seen = await stores.sessions.lastSeen()
  const described = phones.map(({ user, gate = '', device }) => {
    const last = seen.get(user)
    return { user, gate, ...(device && { device }), ...(last !== undefined && { last_seen: last }) }
  })
  return described.sort((one, other) => compareTexts(one.last_seen ?? '', other.last_seen ?? ''))
}

/**
 * Makes a backup with `backUp`, and then ends the pairings of all phones. If there are none, only the backup is made.
 * @returns the backup, and the number of pairings that have ended
 * @throws PilotosError if the backup fails, after which nothing has changed, or if a pairing cannot be ended
 */
async function closeDay<Backup>(
  stores: Stores,
  backUp: () => Promise<Backup>,
): Promise<{ backup: Backup; ended: number }> {
  const backup = await backUp().catch((error) => {
    throw explained(error, 'El día no se cerró, y los teléfonos siguen emparejados')
  })
  let ended = 0
  try {
    for (const { user } of await pairedPhones(stores)) if (await stores.accounts.remove(user)) ended += 1
  } catch (error) {
    throw explained(error, 'La copia está hecha, pero quedan teléfonos emparejados: cierre el día otra vez')
  }
  return { backup, ended }
}

/** Returns those whom `attendanceOf` counts as inside, also removed pilots, the longest stay first. */
async function ridersInside(
  { pilots, passages }: Pick<Stores, 'pilots' | 'passages'>,
  day: EventDay,
): Promise<RiderInside[]> {
  const lasts = new Map((await passages.lastOfPilots(day.event)).map((passage) => [passage.pilot, passage]))
  const entries = [...lasts.values()].filter((passage) => isInside([passage], day))
  if (entries.length === 0) return []
  const history = new CodeHistory(await pilots.revocations())
  const codes = entries.flatMap(({ pilot }) => (pilot === undefined ? [] : history.current(pilot)))
  const found = await pilots.list({ among: { ids: codes, isExcluded: false } })
  const byId = new Map(found.pilots.map((pilot) => [pilot.id, pilot]))
  return entries
    .map(({ pilot: first, at, gate }): RiderInside => {
      const pilot = first === undefined ? undefined : byId.get(history.current(first))
      const named = pilot && {
        id: pilot.id,
        name: fullName(pilot),
        npiloto: shownNumber(pilot, day.event.id),
      }
      return { ...named, since: at, gate }
    })
    .sort((one, other) => compareTexts(one.since, other.since))
}

async function pairedPhones({ accounts }: Pick<Stores, 'accounts'>): Promise<Account[]> {
  return (await accounts.list()).filter(isPhone)
}

/** Puts what it means for the day before the message of a failure that people can resolve. */
function explained(error: unknown, meaning: string): unknown {
  if (!(error instanceof PilotosError)) return error
  return new PilotosError(error.kind, `${meaning}. ${error.message}`, error.details, { cause: error })
}

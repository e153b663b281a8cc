/** Test data: a merge of the data of two desks, as a store receives it. */
import { entryKey, type LogEntry } from '#domain/gate/log-entry'
import type { Change } from '#domain/pilots/change'
import { changeKey, type LoggedChange } from '#domain/pilots/history/history'
import { draftOf, type Pilot } from '#domain/pilots/pilot'
import type { MergeStore, StoredMerge, StoredRestore } from '../../server/store/shared/merges.ts'
import { type OpenStores, readChangeLog } from '../../server/store/shared/stores.ts'
import { aReceivedScan, at } from './passages.ts'
import { aDraft, aPilot, complete } from './pilots.ts'

export const desk = 'Mesa Sur'
/** The time of the changes of the other desk. */
export const earlier = '2020-02-01T08:00:00.000Z'
export const account = { user: 'luis', password: 'scrypt:c2FsdA==:a2V5', role: 'mesa' } as const

/** The data of one side before a merge: a rider, one whom the other desk registered too, and a passage of each. */
export interface Side {
  ana: Pilot
  /** The rider whom both desks registered. */
  eva: Pilot
  passages: LogEntry[]
  lastChange: number
}

export async function fill({ pilots, passages, accounts }: OpenStores): Promise<Side> {
  const ana = await pilots.register(aDraft({ name: 'Ana' }), undefined, 'marta')
  const eva = await pilots.register(aDraft({ name: 'Eva' }), undefined, 'marta')
  const scans = [ana, eva].map(({ id }, index) =>
    aReceivedScan({ pilot: id, scanned: id, at: at(`09:1${index}`) }),
  )
  await passages.record(scans, 'warn')
  await accounts.add({ user: 'marta', password: 'scrypt:c2FsdA==:a2V5', role: 'admin' })
  return { ana, eva, passages: await passages.log(), lastChange: await lastChangeOf(pilots) }
}

/** The parts of a merge into `side`: Eva keeps the code of the other desk, and Leo is new. */
export function aMerge({ ana, eva, passages, lastChange }: Side) {
  const leo = aPilot('CE0000000001', aDraft({ name: 'Leo' }))
  const otherEva = aPilot('EV0000000002', { ...complete(draftOf(eva)), club: 'Club Sur' })
  const [scan, settlement] = otherEntries(leo.id)
  const past: LoggedChange[] = [
    { number: 1, at: earlier, change: { by: 'ana', desk, put: [leo] } },
    { number: 2, at: earlier, change: { by: `la terminal de ${desk}`, desk, put: [otherEva] } },
  ]
  const ofEva = passages.find((entry) => !('settles' in entry) && entry.pilot === eva.id)
  const moved = { id: ofEva && !('settles' in ofEva) ? ofEva.id : '', pilot: eva.id }
  const change: Change = {
    by: 'marta',
    put: [{ ...ana, club: 'Club Sur' }, otherEva, leo],
    remove: [eva.id],
    revoke: [{ id: eva.id, at: at('18:00'), next: otherEva.id, joined: true }],
    merged: {
      desk,
      passages: [scan, settlement].map(entryKey),
      moved: [moved],
      accounts: [account.user],
      past: past.map(changeKey),
      replaced: [],
      settled: [],
      open: [],
    },
  }
  const order: StoredMerge = {
    lastChange,
    change,
    past,
    passages: { add: [scan, settlement], drop: [], codes: [{ from: eva.id, to: otherEva.id }], move: [] },
    accounts: { add: [account], drop: [] },
  }
  const undo = (number: number): StoredMerge => ({
    lastChange: number,
    change: {
      by: 'marta',
      put: [ana, eva],
      remove: [otherEva.id, leo.id],
      unrevoke: [eva.id],
      undoes: number,
    },
    past: [],
    passages: { add: [], drop: [scan, settlement].map(entryKey), codes: [], move: [moved] },
    accounts: { add: [], drop: [account.user] },
  })
  return { order, undo, leo, otherEva, scan, settlement }
}

/** Returns a passage of the other desk, an incident between those of `fill`, and its settlement. */
function otherEntries(pilot: string): [scan: LogEntry & { id: string }, settlement: LogEntry] {
  const id = crypto.randomUUID()
  const time = at('09:10:30')
  return [
    {
      number: 1,
      id,
      pilot,
      scanned: pilot,
      gate: 'Sur',
      direction: 'in',
      at: time,
      received: time,
      by: 'ana',
      device: 'Android',
      result: 'expired',
      isAdmitted: false,
    },
    { number: 2, settles: id, at: at('09:10:40'), by: 'ana', reason: 'Pagó en la mesa' },
  ]
}

/** Replaces the data of a store, as the restore of a backup does. Without `entries`, the passages stay. */
export async function restore(merges: MergeStore, data: Partial<StoredRestore>): Promise<void> {
  const none = { pilots: [], revoked: [], past: [], erased: [], accounts: [], settings: {} }
  const isStored = await merges.restore({ ...none, by: 'marta', keepsSessions: false, ...data })
  if (!isStored) throw new Error('The store has other tombstones')
}

/** Returns the number of the last change that the store made itself, which a merge must know. */
export async function lastChangeOf(pilots: OpenStores['pilots']): Promise<number> {
  const own = (await readChangeLog(pilots)).filter(({ past }) => !past)
  return Math.max(0, ...own.map(({ number }) => number))
}

/** Returns all that a merge can change. */
export async function contentsOf({ pilots, passages, accounts }: OpenStores) {
  return {
    pilots: (await pilots.list({ order: 'asc' })).pilots,
    revoked: await pilots.revocations(),
    past: (await readChangeLog(pilots)).filter(({ past }) => past),
    passages: await passages.log(),
    accounts: await accounts.list(),
  }
}

/** Merges the data of another desk, a backup or a folder, into any stores. */
import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import { basename, dirname } from 'node:path'
import { eventsOfNow } from '#domain/desk/class-settings'
import type { Settings } from '#domain/desk/settings'
import { joinedSettings } from '#domain/desk/shared'
import { PilotosError } from '#domain/errors'
import {
  addedParts,
  addsToTills,
  notesOfParts,
  requireOneCurrency,
  withTillsOf,
} from '#domain/events/added-parts'
import type { StoredEvents } from '#domain/events/event'
import { addEvents, addedEvents, eventsOf } from '#domain/events/events'
import { features } from '#domain/features'
import type { MergeChoices, MergeReport } from '#domain/merge/calls'
import { type DeskData, decideMerge, type MergePlan, photosToCompare } from '#domain/merge/decide'
import { deskNameIn } from '#domain/merge/desk-history'
import type { DeskAccount } from '#domain/merge/merge'
import { riderOf } from '#domain/merge/rider'
import type { Change } from '#domain/pilots/change'
import { withNamesOfNow } from '#domain/pilots/classes/renamed'
import type { LoggedChange } from '#domain/pilots/history/history'
import { requireReadable } from '#domain/pilots/history/readable'
import type { Definitions } from '#domain/pilots/own/definitions'
import { fieldTable } from '#domain/pilots/own/field-table'
import { joinedDefinitions } from '#domain/pilots/own/joined-definitions'
import type { PhotoName, Pilot } from '#domain/pilots/pilot'
import type { PilotId } from '#domain/pilots/pilot-id'
import { erasureOf } from '#domain/privacy/erasure'
import { type Person, personIn } from '#domain/privacy/person'
import { removeFile } from '../files/atomic-file.ts'
import { eachPhotoOf, isJpeg, readBackup } from '../store/backup/backup.ts'
import { alone, writeSafetyBackup } from '../store/backup/backup-files.ts'
import type { BackupReader, ReadBackup } from '../store/backup/backup-reader.ts'
import { type OtherErasures, takeErasures, weighErasures } from '../store/backup/restore.ts'
import { type Account, isPhone } from '../store/documents/accounts.ts'
import type { StoredMerge } from '../store/shared/merges.ts'
import { readChangeLog, readLog, type Stores } from '../store/shared/stores.ts'
import type { TombstoneSet } from '../store/shared/tombstones.ts'

/** The data of another desk, which was read and checked. */
export interface OtherDesk extends Omit<DeskData, 'accounts'> {
  /** Without phones. */
  accounts: readonly Account[]
  /** The events of the desk, if it has any. */
  events?: StoredEvents
  /** The fields of one's own of the desk, if it has any. */
  fields?: Definitions
  /** The settings of the desk of which this one gets what it lacks, such as the texts of the waiver. */
  settings: Settings
  /** The tombstones of persons whom the desk erased for ever. */
  erased: readonly TombstoneSet[]
  /** Passes every photo to `use`, one after the other. */
  eachPhoto(use: (name: PhotoName, jpeg: Buffer) => Promise<void>): Promise<void>
}

/** Reads a backup, in a process of its own if there is a `reader`. @throws NotFoundError, TooLargeError, MalformedError */
export async function readOtherBackup(path: string, reader?: BackupReader): Promise<OtherDesk> {
  const {
    desk,
    pilots,
    revoked,
    accounts,
    erased = [],
    events,
    fields,
    log: passages,
    history,
    ...head
  } = await (reader ? reader.readWithHistory(path) : readWhole(path))
  return {
    desk,
    pilots,
    revoked,
    log: history,
    passages,
    accounts: accounts.filter((account) => !isPhone(account)),
    erased,
    ...(events && { events }),
    ...(fields && { fields }),
    settings: joinedSettings(head),
    eachPhoto: (use) => eachPhotoOf(path, use),
  }
}

async function readWhole(path: string): Promise<ReadBackup> {
  const history: LoggedChange[] = []
  return { ...(await readBackup(path, (change) => history.push(change))), history }
}

export interface MergePreview extends MergeReport {
  /** False if the merge would store nothing, not even a history. */
  hasChanges: boolean
}

/** Returns what a merge would do. Changes nothing. */
export async function previewMerge(
  stores: Stores,
  other: OtherDesk,
  choices?: MergeChoices,
): Promise<MergePreview> {
  const { report, hasChanges } = await planMerge(stores, other, { choices })
  return { ...report, hasChanges }
}

export interface MergeResult {
  report: MergeReport
  /** The number of the change, by which the merge can be undone. Absent if there was nothing to store. */
  change?: number
  /** The path of the backup that was made before. */
  saved?: string
  /** The preview that `accept` refused: nothing is stored then. */
  refused?: MergePreview
}

interface MergeDeskOptions {
  choices?: MergeChoices
  /** The author of the merge. */
  by: string
  /** The folder of the backups. */
  folder: string
  /** Decides on what the merge would do with the data as it is now. */
  accept?: (preview: MergePreview) => boolean
}

/**
 * Merges: decides on the data as it is now, makes a backup in `folder`, stores the photos, and commits the merge.
 * @throws PilotosError if something changed each time it was tried, MachineError
 */
export async function mergeDesk(
  stores: Stores,
  other: OtherDesk,
  { choices, by, folder, accept = () => true }: MergeDeskOptions,
): Promise<MergeResult> {
  const { report, change, saved, refused, erasures } = await commitDecision<
    MergeDecision & MergeResult & { erasures?: OtherErasures }
  >(stores, async () => {
    const plan = await planMerge(stores, other, { choices, by })
    const { report, hasChanges, erasures } = plan
    const preview = { ...report, hasChanges }
    if (!accept(preview)) return { report, refused: preview }
    if (!hasChanges) return { report, erasures }
    const saved = await writeSafetyBackup(stores, folder, 'unir')
    await storePhotos(stores, other, plan)
    return { report, erasures, saved, order: orderOf(plan, other, basename(saved)) }
  })
  // The erasure comes last: if it stops, the merge can be undone, and the next one asks again.
  if (erasures) await takeErasures(stores, erasures, { sets: other.erased, by })
  return { report, ...(refused && { refused }), ...(change !== undefined && { change, saved }) }
}

/** `backup` is the name of the backup of before. */
function orderOf(plan: PlannedMerge, other: OtherDesk, backup: string): StoredMerge {
  const { change, past, passages, lastChange, erasures, gone } = plan
  const added = new Set(plan.accounts)
  const accounts = { add: other.accounts.filter(({ user }) => added.has(user)), drop: [] }
  const persons = erasures.isTaken ? erasures.named.length : 0
  const { merged, remove = [] } = change
  const erasing: Change = {
    ...change,
    remove: [...remove, ...gone],
    ...(merged && { merged: { ...merged, erased: { backup, persons } } }),
  }
  // Entries and passages belong to the events of the other desk.
  const events = plan.events && { events: { add: plan.events } }
  const fields = plan.addsFields && { fields: other.fields }
  return {
    change: persons > 0 ? erasing : change,
    past,
    passages,
    lastChange,
    accounts,
    ...events,
    ...fields,
    settings: other.settings,
  }
}

interface MergeDecision {
  /** Absent if there is nothing to store. */
  order?: StoredMerge
  /** The path of the backup that was made before. */
  saved?: string
}

/** The number of decisions until the merge gives up, if other people change the data after each of them. */
const attempts = 5

/** Decides and commits, and decides again if the data has changed in between. @throws PilotosError, MachineError */
export async function commitDecision<Decision extends MergeDecision>(
  { merges }: Stores,
  decide: () => Promise<Decision>,
): Promise<Decision & { change?: number }> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const decision = await decide()
    if (!decision.order) return decision
    try {
      return { ...decision, change: await merges.commit(decision.order) }
    } catch (error) {
      // A command gets the failure of a running server without its class.
      if (!(error instanceof PilotosError && error.kind === 'conflict')) throw error
      // The next backup has the newer change too.
      const { saved } = decision
      if (saved) await alone(dirname(saved), () => removeFile(saved))
    }
  }
  throw new PilotosError(
    'conflict',
    'Otras personas guardan cambios sin parar, y no se guardó nada de esto: repita dentro de un momento',
  )
}

/** The decision of a merge, and the data of this side on which it was made. */
interface PlannedMerge extends MergePlan {
  /** Without the persons whom the merge erases. */
  own: DeskData
  erasures: OtherErasures
  /** The riders of this side whom the merge erases. */
  gone: PilotId[]
  /** The events of the other desk, without the persons who were erased. */
  events?: StoredEvents
  /** True if the other desk has fields of one's own, or options of them, that this one lacks. */
  addsFields: boolean
}

/** Decides a merge on the data as it is now. */
async function planMerge(
  stores: Stores,
  other: OtherDesk,
  { choices, by }: { choices?: MergeChoices; by?: string },
): Promise<PlannedMerge> {
  const here = await readDesk(stores)
  const settings = await stores.settings.read()
  const { fields: defined = {} } = settings
  const { fields, notes } = joinedDefinitions(defined, other.fields ?? {})
  const definitions = { ...defined, ...fields }
  const there: DeskData = {
    ...other,
    // The riders of the other desk come with the names that classes have here, and differ by no rename.
    pilots: withNamesOfNow(other.pilots, definitions),
    desk: deskNameIn(here, other),
    accounts: other.accounts.map(staffAccount),
  }
  const erasedHere = await stores.erasures.list()
  const erasures = await weighErasures(
    { ...here, erased: erasedHere },
    { ...there, erased: other.erased },
    choices?.eraseToo,
  )
  const { stones, named, isTaken } = erasures
  const persons = stones.isEmpty
    ? []
    : [
        personIn(here, await stones.seedsFor(here, erasedHere)),
        personIn(there, await stones.seedsFor(there, other.erased)),
      ]
  const [own = here, data = there] = persons.map((person, index) =>
    deskWithout(index === 0 ? here : there, person),
  )
  const erased = persons.reduce((count, person) => count + person.present.length, 0)
  const kept = new Set(own.pilots.map(({ id }) => id))
  const gone = here.pilots.map(({ id }) => id).filter((id) => !kept.has(id))
  const pairs = photosToCompare(own, data, choices)
  let hashes = pairs.length > 0 ? await hashesOf(other) : undefined
  const same = new Set<string>()
  for (const pair of pairs) {
    const hash = hashes?.get(pair.other)
    // A photo that the other desk has lost is no choice.
    if (hash === undefined || hash === (await ownHash(stores, pair.own)))
      same.add(`${pair.own} ${pair.other}`)
  }
  const addsFields = Object.keys(fields).length > 0
  const earlier = Object.entries(defined).filter(([name]) => name in fields)
  const before = Object.fromEntries(earlier) as object as Definitions
  const plan = decideMerge(own, data, {
    choices,
    isSamePhoto: (name, otherName) => same.has(`${name} ${otherName}`),
    table: fieldTable(definitions),
    by,
    now: new Date().toISOString(),
  })
  requireReadable(plan.change)
  const brought = eventsWithout(persons, settings.events, other.events)
  const theirs = brought && eventsOfNow(brought, definitions)
  requireOneCurrency(settings.events, theirs, [...own.pilots, ...data.pilots])
  const added = addedEvents(settings.events, theirs)
  const eventParts = addedParts(settings.events, theirs)
  const addsParts = Object.keys(eventParts).length > 0 || addsToTills(settings.events, theirs)
  const hasChanges =
    plan.hasChanges || added.length > 0 || (isTaken && named.length > 0) || addsFields || addsParts
  const told = [
    ...notes,
    ...notesOfParts(settings.events, theirs),
    ...notesOfMoney(own.pilots, plan.change, settings.events, theirs),
  ]
  const events = added.map(({ name, isOpen }) => ({ name, isOpen }))
  const merged = plan.change.merged && {
    ...plan.change.merged,
    events: added.map(({ id }) => id),
    ...(added.length > 0 && { eventKeys: added.map(({ key }) => key) }),
    ...(Object.keys(eventParts).length > 0 && { eventParts }),
    ...(addsFields && { fields: { before, after: fields } }),
  }
  const counted = {
    ...plan,
    ...(merged && { change: { ...plan.change, merged } }),
    hasChanges,
    report: {
      ...plan.report,
      events,
      ...(told.length > 0 && { fields: told }),
      erased,
      erases: named.map(riderOf),
    },
  }
  const decided = { own, erasures, gone, addsFields, ...(brought && { events: brought }) }
  if (plan.photos.length === 0) return { ...counted, ...decided }
  hashes ??= await hashesOf(other)
  return { ...withoutLostPhotos(counted, own, hashes), ...decided }
}

/**
 * Returns the events of the other desk without the persons who were erased, with the amounts that they have paid here.
 * `persons` are those of this desk and of the other one, if there are any.
 */
function eventsWithout(
  [here, there]: readonly Person[],
  own: StoredEvents = {},
  others?: StoredEvents,
): StoredEvents | undefined {
  const kept = there && others ? erasureOf(there).events(others) : others
  return here ? withTillsOf(kept, erasureOf(here).events(own)) : kept
}

/** Says what a merge changes in the money of the events of the riders whom it changes, in Spanish. */
function notesOfMoney(
  riders: readonly Pilot[],
  { put = [], remove = [] }: Change,
  own: StoredEvents | undefined,
  others: StoredEvents | undefined,
): string[] {
  const changed = new Set([...put.map(({ id }) => id), ...remove])
  const after = [...riders.filter(({ id }) => !changed.has(id)), ...put]
  const lines = put.flatMap(({ charges = [], payments = [] }) => [...charges, ...payments])
  const touched = new Set(lines.map(({ event }) => event))
  const now = new Date().toISOString()
  return eventsOf(addEvents(own, others))
    .filter(({ id }) => touched.has(id))
    .flatMap((event) =>
      features.flatMap(
        ({ mergeNotes }) => mergeNotes?.(event, { riders, till: own?.[event.id]?.till }, after, now) ?? [],
      ),
    )
}

/** Returns the data of a desk without the persons who were erased. */
function deskWithout(desk: DeskData, person: Person): DeskData {
  if (person.codes.size === 0) return desk
  const { pilot, revocations, change, entry } = erasureOf(person)
  return {
    ...desk,
    pilots: desk.pilots.flatMap((one) => pilot(one) ?? []),
    revoked: revocations(desk.revoked),
    log: desk.log.map((one) => ({ ...one, change: change(one.change) })),
    passages: desk.passages.map(entry),
  }
}

/**
 * Reads all of these stores. The changes are read first: a change that is made meanwhile is newer than the last of them,
 * and the commit then refuses the decision.
 */
async function readDesk(stores: Stores): Promise<DeskData> {
  const log = await readChangeLog(stores.pilots)
  return {
    desk: hostname(),
    log,
    pilots: (await stores.pilots.list({ order: 'asc' })).pilots,
    revoked: await stores.pilots.revocations(),
    passages: await readLog(stores),
    accounts: (await stores.accounts.list()).filter((account) => !isPhone(account)).map(staffAccount),
  }
}

function staffAccount({ user, role = 'admin' }: Account): DeskAccount {
  return { user, role }
}

/** Returns the SHA-256 of each photo of the other desk. A file that is no JPEG has none. */
async function hashesOf(other: OtherDesk): Promise<Map<PhotoName, string>> {
  const hashes = new Map<PhotoName, string>()
  await other.eachPhoto(async (name, content) => {
    if (isJpeg(content)) hashes.set(name, hashOf(content))
  })
  return hashes
}

async function ownHash({ photos }: Stores, name: PhotoName): Promise<string | undefined> {
  try {
    return hashOf(await photos.read(name))
  } catch (error) {
    if (error instanceof PilotosError && error.kind === 'not-found') return undefined
    throw error
  }
}

function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

/** Leaves out the photos that the other desk has lost or that are no JPEG: their pilots keep the photo of this side, if any. */
function withoutLostPhotos(
  plan: MergePlan,
  own: DeskData,
  hashes: ReadonlyMap<PhotoName, string>,
): MergePlan {
  const lost = new Set(plan.photos.filter((name) => !hashes.has(name)))
  const before = new Map(own.pilots.map((pilot) => [pilot.id, pilot.photo]))
  const { put = [] } = plan.change
  const isLost = ({ photo }: Pilot) => photo !== null && lost.has(photo)
  return {
    ...plan,
    photos: plan.photos.filter((name) => hashes.has(name)),
    change: {
      ...plan.change,
      put: put.map((pilot) => (isLost(pilot) ? { ...pilot, photo: before.get(pilot.id) ?? null } : pilot)),
    },
    report: { ...plan.report, photos: plan.report.photos - put.filter(isLost).length },
  }
}

/** Stores the photos of the other desk, and keeps those that they replace, for the undo. */
async function storePhotos({ photos }: Stores, other: OtherDesk, plan: PlannedMerge): Promise<void> {
  const added = new Set(plan.photos)
  if (added.size > 0)
    await other.eachPhoto(async (name, jpeg) => {
      if (added.has(name) && isJpeg(jpeg)) await photos.save(jpeg, name)
    })
  const after = new Set(plan.change.put?.flatMap(({ photo }) => photo ?? []))
  const touched = new Set([
    ...(plan.change.put ?? []).map(({ id }) => id),
    ...(plan.change.remove ?? []),
    ...(plan.change.revoke ?? []).map(({ id }) => id),
  ])
  for (const { id, photo } of plan.own.pilots)
    if (photo && touched.has(id) && !after.has(photo)) await photos.touch(photo)
}

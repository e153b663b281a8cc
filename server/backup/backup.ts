/** A backup: the pilots and the history in lines, the accounts as JSON, and the photos. It knows a desk, not what is behind it. */
import { inTheTerminal } from '#domain/author'
import { MalformedError } from '#domain/errors'
import type { Revocation } from '#domain/pilot/change'
import { type LoggedChange, parseLoggedChange } from '#domain/pilot/change-log'
import { isPhotoName, maxPhotoBytes } from '#domain/pilot/photo'
import { checkDraft, type PhotoName, type Pilot } from '#domain/pilot/pilot'
import { arePilots, areRevocations } from '#domain/pilot/stored'
import { isObject } from '#domain/text/json'
import { photoIfThere } from '../actions/photos.ts'
import { pilotIfThere } from '../actions/select.ts'
import { writeAtomically } from '../files/atomic-file.ts'
import { type Account, isAccount } from '../store/contract/account-store.ts'
import type { Stores } from '../store/contract/stores.ts'
import { type AddFile, archiveOf, eachFile, notABackup } from './archive.ts'

/** A backup that was read and checked. */
export interface Backup {
  path: string
  pilots: Pilot[]
  revoked: Revocation[]
  accounts: Account[]
}

export interface BackupCount {
  pilots: number
  photos: number
}

export interface RestoreCount extends BackupCount {
  /** Files in the place of photos that are none, and were left out. */
  badPhotos: number
}

/** The JSON in a backup. Version 1 has all pilots in it too. */
interface Head {
  version: 1 | 2
  /** ISO 8601, UTC. */
  at: string
  revoked?: Revocation[]
  accounts: Account[]
  /** How many pilots there are, in version 2. */
  count?: number
  pilots?: unknown
}

const version = 2
const headName = 'pilotos.json'
/** Files of lines, each of one pilot as JSON, in the order of registration. */
const pilotFolder = 'pilots/'
/** Files of lines, each of one change as JSON: `{number, at, change}`. */
const historyFolder = 'history/'
const photoFolder = 'photos/'

/** How many pilots a file of them has. */
const pilotsPerFile = 2000

/** Writes everything that a desk has into one file. @throws DiskFullError, MachineError */
export async function writeBackup(stores: Stores, path: string): Promise<BackupCount> {
  const listed = await stores.pilots.list({ order: 'asc' })
  const revoked = await stores.pilots.revocations()
  const pilots = await withNewCodes(stores, listed.pilots, revoked)
  const head: Head = {
    version,
    at: new Date().toISOString(),
    revoked,
    accounts: await stores.accounts.list(),
    count: pilots.length,
  }
  let photos = 0
  const archive = archiveOf(async (add) => {
    await add(headName, Buffer.from(JSON.stringify(head)))
    for (let start = 0, file = 1; start < pilots.length; start += pilotsPerFile, file += 1)
      await add(fileName(pilotFolder, file), linesOf(pilots.slice(start, start + pilotsPerFile)))
    await addHistory(add, stores)
    photos = await addPhotos(add, stores, pilots)
  })
  await writeAtomically(path, archive)
  return { pilots: pilots.length, photos }
}

/**
 * Gives the pilots whose cards were revoked after they were listed the code and the name of the photo that they have by
 * now, since the finder of the card knows the old ones. A pilot that was removed meanwhile is left out.
 */
async function withNewCodes(
  stores: Stores,
  pilots: readonly Pilot[],
  revoked: readonly Revocation[],
): Promise<Pilot[]> {
  const nextOf = new Map(revoked.map(({ id, next }) => [id, next]))
  const current: Pilot[] = []
  for (const pilot of pilots) {
    let { id } = pilot
    for (let next = nextOf.get(id); next; next = nextOf.get(id)) id = next
    if (id === pilot.id) {
      current.push(pilot)
      continue
    }
    const { card: _card, ...rest } = pilot
    const existing = await pilotIfThere(stores, id)
    if (existing) current.push({ ...rest, id, photo: existing.photo })
  }
  return current
}

async function addHistory(add: AddFile, { pilots }: Stores): Promise<void> {
  let after: string | undefined
  for (let file = 1; ; file += 1) {
    const { changes, next } = await pilots.changeLog(after)
    if (changes.length > 0) await add(fileName(historyFolder, file), linesOf(changes))
    if (next === undefined) return
    after = next
  }
}

/** Returns how many there are. */
async function addPhotos(add: AddFile, stores: Stores, pilots: readonly Pilot[]): Promise<number> {
  let count = 0
  for (const pilot of pilots) {
    const jpeg = await photoIfThere(stores, pilot)
    if (!jpeg) continue
    await add(photoFolder + pilot.photo, jpeg)
    count += 1
  }
  return count
}

function fileName(folder: string, number: number): string {
  return `${folder}${String(number).padStart(6, '0')}.jsonl`
}

function linesOf(values: readonly unknown[]): Buffer {
  return Buffer.from(values.map((value) => `${JSON.stringify(value)}\n`).join(''))
}

/**
 * Reads a file to its end and checks all that it holds, as any input is checked.
 * @throws NotFoundError, TooLargeError, MalformedError where it is no backup, or of a newer program
 */
export async function readBackup(path: string): Promise<Backup> {
  let head: unknown
  const pilots: unknown[] = []
  let isGood = true
  await eachFile(path, async (name, content) => {
    if (name === headName) head = parse(content.toString('utf8'))
    if (name.startsWith(pilotFolder)) for (const line of textLines(content)) pilots.push(parse(line))
    if (name.startsWith(historyFolder)) isGood &&= textLines(content).every((line) => parseLoggedChange(line))
  })
  if (isNewer(head)) {
    throw new MalformedError(
      `${path} es una copia de una versión más nueva de PilotOS: recupérela con esa versión`,
    )
  }
  const all = isObject(head) && head.version === 1 ? head.pilots : pilots
  if (!isGood || !isHead(head) || !areGoodPilots(all)) throw notABackup(path)
  if (head.version === version && head.count !== all.length) throw notABackup(path)
  return { path, pilots: all, revoked: head.revoked ?? [], accounts: head.accounts }
}

/**
 * Puts a backup in the place of all that a desk has. The pilots change at once, after their photos are there.
 * @throws MachineError
 */
export async function restoreBackup(
  stores: Stores,
  { path, pilots, revoked, accounts }: Backup,
): Promise<RestoreCount> {
  let [photos, badPhotos] = [0, 0]
  await eachFile(path, async (name, content) => {
    if (name.startsWith(historyFolder)) await stores.pilots.addToChangeLog(changesOf(content))
    const photo = photoOf(name)
    if (!photo) return
    if (isJpeg(content)) {
      await stores.photos.save(content, photo)
      photos += 1
    } else badPhotos += 1
  })
  await stores.pilots.restore(pilots, { revoked, by: inTheTerminal })
  await stores.accounts.replace(accounts)
  return { pilots: pilots.length, photos, badPhotos }
}

/** By its first bytes (ISO/IEC 10918-1, annex B), and of a size that a photo can have. */
function isJpeg(content: Buffer): boolean {
  return content.length <= maxPhotoBytes && content[0] === 0xff && content[1] === 0xd8 && content[2] === 0xff
}

function changesOf(content: Buffer): LoggedChange[] {
  return textLines(content).flatMap((line) => parseLoggedChange(line) ?? [])
}

function textLines(content: Buffer): string[] {
  return content.toString('utf8').split('\n').filter(Boolean)
}

function photoOf(name: string): PhotoName | undefined {
  const photo = name.startsWith(photoFolder) ? name.slice(photoFolder.length) : undefined
  return isPhotoName(photo) ? photo : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isNewer(head: unknown): boolean {
  return isObject(head) && Number.isInteger(head.version) && Number(head.version) > version
}

function isHead(value: unknown): value is Head {
  return (
    isObject(value) &&
    (value.version === 1 || value.version === 2) &&
    (value.revoked === undefined || areRevocations(value.revoked)) &&
    Array.isArray(value.accounts) &&
    value.accounts.every(isAccount)
  )
}

function areGoodPilots(value: unknown): value is Pilot[] {
  return arePilots(value) && value.every((pilot) => checkDraft(pilot).draft)
}

/** Backups of any stores: the pilots, the history and the passages in lines, the accounts as JSON, and the photos. */
import { hostname } from 'node:os'
import { parseRules, type ValidityRules } from '#domain/credential/validity-rules'
import { MachineError, MalformedError, PilotosError, TooLargeError } from '#domain/errors'
import { parseEvents, type StoredEvents } from '#domain/events/event'
import { CodeHistory } from '#domain/gate/code-history'
import { type LogEntry, passagesOf, readEntry } from '#domain/gate/log-entry'
import type { Revocation } from '#domain/pilots/change'
import { type LoggedChange, pagesOf, parseLoggedChange, wholeLog } from '#domain/pilots/history/history'
import { isPhotoName, isStored, maxPhotoBytes, type PhotoName, type Pilot } from '#domain/pilots/pilot'
import { areRevocations, parsePilot, parsePilots } from '#domain/pilots/stored'
import { type ConsentText, parseConsentText } from '#domain/privacy/consent'
import { type Person, type PersonSeeds, type PersonSources, personIn } from '#domain/privacy/person'
import { isObject, parseJson } from '#domain/text/text'
import { writeAtomically } from '../../files/atomic-file.ts'
import { inTurns } from '../../workers/turns.ts'
import { type Account, isAccount, isPhone } from '../documents/accounts.ts'
import { pilotIfThere } from '../queries/select.ts'
import { passagePages } from '../shared/passages.ts'
import type { PilotStore } from '../shared/pilots.ts'
import { photoIfThere, type Stores } from '../shared/stores.ts'
import {
  areTombstones,
  haveFastHashes,
  isQuicklyCompared,
  type TombstoneSet,
  withKinds,
} from '../shared/tombstones.ts'
import { type AddFile, archiveOf, eachFile, firstFile, notABackup } from './archive.ts'

/** A backup that was read and checked. */
export interface Backup {
  path: string
  /** The name of the machine that made it. Absent from backups of versions that did not say it. */
  desk?: string
  pilots: Pilot[]
  revoked: Revocation[]
  accounts: Account[]
  /** The log of passages. Absent from backups of versions that had none. */
  log?: LogEntry[]
  /** Absent if no rule was changed before the backup. */
  validity?: ValidityRules
  /** The text of the consent. Absent if there was none before the backup. */
  consent?: ConsentText
  /** The events. Absent if nobody has named or opened one before the backup. */
  events?: StoredEvents
  /** The tombstones of persons who were erased. Absent if there are none. */
  erased?: TombstoneSet[]
  /** True if the file has tombstones of an earlier version, whose documents can be guessed. */
  hasFastHashes?: boolean
}

export interface BackupCount {
  pilots: number
  photos: number
  passages: number
}

/**
 * The JSON file in a backup. Version 1 also contains all pilots. The log of passages has settlements since version 3.
 * Since version 4, a pilot can have null in fields that need no value, and a change can say that an emergency contact was
 * seen. Since version 5, a change can be one of another desk or a merge, and a revoked card can be valid: see `joined`.
 */
interface Head {
  version: number
  /** The moment of the backup: ISO 8601, UTC. */
  at: string
  /** The name of the machine that made the backup, since version 5. */
  desk?: string
  revoked?: Revocation[]
  accounts: Account[]
  /** The number of pilots, since version 2. */
  count?: number
  /** The number of entries of the log of passages. Earlier versions had none. */
  passages?: number
  /** The rules that give the last days of credentials, if they were changed. */
  validity?: Record<string, unknown>
  /** The text of the consent, if there was one, since version 5. */
  consent?: Record<string, unknown>
  /** The events, if there were any, since version 5. */
  events?: Record<string, unknown>
  /** The tombstones of persons who were erased for ever, since version 5. */
  erased?: readonly TombstoneSet[]
  pilots?: unknown
  /** The state of the data from which an automatic backup was made: see `writeBackup`. */
  state?: string
}

const version = 5
const headName = 'pilotos.json'
/** The folder of files in which each line is a pilot as JSON, in the order of registration. */
const pilotFolder = 'pilots/'
/** The folder of files in which each line is a `LoggedChange` as JSON. */
const historyFolder = 'history/'
/** The folder of files in which each line is an entry of the log of passages as JSON, the oldest first. */
const passageFolder = 'passages/'
const photoFolder = 'photos/'

/** The length of the longest name of a machine. A merge repeats it in every change of the other desk. */
const maxHostname = 255

/** The names of the files in a backup. */
export const backupParts = {
  head: headName,
  pilots: pilotFolder,
  history: historyFolder,
  passages: passageFolder,
  photos: photoFolder,
}

/** The largest number of pilots, or of entries of the log of passages, in one file. */
const linesPerFile = 2000

interface WriteOptions {
  signal?: AbortSignal
  /** A text that differs after every change, which `stateOfBackup` returns again. */
  state?: string
}

/**
 * Writes the pilots, revocations, accounts, history, passages and photos into one file, and reads it back before it is
 * called good. Writes it again if a person is erased meanwhile.
 * @throws DiskFullError, MachineError, the reason of the signal; there is no file at `path` then
 */
export async function writeBackup(
  stores: Stores,
  path: string,
  options: WriteOptions = {},
): Promise<BackupCount> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const written = await writeUnlessErased(stores, path, options)
    if (written !== 'erased') return written
  }
  throw new PilotosError(
    'conflict',
    `Se borra para siempre a personas sin parar, y la copia ${path} no se guardó: hágala dentro de un momento`,
  )
}

/** The number of times that a backup is written if persons are erased each time. */
const attempts = 5

/** Writes no file, and returns 'erased', if a person was erased meanwhile. */
async function writeUnlessErased(
  stores: Stores,
  path: string,
  { signal, state }: WriteOptions,
): Promise<BackupCount | 'erased'> {
  const before = await erasuresOf(stores)
  const { count, content } = await newBackup(stores, state)
  let isErased = false
  try {
    await writeAtomically(path, signal ? untilAborted(content, signal) : content, {
      beforeReplacing: async (written) => {
        await requireReadable(written, path, signal)
        isErased = (await erasuresOf(stores)) !== before
        if (isErased) throw new Error('The backup has an erased person')
      },
    })
    return count
  } catch (error) {
    if (isErased) return 'erased'
    throw error
  }
}

async function erasuresOf({ erasures }: Stores): Promise<string> {
  return JSON.stringify(await erasures.list())
}

/** Returns the state of the data from which a backup was made, if it says so. */
export async function stateOfBackup(path: string): Promise<string | undefined> {
  const first = await firstFile(path)
  const head = first?.name === headName ? parseJson(first.content.toString('utf8')) : undefined
  return isObject(head) && typeof head.state === 'string' ? head.state : undefined
}

/** @throws MachineError if a new backup could not be restored */
async function requireReadable(written: string, path: string, signal?: AbortSignal): Promise<void> {
  try {
    await readBackup(written)
  } catch (error) {
    if (!(error instanceof MalformedError || error instanceof TooLargeError)) throw error
    throw new MachineError(
      `La copia ${path} no se pudo leer de vuelta, y no se guardó: vea qué hay con pilotos doctor`,
      error,
    )
  }
  signal?.throwIfAborted()
}

async function* untilAborted<Part>(parts: AsyncIterable<Part>, signal: AbortSignal): AsyncGenerator<Part> {
  for await (const part of parts) {
    signal.throwIfAborted()
    yield part
  }
}

interface NewBackup {
  content: AsyncIterable<Uint8Array>
  /** The number of pilots and of passages, and of the photos that `content` has passed on. */
  count: BackupCount
}

/** Reads the pilots and the passages. The history and the photos are read while `content` is. @throws MachineError, UnavailableError */
async function newBackup(stores: Stores, state?: string): Promise<NewBackup> {
  const listed = await stores.pilots.list({ order: 'asc' })
  const revoked = await stores.pilots.revocations()
  const pilots = await withNewCodes(stores, listed.pilots, revoked)
  const log = await readLog(stores)
  const passages = passagesOf(log).length
  const { validity, consent, events } = await stores.settings.read()
  const erased = await stores.erasures.list()
  const head: Head = {
    version,
    at: new Date().toISOString(),
    desk: hostname(),
    revoked,
    // The session of a paired phone ends with a restore, and without it its account is of no use.
    accounts: (await stores.accounts.list()).filter((account) => !isPhone(account)),
    count: pilots.length,
    passages: log.length,
    validity,
    ...(consent && { consent: { ...consent } }),
    ...(events && { events }),
    ...(erased.length > 0 && { erased }),
    state,
  }
  const count = { pilots: pilots.length, photos: 0, passages }
  const content = archiveOf(async (add) => {
    await add(headName, Buffer.from(JSON.stringify(head)))
    await addLines(add, pilotFolder, pilots)
    await addHistory(add, stores)
    // The entries get numbers without a gap.
    await addLines(add, passageFolder, log, (entry, index) => ({ ...entry, number: index + 1 }))
    const { removed } = await stores.pilots.removed()
    count.photos = await addPhotos(add, stores, [...pilots, ...removed.map(({ pilot }) => pilot)])
  })
  return { content, count }
}

/** Reads the whole log of passages. */
export async function readLog({ passages }: Stores): Promise<LogEntry[]> {
  const entries: LogEntry[] = []
  for await (const page of passagePages((after) => passages.log(after))) entries.push(...page)
  return entries
}

/** Reads the whole history. */
export function readChangeLog(pilots: Pick<PilotStore, 'changeLog'>): Promise<LoggedChange[]> {
  return wholeLog((after) => pilots.changeLog(after))
}

/**
 * Gives pilots whose cards were revoked after they were listed their new identifier and photo name, because the
 * finder of the card knows the old ones. A merge gives pilots other identifiers too, but their cards stay valid. Leaves
 * out such a pilot if it was removed in the meantime.
 */
async function withNewCodes(
  stores: Stores,
  pilots: readonly Pilot[],
  revoked: readonly Revocation[],
): Promise<Pilot[]> {
  const history = new CodeHistory(revoked)
  const current: Pilot[] = []
  for (const pilot of pilots) {
    const id = history.current(pilot.id)
    if (id === pilot.id) {
      current.push(pilot)
      continue
    }
    const { card, ...rest } = pilot
    const isValid = history.revocation(pilot.id) === undefined
    const existing = await pilotIfThere(stores, id)
    if (existing) current.push({ ...rest, ...(isValid && card && { card }), id, photo: existing.photo })
  }
  return current
}

/** Adds files in which each line is a value, as `toStored` converts it. */
async function addLines<Value>(
  add: AddFile,
  folder: string,
  values: readonly Value[],
  toStored: (value: Value, index: number) => unknown = (value) => value,
): Promise<void> {
  for (let start = 0, file = 1; start < values.length; start += linesPerFile, file += 1) {
    const some = values.slice(start, start + linesPerFile)
    await add(fileName(folder, file), linesOf(some.map((value, index) => toStored(value, start + index))))
  }
}

async function addHistory(add: AddFile, { pilots }: Stores): Promise<void> {
  let file = 1
  for await (const { changes } of pagesOf((after) => pilots.changeLog(after))) {
    if (changes.length > 0) await add(fileName(historyFolder, file), linesOf(changes))
    file += 1
  }
}

/** Adds the photos of stored and of removed pilots, and returns the number of photos. */
async function addPhotos(add: AddFile, stores: Stores, pilots: readonly Pilot[]): Promise<number> {
  let count = 0
  for (const pilot of pilots) {
    // Waiting for nothing thousands of times would hold up other requests.
    const jpeg = pilot.photo && (await photoIfThere(stores, pilot))
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
 * Reads a file to its end and validates all of its content, like any other input. Passes the changes of its history to
 * `onChange`, the oldest first, each with the length of its line in characters, and waits for `onFile` after each file.
 * @throws NotFoundError, TooLargeError, MalformedError if the file is no backup or is of a newer version of PilotOS
 */
export async function readBackup(
  path: string,
  onChange: (change: LoggedChange, size: number) => void = () => {},
  onFile: () => Promise<void> = async () => {},
): Promise<Backup> {
  let head: unknown
  const refuse = (): never => {
    throw notABackup(path)
  }
  const pilots: unknown[] = []
  const log: LogEntry[] = []
  await eachFile(path, async (name, content) => {
    if (name === headName) head = parseJson(content.toString('utf8'))
    if (isNewer(head)) throw newerBackup(path)
    // A kiosk reads its backups back while it answers requests. The first bad line ends the reading of a hostile file.
    for await (const line of inTurns(linesToCheck(name, content))) {
      if (name.startsWith(pilotFolder)) pilots.push(parsePilot(parseJson(line)) ?? refuse())
      else if (name.startsWith(passageFolder)) addEntry(log, line) || refuse()
      else onChange(parseLoggedChange(line) ?? refuse(), line.length)
    }
    await onFile()
  })
  const all = parsePilots(isObject(head) && head.version === 1 ? head.pilots : pilots)
  if (!isHead(head) || !all) throw notABackup(path)
  for await (const pilot of inTurns(all)) if (!isStored(pilot)) throw notABackup(path)
  if (head.version !== 1 && head.count !== all.length) throw notABackup(path)
  const { desk, revoked = [], accounts, validity, erased } = head
  const consent = head.consent && parseConsentText(head.consent)
  const backup = {
    path,
    pilots: all,
    revoked,
    accounts,
    ...(desk && { desk }),
    ...(validity && { validity: parseRules(validity) }),
    ...(consent && { consent }),
    ...(head.events && { events: parseEvents(head.events) }),
    ...(erased && { erased: await withKinds(erased), hasFastHashes: haveFastHashes(erased) }),
  }
  if (head.passages === undefined) return backup
  if (head.passages !== log.length) throw notABackup(path)
  return { ...backup, log }
}

function newerBackup(path: string): MalformedError {
  return new MalformedError(
    `${path} es una copia de una versión más nueva de PilotOS: restáurela con esa versión`,
  )
}

/** Adds the entry of a line to those before. Returns false if the line is no entry, or has another number. */
function addEntry(log: LogEntry[], line: string): boolean {
  const entry = readEntry(parseJson(line))
  if (entry?.number !== log.length + 1) return false
  log.push(entry)
  return true
}

/** Returns the seeds that find persons in data that knows some erasures already. */
export type SeedsIn = (
  known: readonly TombstoneSet[],
  sources: PersonSources,
) => PersonSeeds | Promise<PersonSeeds>

interface FoundInBackup {
  person: Person
  /** The erasures that the backup knows. */
  erased: readonly TombstoneSet[]
  /** True if the file has them as an earlier version wrote them. */
  hasFastHashes: boolean
}

/**
 * Finds persons in a backup, by seeds that depend on the erasures that it knows.
 * @throws NotFoundError, TooLargeError, MalformedError
 */
export async function personInBackup(path: string, seedsIn: SeedsIn): Promise<FoundInBackup> {
  const log: LoggedChange[] = []
  const now = await readBackup(path, (change) => log.push(change))
  const { pilots, revoked, erased = [] } = now
  const sources = { log, pilots, revoked }
  const person = personIn(sources, await seedsIn(erased, sources))
  return { person, erased, hasFastHashes: now.hasFastHashes === true }
}

/** Passes every photo of a backup to `use`, one after the other. */
export function eachPhotoOf(
  path: string,
  use: (name: PhotoName, content: Buffer) => Promise<void>,
): Promise<void> {
  return eachFile(path, async (name, content) => {
    const photo = photoOf(name)
    if (photo) await use(photo, content)
  })
}

/** Returns true for a JPEG by its first bytes (ISO/IEC 10918-1, annex B) of a size that is allowed for a photo. */
export function isJpeg(content: Buffer): boolean {
  return content.length <= maxPhotoBytes && content[0] === 0xff && content[1] === 0xd8 && content[2] === 0xff
}

/** Returns the lines of a file whose lines are checked, and none of any other file. */
function linesToCheck(name: string, content: Buffer): Iterable<string> {
  const hasLines = [pilotFolder, passageFolder, historyFolder].some((folder) => name.startsWith(folder))
  return hasLines ? textLines(content) : []
}

/** Yields the lines of a file one at a time: all at once, a hostile file of empty lines would take gigabytes. */
export function* textLines(content: Buffer): Generator<string> {
  for (let start = 0; start < content.length; ) {
    const end = content.indexOf(0x0a, start)
    yield content.toString('utf8', start, end < 0 ? content.length : end)
    start = end < 0 ? content.length : end + 1
  }
}

export function photoOf(name: string): PhotoName | undefined {
  const photo = name.startsWith(photoFolder) ? name.slice(photoFolder.length) : undefined
  return isPhotoName(photo) ? photo : undefined
}

function isNewer(head: unknown): boolean {
  return isObject(head) && Number.isInteger(head.version) && Number(head.version) > version
}

function isHead(value: unknown): value is Head {
  return (
    isObject(value) &&
    Number.isInteger(value.version) &&
    Number(value.version) >= 1 &&
    Number(value.version) <= version &&
    (value.desk === undefined || (typeof value.desk === 'string' && value.desk.length <= maxHostname)) &&
    (value.passages === undefined || Number.isInteger(value.passages)) &&
    (value.validity === undefined || isObject(value.validity)) &&
    (value.consent === undefined || isObject(value.consent)) &&
    (value.events === undefined || isObject(value.events)) &&
    (value.revoked === undefined || areRevocations(value.revoked)) &&
    (value.erased === undefined || (areTombstones(value.erased) && isQuicklyCompared(value.erased))) &&
    Array.isArray(value.accounts) &&
    value.accounts.every(isAccount)
  )
}

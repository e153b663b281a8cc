/** The content of a backup of any stores, and its reading, which validates all of it like any other input. */
import { parseSettings, type Settings } from '#domain/desk/settings'
import { backedUp } from '#domain/desk/shared'
import { MalformedError } from '#domain/errors'
import type { LogEntry } from '#domain/gate/log-entry'
import type { Revocation } from '#domain/pilots/change'
import type { LoggedChange } from '#domain/pilots/history/history'
import { parseLoggedChange, partOf, readEntry, unreadableIn } from '#domain/pilots/history/readable'
import { isPhotoName, isStored, maxPhotoBytes, type PhotoName, type Pilot } from '#domain/pilots/pilot'
import { parsePilot, parsePilots } from '#domain/pilots/stored'
import { type Person, type PersonSeeds, type PersonSources, personIn } from '#domain/privacy/person'
import { hasShape } from '#domain/stored/checks'
import { unacceptedPart } from '#domain/stored/reading'
import { shapes } from '#domain/stored/shapes'
import { isObject, parseJson } from '#domain/text/text'
import { inTurns } from '../../workers/turns.ts'
import type { Account } from '../documents/accounts.ts'
import { earlierVersionText } from '../shared/earlier-version.ts'
import type { TombstoneSet } from '../shared/tombstones.ts'
import { eachFile, firstFile, notABackup } from './archive.ts'

/** A backup that was read and checked. A setting is absent if nobody had changed it. */
export interface Backup extends Settings {
  path: string
  /** The name of the machine that made it. */
  desk: string
  pilots: Pilot[]
  revoked: Revocation[]
  accounts: Account[]
  /** The log of passages. */
  log: LogEntry[]
  /** The tombstones of persons who were erased. Absent if there are none. */
  erased?: readonly TombstoneSet[]
}

/** The JSON file in a backup. It has the settings too, by their names. */
export interface Head extends Omit<Backup, 'path' | 'pilots' | 'log'> {
  version: number
  /** The moment of the backup: ISO 8601, UTC. */
  at: string
  /** The number of pilots. */
  count: number
  /** The number of entries of the log of passages. */
  passages: number
  /** The state of the data from which an automatic backup was made: see `writeBackup`. */
  state?: string
}

/**
 * The version of the format. A program refuses a newer one. Since version 7, the history can have changes of settings, and a
 * backup has all settings of `backedUp`.
 */
export const version = 7
/** That of PilotOS 1.0.0. An earlier one is refused. */
const firstVersion = 6

/** The names of the JSON file and of the folders of a backup. */
export const backupParts = {
  head: 'pilotos.json',
  /** Each line of its files is a pilot as JSON, in the order of registration. */
  pilots: 'pilots/',
  /** Each line of its files is a `LoggedChange` as JSON. */
  history: 'history/',
  /** Each line of its files is an entry of the log of passages as JSON, the oldest first. */
  passages: 'passages/',
  photos: 'photos/',
}

/** Returns the state of the data from which a backup was made, if it says so. */
export async function stateOfBackup(path: string): Promise<string | undefined> {
  const first = await firstFile(path)
  const head = first?.name === backupParts.head ? parseJson(first.content.toString('utf8')) : undefined
  return isObject(head) && typeof head.state === 'string' ? head.state : undefined
}

/**
 * Reads a file to its end and validates all of its content, like any other input. Passes the changes of its history to
 * `onChange`, the oldest first, each with the length of its line in characters, and waits for `onFile` after each file.
 * @throws NotFoundError, TooLargeError, MalformedError if the file is no backup or is of another version
 */
export async function readBackup(
  path: string,
  onChange: (change: LoggedChange, size: number) => void = () => {},
  onFile: () => Promise<void> = async () => {},
): Promise<Backup> {
  let head: unknown
  const refuse = (unreadable?: string): never => {
    throw notABackup(path, unreadable && `no se puede leer ${unreadable}`)
  }
  const pilots: unknown[] = []
  const log: LogEntry[] = []
  await eachFile(path, async (name, content) => {
    if (name === backupParts.head) head = parseJson(content.toString('utf8'))
    requireVersion(path, head)
    // A kiosk reads its backups back while it answers requests. The first bad line ends the reading of a hostile file.
    let number = 0
    for await (const line of inTurns(linesToCheck(name, content))) {
      number += 1
      const refuseLine = () => refuse(unreadableIn(parseJson(line)) ?? `la línea ${number} de ${name}`)
      if (name.startsWith(backupParts.pilots)) pilots.push(parsePilot(parseJson(line)) ?? refuseLine())
      else if (name.startsWith(backupParts.passages)) addEntry(log, line) || refuseLine()
      else onChange(parseLoggedChange(line) ?? refuseLine(), line.length)
    }
    await onFile()
  })
  const all = parsePilots(pilots)
  if (!all) throw notABackup(path, 'dos pilotos tienen el mismo documento o el mismo código')
  if (!hasShape('backupHead', head))
    return refuse(
      head === undefined ? undefined : `${unacceptedPart(shapes.backupHead, head)} de ${backupParts.head}`,
    )
  for await (const pilot of inTurns(all)) if (!isStored(pilot)) refuse(partOf(pilot))
  if (head.count !== all.length || head.passages !== log.length) refuse()
  const { desk, revoked, accounts, erased } = head
  return {
    path,
    desk,
    pilots: all,
    revoked,
    accounts,
    log,
    ...backedUp(parseSettings({ ...head })),
    ...(erased && { erased }),
  }
}

/** @throws MalformedError if the JSON file of a backup is of another version */
function requireVersion(path: string, head: unknown): void {
  const found = isObject(head) && Number.isInteger(head.version) ? Number(head.version) : version
  if (found < firstVersion) throw new MalformedError(earlierVersionText(path))
  if (found > version)
    throw new MalformedError(
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
}

/**
 * Finds persons in a backup, by seeds that depend on the erasures that it knows.
 * @throws NotFoundError, TooLargeError, MalformedError
 */
export async function personInBackup(path: string, seedsIn: SeedsIn): Promise<FoundInBackup> {
  const log: LoggedChange[] = []
  const { pilots, revoked, erased = [] } = await readBackup(path, (change) => log.push(change))
  const sources = { log, pilots, revoked }
  return { person: personIn(sources, await seedsIn(erased, sources)), erased }
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
  const hasLines = [backupParts.pilots, backupParts.passages, backupParts.history].some((folder) =>
    name.startsWith(folder),
  )
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
  const photo = name.startsWith(backupParts.photos) ? name.slice(backupParts.photos.length) : undefined
  return isPhotoName(photo) ? photo : undefined
}

/** Returns the content of a file of lines. */
export function linesOf(values: readonly unknown[]): Buffer {
  return Buffer.from(values.map((value) => `${JSON.stringify(value)}\n`).join(''))
}

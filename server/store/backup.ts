/** A backup: one `.tar.gz` with the pilots and accounts as JSON, the history in lines, and the photos. It knows a desk, not what is behind it. */
import { createReadStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, type Pack, pack } from 'tar-stream'
import { inTheTerminal } from '#domain/author'
import { MalformedError, NotFoundError } from '#domain/errors'
import { isObject } from '#domain/json'
import { isPhotoName } from '#domain/photo'
import { checkDraft, type PhotoName, type Pilot } from '#domain/pilot'
import { type Account, isAccount } from './account-store.ts'
import { isMissing, writeAtomically } from './atomic-file.ts'
import type { Revocation } from './change.ts'
import type { Desk } from './desk.ts'
import { type PastChange, readPast } from './past.ts'
import { photoIfThere } from './photo-store.ts'
import { arePilots, areRevocations } from './snapshot.ts'

/** The JSON in a backup. */
interface Contents {
  version: 1
  /** ISO 8601, UTC. */
  at: string
  pilots: Pilot[]
  revoked?: Revocation[]
  accounts: Account[]
}

export interface BackupCount {
  pilots: number
  photos: number
}

const contentsName = 'pilotos.json'
const photoFolder = 'photos/'

/** Files of lines, each of one change as JSON: `{number, at, change}`. The name of one is the number of its first. */
const historyFolder = 'history/'

/** Writes everything that a desk has into one file. @throws DiskFullError, MachineError */
export async function writeBackup(desk: Desk, path: string): Promise<BackupCount> {
  const listed = await desk.pilots.list({ order: 'asc' })
  const revoked = await desk.pilots.revocations()
  const pilots = withNewCodes(listed.pilots, revoked)
  const contents: Contents = {
    version: 1,
    at: new Date().toISOString(),
    pilots,
    revoked,
    accounts: await desk.accounts.list(),
  }
  const count: BackupCount = { pilots: pilots.length, photos: 0 }
  await writeAtomically(path, archiveOf(desk, contents, count))
  return count
}

/**
 * Yields the bytes of the archive. Nothing runs before the first of them is asked for, so that a target that cannot be
 * opened leaves nothing half done behind.
 */
async function* archiveOf(desk: Desk, contents: Contents, count: BackupCount): AsyncGenerator<Uint8Array> {
  const archive = pack()
  const zipped = createGzip({ level: 1 })
  const filling = fill(archive, desk, contents, count).catch((error) => archive.destroy(error))
  const piping = pipeline(archive, zipped)
  // A failure reaches the reader through `zipped`.
  piping.catch(() => {})
  try {
    yield* zipped
    await filling
    await piping
  } finally {
    archive.destroy()
  }
}

/** Whose card was revoked since they were listed has another code by now: a revoked one is nobody's. */
function withNewCodes(pilots: readonly Pilot[], revoked: readonly Revocation[]): Pilot[] {
  const nextOf = new Map(revoked.map(({ id, next }) => [id, next]))
  return pilots.map((pilot) => {
    let { id } = pilot
    for (let next = nextOf.get(id); next; next = nextOf.get(id)) id = next
    if (id === pilot.id) return pilot
    const { card: _card, ...rest } = pilot
    return { ...rest, id }
  })
}

/** Counts the photos as it adds them. */
async function fill(archive: Pack, desk: Desk, contents: Contents, count: BackupCount): Promise<void> {
  await add(archive, contentsName, Buffer.from(JSON.stringify(contents)))
  await fillHistory(archive, desk)
  for (const pilot of contents.pilots) {
    const jpeg = await photoIfThere(desk, pilot)
    if (!jpeg) continue
    await add(archive, photoFolder + pilot.photo, jpeg)
    count.photos += 1
  }
  archive.finalize()
}

async function fillHistory(archive: Pack, { pilots }: Desk): Promise<void> {
  let after: string | undefined
  for (let file = 1; ; file += 1) {
    const { changes, next } = await pilots.past(after)
    const lines = changes.map((one) => `${JSON.stringify(one)}\n`).join('')
    const name = `${historyFolder}${String(file).padStart(6, '0')}.jsonl`
    if (lines) await add(archive, name, Buffer.from(lines))
    if (next === undefined) return
    after = next
  }
}

function add(archive: Pack, name: string, content: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    archive.entry({ name, mode: 0o600 }, content, (error) => (error ? reject(error) : resolve()))
  })
}

/**
 * Puts a backup in the place of all that a desk has. The whole file is checked before anything is changed, and
 * the pilots change at once, after their photos are there.
 * @throws MalformedError, NotFoundError where the file is no backup
 */
export async function restoreBackup(desk: Desk, path: string): Promise<BackupCount> {
  const contents = await readContents(path)
  let photos = 0
  await eachEntry(path, async (name, content) => {
    if (name.startsWith(historyFolder)) await desk.pilots.bringPast(linesOf(content))
    const photo = photoOf(name)
    if (!photo) return
    await desk.photos.save(content, photo)
    photos += 1
  })
  await desk.pilots.restore(contents.pilots, { revoked: contents.revoked, by: inTheTerminal })
  await desk.accounts.replace(contents.accounts)
  return { pilots: contents.pilots.length, photos }
}

/** Reads the file to its end, so that a copy that was cut short is found out before anything is changed. */
async function readContents(path: string): Promise<Contents> {
  let contents: unknown
  let isGood = true
  await eachEntry(path, async (name, content) => {
    if (name === contentsName) contents = parse(content)
    if (name.startsWith(historyFolder)) isGood &&= linesOf(content).length === linesIn(content)
  })
  if (!isGood || !isContents(contents)) throw notABackup(path)
  return contents
}

function linesOf(content: Buffer): PastChange[] {
  return content
    .toString('utf8')
    .split('\n')
    .flatMap((line) => readPast(line) ?? [])
}

function linesIn(content: Buffer): number {
  let lines = 0
  for (let end = content.indexOf(0x0a); end >= 0; end = content.indexOf(0x0a, end + 1)) lines += 1
  return lines
}

async function eachEntry(path: string, use: (name: string, content: Buffer) => Promise<void>): Promise<void> {
  const entries = extract()
  let refusal: unknown
  entries.on('entry', (header, stream, next) => {
    buffer(stream)
      .then((content) =>
        use(header.name, content).catch((error) => {
          refusal = error
          throw error
        }),
      )
      .then(() => next(), next)
  })
  try {
    await pipeline(createReadStream(path), createGunzip(), entries)
  } catch (error) {
    throw refusal ?? (isMissing(error) ? new NotFoundError(`No existe el archivo ${path}`) : notABackup(path))
  }
}

function notABackup(path: string): MalformedError {
  return new MalformedError(`${path} no es una copia de PilotOS, o está incompleta`)
}

function photoOf(name: string): PhotoName | undefined {
  const photo = name.startsWith(photoFolder) ? name.slice(photoFolder.length) : undefined
  return isPhotoName(photo) ? photo : undefined
}

function parse(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8'))
  } catch {
    return undefined
  }
}

function isContents(value: unknown): value is Contents {
  return (
    isObject(value) &&
    value.version === 1 &&
    arePilots(value.pilots) &&
    value.pilots.every((pilot) => checkDraft(pilot).draft) &&
    (value.revoked === undefined || areRevocations(value.revoked)) &&
    Array.isArray(value.accounts) &&
    value.accounts.every(isAccount)
  )
}

/** A backup: one `.tar.gz` with the pilots and accounts as JSON, and the photos. It knows a desk, not what is behind it. */
import { createReadStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, type Pack, pack } from 'tar-stream'
import { MalformedError, NotFoundError } from '#domain/errors'
import { isObject } from '#domain/json'
import { isPhotoName } from '#domain/photo'
import { checkDraft, type PhotoName, type Pilot } from '#domain/pilot'
import { type Account, isAccount } from './account-store.ts'
import { isMissing, makeFolder, writeAtomically } from './atomic-file.ts'
import type { Desk, LocalDesk } from './desk.ts'
import { arePilots } from './snapshot.ts'

/** The JSON in a backup. */
interface Contents {
  version: 1
  /** ISO 8601, UTC. */
  at: string
  pilots: Pilot[]
  accounts: Account[]
}

export interface BackupCount {
  pilots: number
  photos: number
}

const contentsName = 'pilotos.json'
const photoFolder = 'photos/'

/** Writes everything that a desk has, as it is at one moment, into one file. @throws DiskFullError, MachineError */
export async function writeBackup(desk: Desk, path: string): Promise<BackupCount> {
  const { pilots } = await desk.pilots.list({ order: 'asc' })
  const contents: Contents = {
    version: 1,
    at: new Date().toISOString(),
    pilots,
    accounts: await desk.accounts.list(),
  }
  const archive = pack()
  const zipped = createGzip({ level: 1 })
  const written = await Promise.allSettled([
    writeAtomically(path, zipped),
    fill(archive, desk, contents).catch((error) => {
      archive.destroy(error)
      throw error
    }),
    pipeline(archive, zipped),
  ])
  // Where the disk refuses, the others only say that they were stopped.
  for (const result of written) if (result.status === 'rejected') throw result.reason
  const [, filled] = written
  return { pilots: pilots.length, photos: filled.status === 'fulfilled' ? filled.value : 0 }
}

/** Gives the number of photos. */
async function fill(archive: Pack, { photos }: Desk, contents: Contents): Promise<number> {
  await add(archive, contentsName, Buffer.from(JSON.stringify(contents)))
  let count = 0
  for (const { photo } of contents.pilots) {
    const jpeg = photo && (await photos.read(photo).catch(undefinedIfMissing))
    if (!jpeg) continue
    await add(archive, photoFolder + photo, jpeg)
    count += 1
  }
  archive.finalize()
  return count
}

function add(archive: Pack, name: string, content: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    archive.entry({ name, mode: 0o600 }, content, (error) => (error ? reject(error) : resolve()))
  })
}

/** A photo that was replaced since, or that never was there: the pilot is kept without it. */
function undefinedIfMissing(error: unknown): undefined {
  if (!(error instanceof Error && 'kind' in error && error.kind === 'not-found')) throw error
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
    const photo = photoOf(name)
    if (!photo) return
    await desk.photos.save(content, photo)
    photos += 1
  })
  await desk.pilots.restore(contents.pilots)
  await desk.accounts.replace(contents.accounts)
  return { pilots: contents.pilots.length, photos }
}

/** Reads the file to its end, so that a copy that was cut short is found out before anything is changed. */
async function readContents(path: string): Promise<Contents> {
  let contents: unknown
  await eachEntry(path, async (name, content) => {
    if (name === contentsName) contents = parse(content)
  })
  if (!isContents(contents)) throw notABackup(path)
  return contents
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
    Array.isArray(value.accounts) &&
    value.accounts.every(isAccount)
  )
}

/** `pilotos-2026-11-21-134500-123.tar.gz`, to the millisecond: names in the order of their times, and none twice. */
export function backupFileName(now = new Date()): string {
  const [day, time = ''] = now.toISOString().split('T')
  return `pilotos-${day}-${time.slice(0, 12).replaceAll(':', '').replace('.', '-')}.tar.gz`
}

export interface AutomaticBackups {
  folder: string
  stop(): Promise<void>
}

const hour = 60 * 60 * 1000
const kept = 10

/**
 * Every hour in which something has changed, and at the start where the last one is older than that, writes a backup
 * into `backups`; keeps the last ten.
 */
export function startBackups(
  desk: LocalDesk,
  dataFolder: string,
  { every = hour, report }: { every?: number; report: (error: Error) => void },
): AutomaticBackups {
  const folder = join(dataFolder, 'backups')
  let saved: string | undefined
  let running = Promise.resolve()

  async function backUp(): Promise<void> {
    // Read before the pilots are: what changes meanwhile belongs to the next one.
    const version = await desk.version()
    if (version === saved) return
    await makeFolder(folder)
    await writeBackup(desk, join(folder, backupFileName()))
    saved = version
    for (const name of (await automatic(folder)).slice(0, -kept))
      await rm(join(folder, name), { force: true })
  }

  async function start(): Promise<void> {
    const { total } = await desk.pilots.list({ perPage: 1 })
    const last = (await automatic(folder)).at(-1)
    const age = last ? Date.now() - (await stat(join(folder, last))).mtimeMs : Number.POSITIVE_INFINITY
    if (total === 0) saved = await desk.version()
    else if (age > every) await backUp()
  }

  const next = (work: () => Promise<void>) => {
    running = running.then(work).catch(report)
  }
  next(start)
  const timer = setInterval(() => next(backUp), every)
  timer.unref()
  return {
    folder,
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

/** The backups that were made here, oldest first. */
async function automatic(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).filter((name) => name.startsWith('pilotos-')).sort()
}

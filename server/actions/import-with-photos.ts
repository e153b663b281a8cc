/** Imports the rows of a spreadsheet together with the pictures of their pilots. */
import { PilotosError } from '#domain/errors'
import type { ImportOptions, ImportReport, ImportRow } from '#domain/import/import'
import {
  fileNameOf,
  type PictureOwner,
  PictureOwners,
  type PictureProblem,
  samePilot,
} from '#domain/import/pictures'
import { existingAmong, planImport } from '#domain/import/plan'
import type { PhotoName } from '#domain/pilot/pilot'
import type { PilotId } from '#domain/pilot/pilot-id'
import type { PilotStore } from '../store/contract/pilot-store.ts'
import type { Stores } from '../store/contract/stores.ts'

export interface PhotoImportReport {
  report: ImportReport
  /** The number of the change that gave photos to pilots whom no row names, by which it is undone. */
  photoChange?: number
  /** The number of pictures that became the photo of a pilot. */
  photos: number
  /** The number of pictures of pilots who keep the photo that they have. */
  kept: number
  /** The pictures that did not become a photo. */
  problems: PictureProblem[]
}

interface PhotoImportOptions extends ImportOptions {
  by: string
  /** Keeps the photos that pilots have. */
  keepsPhotos?: boolean
}

interface Match {
  path: string
  /** The name of the stored photo; absent in a dry run. */
  photo?: PhotoName
}

/**
 * Imports the rows and the pictures of their pilots in one change, and then the pictures of pilots that no row names.
 * Stores the photos before the pilots, so that an interruption leaves no pilot with half of its data. The iteration
 * over `paths` may display the progress; `readPhoto` reads one picture and converts it into a photo.
 * @throws MachineError, DiskFullError, UnavailableError
 */
export async function importWithPhotos(
  stores: Stores,
  rows: Iterable<ImportRow>,
  options: PhotoImportOptions,
  paths: Iterable<string>,
  readPhoto: (path: string) => Promise<Buffer>,
): Promise<PhotoImportReport> {
  const { report: planned, owners } = await plan(stores, rows, options)
  const matches = new Map<PictureOwner, Match>()
  const problems: PictureProblem[] = []
  let kept = 0
  for (const path of paths) {
    const reason = await match(path)
    if (reason) problems.push({ name: fileNameOf(path), reason })
  }
  const done = options.dryRun ? { report: planned } : await store(stores, rows, options, matches)
  return { ...done, photos: matches.size, kept, problems }

  async function match(path: string): Promise<string | undefined> {
    const owner = owners.find(path)
    if (typeof owner === 'string') return owner
    const first = matches.get(owner)
    if (first) return samePilot(first.path)
    if (options.keepsPhotos && owner.pilot.photo) {
      kept += 1
      return undefined
    }
    try {
      const jpeg = await readPhoto(path)
      matches.set(owner, { path, photo: options.dryRun ? undefined : await stores.photos.save(jpeg) })
      return undefined
    } catch (error) {
      if (!(error instanceof PilotosError) || ['machine', 'disk-full', 'unavailable'].includes(error.kind))
        throw error
      return Object.values(error.details.fields ?? {})[0] ?? error.message
    }
  }
}

/** Plans the import without storing anything, and collects the pilots that will exist after it. */
async function plan(
  { pilots }: Stores,
  rows: Iterable<ImportRow>,
  options: ImportOptions,
): Promise<{ report: ImportReport; owners: PictureOwners }> {
  const stored = (await pilots.list()).pilots
  const others = new Map(stored.map((pilot) => [pilot.id, pilot]))
  let accepted: PictureOwner[] = []
  let next = 0
  const { report } = planImport({
    rows,
    pilots: existingAmong(stored, await pilots.revocations()),
    options,
    newId: () => `${next++}`,
    now: new Date().toISOString(),
    onAccepted: ({ line }, pilot) => {
      accepted.push({ pilot, line })
      others.delete(pilot.id)
    },
  })
  if (options.strict && report.rejectedRows > 0) {
    accepted = []
    for (const pilot of stored) others.set(pilot.id, pilot)
  }
  const owners = new PictureOwners([...accepted, ...Array.from(others.values(), (pilot) => ({ pilot }))])
  return { report, owners }
}

async function store(
  { pilots, photos }: Stores,
  rows: Iterable<ImportRow>,
  options: PhotoImportOptions,
  matches: Map<PictureOwner, Match>,
): Promise<Pick<PhotoImportReport, 'report' | 'photoChange'>> {
  const photoOfLine = new Map<number, PhotoName>()
  const updates: ImportRow[] = []
  const current = options.keepsPhotos ? await withPhoto(pilots) : new Set<PilotId>()
  for (const [owner, { photo }] of matches) {
    const { pilot, line } = owner
    // An undone import restores the photo that is replaced here.
    if (pilot.photo) await photos.touch(pilot.photo)
    if (line !== undefined && photo) photoOfLine.set(line, photo)
    // Another person may have added a photo in the meantime.
    else if (current.has(pilot.id)) matches.delete(owner)
    else updates.push({ line: updates.length + 1, values: { id_driver: pilot.id, attachment: photo } })
  }
  const report = await pilots.import(withPhotos(rows, photoOfLine), options)
  if (updates.length === 0) return { report }
  const { change } = await pilots.import(updates, { update: true, by: options.by })
  return { report, photoChange: change }
}

async function withPhoto(pilots: PilotStore): Promise<Set<PilotId>> {
  return new Set((await pilots.list()).pilots.flatMap(({ id, photo }) => (photo ? [id] : [])))
}

function* withPhotos(
  rows: Iterable<ImportRow>,
  photoOfLine: ReadonlyMap<number, PhotoName>,
): Generator<ImportRow> {
  for (const row of rows) {
    const attachment = photoOfLine.get(row.line)
    yield attachment ? { ...row, values: { ...row.values, attachment } } : row
  }
}

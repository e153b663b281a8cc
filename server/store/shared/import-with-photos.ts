/** Imports the rows of a spreadsheet together with the pictures of their pilots. */
import { PilotosError } from '#domain/errors'
import type { ImportOptions, ImportReport, ImportRow } from '#domain/import/import'
import { planImport } from '#domain/import/plan'
import type { PictureProblem } from '#domain/photos/calls'
import { fileNameOf, type PictureOwner, PictureOwners, samePilot } from '#domain/photos/pictures'
import { existingAmong } from '#domain/pilots/existing'
import type { PhotoName } from '#domain/pilots/pilot'
import type { PilotId } from '#domain/pilots/pilot-id'
import { pilotIfThere } from '../queries/select.ts'
import type { Stores } from './stores.ts'

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

/** The pictures of an import. */
interface Pictures {
  paths: readonly string[]
  /** Reads one picture and converts it into a photo. */
  readPhoto: (path: string) => Promise<Buffer>
  /** Receives the number of pictures that are done, before each picture and at the end. May throw to end the import. */
  onPictures?: (done: number) => void
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
 * Stores the photos before the pilots, so that an interruption leaves no pilot with half of its data.
 * @throws MachineError, DiskFullError, UnavailableError
 */
export async function importWithPhotos(
  stores: Stores,
  rows: Iterable<ImportRow>,
  options: PhotoImportOptions,
  { paths, readPhoto, onPictures = () => {} }: Pictures,
): Promise<PhotoImportReport> {
  const { report: planned, owners } = await plan(stores, rows, options, paths)
  const matches = new Map<PictureOwner, Match>()
  const problems: PictureProblem[] = []
  let kept = 0
  for (const [done, path] of paths.entries()) {
    onPictures(done)
    const reason = await match(path)
    if (reason) problems.push({ name: fileNameOf(path), reason })
  }
  onPictures(paths.length)
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

/** Finds the pilots of the pictures with these paths. @throws MachineError, UnavailableError */
export async function pictureOwners({ pilots }: Stores, paths: readonly string[]): Promise<PictureOwners> {
  return new PictureOwners(paths, (await pilots.list()).pilots)
}

/** Plans the import without storing anything, and finds the pilots of the pictures among those that it leads to. */
async function plan(
  { pilots }: Stores,
  rows: Iterable<ImportRow>,
  options: ImportOptions,
  paths: readonly string[],
): Promise<{ report: ImportReport; owners: PictureOwners }> {
  const { pilots: stored } = await pilots.list()
  const imported = new Map<PilotId, PictureOwner>()
  let next = 0
  const { report } = planImport({
    rows,
    pilots: existingAmong(stored, await pilots.revocations()),
    options,
    newId: () => `${next++}`,
    now: new Date().toISOString(),
    onAccepted: ({ line }, pilot) => imported.set(pilot.id, { pilot, line }),
  })
  if (options.strict && report.rejectedRows > 0) imported.clear()
  return { report, owners: new PictureOwners(paths, stored, imported) }
}

async function store(
  stores: Stores,
  rows: Iterable<ImportRow>,
  options: PhotoImportOptions,
  matches: Map<PictureOwner, Match>,
): Promise<Pick<PhotoImportReport, 'report' | 'photoChange'>> {
  const { pilots, photos } = stores
  const photoOfLine = new Map<number, PhotoName>()
  const updates: ImportRow[] = []
  const current = options.keepsPhotos ? await withPhoto(stores, matches.keys()) : new Set<PilotId>()
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

/** Returns those of the owners who have a photo now. */
async function withPhoto(stores: Stores, owners: Iterable<PictureOwner>): Promise<Set<PilotId>> {
  const pilots = await Promise.all(Array.from(owners, ({ pilot }) => pilotIfThere(stores, pilot.id)))
  return new Set(pilots.flatMap((pilot) => (pilot?.photo ? [pilot.id] : [])))
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

/** `import --photos`: the pictures that are named by a DNI, a licence or a pilot's number come in with the rows. */
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, extname, join, parse } from 'node:path'
import { MalformedError, NotFoundError, PilotosError } from '#domain/errors'
import type { ImportOptions, ImportReport, ImportRow } from '#domain/import/import'
import { existingPilot } from '#domain/import/plan'
import { formatDni } from '#domain/pilot/dni'
import { checkDraft, draftOf, type PhotoName, type Pilot } from '#domain/pilot/pilot'
import { type PilotId, readPilotId } from '#domain/pilot/pilot-id'
import { count, fold } from '#domain/text/text'
import { preparePhoto } from '../server/actions/prepare-photo.ts'
import { diskError, isMissing } from '../server/files/atomic-file.ts'
import type { ImportTable } from '../server/spreadsheets/table.ts'
import type { Desk } from '../server/store/contract/stores.ts'
import { print, say } from './terminal/output.ts'
import { withProgress } from './terminal/progress.ts'

export interface FoundPictures {
  /** The paths of those that can be read. */
  paths: string[]
  /** What else is there, and why it is of no use. */
  others: { name: string; problem: string }[]
}

/** What a folder has. @throws NotFoundError, MalformedError, MachineError */
export async function picturesIn(folder: string): Promise<FoundPictures> {
  try {
    if (!(await stat(folder)).isDirectory())
      throw new MalformedError(`${folder} no es una carpeta: diga la de las fotos`)
    const entries = (await readdir(folder, { withFileTypes: true })).sort((one, other) =>
      one.name < other.name ? -1 : 1,
    )
    const names = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name)
    return {
      paths: names.filter((name) => isOneOf(name, readable)).map((name) => join(folder, name)),
      others: [
        ...names
          .filter((name) => isOneOf(name, unreadable))
          .map((name) => ({ name, problem: 'no es JPEG, PNG ni WebP: guárdela como JPEG' })),
        ...entries
          .filter((entry) => entry.isDirectory())
          .map(({ name }) => ({ name, problem: 'es una carpeta: no se mira dentro' })),
      ],
    }
  } catch (error) {
    if (error instanceof PilotosError) throw error
    throw isMissing(error) ? new NotFoundError(`No existe la carpeta ${folder}`) : diskError(error, folder)
  }
}

const readable = ['.jpg', '.jpeg', '.png', '.webp']
const unreadable = ['.heic', '.heif', '.gif', '.bmp', '.tif', '.tiff', '.avif']

function isOneOf(name: string, extensions: readonly string[]): boolean {
  return extensions.includes(extname(name).toLowerCase())
}

/** A pilot as it will be after the import: a row of the file, or one that stands and is in no row. */
interface Owner {
  /** What a picture of this pilot may be called, folded. */
  names: string[]
  row?: ImportRow
  standing?: Pilot
}

/**
 * Imports the rows with the pictures of their pilots, all at once, and then those of pilots that no row names; says
 * which pictures are nobody's. The pictures are made ready first, so that who stops it leaves nothing.
 */
export async function importWithPhotos(
  desk: Desk,
  table: ImportTable,
  options: ImportOptions & { by: string },
  { paths, others }: FoundPictures,
): Promise<{ report: ImportReport; isComplete: boolean }> {
  const { dryRun } = options
  const planned = await desk.pilots.import(table.rows, { ...options, dryRun: true })
  const owners = ownersByName(await ownersAfter(desk, table, planned, options))
  const problems = others.map(({ name, problem }) => `${name}: ${problem}`)
  const photoOf = new Map<Owner, { path: string; photo?: PhotoName }>()
  const ready = ([place]: [number, string]) => place / paths.length
  for (const [, path] of withProgress('Preparando fotos', paths.entries(), ready)) {
    const problem = await prepare(path)
    if (problem) problems.push(`${basename(path)}: ${problem}`)
  }
  const report = dryRun ? planned : await store()
  problems.forEach(say)
  const put = count(photoOf.size, 'foto puesta', 'fotos puestas')
  await print(`${put}, ${count(problems.length, 'foto')} sin poner\n`)
  return { report, isComplete: problems.length === 0 }

  async function prepare(path: string): Promise<string | undefined> {
    const found = owners.get(fold(parse(path).name)) ?? new Set()
    const [owner] = found
    if (!owner) return 'no coincide con el DNI, la licencia ni el número de ningún piloto'
    if (found.size > 1) return 'coincide con más de un piloto: nómbrela por el DNI'
    const first = photoOf.get(owner)
    if (first) return `es del mismo piloto que ${basename(first.path)}, que es la que se pone`
    try {
      const jpeg = await preparePhoto(await readPicture(path))
      photoOf.set(owner, { path, photo: dryRun ? undefined : await desk.photos.save(jpeg) })
      return undefined
    } catch (error) {
      if (!(error instanceof PilotosError) || ['machine', 'disk-full', 'unavailable'].includes(error.kind))
        throw error
      return Object.values(error.details.fields ?? {})[0] ?? error.message
    }
  }

  async function store(): Promise<ImportReport> {
    const ofLine = new Map<number, PhotoName>()
    const updates: ImportRow[] = []
    for (const [{ row, standing }, { photo }] of photoOf) {
      if (row && photo) ofLine.set(row.line, photo)
      else if (standing)
        updates.push({ line: updates.length + 1, values: { id_driver: standing.id, attachment: photo } })
    }
    const report = await desk.pilots.import(withPhotos(table.rows, ofLine), options)
    if (updates.length > 0) await desk.pilots.import(updates, { update: true, by: options.by })
    return report
  }
}

function* withPhotos(
  rows: Iterable<ImportRow>,
  ofLine: ReadonlyMap<number, PhotoName>,
): Generator<ImportRow> {
  for (const row of rows) {
    const attachment = ofLine.get(row.line)
    yield attachment ? { ...row, values: { ...row.values, attachment } } : row
  }
}

/** The pilots that there will be: those of the rows that are taken, and the others that stand. */
async function ownersAfter(
  { pilots }: Desk,
  table: ImportTable,
  { rejectedLines, rejectedRows }: ImportReport,
  { update, strict }: ImportOptions,
): Promise<Owner[]> {
  const standing = (await pilots.list()).pilots
  const byId = new Map(standing.map((pilot) => [pilot.id, pilot]))
  const byDni = new Map(standing.map((pilot) => [pilot.dni, pilot]))
  const badLines = new Set(rejectedLines)
  const known = { byId: (id: PilotId) => byId.get(id), byDni: (dni: number) => byDni.get(dni) }
  const owners: Owner[] = []
  for (const row of strict && rejectedRows > 0 ? [] : table.rows) {
    if (badLines.has(row.line)) continue
    const id = readPilotId(String(row.values.id_driver ?? ''))
    const before = update ? existingPilot(row.values, id, known) : undefined
    const { draft } = checkDraft(before ? { ...draftOf(before), ...row.values } : row.values)
    if (!draft) continue
    if (before) byId.delete(before.id)
    owners.push({ names: namesOf(draft), row })
  }
  for (const pilot of byId.values()) owners.push({ names: namesOf(pilot), standing: pilot })
  return owners
}

function namesOf({ dni, nlicencia, npiloto }: Pick<Pilot, 'dni' | 'nlicencia' | 'npiloto'>): string[] {
  return [String(dni), formatDni(dni), nlicencia, npiloto].map(fold)
}

function ownersByName(owners: readonly Owner[]): Map<string, Set<Owner>> {
  const found = new Map<string, Set<Owner>>()
  for (const owner of owners) {
    for (const name of owner.names) found.set(name, (found.get(name) ?? new Set()).add(owner))
  }
  return found
}

async function readPicture(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (error) {
    throw new PilotosError('malformed', diskError(error, path).message)
  }
}

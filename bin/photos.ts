/** `import --photos`: gives pilots the pictures that are named by their DNI, licence or pilot number. */
import { readdir, readFile } from 'node:fs/promises'
import { basename, join, parse } from 'node:path'
import { inTheTerminal } from '#domain/author'
import { NotFoundError, PilotosError } from '#domain/errors'
import type { ImportOptions } from '#domain/import-plan'
import type { ImportRow } from '#domain/import-table'
import { draftOf, type Pilot } from '#domain/pilot'
import { count, fold } from '#domain/text'
import { diskError, isMissing } from '../server/store/atomic-file.ts'
import type { Desk } from '../server/store/desk.ts'
import { preparePhoto } from '../server/store/picture.ts'
import { print, say } from './output.ts'

/** The paths of the pictures in a folder. @throws NotFoundError, MachineError */
export async function picturesIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    const names = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name)
    return names
      .filter((name) => /\.(jpe?g|png|webp)$/i.test(name))
      .sort()
      .map((name) => join(folder, name))
  } catch (error) {
    throw isMissing(error) ? new NotFoundError(`No existe la carpeta ${folder}`) : diskError(error, folder)
  }
}

/**
 * Attaches every picture that names exactly one pilot, and says which ones do not. A dry run counts the rows of
 * the file as pilots, and changes nothing.
 * @returns whether all of them could be attached
 */
export async function attachPhotos(
  desk: Desk,
  pictures: readonly string[],
  rows: Iterable<ImportRow>,
  { dryRun }: ImportOptions,
): Promise<boolean> {
  const { pilots } = await desk.pilots.list()
  const owners = ownersByName([...pilots, ...Array.from(rows, ({ values }) => values as Partial<Pilot>)])
  let attached = 0
  for (const picture of pictures) {
    const problem = await attach(picture)
    if (problem) say(`${basename(picture)}: ${problem}`)
    else attached += 1
  }
  const put = count(attached, 'foto puesta', 'fotos puestas')
  await print(`${put}, ${count(pictures.length - attached, 'foto')} sin poner\n`)
  return attached === pictures.length

  async function attach(picture: string): Promise<string | undefined> {
    const found = owners.get(fold(parse(picture).name)) ?? new Set()
    const [owner] = found
    if (!owner) return 'no coincide con el DNI, la licencia ni el número de ningún piloto'
    if (found.size > 1) return 'coincide con más de un piloto: nómbrela por el DNI'
    try {
      const jpeg = await preparePhoto(await readPicture(picture))
      if (dryRun) return undefined
      const pilot = pilots.find(({ dni }) => String(dni) === owner)
      if (pilot) await replacePhoto(desk, pilot, jpeg)
      return undefined
    } catch (error) {
      if (!(error instanceof PilotosError) || ['machine', 'disk-full', 'unavailable'].includes(error.kind))
        throw error
      return Object.values(error.details.fields ?? {})[0] ?? error.message
    }
  }
}

async function replacePhoto({ pilots, photos }: Desk, pilot: Pilot, jpeg: Buffer): Promise<void> {
  const photo = await photos.save(jpeg)
  await pilots.update(pilot.id, draftOf(pilot), { photo, by: inTheTerminal })
}

async function readPicture(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (error) {
    throw new PilotosError('malformed', diskError(error, path).message)
  }
}

/** The DNIs of the pilots that a name means. */
function ownersByName(pilots: Partial<Pilot>[]): Map<string, Set<string>> {
  const owners = new Map<string, Set<string>>()
  for (const { dni, nlicencia, npiloto } of pilots) {
    for (const name of [dni, nlicencia, npiloto]) {
      if (name === undefined || dni === undefined) continue
      const key = fold(String(name))
      owners.set(key, (owners.get(key) ?? new Set()).add(String(dni)))
    }
  }
  return owners
}

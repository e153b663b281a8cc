/** Matches the file names of pictures with the pilots that will exist after an import. */
import { formatDni } from '../pilot/dni.ts'
import type { Pilot } from '../pilot/pilot.ts'
import type { PilotId } from '../pilot/pilot-id.ts'
import { fold } from '../text/text.ts'

/** A pilot as it will be after the import. */
export interface PictureOwner {
  pilot: Pilot
  /** The line of the file that registers or changes the pilot. */
  line?: number
}

/** A picture that does not become a photo, and the reason in Spanish. */
export interface PictureProblem {
  name: string
  reason: string
}

/**
 * Finds the owners of the pictures with some paths by DNI, licence or pilot's number, in steps, so that a server can do
 * other work between them. `imported` has the pilots that the import registers or changes, by their identifiers.
 */
export function* ownerSteps(
  paths: Iterable<string>,
  pilots: Iterable<Pilot>,
  imported: ReadonlyMap<PilotId, PictureOwner> = new Map(),
): Generator<undefined, PictureOwners> {
  const owners: Owners = new Map()
  for (const path of paths) {
    yield
    owners.set(nameIn(path), new Set())
  }
  const add = (owner: PictureOwner) => {
    for (const name of namesOf(owner.pilot)) owners.get(name)?.add(owner)
  }
  for (const owner of imported.values()) {
    yield
    add(owner)
  }
  for (const pilot of pilots) {
    yield
    if (!imported.has(pilot.id)) add({ pilot })
  }
  return new PictureOwners(owners)
}

/** The pilots that each name of a picture means. A name that is no picture's is absent: it would only need memory. */
type Owners = Map<string, Set<PictureOwner>>

export class PictureOwners {
  constructor(private readonly owners: Owners) {}

  /**
   * Returns the owner of one of the pictures, or a message in Spanish if the file name of `path`, without its
   * extension, does not name exactly one pilot.
   */
  find(path: string): PictureOwner | string {
    const [owner, ...others] = this.owners.get(nameIn(path)) ?? []
    if (!owner) return 'no coincide con el DNI, la licencia ni el número de ningún piloto'
    return others.length > 0 ? 'coincide con más de un piloto: nómbrela por el DNI' : owner
  }
}

/** Returns the reason why a picture is not used: `first`, the path of another picture, is of the same pilot. */
export function samePilot(first: string): string {
  return `es del mismo piloto que ${fileNameOf(first)}, que es la que se pone`
}

/** Returns the last part of a path with slashes or backslashes. */
export function fileNameOf(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? ''
}

/** Returns `readable` or `unreadable` for the name of a picture, and undefined for any other name. */
export function pictureKind(name: string): 'readable' | 'unreadable' | undefined {
  const [, extension = ''] = /\.([^.]+)$/.exec(name.toLowerCase()) ?? []
  if (readable.includes(extension)) return 'readable'
  return unreadable.includes(extension) ? 'unreadable' : undefined
}

export const unreadablePicture = 'no es JPEG, PNG ni WebP: guárdela como JPEG'

const readable = ['jpg', 'jpeg', 'png', 'webp']
const unreadable = ['heic', 'heif', 'gif', 'bmp', 'tif', 'tiff', 'avif']

/** Returns true if a file begins like a JPEG, PNG or WebP. Twelve bytes are enough. */
export function isPictureHead(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head.subarray(0, 12))
  return (
    text.startsWith('\xff\xd8\xff') || text.startsWith('\x89PNG\r\n\x1a\n') || /^RIFF.{4}WEBP/s.test(text)
  )
}

/** Returns the file name without its extension, in the form of `namesOf`. */
function nameIn(path: string): string {
  return fold(fileNameOf(path).replace(/(?<=.)\.[^.]*$/, ''))
}

function namesOf({ dni, nlicencia, npiloto }: Pilot): string[] {
  return [String(dni), formatDni(dni), fold(nlicencia), fold(npiloto)]
}

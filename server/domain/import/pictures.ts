/** Matches the file names of pictures with the pilots that will exist after an import. */
import { formatDni } from '../pilot/dni.ts'
import type { Pilot } from '../pilot/pilot.ts'
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

/** Finds the owner of a picture by DNI, licence or pilot's number. */
export class PictureOwners {
  #byName = new Map<string, Set<PictureOwner>>()

  constructor(owners: Iterable<PictureOwner>) {
    for (const owner of owners) {
      for (const name of namesOf(owner.pilot)) {
        this.#byName.set(name, (this.#byName.get(name) ?? new Set()).add(owner))
      }
    }
  }

  /** Returns a message in Spanish if the file name of `path`, without its extension, does not name exactly one pilot. */
  find(path: string): PictureOwner | string {
    const name = fileNameOf(path).replace(/(?<=.)\.[^.]*$/, '')
    const [owner, ...others] = this.#byName.get(fold(name)) ?? []
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

function namesOf({ dni, nlicencia, npiloto }: Pilot): string[] {
  return [String(dni), formatDni(dni), nlicencia, npiloto].map(fold)
}

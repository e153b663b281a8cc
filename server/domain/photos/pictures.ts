/** Matches the file names of pictures with the pilots that will exist after an import. */

import { fullName, type Pilot } from '../pilots/pilot.ts'
import type { PilotId } from '../pilots/pilot-id.ts'
import { formatDni } from '../pilots/rules.ts'
import { enumerate, fold } from '../text/text.ts'

/** The size limit of a ZIP of pictures, in bytes: more than 1000 pictures of 3 MB. */
export const maxZipBytes = 4_000_000_000

export const zipTooLarge = 'El ZIP pesa más de 4 GB: divídalo en varios'

/** A pilot as it will be after the import. */
export interface PictureOwner {
  pilot: Pilot
  /** The line of the file that registers or changes the pilot. */
  line?: number
}

/**
 * Finds the owners of pictures by document, licence or pilot's number. A name is one of these, or begins with a
 * document: `10584709 García.jpg`, `Pasaporte AB123456.jpg`. A name that could mean several pilots means none.
 */
export class PictureOwners {
  /** The pilots that each key means. A key that is in no name of a picture is absent: it would only need memory. */
  #owners = new Map<string, Set<PictureOwner>>()

  /** `imported` has the pilots that the import registers or changes, by their identifiers. */
  constructor(
    paths: Iterable<string>,
    pilots: Iterable<Pilot>,
    imported: ReadonlyMap<PilotId, PictureOwner> = new Map(),
  ) {
    for (const path of paths) for (const key of keysIn(stemOf(path)).flat()) this.#owners.set(key, new Set())
    for (const owner of imported.values()) this.#add(owner)
    for (const pilot of pilots) if (!imported.has(pilot.id)) this.#add({ pilot })
  }

  /** Returns the owner of one of the pictures, or a message in Spanish if its file name does not name exactly one pilot. */
  find(path: string): PictureOwner | string {
    const found = keysIn(stemOf(path)).map((keys) => keys.map((key) => [...(this.#owners.get(key) ?? [])]))
    const [owner, ...rest] = new Set(found.filter(([first]) => first?.length).flat(2))
    if (!owner) return 'no coincide con el DNI, la licencia ni el número de ningún piloto'
    return rest.length > 0 ? severalOwners([owner, ...rest]) : owner
  }

  #add(owner: PictureOwner): void {
    for (const key of keysOf(owner.pilot)) this.#owners.get(key)?.add(owner)
  }
}

function severalOwners(owners: readonly PictureOwner[]): string {
  const names = owners.slice(0, mostNamed).map(({ pilot }) => fullName(pilot))
  const more = owners.length > mostNamed ? ['otros'] : []
  return `coincide con más de un piloto (${enumerate([...names, ...more])}): nómbrela solo por el DNI, o póngala en su formulario`
}

/** The most pilots that a message names. */
const mostNamed = 3

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

/** The extensions of pictures. A JPEG that a browser has saved is often a `.jfif`. */
const readable = ['jpg', 'jpeg', 'jpe', 'jfif', 'pjpeg', 'pjp', 'png', 'webp']
const unreadable = ['heic', 'heif', 'gif', 'bmp', 'tif', 'tiff', 'avif']

/**
 * Orders the paths of pictures by their names without the extension: `10584709.jpg` comes before `10584709-1.jpg`, so
 * that it is the picture that its pilot gets.
 */
export function comparePictures(one: string, other: string): number {
  const [a, b] = [stemOf(one), stemOf(other)]
  if (a === b) return one < other ? -1 : 1
  return a < b ? -1 : 1
}

/** Returns true for the files that systems add to folders and to ZIPs by themselves, and for hidden ones. */
export function isSystemFile(path: string): boolean {
  return path.split(/[\\/]/).some((part) => /^\.[^.]/.test(part) || systemNames.includes(part.toLowerCase()))
}

const systemNames = ['__macosx', 'thumbs.db', 'ehthumbs.db', 'desktop.ini']

/** Returns the file name without its extension, without accents and in lower case. */
function stemOf(path: string): string {
  return fold(fileNameOf(path).replace(/(?<=.)\.[^.]*$/, '')).trim()
}

/**
 * Returns the keys of a name in groups, of which each counts if its first key means somebody: the whole name; if it
 * begins with what may be a DNI, that DNI, the same number as a licence or a pilot's number, and the other DNIs that the
 * name may have; and the other document with which it may begin.
 */
function keysIn(stem: string): string[][] {
  const [first, ...others] = (stem.match(dnis) ?? []).map((digits) => digits.replaceAll('.', ''))
  if (isCameraTime.test(stem)) return [[stem]]
  if (!first || !beginsWithDni.test(stem)) return [[stem], codesIn(stem)]
  return [[stem], [dniKey(first), first, ...others.map(dniKey)], codesIn(stem)]
}

/** The numbers of a name that may be DNIs: `10584709`, `10.584.709`. A shorter number counts pictures. */
const dnis = /(?<![\d.])(?:\d{1,3}(?:\.\d{3})+|\d{6,})(?!\d)/g
const beginsWithDni = /^(?:dni[ _.:-]*)?(?:\d{6}|\d{1,3}\.\d{3})/

/** The day and the time as which cameras name their pictures: `20260301_143059`. Its day could be somebody's DNI. */
const isCameraTime = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])[ _-]?\d{6}/

/** Returns the key of the other document with which a name begins: `ab-123456`, `pasaporte_ab123456`, `123.456.789-09`. */
function codesIn(stem: string): string[] {
  const [, code] = /^(?:(?:pasaporte|ce|rut|cpf)[ _.:-]+)?([a-z\d.-]*\d[a-z\d.-]*)/.exec(stem) ?? []
  return code === undefined ? [] : [codeKey(code)]
}

function codeKey(code: string): string {
  return `documento/${fold(code).replace(/[.-]/g, '')}`
}

function keysOf(pilot: Pilot): string[] {
  const { nlicencia, npiloto } = pilot
  return [...keysOfDocument(pilot), ...[nlicencia, npiloto].flatMap((code) => (code ? [fold(code)] : []))]
}

function keysOfDocument({ dni, documento, paisdoc }: Pilot): string[] {
  if (typeof dni === 'number') return [dniKey(String(dni)), String(dni), formatDni(dni, paisdoc)]
  return documento ? [fold(documento), codeKey(documento)] : []
}

/** Returns the key of a DNI with or without leading zeros, which is no key of a whole name. */
function dniKey(digits: string): string {
  return `dni/${digits.replace(/^0+/, '')}`
}

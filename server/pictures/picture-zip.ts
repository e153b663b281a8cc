/**
 * A ZIP of pictures (PKWARE APPNOTE), which is read from the disk one picture at a time. Its names are only names:
 * nothing is unpacked to a path.
 */
import type { Readable } from 'node:stream'
import type { Entry, ZipFile } from 'yauzl'
import { MalformedError, PilotosError, TooLargeError } from '#domain/errors'
import {
  comparePictures,
  fileNameOf,
  isSystemFile,
  type PictureProblem,
  pictureKind,
  unreadablePicture,
} from '#domain/import/pictures'
import { isPictureHead, maxPhotoBytes, photoTooLarge } from '#domain/pilot/pilot'
import { figure, shortened } from '#domain/text/text'

/** The most files in a ZIP. */
const maxEntries = 10_000

/** The most characters of a path. A longer one comes from no system, and costs time at every comparison. */
const maxPath = 1000

/** The largest ratio of unpacked to packed bytes. Pictures are compressed already, so that a ZIP saves little. */
const maxRatio = 20
/** The number of unpacked bytes that every ZIP may have in addition to the ratio. */
const alwaysAllowed = 64 * 1024 * 1024

const damagedPicture = 'está dañada en el ZIP'
const noZip = 'El archivo no es un ZIP, o está dañado: hágalo otra vez'

export class PictureZip {
  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
    /** The files that are no pictures, by their names. */
    readonly others: readonly PictureProblem[],
  ) {}

  /** @throws MalformedError if the file is no ZIP, TooLargeError if it has too many files or would unpack to too much */
  static async open(path: string): Promise<PictureZip> {
    const { openZip, pathOf } = await import('./zip-file.ts')
    const zip = await openZip(path).catch((error) => {
      throw error instanceof PilotosError ? error : new MalformedError(noZip)
    })
    try {
      return await PictureZip.#read(zip, pathOf)
    } catch (error) {
      zip.close()
      throw error instanceof PilotosError ? error : new MalformedError(noZip)
    }
  }

  static async #read(zip: ZipFile, pathOf: (entry: Entry) => string): Promise<PictureZip> {
    if (zip.entryCount > maxEntries)
      throw new TooLargeError(`El ZIP tiene más de ${figure(maxEntries)} archivos: divídalo en varios`)
    const entries = new Map<string, Entry>()
    const others: PictureProblem[] = []
    let bytes = 0
    for await (const entry of zip.eachEntry()) {
      const path = pathOf(entry)
      const name = fileNameOf(path)
      bytes += entry.uncompressedSize
      // The name of a folder ends with a slash.
      if (name === '' || isSystemFile(path)) continue
      const reason =
        reasonAgainst(entry, path) ?? (entries.has(path) ? 'está dos veces en el ZIP' : undefined)
      if (reason) others.push({ name: shortened(name, maxPath), reason })
      else entries.set(path, entry)
    }
    if (bytes > alwaysAllowed + maxRatio * zip.fileSize)
      throw new TooLargeError('El ZIP ocuparía demasiado al abrirse: no se puso ninguna foto. Use otro')
    return new PictureZip(zip, entries, others)
  }

  /** The paths of the pictures, in order. */
  get paths(): string[] {
    return [...this.entries.keys()].sort(comparePictures)
  }

  /** Returns the reason in Spanish why a picture cannot be read, as far as its beginning says. */
  async problemOf(path: string): Promise<string | undefined> {
    try {
      return isPictureHead(await this.#bytes(path, 12)) ? undefined : unreadablePicture
    } catch {
      return damagedPicture
    }
  }

  /** Reads a picture. @throws PilotosError of the kind `malformed`, which an import reports without ending */
  async read(path: string): Promise<Buffer> {
    return this.#bytes(path, maxPhotoBytes).catch(() => {
      throw new MalformedError(damagedPicture)
    })
  }

  close(): void {
    this.zip.close()
  }

  /** Returns the first bytes of a picture, at most `most`. The stream fails if there are more than declared. */
  async #bytes(path: string, most: number): Promise<Buffer> {
    const entry = this.entries.get(path)
    if (!entry) throw new MalformedError(noZip)
    const stream: Readable = await this.zip.openReadStreamPromise(entry)
    const chunks: Buffer[] = []
    let bytes = 0
    for await (const chunk of stream) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= most) break
    }
    return Buffer.concat(chunks)
  }
}

/** Returns the reason in Spanish why a file of the ZIP cannot become a photo, as far as its entry says. */
function reasonAgainst(entry: Entry, path: string): string | undefined {
  const kind = pictureKind(path)
  if (!kind) return 'no es una foto'
  if (kind === 'unreadable') return unreadablePicture
  if (entry.isEncrypted()) return 'tiene contraseña: haga el ZIP sin ella'
  if (!entry.canDecodeFileData())
    return 'está comprimida de un modo poco común: haga el ZIP con otro programa'
  if (path.length > maxPath) return 'tiene un nombre demasiado largo'
  return entry.uncompressedSize > maxPhotoBytes ? photoTooLarge : undefined
}

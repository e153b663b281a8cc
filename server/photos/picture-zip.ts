/**
 * A ZIP of pictures (PKWARE APPNOTE), which is read from the disk one picture at a time. Its names are only names:
 * nothing is unpacked to a path.
 */
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  type Entry,
  fromRandomAccessReaderPromise,
  getFileNameLowLevel,
  RandomAccessReader,
  type ZipFile,
} from 'yauzl'
import { MalformedError, PilotosError, TooLargeError } from '#domain/errors'
import type { PictureProblem } from '#domain/photos/calls'
import {
  comparePictures,
  fileNameOf,
  isSystemFile,
  pictureKind,
  unreadablePicture,
} from '#domain/photos/pictures'
import { isPictureHead, maxPhotoBytes, photoTooLarge } from '#domain/pilots/pilot'
import { printable } from '#domain/text/names'
import { figure, shortened } from '#domain/text/text'
import { diskError } from '../files/atomic-file.ts'

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
    let zip: ZipFile | undefined
    try {
      zip = await openZip(path)
      return await PictureZip.#read(zip)
    } catch (error) {
      zip?.close()
      throw error instanceof PilotosError ? error : new MalformedError(noZip)
    }
  }

  static async #read(zip: ZipFile): Promise<PictureZip> {
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

/** Opens a ZIP, which the caller closes. @throws MachineError if it cannot be read, another Error if it is no ZIP */
async function openZip(path: string): Promise<ZipFile> {
  const file = await open(path).catch((error) => {
    throw diskError(error, path)
  })
  try {
    const { size } = await file.stat()
    return await fromRandomAccessReaderPromise(new BoundedReader(path, file, size), size, {
      autoClose: false,
    })
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Returns the path of an entry for people, and for comparing: not one to write to. */
function pathOf({ fileName, fileNameRaw, generalPurposeBitFlag }: Entry): string {
  // The name that yauzl reads from an Info-ZIP Unicode Path field (APPNOTE 4.6.9) is right.
  const plain = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, [], false)
  return printable(fileName === plain ? decodeName(fileNameRaw) : fileName)
}

/**
 * Reads a file for yauzl. The reader of yauzl itself passes the positions of a ZIP to Node unchecked: one of 2^63 ends
 * the program, or lets all further readings wait for ever.
 */
class BoundedReader extends RandomAccessReader {
  constructor(
    private readonly path: string,
    private readonly file: FileHandle,
    private readonly size: number,
  ) {
    super()
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    if (position + length > this.size) return void setImmediate(callback, new Error('The ZIP is cut short'))
    this.file.read(buffer, offset, length, position).then(
      ({ bytesRead }) => callback(null, bytesRead),
      (error) => callback(error),
    )
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return createReadStream(this.path, { start, end: end - 1 })
  }

  override close(callback: (error: Error | null) => void): void {
    this.file.close().then(() => callback(null), callback)
  }
}

/**
 * Decodes a name that is UTF-8, or in the code page of a Spanish system: macOS and newer programs write UTF-8, the
 * explorer of Windows code page 850, older programs 437, and some Windows-1252. Returns composed letters.
 */
export function decodeName(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).normalize('NFC')
  } catch {
    return fromCodePage(bytes)
  }
}

/** The letters of Spanish have the same bytes in both DOS code pages, of which only 850 has all of them. */
function fromCodePage(bytes: Uint8Array): string {
  const dos = Array.from(bytes, (byte) =>
    byte < 0x80 ? String.fromCharCode(byte) : codePage850[byte - 0x80],
  ).join('')
  const windows = new TextDecoder('windows-1252').decode(bytes)
  const isDos = isSpanish.test(dos) && !amongSmallLetters.test(dos)
  return !isDos && isSpanish.test(windows) ? windows : dos
}

const isSpanish = /^[\0-\x7fáéíóúüñçÁÉÍÓÚÜÑÇªº°]*$/

/** The byte of Ú in code page 850 is é in Windows-1252, the only such pair of Spanish letters: PÚrez is Pérez. */
const amongSmallLetters = /\p{Ll}Ú|\p{L}Ú\p{Ll}/u

const codePage850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

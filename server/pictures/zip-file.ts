/** Opens a ZIP on the disk, and decodes the names in it: many ZIPs do not say in which encoding they are. */
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
import { printable } from '#domain/text/names'
import { diskError } from '../files/atomic-file.ts'

/** Opens a ZIP, which the caller closes. @throws MachineError if it cannot be read, another Error if it is no ZIP */
export async function openZip(path: string): Promise<ZipFile> {
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
export function pathOf({ fileName, fileNameRaw, generalPurposeBitFlag }: Entry): string {
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

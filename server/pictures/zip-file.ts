/** Opens a ZIP on the disk. */
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import {
  type Entry,
  fromRandomAccessReaderPromise,
  getFileNameLowLevel,
  RandomAccessReader,
  type ZipFile,
} from 'yauzl'
import { printable } from '#domain/text/control-characters'
import { diskError } from '../files/atomic-file.ts'
import { decodeName } from './zip-names.ts'

/** Opens a ZIP, which the caller closes. @throws MachineError if it cannot be read, another Error if it is no ZIP */
export async function openZip(path: string): Promise<ZipFile> {
  const file = await open(path).catch((error) => {
    throw diskError(error, path)
  })
  try {
    const { size } = await file.stat()
    return await fromRandomAccessReaderPromise(new BoundedReader(file, size), size, { autoClose: false })
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
    return Readable.from(this.#chunks(start, end), { objectMode: false })
  }

  override close(callback: (error: Error | null) => void): void {
    this.file.close().then(() => callback(null), callback)
  }

  async *#chunks(start: number, end: number): AsyncGenerator<Buffer> {
    for (let position = start; position < end; ) {
      const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, end - position))
      const { bytesRead } = await this.file.read(buffer, 0, buffer.length, position)
      if (bytesRead === 0) throw new Error('The ZIP is cut short')
      yield buffer.subarray(0, bytesRead)
      position += bytesRead
    }
  }
}

const chunkBytes = 64 * 1024

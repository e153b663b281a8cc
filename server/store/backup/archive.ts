/**
 * The archive of a backup, independent of any store: JSON files, files of lines and photos in one `.tar.gz`. Some browsers,
 * such as Safari, unpack what they download, so that a `.tar` is read too. A copy of the folder would be torn while a server
 * writes, and would not fit into a database.
 */
import type { FileHandle } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, type Pack, pack } from 'tar-stream'
import { MalformedError, NotFoundError, PilotosError, TooLargeError } from '#domain/errors'
import { figure, shortened } from '#domain/text/text'
import { diskError, isMissing } from '../../files/atomic-file.ts'
import { openPlain, UnusableFileError } from '../../files/plain-file.ts'

export type AddFile = (name: string, content: Buffer) => Promise<void>

/**
 * Yields the bytes of an archive with the files that `fill` adds. Nothing runs before the first byte is requested, so
 * that a target that cannot be opened leaves nothing half done. @throws the errors of `fill`
 */
export async function* archiveOf(fill: (add: AddFile) => Promise<void>): AsyncGenerator<Uint8Array> {
  const archive = pack()
  const zipped = createGzip({ level: 1 })
  const filling = fill((name, content) => addTo(archive, name, content)).then(
    () => archive.finalize(),
    (error) => archive.destroy(error),
  )
  const piping = pipeline(archive, zipped)
  // A failure reaches the reader through `zipped`.
  piping.catch(() => {})
  try {
    yield* zipped
    await filling
    await piping
  } finally {
    archive.destroy()
  }
}

function addTo(archive: Pack, name: string, content: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    archive.entry({ name, mode: 0o600 }, content, (error) => (error ? reject(error) : resolve()))
  })
}

/** The size limit of one file in an archive, in bytes. */
const maxFileBytes = 512 * 1024 * 1024

/**
 * The largest ratio of unpacked to packed bytes; an archive above it was made to exhaust the memory or the time. Backups of
 * riders with long histories have 6, and those that another program has packed harder 8.
 */
const maxRatio = 50
/** The number of unpacked bytes that every archive may have in addition to the ratio. */
const alwaysAllowed = 64 * 1024 * 1024

/**
 * Passes every file of an archive to `use`, one after the other.
 * @throws NotFoundError, MalformedError if the file is no archive or is cut short, TooLargeError, MachineError, the
 * errors of `use`
 */
export async function eachFile(
  path: string,
  use: (name: string, content: Buffer) => Promise<void>,
): Promise<void> {
  const entries = extract()
  let refusal: unknown
  const refuse = (error: unknown) => {
    refusal ??= error
    throw error
  }
  let limit = alwaysAllowed
  entries.on('entry', ({ name, size = 0 }, stream, next) => {
    // An entry that is refused fails too, although nobody reads it.
    stream.on('error', () => {})
    const work = async () => {
      if (size > Math.min(maxFileBytes, limit)) throw tooLarge(path, size)
      // An entry that is cut off fails too; since Node 24, it does so before the pipeline.
      const content = await buffer(stream)
      await use(name, content).catch(refuse)
    }
    work().then(() => next(), next)
  })
  let file: FileHandle | undefined
  try {
    file = await openPlain(path)
    const { size } = await file.stat()
    limit += size * maxRatio
    const isPacked = await isGzip(file)
    if (!isPacked && !(await isWhole(file, size))) throw notABackup(path)
    await pipeline([file.createReadStream(), ...unzip(isPacked), bounded(limit, path), entries])
  } catch (error) {
    throw refusal ?? reasonOf(error, path)
  } finally {
    await file?.close()
  }
}

/** Returns the first file of an archive, or undefined if it cannot be read. Reads no more of the archive. */
export async function firstFile(path: string): Promise<{ name: string; content: Buffer } | undefined> {
  const entries = extract()
  let file: FileHandle | undefined
  try {
    file = await openPlain(path)
    // The pipeline ends early, without a failure that anyone would miss.
    pipeline([file.createReadStream(), ...unzip(await isGzip(file)), entries]).catch(() => {})
    for await (const entry of entries) return { name: entry.header.name, content: await buffer(entry) }
  } catch {
    return undefined
  } finally {
    entries.destroy()
    await file?.close()
  }
}

function unzip(isPacked: boolean): Transform[] {
  return isPacked ? [createGunzip()] : []
}

/** Returns true if a file begins as a gzip does (RFC 1952). */
async function isGzip(file: FileHandle): Promise<boolean> {
  const { buffer: start } = await file.read(Buffer.alloc(2), 0, 2, 0)
  return start.equals(gzipStart)
}

const gzipStart = Buffer.from([0x1f, 0x8b])

/** Returns true if a file ends as a tar does, with two empty blocks: an unpacked one has no other sign of being cut off. */
async function isWhole(file: FileHandle, size: number): Promise<boolean> {
  const { bytesRead, buffer: end } = await file.read(Buffer.alloc(1024), 0, 1024, Math.max(0, size - 1024))
  return bytesRead === end.length && end.every((byte) => byte === 0)
}

/** Passes bytes on and fails after `limit` bytes. */
function bounded(limit: number, path: string): Transform {
  let passed = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length
      if (passed > limit) done(tooLarge(path, passed))
      else done(null, chunk)
    },
  })
}

/** Returns the error about a file that is no backup, with the reason, if it is known. */
export function notABackup(path: string, reason = ''): MalformedError {
  const text = reason && `: ${shortened(reason, 200)}`
  return new MalformedError(`${path} no es una copia de PilotOS, o está incompleta${text}`)
}

function tooLarge(path: string, bytes: number): TooLargeError {
  return new TooLargeError(
    `${path} ocuparía más de ${figure(Math.round(bytes / 1024 / 1024))} MB al abrirse, lo que ninguna copia ` +
      'de PilotOS ocupa: no se cambió nada. Use otra copia',
  )
}

function reasonOf(error: unknown, path: string): Error {
  if (error instanceof UnusableFileError)
    return new MalformedError(`${path} ${error.reason}: diga el archivo de la copia`)
  if (error instanceof PilotosError) return error
  if (isMissing(error)) return new NotFoundError(`No existe el archivo ${path}`)
  if (!(error instanceof Error && 'syscall' in error)) return notABackup(path)
  return 'code' in error && error.code === 'EISDIR'
    ? new MalformedError(`${path} es una carpeta: diga el archivo de la copia`)
    : diskError(error, path)
}

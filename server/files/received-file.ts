/** A file that arrives as a stream, such as an upload. */
import { writeFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { MalformedError, TooLargeError } from '#domain/errors'
import { diskError } from './atomic-file.ts'

interface Reception {
  maxBytes: number
  /** The message of a file that has more bytes. */
  tooLarge: string
  /** The message of a file that does not arrive as a whole. */
  cut: string
}

/** Writes a stream to a new file. @throws MalformedError, TooLargeError, DiskFullError, MachineError */
export async function receiveFile(
  body: Readable,
  path: string,
  { maxBytes, tooLarge, cut }: Reception,
): Promise<void> {
  await writeFile(path, bounded(body), { flag: 'wx', mode: 0o600 }).catch((error) => {
    if (body.errored) throw new MalformedError(cut)
    throw diskError(error, path)
  })

  /** Yields the bytes. The connection stays open if they are not stored, so that the client learns why. */
  async function* bounded(stream: Readable): AsyncGenerator<Buffer> {
    let bytes = 0
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length
      if (bytes > maxBytes) throw new TooLargeError(tooLarge)
      yield chunk
    }
  }
}

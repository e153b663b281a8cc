/** Where a command writes: data to stdout, everything else to stderr. */
import { constants } from 'node:fs'
import { access, open, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { printable } from '#domain/text/control-characters'
import { diskError, isMissing, writeAtomically } from '../../server/files/atomic-file.ts'

/** What is written: whole, or in parts that are made one after the other. */
export type Content = string | Uint8Array | Iterable<string>

/**
 * Writes data, and waits until it has left, so that a slow reader gets all of it. A file or a pipe gets it as it is, a
 * terminal without the characters that it would obey.
 */
export async function print(content: Content): Promise<void> {
  const parts = typeof content === 'string' || content instanceof Uint8Array ? [content] : content
  const isTerminal = process.stdout.isTTY
  for (const part of parts) await write(isTerminal && typeof part === 'string' ? printable(part) : part)
}

/** Writes a drawing of our own, whose colours a terminal is to obey. */
export function draw(drawing: string): Promise<void> {
  return write(drawing)
}

function write(data: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(data, (error) => (error ? reject(error) : resolve()))
  })
}

/** A line for the person. */
export function say(line: string): void {
  process.stderr.write(`${printable(line)}\n`)
}

/** Finds out whether a file can be written before the work for it is done; what is in it stays. @throws MachineError */
export async function requireWritable(path: string): Promise<void> {
  try {
    await (await open(path, 'r+')).close()
  } catch (error) {
    if (!isMissing(error)) throw diskError(error, path)
    await access(dirname(path), constants.W_OK).catch((reason) => {
      throw diskError(reason, path)
    })
  }
}

/** Writes a file whole or not at all: what was there stays where the disk fails. @throws MachineError */
export async function writeOut(path: string, content: Content): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  // A pipe or a device is written into, since there is nothing to keep of it.
  if (!found || found.isFile()) return writeAtomically(path, content, { mode: 0o666, sync: async () => {} })
  try {
    await writeFile(path, content)
  } catch (error) {
    throw diskError(error, path)
  }
}

/** Colour is for terminals whose owner has not said NO_COLOR (https://no-color.org). */
export function hasColour(stream: NodeJS.WriteStream = process.stdout): boolean {
  return Boolean(stream.isTTY) && !process.env.NO_COLOR
}

/** Where a command writes: data to stdout, everything else to stderr. */
import { appendFile, writeFile } from 'node:fs/promises'
import { shown } from '#domain/text'
import { diskError } from '../server/store/atomic-file.ts'

/** What is written: whole, or in parts that are made one after the other. */
export type Content = string | Uint8Array | Iterable<string>

/** Writes data, and waits until it has left, so that a slow reader gets all of it. */
export async function print(content: Content): Promise<void> {
  if (typeof content === 'string' || content instanceof Uint8Array) return printPart(content)
  for (const part of content) await printPart(part)
}

function printPart(data: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(data, (error) => (error ? reject(error) : resolve()))
  })
}

/** A line for the person. */
export function say(line: string): void {
  process.stderr.write(`${shown(line)}\n`)
}

/** Finds out whether a file can be written before the work for it is done; what is in it stays. @throws MachineError */
export async function requireWritable(path: string): Promise<void> {
  try {
    await appendFile(path, '')
  } catch (error) {
    throw diskError(error, path)
  }
}

/** @throws MachineError */
export async function writeOut(path: string, content: Content): Promise<void> {
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

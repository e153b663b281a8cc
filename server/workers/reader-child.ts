/**
 * The process that reads one file of somebody else. A file that takes too much memory or time ends only that process. A
 * thread is not enough: if a thread runs out of memory within a single call, such as `JSON.parse`, the whole program ends.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { inspect } from 'node:util'
import { type ErrorDetails, type ErrorKind, PilotosError } from '#domain/errors'

/** The last message of the process. */
export type ReadEnd =
  | { end: true }
  | { failure: { kind: ErrorKind; message: string; details: ErrorDetails } }
  | { fault: string }

interface ReaderProcess {
  /** The path of the built `server/reader.ts`, or of the source itself if tsx runs the sources. */
  readerFile: string
  /** The largest heap of the process, in MB. */
  memory: number
  /** Ends the process. */
  signal: AbortSignal
}

export function forkReader({ readerFile, memory, signal }: ReaderProcess): ChildProcess {
  const sources = readerFile.endsWith('.ts') ? ['--import', 'tsx'] : []
  return fork(readerFile, {
    execArgv: [`--max-old-space-size=${memory}`, ...sources],
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    killSignal: 'SIGKILL',
    signal,
  })
}

export function errorOf(message: Exclude<ReadEnd, { end: true }>): Error {
  if ('fault' in message) return new Error(`The reading of a file failed: ${message.fault}`)
  const { kind, message: text, details } = message.failure
  return new PilotosError(kind, text, details)
}

/** In the process: sends a message, and resolves when it is sent. */
export function send(message: object): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send?.(message, undefined, undefined, (error) => (error ? reject(error) : resolve()))
  })
}

/** In the process: reads, and sends the end or the failure. */
export async function sendResult(read: () => Promise<void>): Promise<void> {
  await send(await read().then(() => ({ end: true }), endOf))
}

function endOf(error: unknown): ReadEnd {
  if (!(error instanceof PilotosError)) return { fault: inspect(error) }
  const { kind, message, details } = error
  return { failure: { kind, message, details } }
}

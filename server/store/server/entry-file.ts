/** `kiosk.json`, in which commands find the server that runs on a data folder. Only its owner can read it. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isObject, parseJson } from '#domain/text/json'
import { readIfThere, writeAtomically } from '../../files/atomic-file.ts'
import { callServer, type ServerEntry } from './call.ts'

/** The answer of the server to a command that looks for it. */
interface ServerInfo {
  /** The address that the server gives to phones and puts into QR codes. */
  publicUrl: string
}

export type FoundServer = ServerEntry & ServerInfo

/** Returns the server that runs on a folder, or undefined if no server answers, even if an old file names one. */
export async function findServer(folder: string): Promise<FoundServer | undefined> {
  const entry = parse(await readIfThere(entryPath(folder)))
  const info = entry && (await ask(entry))
  return info && { ...entry, ...info }
}

export async function announceServer(folder: string, server: ServerEntry): Promise<void> {
  await writeAtomically(entryPath(folder), `${JSON.stringify(server)}\n`)
}

export async function withdrawServer(folder: string): Promise<void> {
  await rm(entryPath(folder), { force: true })
}

function entryPath(folder: string): string {
  return join(folder, 'kiosk.json')
}

function parse(bytes: Buffer | undefined): ServerEntry | undefined {
  // Without a file, or if a crash cut the file short, there is no server.
  const value = parseJson(bytes?.toString('utf8') ?? '')
  return isObject(value) ? { url: String(value.url), secret: String(value.secret) } : undefined
}

/**
 * Returns the answer of the server, or undefined if it does not answer. Another program may use its port now, but
 * only the server knows the secret.
 */
async function ask(entry: ServerEntry): Promise<ServerInfo | undefined> {
  try {
    return (await callServer(entry, undefined, timeoutMilliseconds)) as ServerInfo
  } catch {
    return undefined
  }
}

/** The timeout of the call that looks for a server, in milliseconds. */
const timeoutMilliseconds = 5000

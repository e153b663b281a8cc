/** `kiosk.json`: how commands find the kiosk that runs on a data folder. Only the owner can read it. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readIfThere, writeAtomically } from '../../files/atomic-file.ts'
import { callServer, type ServerEntry } from './call.ts'

/** What the kiosk itself answers. */
export interface ServerInfo {
  /** The address that it gives to phones and puts into QRs. */
  publicUrl: string
}

export type FoundServer = ServerEntry & ServerInfo

/** The kiosk that answers for a folder, or undefined where none does, whatever a file left behind says. */
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
  try {
    const { url, secret } = JSON.parse(bytes?.toString('utf8') ?? '')
    return { url: String(url), secret: String(secret) }
  } catch {
    // No file, or one that a crash cut short: no kiosk.
    return undefined
  }
}

/** Another program may have the port by now: only the kiosk knows its secret. */
async function ask(entry: ServerEntry): Promise<ServerInfo | undefined> {
  try {
    return (await callServer(entry, undefined, patience)) as ServerInfo
  } catch {
    return undefined
  }
}

/** In milliseconds. */
const patience = 5000

/** `kiosk.json`: how commands find the kiosk that runs on a data folder. Only the owner can read it. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readIfThere, writeAtomically } from '../../files/atomic-file.ts'
import { callKiosk, type KioskEntry } from './call.ts'

/** What the kiosk itself answers. */
export interface KioskInfo {
  /** The address that it gives to phones and puts into QRs. */
  publicUrl: string
}

export type Kiosk = KioskEntry & KioskInfo

/** The kiosk that answers for a folder, or undefined where none does, whatever a file left behind says. */
export async function findKiosk(folder: string): Promise<Kiosk | undefined> {
  const entry = parse(await readIfThere(kioskPath(folder)))
  const info = entry && (await ask(entry))
  return info && { ...entry, ...info }
}

export async function announceKiosk(folder: string, kiosk: KioskEntry): Promise<void> {
  await writeAtomically(kioskPath(folder), `${JSON.stringify(kiosk)}\n`)
}

export async function withdrawKiosk(folder: string): Promise<void> {
  await rm(kioskPath(folder), { force: true })
}

function kioskPath(folder: string): string {
  return join(folder, 'kiosk.json')
}

function parse(bytes: Buffer | undefined): KioskEntry | undefined {
  try {
    const { url, secret } = JSON.parse(bytes?.toString('utf8') ?? '')
    return { url: String(url), secret: String(secret) }
  } catch {
    // No file, or one that a crash cut short: no kiosk.
    return undefined
  }
}

/** Another program may have the port by now: only the kiosk knows its secret. */
async function ask(entry: KioskEntry): Promise<KioskInfo | undefined> {
  try {
    return (await callKiosk(entry, undefined, patience)) as KioskInfo
  } catch {
    return undefined
  }
}

/** In milliseconds. */
const patience = 5000

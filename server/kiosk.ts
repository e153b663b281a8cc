/** The kiosk: the server of one data folder, listening. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { FastifyInstance } from 'fastify'
import { DiskFullError, MachineError } from '#domain/errors'
import { createApp, type PublicData } from './app.ts'
import { type PublicAddress, publicAddress } from './public-address.ts'
import { sweepTemporary } from './store/atomic-file.ts'
import { startBackups } from './store/automatic-backups.ts'
import { type LocalDesk, openFolder } from './store/desk.ts'
import type { KioskEntry } from './store/kiosk-call.ts'
import { announceKiosk, withdrawKiosk } from './store/kiosk-file.ts'

export interface KioskOptions {
  /** The data folder. */
  data: string
  port: number
  host: string
  publicUrl?: string
  countryCode?: string
  requireLogin?: boolean
  publicData?: PublicData
  clientFolder: string
  /** Between two automatic backups, in milliseconds: an hour, unless said. */
  backupEvery?: number
  report: (error: Error) => void
}

export interface RunningKiosk {
  /** As this laptop reaches it. */
  url: string
  address: PublicAddress
  /** What was mended on opening, in Spanish. */
  notes: readonly string[]
  /** How many people can sign in. */
  accounts: number
  /** Where the automatic backups are. */
  backupFolder: string
  close(): Promise<void>
}

/** @throws MachineError where the folder cannot be used, another kiosk has it, or the port is taken */
export async function startKiosk(options: KioskOptions): Promise<RunningKiosk> {
  const { data, port, host, report } = options
  const desk = await openFolder(data, { report })
  await sweepPhotos(desk)
  for (const folder of [data, join(data, 'photos'), join(data, 'backups')])
    await sweepTemporary(folder, Date.now() - hour)
  const secret = randomBytes(32).toString('base64url')
  const address = publicAddress(options)
  const app = await createApp({ ...options, desk, address, secret })
  try {
    await app.listen({ port, host })
    const url = `http://${ownName(host)}:${port}`
    await announce(data, { url, secret }, report)
    desk.pilots.prepareSearch().then(giveBackMemory, report)
    const sweeping = setInterval(() => sweepPhotos(desk).catch(report), hour)
    sweeping.unref()
    const backups = startBackups(desk, data, { every: options.backupEvery, report })
    return {
      url,
      address,
      notes: desk.notes,
      accounts: (await desk.accounts.list()).length,
      backupFolder: backups.folder,
      async close() {
        clearInterval(sweeping)
        await withdrawKiosk(data)
        await closeApp(app)
        await backups.stop()
        await desk.close()
      },
    }
  } catch (error) {
    await withdrawKiosk(data)
    await app.close()
    await desk.close()
    throw listenError(error, port, host)
  }
}

/**
 * Removes the photos that were replaced, or whose pilot was refused. One that no pilot names yet may be on its way
 * to one, so that it must be an hour old.
 */
async function sweepPhotos({ pilots, photos }: LocalDesk): Promise<void> {
  const { pilots: all } = await pilots.list()
  await photos.sweep(new Set(all.flatMap(({ photo }) => photo ?? [])), Date.now() - hour)
}

const hour = 60 * 60 * 1000

/**
 * What loading has left behind is given back to the system, once: V8 by itself keeps it until it needs room. There is
 * no other way to ask it (https://nodejs.org/docs/latest-v20.x/api/v8.html#v8setflagsfromstringflags).
 */
function giveBackMemory(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

/** On a full disk the kiosk can still be read from: only commands do not find it. */
async function announce(data: string, entry: KioskEntry, report: (error: Error) => void): Promise<void> {
  try {
    await announceKiosk(data, entry)
  } catch (error) {
    if (!(error instanceof DiskFullError)) throw error
    report(error)
  }
}

/** Lets the requests that are running end, but not for ever: one that only dribbles in is cut off. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const deadline = setTimeout(() => app.server.closeAllConnections(), patience)
  await app.close()
  clearTimeout(deadline)
}

const patience = 10_000

/** The name under which the machine itself reaches the host that it listens on. */
function ownName(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

function listenError(error: unknown, port: number, host: string): unknown {
  switch (error instanceof Error && 'code' in error && error.code) {
    case 'EADDRINUSE':
      return new MachineError(
        `El puerto ${port} está en uso: cierre el otro programa o elija otro con --port (los QR ya impresos llevan el ${port})`,
        error,
      )
    case 'EACCES':
      return new MachineError(`No hay permiso para usar el puerto ${port}: elija uno mayor que 1023`, error)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new MachineError(`${host} no es una dirección de esta máquina`, error)
    default:
      return error
  }
}

/** The kiosk: the server of one data folder, listening. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { FastifyInstance } from 'fastify'
import { DiskFullError, MachineError } from '#domain/errors'
import { createApp, type PublicData } from './app.ts'
import { withOldCard } from './print/print-order.ts'
import { type PublicAddress, publicAddress } from './public-address.ts'
import { sweepTemporary } from './store/atomic-file.ts'
import { startBackups } from './store/automatic-backups.ts'
import { type LocalDesk, openFolder } from './store/desk.ts'
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
  /** The printed cards whose QR carries another address than the kiosk has now. */
  oldCards: readonly OldCards[]
  /** Where the automatic backups are. */
  backupFolder: string
  close(): Promise<void>
}

interface OldCards {
  address: string
  count: number
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
    await onDisk(report, () => announceKiosk(data, { url, secret }))
    await onDisk(report, () => desk.settings.change({ address: address.url() }))
    desk.pilots.prepareSearch().then(giveBackMemory, report)
    const sweeping = setInterval(() => sweepPhotos(desk).catch(report), hour)
    sweeping.unref()
    const backups = startBackups(desk, data, { every: options.backupEvery, report })
    return {
      url,
      address,
      notes: desk.notes,
      accounts: (await desk.accounts.list()).length,
      oldCards: await findOldCards(desk, address.url()),
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
 * Removes the photos that were replaced, or whose pilot was refused or removed. One that no pilot names may be on its
 * way to one, or the removal may be undone, so that it must be a day old.
 */
async function sweepPhotos({ pilots, photos }: LocalDesk): Promise<void> {
  const { pilots: all } = await pilots.list()
  await photos.sweep(new Set(all.flatMap(({ photo }) => photo ?? [])), Date.now() - 24 * hour)
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

/** On a full disk the kiosk can still be read from: only commands do not find it, or its address when it is closed. */
async function onDisk(report: (error: Error) => void, write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (!(error instanceof DiskFullError)) throw error
    report(error)
  }
}

/** Those of the most cards first. */
async function findOldCards({ pilots }: LocalDesk, current: string): Promise<OldCards[]> {
  const counts = new Map<string, number>()
  for (const { card } of withOldCard((await pilots.list()).pilots, current)) {
    if (card) counts.set(card.address, (counts.get(card.address) ?? 0) + 1)
  }
  return Array.from(counts, ([address, count]) => ({ address, count })).sort(
    (one, other) => other.count - one.count,
  )
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

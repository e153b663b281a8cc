/** The kiosk: the server of one data folder, or one of those of a database, listening. */
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { FastifyInstance } from 'fastify'
import { DiskFullError, MachineError } from '#domain/errors'
import { findProxySign, type ProxySign } from '#domain/web/local-access'
import { createApp, type PublicData } from './app.ts'
import { Observable } from './async/observable.ts'
import { type AutomaticBackups, type BackupFailure, startBackups } from './backup/automatic-backups.ts'
import { isReadOnly, sweepTemporary } from './files/atomic-file.ts'
import { machineHosts, type PublicAddress, publicAddress } from './network/public-address.ts'
import { sweepPrints } from './print/print-folder.ts'
import { Availability } from './store/availability.ts'
import type { LocalStores, ServedStores } from './store/contract/stores.ts'
import { isDatabase } from './store/data-address.ts'
import { openFolder } from './store/open.ts'
import type { ServerEntry } from './store/server/call.ts'
import { announceServer, withdrawServer } from './store/server/entry-file.ts'

export interface ServerOptions {
  /** The data folder, or the address of a database. */
  data: string
  /** 0 has the system choose one that is free. */
  port: number
  host: string
  publicUrl?: string
  countryCode?: string
  requireLogin?: boolean
  /** Whose `X-Forwarded-*` headers are believed: addresses, or networks as in 10.0.0.0/8. */
  trustProxy?: string[]
  /** The addresses and names of this machine, where they are not those that the system gives. */
  ownHosts?: readonly string[]
  publicData?: PublicData
  clientFolder: string
  readerFile: string
  /** Between two automatic backups, in milliseconds: an hour, unless said. */
  backupEvery?: number
  report: (error: Error) => void
  /** Is told what the desk should know meanwhile, in Spanish. */
  say?: (text: string) => void
}

export interface RunningServer {
  /** As this laptop reaches it. */
  url: string
  /** The one that it listens on, also where the system has chosen it. */
  port: number
  address: PublicAddress
  /** Why the laptop itself has to sign in, where something may stand in front of the kiosk. */
  proxySign: ProxySign | undefined
  /** What was mended on opening, in Spanish. */
  notes: readonly string[]
  /** How many people can sign in. */
  accounts: number
  /** The printed cards whose QR carries another address than the kiosk has now. */
  oldCards: readonly OldCards[]
  /** Where the automatic backups are; a database has its own. */
  backupFolder?: string
  close(): Promise<void>
}

interface OldCards {
  address: string
  count: number
}

/** @throws MachineError where the folder cannot be used, another kiosk has it, or the port is taken */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { data, port, host, publicUrl, trustProxy, ownHosts = machineHosts(), report } = options
  const { stores, availability, backupFailure, open, close } = isDatabase(data)
    ? await onDatabase(options)
    : await onFolder(options)
  let app: FastifyInstance | undefined
  const closeApp = async () => {
    if (app) await closeInTime(app)
  }
  try {
    await onDisk(report, () => sweepPhotos(stores))
    await sweepPrints()
    const secret = randomBytes(32).toString('base64url')
    const address = publicAddress({ ...options, port: () => (app ? portOf(app) : port) })
    const proxySign = findProxySign({ publicUrl, trustedProxies: trustProxy, ownHosts })
    app = await createApp({ ...options, stores, availability, backupFailure, address, secret, proxySign })
    await app.listen({ port, host })
    const url = `http://${ownName(host)}:${portOf(app)}`
    const backupFolder = await open({ url, secret })
    await onDisk(report, () => stores.settings.change({ address: address.url() }))
    const sweeping = setInterval(() => sweepPhotos(stores).catch(report), hour)
    sweeping.unref()
    return {
      url,
      port: portOf(app),
      address,
      proxySign,
      notes: stores.notes,
      accounts: (await stores.accounts.list()).length,
      oldCards: await findOldCards(stores, address.url()),
      backupFolder,
      async close() {
        clearInterval(sweeping)
        await close(closeApp)
      },
    }
  } catch (error) {
    await close(closeApp)
    throw listenError(error, port, host)
  }
}

/** What a kiosk stands on. */
interface Ground {
  stores: ServedStores
  /** Of a database, which may be away for a while. */
  availability?: Availability
  /** Of a folder, whose backups the kiosk makes by itself. */
  backupFailure?: BackupFailure
  /** Once it listens; gives where its backups are. */
  open(entry: ServerEntry): Promise<string | undefined>
  close(closeApp: () => Promise<void>): Promise<void>
}

/** One kiosk has the folder; commands find it there. */
async function onFolder({ data, backupEvery, report }: ServerOptions): Promise<Ground> {
  const stores: LocalStores = await openFolder(data, { report })
  for (const folder of [data, join(data, 'photos'), join(data, 'backups')])
    await onDisk(report, () => sweepTemporary(folder, Date.now() - hour))
  const backupFailure: BackupFailure = new Observable<Error | undefined>(undefined)
  let backups: AutomaticBackups | undefined
  return {
    stores,
    backupFailure,
    async open(entry) {
      await onDisk(report, () => announceServer(data, entry))
      prepareSearch(stores).catch(report)
      backups = startBackups(stores, data, { every: backupEvery, failure: backupFailure, report })
      return backups.folder
    },
    async close(closeApp) {
      await onDisk(report, () => withdrawServer(data))
      await closeApp()
      await backups?.stop()
      await stores.close()
    },
  }
}

/** Others may have it too, and commands go to it themselves. */
async function onDatabase({ data, report, say }: ServerOptions): Promise<Ground> {
  const { openDatabase } = await import('./store/postgres/open.ts')
  const availability = new Availability()
  const noteAvailability = (isThere: boolean) => availability.note(isThere)
  const stores = await openDatabase(data, { serves: true, report, say, noteAvailability })
  return {
    stores,
    availability,
    open: async () => undefined,
    async close(closeApp) {
      await closeApp()
      await stores.close()
    },
  }
}

/**
 * Removes the photos that were replaced, or whose pilot was refused or removed. One that no pilot names may be on its
 * way to one, or the removal may be undone, so that it must be a day old.
 */
function sweepPhotos(stores: ServedStores): Promise<void> {
  return stores.sweepPhotos(Date.now() - 24 * hour)
}

const hour = 60 * 60 * 1000

/** Loading 10,000 pilots leaves no garbage that counts; 30,000 leave 12 MB, and 100,000 leave 55 MB. */
const manyPilots = 20_000

async function prepareSearch({ pilots, prepareSearch: prepare }: LocalStores): Promise<void> {
  await prepare()
  const { total } = await pilots.list({ perPage: 1 })
  if (total > manyPilots) giveBackMemory()
}

/**
 * What loading has left behind is given back to the system, once: V8 by itself keeps it until it needs room. There is
 * no other way to ask it (https://nodejs.org/docs/latest-v20.x/api/v8.html#v8setflagsfromstringflags).
 */
function giveBackMemory(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

/**
 * On a full disk, or one that can only be read, the kiosk can still be read from: only commands do not find it, or its
 * address when it is closed.
 */
async function onDisk(report: (error: Error) => void, write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    const isUnwritable = error instanceof Error && (error instanceof DiskFullError || isReadOnly(error))
    if (!isUnwritable) throw error
    report(error)
  }
}

/** Those of the most cards first. */
async function findOldCards(stores: ServedStores, current: string): Promise<OldCards[]> {
  const counts = await stores.otherCards()
  counts.delete(current)
  return Array.from(counts, ([address, count]) => ({ address, count })).sort(
    (one, other) => other.count - one.count,
  )
}

/** Lets the requests that are running end, but not for ever: one that only dribbles in is cut off. */
async function closeInTime(app: FastifyInstance): Promise<void> {
  const deadline = setTimeout(() => app.server.closeAllConnections(), patience)
  await app.close()
  clearTimeout(deadline)
}

const patience = 10_000

/** The port that it listens on. */
function portOf({ server }: FastifyInstance): number {
  return (server.address() as AddressInfo).port
}

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

/** Listens: the server of one data folder, or one of the servers of a database. */
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
// Loads at the start: Node 20 would never find a package again that it once could not, for lack of descriptors.
import 'piscina'
import type { ClockProblem } from '#domain/clock'
import { launchOf } from '#domain/desk/installation'
import { MachineError } from '#domain/errors'
import { removedDays } from '#domain/pilots/history/removed'
import { findProxySign, type ProxySign } from '#domain/staff/local-access'
import { type PublicData, publicDataOf } from '#domain/staff/roles'
import { type AppOptions, createApp } from './app.ts'
import { printPlace } from './credential/print/print-jobs.ts'
import { ClockCheck, type DataSourceOptions, ifWritable, openDataSource } from './data-source.ts'
import { sweepTemporaryFolders, type TemporaryPlace } from './files/temporary-folder.ts'
import type { Interfaces } from './network/phone-networks.ts'
import { machineHosts, type PublicAddress, publicAddress } from './network/public-address.ts'
import { openSecurePort, type SecurePort, withoutSecurePort } from './network/secure-port.ts'
import { writeSafetyBackup } from './store/backup/backup-files.ts'
import { backupFolderOf, isDatabase } from './store/data-address.ts'
import { isPhone } from './store/documents/accounts.ts'
import type { ServedStores } from './store/shared/stores.ts'

export interface ServerOptions
  extends DataSourceOptions,
    Pick<
      AppOptions,
      | 'countryCode'
      | 'requireLogin'
      | 'trustProxy'
      | 'publicData'
      | 'printSystem'
      | 'installation'
      | 'clientFolder'
      | 'readerFile'
      | 'workerFile'
      | 'workers'
    > {
  /** The system chooses a free port for 0. */
  port: number
  /** The https port of gates. Without it, there is none. */
  securePort?: number
  host: string
  publicUrl?: string
  /** The addresses and names of this machine. The default is those that the system gives. */
  ownHosts?: readonly string[]
  /** Returns the network adapters of this machine. The default asks the system. */
  interfaces?: () => Interfaces
}

export interface RunningServer {
  /** The address under which this machine reaches the server. */
  url: string
  /** The port that the server listens on. */
  port: number
  address: PublicAddress
  /** The reason why staff at the laptop must sign in, if a proxy may forward requests to the server. */
  proxySign: ProxySign | undefined
  /** The repairs that were made on opening, in Spanish. */
  notes: readonly string[]
  /** The number of accounts with a password. */
  accounts: number
  /** The data that a scan without a session shows at the start. */
  publicData: PublicData
  /** The printed cards whose QR carries another address than the server has now. */
  oldCards: readonly OldCards[]
  /** The problem of the clock at the start, if it stands before what is stored. */
  clock?: ClockProblem
  /** The folder of the automatic backups, which a database does not have. */
  backupFolder?: string
  close(): Promise<void>
}

interface OldCards {
  address: string
  count: number
}

/** @throws MachineError if the folder cannot be used, another server has it, or the port is taken */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { port, host, publicUrl, trustProxy, ownHosts = machineHosts(), report } = options
  const { stores, availability, backupFailure, nextBackup, start, close } = await openDataSource(options)
  let app: FastifyInstance | undefined
  let secure: SecurePort | undefined
  let openPort = port
  const closeApp = async () => {
    const deadline = performance.now() + closingTimeout
    await Promise.all([app && closeInTime(app), secure?.close(deadline)])
  }
  try {
    await ifWritable(report, () => sweep(stores))
    const uploadPlace = uploadPlaceOf(options.data)
    for (const place of [printPlace, uploadPlace]) await sweepTemporaryFolders(place)
    const secret = randomBytes(32).toString('base64url')
    const settings = await stores.settings.watch()
    const address = publicAddress({
      ...options,
      chosen: () => settings.current.network,
      port: () => openPort,
      securePort: () => secure?.port,
    })
    const proxySign = findProxySign({ publicUrl, trustedProxies: trustProxy, ownHosts })
    const folderOfBackups = backupFolderOf(options.data)
    const clockCheck = new ClockCheck(stores)
    await clockCheck.load()
    const backUp = () => writeSafetyBackup(stores, folderOfBackups, 'importar')
    app = await createApp({
      ...options,
      stores,
      availability,
      backupFailure,
      nextBackup,
      backupFolder: resolve(folderOfBackups),
      uploadPlace,
      backUp,
      address,
      secret,
      proxySign,
      clockCheck,
    })
    await app.listen({ port, host })
    // The server has no address any more while it closes, and answers the last requests.
    openPort = portOf(app)
    const opened = await openSecurely(app, options, new URL(address.url()).hostname)
    if (typeof opened !== 'string') secure = opened
    const url = `http://${ownName(host)}:${openPort}`
    const backupFolder = await start({ url, secret })
    await ifWritable(report, () => stores.settings.change({ address: address.url() }))
    const sweeping = setInterval(() => sweep(stores).catch(report), hour)
    sweeping.unref()
    return {
      url,
      port: openPort,
      address,
      proxySign,
      notes: typeof opened === 'string' ? [...stores.notes, opened] : stores.notes,
      accounts: (await stores.accounts.list()).filter((account) => !isPhone(account)).length,
      publicData: publicDataOf(await stores.settings.read(), options.publicData),
      oldCards: await findOldCards(stores, address.url()),
      clock: clockCheck.problem,
      backupFolder,
      async close() {
        clearInterval(sweeping)
        await close(closeApp)
      },
    }
  } catch (error) {
    await close(closeApp)
    throw listenError(error, options)
  }
}

/** Opens the https port, if the server has one. Returns a message in Spanish if that fails: the kiosk works without it. */
async function openSecurely(
  app: FastifyInstance,
  { securePort: port, host, data, ownHosts = machineHosts(), report }: ServerOptions,
  address: string,
): Promise<SecurePort | string | undefined> {
  if (port === undefined) return undefined
  const folder = isDatabase(data) ? join(homedir(), '.pilotos') : data
  const hosts = ['localhost', '127.0.0.1', ...ownHosts]
  const options = { port, host, file: join(folder, 'certificate.pem'), address, hosts, report }
  return openSecurePort(app, options).catch((error) => withoutSecurePort(error, port))
}

const hour = 60 * 60 * 1000

/**
 * Removes the applications that have expired, and the photos that no pilot has had for longer than a removed pilot is
 * listed, so that a removal and an import can be undone with their photos. The additional day covers photos that are about
 * to be stored with a pilot.
 */
async function sweep(stores: ServedStores): Promise<void> {
  await stores.applications.sweep()
  await stores.sweepPhotos(Date.now() - (removedDays + 1) * 24 * hour)
}

/** Returns the place of uploaded files. The disk of the data has room for them; `/tmp` may be in memory. */
function uploadPlaceOf(data: string): TemporaryPlace {
  return isDatabase(data)
    ? { parent: tmpdir(), prefix: 'pilotos-upload-' }
    : { parent: data, prefix: 'upload-' }
}

/** Returns the addresses with the most cards first. */
async function findOldCards(stores: ServedStores, current: string): Promise<OldCards[]> {
  const counts = await stores.otherCards()
  counts.delete(current)
  return Array.from(counts, ([address, count]) => ({ address, count })).sort(
    (one, other) => other.count - one.count,
  )
}

/** Waits for the running requests, and cuts off those that take too long. */
async function closeInTime(app: FastifyInstance): Promise<void> {
  const deadline = setTimeout(() => app.server.closeAllConnections(), closingTimeout)
  await app.close()
  clearTimeout(deadline)
}

/** The longest wait for running requests, in milliseconds. */
const closingTimeout = 10_000

function portOf({ server }: FastifyInstance): number {
  return (server.address() as AddressInfo).port
}

/** Returns the host name under which the machine itself reaches the server. */
function ownName(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

function listenError(error: unknown, { port, host, installation }: ServerOptions): unknown {
  switch (error instanceof Error && 'code' in error && error.code) {
    case 'EADDRINUSE':
      return new MachineError(
        `El puerto ${port} está en uso: cierre el otro programa, o abra el kiosco en otro puerto con ${launchOf(installation).serve} --port ${port + 10} (los QR ya impresos llevan el ${port})`,
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

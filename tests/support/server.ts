/** Starts test servers on their own folders: without a port for the routes, with one for browsers and commands. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { onTestFinished } from 'vitest'
import { orderHeader } from '#domain/api/call'
import type { Installation } from '#domain/desk/installation'
import type { PilotRecord } from '#domain/pilots/schemas'
import { findProxySign } from '#domain/staff/local-access'
import type { PublicData } from '#domain/staff/roles'
import { type AppOptions, createApp } from '../../server/app.ts'
import { startServer } from '../../server/listen.ts'
import type { Interfaces } from '../../server/network/phone-networks.ts'
import { publicAddress } from '../../server/network/public-address.ts'
import { openFolder } from '../../server/store/open.ts'
import type { LocalStores } from '../../server/store/shared/stores.ts'
import { Workers } from '../../server/workers/workers.ts'
import './answer-schemas.ts'
import { diagnostics } from './diagnostics.ts'
import { aFolder } from './folder.ts'
import { aDraft } from './pilots.ts'
import { root } from './root.ts'

export const publicUrl = 'http://192.168.1.20:4780'
/** The addresses that the test server treats as its machine's own. */
const ownHosts = ['192.168.1.20']
const clientFolder = join(root, 'dist', 'client')
const readerFile = join(root, 'dist', 'program', 'reader.cjs')
const workerFile = join(root, 'dist', 'program', 'worker.cjs')

/** The threads of all servers of this process: each thread that loads its jobs costs computing time. */
export const workers = new Workers({ workerFile })

export interface TestServer {
  app: FastifyInstance
  stores: LocalStores
  folder: string
  /** The errors that the server has reported. They fail a test that does not read this property. */
  readonly reported: Error[]
}

export async function openApp(options: Partial<AppOptions> = {}, folder?: string): Promise<TestServer> {
  const data = folder ?? (await aFolder())
  const test = diagnostics()
  const reported: Error[] = []
  let isRead = false
  const stores = await openFolder(data)
  const app = await createApp({
    stores,
    address: publicAddress({ publicUrl, port: 4780 }),
    installation: 'clone',
    clientFolder,
    readerFile,
    workerFile,
    workers,
    backupFolder: join(data, 'backups'),
    uploadPlace: { parent: data, prefix: 'upload-' },
    secret: 'the secret of this kiosk',
    proxySign: findProxySign({ publicUrl, trustedProxies: options.trustProxy, ownHosts }),
    report: (error) => reported.push(error),
    ...options,
  })
  onTestFinished(async () => {
    await app.close()
    await stores.close()
    for (const error of reported) test.report(error, isRead)
  })
  return {
    app: withOrderIds(app),
    stores,
    folder: data,
    get reported() {
      isRead = true
      return reported
    },
  }
}

/** Gives each order that a test sends an identifier, as pages do, unless the test says which, or an empty one for none. */
function withOrderIds(app: FastifyInstance): FastifyInstance {
  const inject = app.inject.bind(app) as (order: InjectOptions | string) => ReturnType<typeof app.inject>
  const sent = (order: InjectOptions | string) => {
    if (typeof order === 'string' || (order.method ?? 'GET') === 'GET' || order.url === '/api')
      return inject(order)
    const { [orderHeader]: id = randomUUID(), ...headers } = order.headers ?? {}
    return inject({ ...order, headers: { ...headers, ...(id && { [orderHeader]: id }) } })
  }
  return Object.assign(app, { inject: sent })
}

/** Starts a server that listens on loopback, on a port that the system chooses unless `port` is given. */
export async function startTestServer(
  options: {
    requireLogin?: boolean
    publicUrl?: string
    trustProxy?: string[]
    countryCode?: string
    publicData?: PublicData
    printSystem?: AppOptions['printSystem']
    backupEvery?: number
    folder?: string
    installation?: Installation
    port?: number
    securePort?: number
    /** Returns the network adapters of the laptop, in whose networks the server then listens. No public address is given. */
    interfaces?: () => Interfaces
    /** True if the errors that the server reports are part of the test. Otherwise each of them fails it. */
    expectsErrors?: boolean
  } = {},
) {
  const test = diagnostics()
  const { folder = await aFolder(), port = 0, expectsErrors = false, ...how } = options
  const server = await startServer({
    data: folder,
    port,
    host: '127.0.0.1',
    publicUrl,
    ownHosts,
    installation: 'clone',
    clientFolder,
    readerFile,
    workerFile,
    workers,
    report: (error) => test.report(error, expectsErrors),
    say: (text) => test.note(text),
    ...(how.interfaces && { host: '0.0.0.0', publicUrl: undefined }),
    ...how,
  })
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= server.close()
    return closing
  }
  onTestFinished(close)
  const { notes, address } = server
  return { folder, port: server.port, url: server.url, secureUrl: address.secureUrl(), notes, close }
}

/** Returns the request of a browser that submits a form. A part is a text, the bytes of a file, or a JSON value. */
export function formRequest(parts: Record<string, string | Buffer | object>): InjectOptions {
  const boundary = 'the-boundary-of-this-form'
  const chunks = Object.entries(parts).flatMap(([name, part]) => {
    const isFile = Buffer.isBuffer(part)
    const disposition = `form-data; name="${name}"${isFile ? '; filename="foto.png"' : ''}`
    const type = isFile ? '\r\nContent-Type: image/png' : ''
    const content = isFile ? part : Buffer.from(typeof part === 'string' ? part : JSON.stringify(part))
    return [
      Buffer.from(`--${boundary}\r\nContent-Disposition: ${disposition}${type}\r\n\r\n`),
      content,
      Buffer.from('\r\n'),
    ]
  })
  return {
    method: 'POST',
    url: '/api',
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'sec-fetch-site': 'same-origin',
    },
    payload: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
  }
}

/** Registers a pilot over HTTP and returns the record of the response. @throws Error if the status is not 201 */
export async function registered(
  app: FastifyInstance,
  draft: object = aDraft(),
  picture?: Buffer,
): Promise<PilotRecord> {
  const response = await app.inject(formRequest({ data_driver: draft, ...(picture && { _img: picture }) }))
  if (response.statusCode !== 201) throw new Error(`${response.statusCode} ${response.body}`)
  return response.json().data[0]
}

/** What the commands of this machine call while the kiosk runs: the methods of the desk, with the kiosk's secret. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { isLoopbackName, terminalPath } from '#domain/addresses'
import { NotFoundError, PilotosError } from '#domain/errors'
import type { PublicAddress } from '../public-address.ts'
import type { Desk } from '../store/desk.ts'
import { type KioskInfo, secretHeader } from '../store/kiosk-file.ts'
import { packed, type RemoteAnswer, type RemoteCall, remoteMethods, unpacked } from '../store/remote-desk.ts'

interface TerminalOptions {
  desk: Desk
  address: PublicAddress
  secret: string
}

const maxBody = 512 * 1024 * 1024

export const terminal: FastifyPluginAsync<TerminalOptions> = async (app, { desk, address, secret }) => {
  app.addHook('onRequest', async ({ headers, socket }: FastifyRequest) => {
    if (!isThisMachine(socket) || !sameSecret(headers[secretHeader], secret))
      throw new NotFoundError('No existe esa dirección')
  })

  app.get(terminalPath, async (): Promise<KioskInfo> => ({ publicUrl: address.url() }))

  app.post<{ Body: RemoteCall }>(terminalPath, { bodyLimit: maxBody }, async ({ body }) => {
    const { part, method, args } = body
    const methods: readonly string[] = remoteMethods[part] ?? []
    if (!methods.includes(method)) throw new NotFoundError('No existe esa orden')
    return answer(desk[part], method, args)
  })
}

/** A failure is an answer like any other, so that the command prints what it would have printed without a kiosk. */
async function answer(target: object, method: string, args: unknown[]): Promise<RemoteAnswer> {
  try {
    const result = await Reflect.get(target, method).apply(
      target,
      args.map((arg) => unpacked(arg ?? undefined)),
    )
    return { result: packed(result) ?? null }
  } catch (error) {
    if (!(error instanceof PilotosError)) throw error
    return { failure: { kind: error.kind, message: error.message, details: error.details } }
  }
}

/** The caller is on loopback, or comes from the very address that it calls. */
function isThisMachine({ remoteAddress = '', localAddress }: Socket): boolean {
  return isLoopbackName(remoteAddress.replace(/^::ffff:/, '')) || remoteAddress === localAddress
}

/** Compares in constant time, whatever the lengths. */
function sameSecret(given: unknown, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return typeof given === 'string' && timingSafeEqual(digest(given), digest(secret))
}

/** Lets the commands of this machine call the methods of the stores, with the server's secret. */
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { NotFoundError, PilotosError } from '#domain/errors'
import { terminalPath } from '#domain/web/addresses'
import { hasSecret } from '../access/secret.ts'
import type { PublicAddress } from '../network/public-address.ts'
import type { Stores } from '../store/contract/stores.ts'
import type { ServerInfo } from '../store/server/entry-file.ts'
import {
  packed,
  type RemoteAnswer,
  type RemoteCall,
  remoteMethods,
  unpacked,
} from '../store/server/stores.ts'

interface TerminalOptions {
  stores: Stores
  address: PublicAddress
  secret: string
}

const maxBody = 512 * 1024 * 1024

export const terminal: FastifyPluginAsync<TerminalOptions> = async (app, { stores, address, secret }) => {
  app.addHook('onRequest', async (request: FastifyRequest) => {
    if (!hasSecret(request, secret)) throw new NotFoundError('No existe esa dirección')
  })

  app.get(terminalPath, async (): Promise<ServerInfo> => ({ publicUrl: address.url() }))

  app.post<{ Body: RemoteCall }>(terminalPath, { bodyLimit: maxBody }, async ({ body }) => {
    const { part, method, args } = body
    const methods: readonly string[] = remoteMethods[part] ?? []
    if (!methods.includes(method)) throw new NotFoundError('No existe esa orden')
    return answer(stores[part], method, args)
  })
}

/** Returns expected failures as answers, so that the command prints the message that it prints without a server. */
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

/** Lets the commands of this machine call the methods of the stores, with the server's secret. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as Type from 'typebox'
import { NotFoundError, PilotosError } from '#domain/errors'
import { terminalPath } from '#domain/web/addresses'
import type { PublicAddress } from '../network/public-address.ts'
import { packed, type RemoteAnswer, remoteMethods, unpacked } from '../store/contract/remote-calls.ts'
import type { Stores } from '../store/contract/stores.ts'
import { answers, file } from './answers.ts'

interface TerminalOptions {
  stores: Stores
  address: PublicAddress
}

const serverInfo = Type.Object({ publicUrl: Type.String() })

/** A `RemoteCall`. */
const remoteCall = Type.Object({
  part: Type.Enum(Object.keys(remoteMethods) as (keyof typeof remoteMethods)[]),
  method: Type.String(),
  args: Type.Array(Type.Unknown()),
})

/** A `RemoteAnswer`. */
const remoteAnswer = Type.Unsafe<RemoteAnswer>(
  Type.Union([
    Type.Object({ result: Type.Unknown() }),
    Type.Object({ failure: Type.Object({ kind: Type.String(), message: Type.String() }) }),
  ]),
)

const maxBody = 512 * 1024 * 1024

export const terminal: FastifyPluginAsyncTypebox<TerminalOptions> = async (app, { stores, address }) => {
  app.get(terminalPath, { schema: { response: answers({ 200: serverInfo }) } }, async () => ({
    publicUrl: address.url(),
  }))

  const ofCall = { body: remoteCall, response: answers({ 200: file([], remoteAnswer) }) }
  app.post(terminalPath, { schema: ofCall, bodyLimit: maxBody }, async ({ body }) => {
    const { part, method, args } = body
    const methods: readonly string[] = remoteMethods[part]
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

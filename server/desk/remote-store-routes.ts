/** Lets the commands of this machine call the methods of the stores, with the server's secret. */
import type { RemoteAnswer } from '#domain/desk/calls'
import { NotFoundError, PilotosError } from '#domain/errors'
import { type Routes, serve } from '../http/serve.ts'
import type { PublicAddress } from '../network/public-address.ts'
import { packed, remoteMethods, unpacked } from '../store/running-server.ts'
import type { Stores } from '../store/shared/stores.ts'

export const remoteStores: Routes<{ stores: Stores; address: PublicAddress }> = async (
  app,
  { stores, address },
) => {
  serve(app, 'GET /terminal', async () => ({
    publicUrl: address.url(),
  }))

  serve(app, 'POST /terminal', async ({ body }) => {
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

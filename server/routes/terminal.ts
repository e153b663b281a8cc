/** Lets the commands of this machine call the methods of the stores, with the server's secret. */
import * as Type from 'typebox'
import { NotFoundError, PilotosError } from '#domain/errors'
import { terminalPath } from '#domain/web/addresses'
import { file, oneOf, text } from '#domain/web/schema-parts'
import { packed, type RemoteAnswer, remoteMethods, unpacked } from '../store/shared/remote-calls.ts'
import { answers } from './route-schemas.ts'
import type { Routes } from './services.ts'

const serverInfo = Type.Object({ publicUrl: text('The public address in the QRs.') })

/** A `RemoteCall`. */
const remoteCall = Type.Object({
  part: oneOf(Object.keys(remoteMethods) as (keyof typeof remoteMethods)[], 'A store.'),
  method: text('The name of a method of that store.'),
  args: Type.Array(Type.Unknown(), { description: 'Its arguments. Bytes are `{"base64": "…"}`.' }),
})

/** A `RemoteAnswer`. */
const remoteAnswer = Type.Unsafe<RemoteAnswer>(
  Type.Union([
    Type.Object({ result: Type.Unknown({ description: 'Its result.' }) }),
    Type.Object({
      failure: Type.Object({
        kind: text('The kind of an expected failure: see `ErrorKind`.'),
        message: text('The message of that failure, in Spanish.'),
      }),
    }),
  ]),
)

const maxBody = 512 * 1024 * 1024

export const terminal: Routes = async (app, { stores, address }) => {
  const description =
    'The commands of the same machine use this call while a server runs on their data folder. The header ' +
    '`x-pilotos-secret` must contain the secret of the server; without it the answer is 404. The call may change with ' +
    'each version, and is not for other programs.'
  const reading = {
    summary: 'Answers a command with the public address.',
    description,
    response: answers({ 200: serverInfo }),
  }
  app.get(terminalPath, { schema: reading }, async () => ({
    publicUrl: address.url(),
  }))

  const calling = {
    summary: 'Calls a method of a store for a command.',
    description,
    body: remoteCall,
    response: answers({ 200: file([], remoteAnswer) }),
  }
  app.post(terminalPath, { schema: calling, bodyLimit: maxBody }, async ({ body }) => {
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

/** Makes the codes that pair phones with gates, and lets a phone use one. A GET never pairs. */

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as Type from 'typebox'
import { MalformedError, NotFoundError } from '#domain/errors'
import type { Pairing } from '#domain/gate/pairing'
import { pairingsPath, pairingUrl, pairPath } from '#domain/web/addresses'
import { newPairing, type PairingInfo, pairing, pairingOrder, phoneCode } from '#domain/web/gate-schemas'
import { one, sessionInfo } from '#domain/web/schemas'
import type { CodeGuesses } from '../access/code-guesses.ts'
import { deviceName } from '../access/device-name.ts'
import type { Pairings } from '../access/pairings.ts'
import type { Gates } from '../actions/gates.ts'
import { qrPixels } from '../qr/png.ts'
import { qrSvg } from '../qr/qr.ts'
import { answers, empty } from './answers.ts'
import { describeSession, type SessionOptions } from './session.ts'

interface PairingRouteOptions extends SessionOptions {
  pairings: Pairings
  guesses: CodeGuesses
  gates: Gates
}

const params = Type.Object({ id: Type.String() })

export const pairings: FastifyPluginAsyncTypebox<PairingRouteOptions> = async (app, options) => {
  const { pairings, guesses, gates, accounts, address, browsers, guard } = options

  const toCreate = { body: pairingOrder, response: answers({ 201: one(newPairing) }) }
  app.post(pairingsPath(), { schema: toCreate }, async ({ body: { gate } }, reply) => {
    if (!gates.current.gates.includes(gate))
      throw new MalformedError(`No hay una puerta ${gate}: agréguela primero`)
    const { code, pairing } = await pairings.create(gate)
    const url = pairingUrl(address.url(), code)
    return reply.code(201).send({ data: [{ ...describe(pairing), url, qr: qrSvg(url, qrPixels.usual) }] })
  })

  /** Answers with the account of the phone once it has used the code. */
  const toFollow = { params, response: answers({ 200: one(pairing) }) }
  app.get(pairingsPath(':id'), { schema: toFollow }, async ({ params: { id } }) => {
    const found = await pairings.find(id)
    if (!found) throw new NotFoundError('Ese código ya no está: haga otro')
    const account = (await accounts.list()).find(({ user }) => user === found.account)
    return { data: [{ ...describe(found), ...(account?.device && { device: account.device }) }] }
  })

  const toCancel = { params, response: answers({ 204: empty }) }
  app.delete(pairingsPath(':id'), { schema: toCancel }, async ({ params }, reply) => {
    await pairings.cancel(params.id)
    return reply.code(204).send()
  })

  const toPair = { body: phoneCode, response: answers({ 200: one(sessionInfo) }) }
  app.post(pairPath, { schema: toPair, bodyLimit: 1024 }, async (request, reply) => {
    const device = deviceName(request.headers['user-agent'], request.ip)
    const account = await pairings.pair(request.body.code, device).catch(async (error) => {
      if (error instanceof NotFoundError) await guesses.holdBack(request)
      throw error
    })
    // A phone is at one gate: its earlier pairing ends with its session.
    const earlier = guard.gateOf(request) === undefined ? undefined : guard.userOf(request)
    await browsers.start(request, reply, account)
    if (earlier !== undefined) await accounts.remove(earlier)
    return { data: [await describeSession(request, options, account)] }
  })
}

function describe({ hash, gate, expires, account }: Pairing): PairingInfo {
  return { id: hash, gate, expires, ...(account !== undefined && { user: account }) }
}

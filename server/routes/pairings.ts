/** Makes the codes that pair phones with gates, and lets a phone use one. A GET never pairs. */

import * as Type from 'typebox'
import { MalformedError, NotFoundError } from '#domain/errors'
import type { Pairing } from '#domain/gate/pairing'
import { pairingsPath, pairingUrl, pairPath } from '#domain/web/addresses'
import { newPairing, type PairingInfo, pairing, pairingOrder, phoneCode } from '#domain/web/gate-schemas'
import { dataOf, text } from '#domain/web/schema-parts'
import { sessionInfo } from '#domain/web/settings-schemas'
import { deviceName } from '../access/pairings.ts'
import { qrPixels } from '../qr/png.ts'
import { qrSvg } from '../qr/qr.ts'
import { answers, empty } from './route-schemas.ts'
import type { Routes } from './services.ts'
import { describeSession } from './session.ts'

const params = Type.Object({ id: text('The identifier of the code.') })

const creation = {
  summary: 'Makes a code that pairs one phone with a gate, and is valid for ten minutes.',
  description: '400 if there is no such gate.',
  body: pairingOrder,
  response: answers({ 201: dataOf(newPairing) }),
}

const following = {
  summary: 'Answers with a code, and with the phone that has used it.',
  params,
  response: answers({ 200: dataOf(pairing) }),
}

const cancelling = {
  summary: 'Makes a code unusable that no phone has used.',
  params,
  response: answers({ 204: empty }),
}

const using = {
  summary: 'Makes the browser the gate of a code, and sets the cookie of its session.',
  description:
    '404 for an unknown code, which is delayed like a wrong code of a credential, and 410 for one that was used or ' +
    "has expired. The browser's earlier session ends.",
  body: phoneCode,
  response: answers({ 200: dataOf(sessionInfo) }),
}

export const pairings: Routes = async (app, services) => {
  const { pairings, guesses, gates, address, browsers, guard } = services
  const { accounts } = services.stores

  app.post(pairingsPath(), { schema: creation }, async ({ body: { gate } }, reply) => {
    if (!gates.current.gates.includes(gate))
      throw new MalformedError(`No hay una puerta ${gate}: agréguela primero`)
    const { code, pairing } = await pairings.create(gate)
    const url = pairingUrl(address.url(), code)
    return reply.code(201).send({ data: [{ ...describe(pairing), url, qr: qrSvg(url, qrPixels.usual) }] })
  })

  app.get(pairingsPath(':id'), { schema: following }, async ({ params: { id } }) => {
    const found = await pairings.find(id)
    if (!found) throw new NotFoundError('Ese código ya no está: haga otro')
    const account = (await accounts.list()).find(({ user }) => user === found.account)
    return { data: [{ ...describe(found), ...(account?.device && { device: account.device }) }] }
  })

  app.delete(pairingsPath(':id'), { schema: cancelling }, async ({ params }, reply) => {
    await pairings.cancel(params.id)
    return reply.code(204).send()
  })

  app.post(pairPath, { schema: using, bodyLimit: 1024 }, async (request, reply) => {
    const device = deviceName(request.headers['user-agent'], request.ip)
    const account = await pairings.pair(request.body.code, device).catch(async (error) => {
      if (error instanceof NotFoundError) await guesses.holdBack(request)
      throw error
    })
    // A phone is at one gate: its earlier pairing ends with its session.
    const earlier = guard.gateOf(request) === undefined ? undefined : guard.userOf(request)
    await browsers.start(request, reply, account)
    if (earlier !== undefined) await accounts.remove(earlier)
    return { data: [await describeSession(request, services, account)] }
  })
}

function describe({ hash, gate, expires, account }: Pairing): PairingInfo {
  return { id: hash, gate, expires, ...(account !== undefined && { user: account }) }
}

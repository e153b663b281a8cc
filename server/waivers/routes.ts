/** Lets riders sign the waiver at a phone or at the laptop, and admins write its text. */
import { hostname } from 'node:os'
import { MalformedError, NotFoundError, PilotosError } from '#domain/errors'
import { CodeHistory } from '#domain/gate/code-history'
import { isCredibleTime } from '#domain/gate/passage'
import { isMinor, type Pilot } from '#domain/pilots/pilot'
import { waiverChanged } from '#domain/signing/problems'
import { authorAt } from '#domain/staff/roles'
import { today } from '#domain/text/date'
import type { SignatureBody } from '#domain/waivers/calls'
import type { SignedInfo } from '#domain/waivers/schemas'
import { readSignature, signedOf } from '#domain/waivers/signature'
import { type CurrentWaiver, currentWaiver, waiverOf } from '#domain/waivers/waiver'
import { type Routes, requireId, serve } from '../http/serve.ts'
import { sendFile } from '../http/transfers.ts'
import type { Events } from '../settings/race-events.ts'
import { pilotIfThere } from '../store/queries/select.ts'
import type { Waivers } from './texts.ts'
import { drawSheet, waiversOfEvent, waiversOfRider } from './waiver-files.ts'

export const waivers: Routes<{ waiver: Waivers }> = async (app, parts) => {
  const { stores, guard, waiver, events, branding, workers } = parts
  const describe = () => ({ data: waiver.current ? [waiver.current] : [] })

  serve(app, 'GET /api/waiver', async () => describe())

  serve(app, 'PUT /api/waiver', async (request) => {
    const { text, version } = request.body
    await waiver.change(text, version, guard.authorOf(request))
    return describe()
  })

  serve(app, 'POST /api/pilots/:id/waiver', async (request) => {
    const { body } = request
    if (body.paper) guard.requireRole(request, 'mesa')
    const text = textOf(body)
    const rider = await riderOf(request.params.id, 'Ya no está registrado: la firma no se guardó')
    const at = timeOf(body, guard.sinceOf(request))
    const given = readSignature(body, text, isMinor(rider, today(new Date(at))))
    // Another desk would take «esta laptop» for its own.
    const [by, here] = [guard.authorOf(request), guard.deviceOf(request)].map((one) =>
      authorAt(hostname(), one),
    )
    const device = body.paper ? undefined : here
    const signed = await stores.pilots.sign(rider.id, { ...given, at, by, ...(device && { device }) }, by)
    return { data: [signedOf(signed.waivers, text.hash) as SignedInfo] }
  })

  serve(app, 'DELETE /api/pilots/:id/waiver', async (request) => {
    if (await stores.pilots.ridersOfDone()) return { data: [{ removed: true }] }
    const { hash } = requireCurrent()
    const rider = await riderOf(request.params.id)
    await stores.pilots.unsign(rider.id, hash, guard.authorOf(request))
    return { data: [{ removed: waiverOf(rider.waivers, hash) !== undefined }] }
  })

  serve(app, 'GET /api/pilots/:id/waiver.pdf', async ({ params }, reply) => {
    const rider = await riderOf(params.id)
    const sheet = waiversOfRider(rider, basisOf(events.open))
    return sendFile(reply, await fileOf('deslinde', sheet))
  })

  serve(app, 'GET /api/events/:id/waivers.pdf', async ({ params }, reply) => {
    const event = events.required(params.id)
    const { pilots } = await stores.pilots.list({ enteredIn: { event: event.id } })
    return sendFile(reply, await fileOf('deslindes', waiversOfEvent(pilots, basisOf(event))))
  })

  const basisOf = (event: Events['open']) => ({ event, texts: waiver.texts, brand: branding.current })

  const fileOf = async (name: string, sheet: Parameters<typeof drawSheet>[1]) => ({
    name: `${name}-${today()}.pdf`,
    type: 'application/pdf',
    content: await drawSheet(workers, sheet),
  })

  /** Returns the text that was signed. @throws PilotosError if it is not the current one any more */
  function textOf({ hash, offline }: SignatureBody): CurrentWaiver {
    const signed = offline ? currentWaiver(waiver.texts, hash) : undefined
    if (signed) return signed
    const current = requireCurrent()
    if (current.hash !== hash) throw new PilotosError('conflict', waiverChanged)
    return current
  }

  function requireCurrent(): CurrentWaiver {
    if (waiver.current) return waiver.current
    throw new PilotosError('conflict', 'Este evento no tiene un deslinde: se escribe en Ajustes › Deslinde')
  }

  /** Returns the rider of a code, also of a lost card: the person who signs is the same. @throws NotFoundError with `lost` */
  async function riderOf(text: string, lost?: string): Promise<Pilot> {
    const code = requireId(text)
    const codes = new CodeHistory(await stores.pilots.revocations())
    const rider = await pilotIfThere(stores, codes.current(code))
    if (!rider) throw new NotFoundError(lost)
    return rider
  }
}

/** Returns the time of a signature: that of a device that was offline, if its clock can be right. @throws MalformedError */
function timeOf({ at, offline }: SignatureBody, since?: string): string {
  const received = new Date().toISOString()
  if (!offline || at === undefined) return received
  if (Number.isNaN(Date.parse(at))) throw new MalformedError('at es una fecha y hora ISO 8601')
  const moment = new Date(at).toISOString()
  return isCredibleTime({ at: moment, offline }, received, since) ? moment : received
}

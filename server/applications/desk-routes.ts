/** Lets the desk decide on the applications of riders, and admins open and close their reception. */

import { applyPath } from '#domain/api/addresses'
import { type Application, isSigned, isWaiting } from '#domain/applications/application'
import type { ApplicationInfo } from '#domain/applications/calls'
import { paperOf } from '#domain/credential/paper'
import { brandFor } from '#domain/desk/brand'
import { InvalidError, PilotosError } from '#domain/errors'
import { documentText } from '#domain/pilots/document'
import { missingNames } from '#domain/pilots/incomplete'
import { fullName, isMinor } from '#domain/pilots/pilot'
import { isMoment, today } from '#domain/text/date'
import { visible } from '#domain/text/names'
import { type Routes, serve } from '../http/serve.ts'
import { sendFile } from '../http/transfers.ts'
import { versionOf } from '../store/documents/applications.ts'
import { pilotIfThere } from '../store/queries/select.ts'
import { statusOf } from './routes.ts'

export const waitingApplications: Routes<{ waiver: { current?: { hash: string } } }> = async (
  app,
  { stores, queue, waiver: text },
) => {
  serve(app, 'GET /api/applications', async () => {
    const waiting = (await queue.list()).filter(isWaiting)
    return { data: await Promise.all(waiting.map(describe)) }
  })

  serve(app, 'GET /api/applications/:id', async ({ params }) => {
    const found = await queue.waiting(params.id)
    const { draft, consent, waiver } = found
    return {
      data: [
        {
          ...(await describe(found)),
          data_driver: JSON.stringify(draft),
          version: versionOf(found),
          ...(consent && { consent }),
          ...(waiver && { waiver: drawingOf(waiver) }),
        },
      ],
    }
  })

  serve(app, 'POST /api/applications/:id/refuse', async ({ params, body }) => {
    const refuse = async () => ({ outcome: { refused: visible(body.reason) }, result: undefined })
    await queue.decide(params.id, refuse)
    return { data: [statusOf(await queue.get(params.id))] }
  })

  serve(app, 'DELETE /api/applications/:id', async ({ params }) => queue.remove(params.id))

  async function describe(application: Application): Promise<ApplicationInfo> {
    const { id, turn, at, draft, photo, category } = application
    const { dni, tipodoc, documento, paisdoc } = draft
    const duplicates = await stores.pilots.findDuplicates({
      dni,
      ...(tipodoc && { tipodoc }),
      ...(documento && { documento }),
      ...(paisdoc && { paisdoc }),
    })
    const holder = duplicates.dni ?? duplicates.documento
    const hash = text.current?.hash
    const rider = hash && holder ? await pilotIfThere(stores, holder.id) : undefined
    return {
      ...{ id, turn, at, name: fullName(draft), document: documentText(draft) ?? '', photo },
      minor: isMinor(draft, today()),
      ...(holder && { known: holder.id }),
      missing: missingNames(draft),
      ...(category !== undefined && { category }),
      ...(hash && { signed: isSigned(application, rider, hash) }),
    }
  }
}

export const receptionSettings: Routes = async (app, parts) => {
  const { queue, guard, address, reception, branding, events, workers } = parts
  const formUrl = () => {
    const { code } = reception.current
    return code && `${address.url()}${applyPath(code)}`
  }
  const describeReception = async () => {
    const { until, wifi } = reception.current
    const waiting = (await queue.list()).filter(isWaiting).length
    return { data: [{ is_open: reception.isOpen, until, wifi, url: formUrl(), waiting }] }
  }

  serve(app, 'GET /api/reception', async () => describeReception())

  serve(app, 'GET /api/reception/poster.pdf', async (_request, reply) => {
    const url = formUrl()
    if (!url) throw new PilotosError('conflict', 'Todavía no hay cartel: abra antes la autoinscripción')
    const brand = brandFor(branding.current, events.open.name)
    const poster = { url, wifi: reception.current.wifi, brand, paper: paperOf(events.open) }
    const content = await workers.run('draw-poster', poster, { kind: 'cards' })
    return sendFile(reply, { name: 'cartel-autoinscripcion.pdf', type: 'application/pdf', content })
  })

  serve(app, 'PUT /api/reception', async (request) => {
    const { is_open: isOpen, until, wifi, renew } = request.body
    if (until && !isMoment(until)) throw new InvalidError({ until: 'Esa hora no existe' })
    const change = {
      isOpen,
      renews: renew !== undefined,
      ...(until !== undefined && { until }),
      ...(wifi !== undefined && { wifi: visible(wifi) }),
    }
    await reception.change(change, guard.authorOf(request))
    return describeReception()
  })
}

function drawingOf({ version, strokes = '', guardian }: NonNullable<Application['waiver']>) {
  return { version, strokes, ...(guardian && { guardian }) }
}

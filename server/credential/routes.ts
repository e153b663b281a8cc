/** Takes print orders of staff, and answers with their progress and their PDF. */
import { type FileHandle, open } from 'node:fs/promises'
import { addressOf } from '#domain/api/addresses'
import type { PrintOrder, PrintPreview } from '#domain/credential/calls'
import { maxUndrawable, problemOfPrint } from '#domain/credential/cards'
import { countStatuses } from '#domain/credential/status'
import { MalformedError, NotFoundError } from '#domain/errors'
import { decidePrint } from '#domain/pilots/decisions'
import { divided, maxLacking, requireComplete, riderLacking } from '#domain/pilots/incomplete'
import type { Pilot } from '#domain/pilots/pilot'
import { type FilterBasis, toFilter } from '#domain/pilots/search/list-query'
import { onErasure, type Parts, type Routes, requireId, serve } from '../http/serve.ts'
import { sendFile } from '../http/transfers.ts'
import { countSelected, eventFilter, selectPilots } from '../store/queries/select.ts'
import type { CardPictures } from './card-pictures.ts'
import { requireReadableQr } from './print/face-parts.ts'
import { PrintJobs } from './print/print-jobs.ts'
import { findUndrawable, printEmergencySheet, resolveOffset } from './print/print-order.ts'

export const print: Routes<{ cardPictures: CardPictures }> = async (app, needs) => {
  const { stores, workers, guard, address, events, validity, cardPictures } = needs
  const jobs = new PrintJobs({ stores, workers })
  onErasure(app, stores, () => jobs.clear())
  app.addHook('onClose', () => jobs.close())
  serve(app, 'GET /api/print', async () => {
    const { offset = [0, 0] } = await stores.settings.read()
    return { data: [{ offset, public_url: address.url() }] }
  })

  serve(app, 'POST /api/print', async (request, reply) => {
    const ofEvent = await eventFilter(stores, events, request.body)
    const order = { ...toOrder(request.body, validity), ...ofEvent }
    if (request.body.dry_run) {
      return { data: [await previewCards(needs, await selectPilots(stores, order))] }
    }
    requireReadableQr(address.url(), order.layout)
    const by = guard.authorOf(request)
    const { id, total } = await jobs.start(by, await countSelected(stores, order), async () => {
      const selected = await selectPilots(stores, order)
      const { complete } = divided(selected)
      if (complete.length === 0) requireComplete(selected)
      const pilots = decidePrint(complete, order)
      const offset = await resolveOffset(stores, order)
      return { ...order, ids: pilots.map((pilot) => pilot.id), offset, address: address.url(), by }
    })
    reply.code(202)
    return { data: [{ job: id, total }] }
  })

  serve(app, 'GET /api/pilots/:id/card.png', async ({ params }, reply) =>
    cardPictures.send(reply, requireId(params.id)),
  )

  serve(app, 'POST /api/emergency-sheet', async ({ body }, reply) => {
    const ofEvent = await eventFilter(stores, events, body)
    const { ids, ...filter } = body
    const order = { ids: ids?.map(requireId), ...toFilter(filter, validity), ...ofEvent }
    const content = await printEmergencySheet({ stores, workers }, await selectPilots(stores, order))
    return sendFile(reply, { name: 'emergencia.pdf', type: 'application/pdf', content })
  })

  serve(app, 'GET /api/print/:job', async ({ params }) => {
    const { id, done, total, path } = jobs.get(params.job)
    const ahead = jobs.ahead(id)
    const [first] = ahead
    const waitsFor = first ? { by: first.by, done: first.done, total: first.total } : null
    const url = path ? addressOf('GET /api/print/:job/credenciales.pdf', { params }) : null
    return { data: [{ before: ahead.length, waits_for: waitsFor, done, total, url }] }
  })

  serve(app, 'DELETE /api/print/:job', async ({ params }) => jobs.cancel(params.job))

  serve(app, 'GET /api/print/:job/credenciales.pdf', async ({ params }, reply) => {
    const { id, path } = jobs.get(params.job)
    // An open file can be read to its end, even after it is removed.
    const pdf = path && (await open(path).catch(() => undefined))
    if (!pdf) throw new NotFoundError('Ese PDF no está: prepárelo otra vez')
    const { size } = await noted(id, pdf)
    return (
      reply
        .type('application/pdf')
        .header('content-length', size)
        .header('content-disposition', 'inline; filename="credenciales.pdf"')
        // The PDF viewers of browsers are pages with styles and scripts of their own.
        .header('content-security-policy', "frame-ancestors 'none'")
        .send(pdf.createReadStream())
    )
  })

  /** Records the cards as printed when the PDF is opened. */
  async function noted(id: string, pdf: FileHandle) {
    try {
      await jobs.note(id)
      return await pdf.stat()
    } catch (error) {
      await pdf.close()
      throw error
    }
  }
}

/** Returns what a person has to know about cards before they are printed. */
export async function previewCards(
  { workers, validity, fields, events }: Parts,
  selected: readonly Pilot[],
): Promise<PrintPreview> {
  const { complete, incomplete } = divided(selected)
  const { expired, suspended } = countStatuses(complete, validity.basis)
  const shown = { table: fields.table, event: events.open }
  const boxes = await findUndrawable(workers, complete, 'cards', shown)
  return {
    ...{ total: complete.length, expired, suspended },
    ...{ undrawable: boxes.slice(0, maxUndrawable), undrawable_total: boxes.length },
    incomplete: incomplete.slice(0, maxLacking).map(riderLacking),
    incomplete_total: incomplete.length,
  }
}

/** Converts the body of an order. @throws MalformedError, NotFoundError */
function toOrder(order: PrintOrder, validity: FilterBasis) {
  const { ids, only_new: onlyNew, dry_run: _isDryRun, again, layout, start, offset, bleed, ...filter } = order
  const problem = problemOfPrint({ layout, start, bleed })
  if (problem) throw new MalformedError(problem)
  return {
    ids: ids?.map(requireId),
    ...toFilter(filter, validity),
    layout,
    start,
    offset,
    bleed,
    again,
    onlyNew,
  }
}

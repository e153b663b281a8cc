/** Takes print orders of staff, and answers with their progress and their PDF. */
import { type FileHandle, open } from 'node:fs/promises'
import * as Type from 'typebox'
import { problemOfPrint } from '#domain/cards'
import { MalformedError, NotFoundError } from '#domain/errors'
import { toFilter } from '#domain/list-query'
import { decidePrint } from '#domain/pilot/decisions'
import { maxUndrawable } from '#domain/undrawable'
import { countStatuses, type StatusBasis } from '#domain/validity/status'
import { emergencySheetPath, printFilePath, printPath } from '#domain/web/addresses'
import { dataOf, empty, file, text } from '#domain/web/schema-parts'
import {
  emergencyOrder,
  type PrintOrder,
  printInfo,
  printJob,
  printOrder,
  printPreview,
  printProgress,
} from '#domain/web/settings-schemas'
import { countSelected, eventFilter, selectPilots } from '../actions/select.ts'
import { requireReadableQr } from '../print/card-sizes.ts'
import { PrintJobs } from '../print/print-jobs.ts'
import { printEmergencySheet, resolveOffset } from '../print/print-order.ts'
import { findUndrawable } from '../print/undrawable.ts'
import { requireId } from './credentials.ts'
import { answers } from './route-schemas.ts'
import { onErasure, type Routes } from './services.ts'

const params = Type.Object({ job: text('The identifier of the order.') })

export const print: Routes = async (app, { stores, workers, guard, address, events, validity }) => {
  const jobs = new PrintJobs({ stores, workers })
  onErasure(app, stores, () => jobs.clear())
  app.addHook('onClose', () => jobs.close())
  const ofInfo = {
    summary: 'Answers with the settings for the print dialog.',
    response: answers({ 200: dataOf(printInfo) }),
  }
  app.get(printPath(), { schema: ofInfo }, async () => {
    const { offset = [0, 0] } = await stores.settings.read()
    return { data: [{ offset, public_url: address.url() }] }
  })

  const ofOrder = {
    summary: 'Orders a PDF of cards (202), or answers with their number (200) for a `dry_run`.',
    description:
      'If some of the pilots already have a card, the order needs `again` or `only_new`; without either, the answer is ' +
      '409 with `printed` and `total`.',
    body: printOrder,
    response: answers({ 200: dataOf(printPreview), 202: dataOf(printJob) }),
  }
  app.post(printPath(), { schema: ofOrder }, async (request, reply) => {
    const ofEvent = await eventFilter(stores, events, request.body)
    const order = { ...toOrder(request.body, validity.basis), ...ofEvent }
    if (request.body.dry_run) {
      const pilots = await selectPilots(stores, order)
      const { expired, suspended } = countStatuses(pilots, validity.basis)
      const boxes = await findUndrawable(workers, pilots, 'cards')
      const undrawable = { undrawable: boxes.slice(0, maxUndrawable), undrawable_total: boxes.length }
      return { data: [{ total: pilots.length, expired, suspended, ...undrawable }] }
    }
    requireReadableQr(address.url(), order.layout)
    const by = guard.authorOf(request)
    const { id, total } = await jobs.start(by, await countSelected(stores, order), async () => {
      const pilots = decidePrint(await selectPilots(stores, order), order)
      const offset = await resolveOffset(stores, order)
      return { ...order, ids: pilots.map((pilot) => pilot.id), offset, address: address.url(), by }
    })
    return reply.code(202).send({ data: [{ job: id, total }] })
  })

  addEmergencySheet(app, { stores, workers, events, validity })

  const ofProgress = {
    summary: 'Answers with the progress of an order.',
    params,
    response: answers({ 200: dataOf(printProgress) }),
  }
  app.get(printPath(':job'), { schema: ofProgress }, async ({ params }) => {
    const { id, done, total, path } = jobs.get(params.job)
    const ahead = jobs.ahead(id)
    const [first] = ahead
    const waitsFor = first ? { by: first.by, done: first.done, total: first.total } : null
    const url = path ? printFilePath(id) : null
    return { data: [{ before: ahead.length, waits_for: waitsFor, done, total, url }] }
  })

  app.delete(
    printPath(':job'),
    {
      schema: { summary: 'Cancels an order and removes its PDF.', params, response: answers({ 204: empty }) },
    },
    async ({ params }, reply) => {
      await jobs.cancel(params.job)
      return reply.code(204).send()
    },
  )

  const ofPdf = {
    summary: 'Sends the PDF. The first such request records the cards as printed.',
    params,
    response: answers({ 200: file(['application/pdf']) }),
  }
  app.get(printFilePath(':job'), { schema: ofPdf }, async ({ params }, reply) => {
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

/** Adds the route of the emergency sheet. */
function addEmergencySheet(
  app: Parameters<Routes>[0],
  {
    stores,
    workers,
    events,
    validity,
  }: Pick<Parameters<Routes>[1], 'stores' | 'workers' | 'events' | 'validity'>,
): void {
  const schema = {
    summary:
      'Sends the emergency sheet of pilots as a PDF: blood type, allergies, contact and insurance, by number.',
    body: emergencyOrder,
    response: answers({ 200: file(['application/pdf']) }),
  }
  app.post(emergencySheetPath, { schema }, async ({ body }, reply) => {
    const ofEvent = await eventFilter(stores, events, body)
    const { ids, ...filter } = body
    const order = { ids: ids?.map(requireId), ...toFilter(filter, validity.basis), ...ofEvent }
    const pdf = await printEmergencySheet({ stores, workers }, await selectPilots(stores, order))
    return reply
      .type('application/pdf')
      .header('content-disposition', 'attachment; filename="emergencia.pdf"')
      .header('cache-control', 'no-store')
      .send(Buffer.from(pdf))
  })
}

/** Converts the body of an order. @throws MalformedError, NotFoundError */
function toOrder(order: PrintOrder, basis: StatusBasis) {
  const { ids, only_new: onlyNew, dry_run: _isDryRun, again, layout, start, offset, bleed, ...filter } = order
  const problem = problemOfPrint({ layout, start, bleed })
  if (problem) throw new MalformedError(problem)
  return {
    ids: ids?.map(requireId),
    ...toFilter(filter, basis),
    layout,
    start,
    offset,
    bleed,
    again,
    onlyNew,
  }
}

/** Takes print orders of staff, and answers with their progress and their PDF. */
import { type FileHandle, open } from 'node:fs/promises'
import type { FastifyPluginAsync } from 'fastify'
import { invalidStart, isLayout, isOffset, isStart, maxOffset, type PrintOptions } from '#domain/cards'
import { MalformedError, NotFoundError } from '#domain/errors'
import { readFilter } from '#domain/list-query'
import { decidePrint, type Reprint } from '#domain/pilot/decisions'
import { isObject } from '#domain/text/json'
import { printFilePath, printPath } from '#domain/web/addresses'
import type { PrintInfo, PrintProgress } from '#domain/web/wire'
import type { Guard } from '../access/guard.ts'
import { countSelected, type Selection, selectPilots } from '../actions/select.ts'
import type { PublicAddress } from '../network/public-address.ts'
import { requireReadableQr } from '../print/drawing/card-sizes.ts'
import { resolveOffset } from '../print/kept-offset.ts'
import { PrintJobs } from '../print/print-jobs.ts'
import type { Stores } from '../store/contract/stores.ts'
import { requireId } from './credentials.ts'

interface PrintRouteOptions {
  stores: Stores
  guard: Guard
  address: PublicAddress
}

interface JobParams {
  Params: { job: string }
}

export const print: FastifyPluginAsync<PrintRouteOptions> = async (app, { stores, guard, address }) => {
  const jobs = new PrintJobs(stores)
  app.addHook('onClose', () => jobs.close())
  app.addHook('onRequest', guard.staffOnly)

  app.get(printPath(), async (): Promise<{ data: [PrintInfo] }> => {
    const { offset = [0, 0] } = await stores.settings.read()
    return { data: [{ offset, public_url: address.url() }] }
  })

  app.post(printPath(), async (request, reply) => {
    const order = readOrder(request.body)
    requireReadableQr(address.url(), order.layout)
    const by = guard.authorOf(request)
    const { id, total } = await jobs.start(by, await countSelected(stores, order), async () => {
      const pilots = decidePrint(await selectPilots(stores, order), order)
      const offset = await resolveOffset(stores, order)
      return { ...order, ids: pilots.map((pilot) => pilot.id), offset, address: address.url(), by }
    })
    return reply.code(202).send({ data: [{ job: id, total }] })
  })

  app.get<JobParams>(printPath(':job'), async ({ params }): Promise<{ data: [PrintProgress] }> => {
    const { id, done, total, path } = jobs.get(params.job)
    return { data: [{ before: jobs.ordersAhead(id), done, total, url: path ? printFilePath(id) : null }] }
  })

  app.delete<JobParams>(printPath(':job'), async ({ params }, reply) => {
    await jobs.cancel(params.job)
    return reply.code(204).send()
  })

  app.get<JobParams>(printFilePath(':job'), async ({ params }, reply) => {
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

type Order = Selection & Reprint & PrintOptions

/** @throws MalformedError */
function readOrder(body: unknown): Order {
  if (!isObject(body)) throw new MalformedError('La impresión va como un objeto JSON')
  const { ids, layout, start, offset, again, only_new } = body
  if (ids !== undefined && !(Array.isArray(ids) && ids.length > 0)) {
    throw new MalformedError('ids es una lista de identificadores')
  }
  if (!isLayout(layout)) throw new MalformedError('layout es card, a7, a6 o sheet')
  if (start !== undefined && !isStart(start)) throw new MalformedError(invalidStart)
  if (offset !== undefined && !isOffset(offset)) {
    throw new MalformedError(`El ajuste de la impresora son dos números, de -${maxOffset} a ${maxOffset} mm`)
  }
  return {
    ids: ids?.map(requireId),
    ...readFilter(body),
    layout,
    start,
    offset,
    again: again === true,
    onlyNew: only_new === true,
  }
}

/** Lets the desk take money and lend chips, and admins set the prices and close the drawers. */
import type { FastifyRequest } from 'fastify'
import { PilotosError } from '#domain/errors'
import { racedEntries, shownNumber } from '#domain/events/categories/race-number'
import type { Pilot } from '#domain/pilots/pilot'
import type { TillDone } from '#domain/till/calls'
import { withCharges } from '#domain/till/charging'
import { borrowerOf, chipName } from '#domain/till/lending'
import { type Chip, chipProblems, findChip, maxChips, storedChips, withChips } from '#domain/till/loans'
import type { TillOrder, TillResult } from '#domain/till/orders'
import { lentChips, tillReport } from '#domain/till/report'
import type { TillReport } from '#domain/till/schemas'
import { orderIdOf } from '../http/order-of.ts'
import { type Parts, type Routes, requireId, serve } from '../http/serve.ts'
import { sendFile, sendTable } from '../http/transfers.ts'
import type { Validity } from '../settings/current-settings.ts'
import { holderOf } from '../store/queries/select.ts'
import { createMutex } from '../workers/turns.ts'
import { readChips } from './chips-file.ts'
import type { Receipts } from './receipts.ts'
import { writeReceipts } from './receipts-file.ts'
import type { Till } from './till.ts'

type WithoutId<Order> = Order extends unknown ? Omit<Order, 'id'> : never

/** Returns the function that gives an order for the open event, and answers with the riders and the receipt. */
function tillChanges({ stores, guard, till, validity }: Parts & { till: Till }) {
  return async (request: FastifyRequest, event: string, said: WithoutId<TillOrder>) => {
    const by = guard.authorOf(request)
    // `serve` has required the identifier.
    const order = { id: orderIdOf(request), ...said } as TillOrder
    const done = await stores.pilots.changeTill(order, till.deskOf(event, by), by)
    return { data: [describe(done, validity)] }
  }
}

function describe({ riders, payment }: TillResult, validity: Validity): TillDone {
  return { pilots: riders.map((rider) => validity.record(rider)), ...(payment && { payment }) }
}

export const money: Routes<{ till: Till; receipts: Receipts }> = async (app, parts) => {
  const { stores, guard, events, till, workers, receipts } = parts
  const change = tillChanges(parts)
  const describeFor = async (request: FastifyRequest) => ({
    data: [await till.describe(guard.authorOf(request))],
  })

  serve(app, 'GET /api/till', async (request) => ({
    data: [await till.describe(guard.authorOf(request), request.query.event)],
  }))

  serve(app, 'PUT /api/till', async (request) => {
    const { event, ...given } = request.body
    const charged = await till.changePrices(event, given, guard.authorOf(request))
    const { pilots } = await stores.pilots.list()
    const note = { at: new Date().toISOString() }
    const unchanged = pilots.filter(
      (rider) => withCharges(rider, events.open, note, { anew: true }) !== rider,
    ).length
    return { data: [{ ...(await till.describe(guard.authorOf(request))), charged, unchanged }] }
  })

  serve(app, 'PUT /api/till/letter', async (request) => {
    await till.chooseLetter(request.body.letter, guard.authorOf(request))
    return describeFor(request)
  })

  serve(app, 'PUT /api/till/float', async (request) => {
    const { event, float } = request.body
    await till.setFloat(event, guard.authorOf(request), float, guard.roleOf(request) === 'admin')
    return describeFor(request)
  })

  serve(app, 'POST /api/till/close', async (request) => {
    const { event, letter, drawer, shift, ...count } = request.body
    const closed = { at: new Date().toISOString(), by: guard.authorOf(request), ...count }
    await till.close(event, { letter, drawer, shift }, closed)
    return { data: [await reportOf(event)] }
  })

  serve(app, 'GET /api/till/owing', async ({ query }) => {
    const { owing, overpaid } = await reportOf(query.event)
    return { data: [...owing, ...overpaid] }
  })

  serve(app, 'GET /api/till/report', async ({ query }) => ({ data: [await reportOf(query.event)] }))

  serve(app, 'GET /api/till/export', async ({ query: { event, ...query } }, reply) => {
    const report = await reportOf(event)
    return sendTable(reply, query, {
      name: 'caja',
      workers,
      write: (options, writeBook) => writeReceipts(report, options, writeBook),
    })
  })

  serve(app, 'POST /api/payments', async (request) => {
    const { event, parts: given, ...order } = request.body
    const parts = await Promise.all(
      given.map(async ({ rider, ...part }) => ({ rider: await holderOf(stores, requireId(rider)), ...part })),
    )
    return change(request, event, { kind: 'pay', parts, ...order })
  })

  serve(app, 'POST /api/payments/:id/void', (request) => {
    const { event, ...order } = request.body
    return change(request, event, { kind: 'void', payment: request.params.id, ...order })
  })

  serve(app, 'POST /api/payments/:id/reference', (request) => {
    const { event, ...order } = request.body
    return change(request, event, { kind: 'reference', payment: request.params.id, ...order })
  })

  serve(app, 'GET /api/payments/:id/receipt.pdf', async (request, reply) => {
    const by = guard.authorOf(request)
    const { name, content } = await receipts.file(request.params.id, by, request.query.paper)
    // A browser shows it: its viewer is a page with styles and scripts of its own.
    reply.header('content-security-policy', "frame-ancestors 'none'")
    return reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="recibo-${name}.pdf"`)
      .send(content)
  })

  serve(app, 'GET /api/payments/:id/receipt.png', async (request, reply) => {
    const { name, content } = await receipts.file(request.params.id, guard.authorOf(request), 'picture')
    return sendFile(reply, { name: `recibo-${name}.png`, type: 'image/png', content })
  })

  serve(app, 'POST /api/payments/:id/print', async (request) => ({
    data: await receipts.print(request.params.id, guard.authorOf(request)),
  }))

  serve(app, 'POST /api/pilots/:id/refund', async (request) => {
    const { event, ...order } = request.body
    return change(request, event, { kind: 'refund', rider: await riderOf(request.params.id), ...order })
  })

  serve(app, 'POST /api/pilots/:id/charges', async (request) => {
    const { event, ...order } = request.body
    return change(request, event, { kind: 'charge', rider: await riderOf(request.params.id), ...order })
  })

  serve(app, 'POST /api/pilots/:id/uncharge', async (request) => {
    const { event, ...order } = request.body
    if (order.reason !== undefined) guard.requireRole(request, 'admin')
    const isByAdmin = guard.roleOf(request) === 'admin'
    const rider = await riderOf(request.params.id)
    return change(request, event, { kind: 'uncharge', rider, isByAdmin, ...order })
  })

  const riderOf = (text: string) => holderOf(stores, requireId(text))

  async function reportOf(id = 'open'): Promise<TillReport> {
    const { pilots } = await stores.pilots.list()
    return tillReport(pilots, events.required(id), new Date().toISOString())
  }
}

export const chips: Routes<{ till: Till }> = async (app, parts) => {
  const { stores, guard, events, till, validity } = parts
  const change = tillChanges(parts)

  serve(app, 'GET /api/chips', describeChips)

  serve(app, 'POST /api/chips', async (request) => {
    const { event, chips: given } = request.body
    const decide = (chips: readonly Chip[]) => {
      const added = storedChips(given)
      const joined = withChips(chips, added)
      const problem =
        chipProblems(chips, added).find(Boolean) ??
        (joined.length > maxChips && `Un evento tiene hasta ${maxChips} chips`)
      if (problem) throw new PilotosError('conflict', problem)
      return joined
    }
    await till.changeChips(event, decide, guard.authorOf(request))
    return describeChips()
  })

  serve(app, 'POST /api/chips/remove', async (request) => {
    const { event, chip: text } = request.body
    const decide = (chips: readonly Chip[], pilots: readonly Pilot[]) => {
      const chip = findChip(chips, text)
      const borrower = chip && borrowerOf(pilots, chip.code)
      if (borrower)
        throw new PilotosError('conflict', `El chip ${chipName(chip)} está prestado: recíbalo antes`)
      return chips.filter((one) => one !== chip)
    }
    await till.changeChips(event, decide, guard.authorOf(request))
    return describeChips()
  })

  serve(app, 'POST /api/chips/lend', async (request) => {
    const { event, rider, ...order } = request.body
    return change(request, event, { kind: 'lend', rider: await holderOf(stores, requireId(rider)), ...order })
  })

  serve(app, 'POST /api/chips/return', (request) => {
    const { event, chip } = request.body
    return change(request, event, { kind: 'return', chip })
  })

  async function describeChips() {
    const { pilots } = await stores.pilots.list()
    const byId = new Map(pilots.map((pilot) => [pilot.id, pilot]))
    const lent = lentChips(pilots, events.open.till).map((one) => {
      const rider = byId.get(one.id)
      const [chat, phone] = [rider && validity.chatOf(rider), rider?.celular]
      const its = rider && racedEntries(rider, events.open.id).find((entry) => entry.transponder === one.chip)
      const number = its?.number ?? (rider && shownNumber(rider, events.open.id))
      return {
        ...one,
        ...(phone && { phone: String(phone) }),
        ...(chat && { chat }),
        ...(number && { number }),
      }
    })
    const { chips: known, currency } = till.current
    return { data: [{ event: events.open.id, currency, chips: known.map((chip) => ({ ...chip })), lent }] }
  }
}

export const chipSheets: Routes<{ till: Till }> = async (app, { till, readerFile }) => {
  const runExclusive = createMutex()
  // The file itself decides how it is read.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  serve(app, 'POST /api/chips/sheet', async ({ body }) => {
    const request = { chips: [...till.current.chips] }
    return {
      data: [await runExclusive(() => readChips(body ?? Buffer.alloc(0), request, readerFile))],
    }
  })
}

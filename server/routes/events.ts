/** The events, of which one is open, and the entries of riders in the open one. */
import type { FastifyRequest } from 'fastify'
import * as Type from 'typebox'
import { MalformedError } from '#domain/errors'
import type { EntriesOrder } from '#domain/event/entries'
import { entriesIn } from '#domain/event/entry'
import type { RaceEvent } from '#domain/event/event'
import { toFilter } from '#domain/list-query'
import {
  carriedEntriesPath,
  entriesPath,
  eventsPath,
  takenNumbersPath,
  withdrawnEntriesPath,
} from '#domain/web/addresses'
import {
  carryOrder,
  type EntriesReportInfo,
  type EventInfo,
  enterOrder,
  entriesReport,
  entryChange,
  eventData,
  eventInfo,
  eventParams,
  takenNumbersInfo,
  withdrawOrder,
} from '#domain/web/event-schemas'
import { pilotParams } from '#domain/web/pilot-schemas'
import { dataList, dataOf, text } from '#domain/web/schema-parts'
import { eventFilter, holderOf, holdersOf, selectPilots } from '../actions/select.ts'
import { maxIdsBytes, requireId } from './credentials.ts'
import { answers, empty } from './route-schemas.ts'
import type { Routes } from './services.ts'

const listing = {
  summary: 'Lists the events, the open one first.',
  response: answers({ 200: dataList(eventInfo) }),
}

const opening = {
  summary: 'Opens a new event, which ends the one before, and answers with it.',
  description:
    'Passages, entries and prints belong to the event that was open. 409 if the event of `after` is not open any more: ' +
    'another person has opened one. 422 with `fields` for data that is not valid.',
  querystring: Type.Object({
    after: text('The identifier of the event that the person saw open.', { maxLength: 20 }),
  }),
  body: eventData,
  response: answers({ 201: dataOf(eventInfo) }),
}

const changing = {
  summary: 'Changes the data of an event, and answers with it.',
  params: eventParams,
  body: eventData,
  response: answers({ 200: dataOf(eventInfo) }),
}

const removing = {
  summary: 'Removes an event that was opened by mistake. The one before is open again if this one was.',
  description: '409 for the first event, and if a rider is entered or a passage was recorded in the event.',
  params: eventParams,
  response: answers({ 204: empty }),
}

/** Lets staff see the events, and admins open, change and remove them. */
export const events: Routes = async (app, { events }) => {
  const infoOf = (event: RaceEvent): EventInfo => {
    const { id, name, place, country, first, last, modalidades, checks, demand, openedAt } = event
    return {
      ...{ id, name, place, country, first, last, demand },
      modalidades: [...modalidades] as EventInfo['modalidades'],
      checks: [...checks],
      opened_at: openedAt,
      closed_at: events.all[events.all.indexOf(event) - 1]?.openedAt ?? null,
    }
  }

  app.get(eventsPath(), { schema: listing }, async () => ({ data: events.all.map(infoOf) }))

  app.post(eventsPath(), { schema: opening }, async ({ body, query }, reply) =>
    reply.code(201).send({ data: [infoOf(await events.create(body, query.after))] }),
  )

  app.put(eventsPath(':id'), { schema: changing }, async ({ body, params }) => ({
    data: [infoOf(await events.change(params.id, body))],
  }))

  app.delete(eventsPath(':id'), { schema: removing }, async ({ params }, reply) => {
    await events.remove(params.id)
    return reply.code(204).send()
  })
}

/** The most refused riders, and the most changed riders, that an answer lists. */
const mostRefused = 100
const mostPilots = 50

const notOpen = ' 409 if the event is not open any more.'

const listingNumbers = {
  summary: 'Lists the numbers that are taken in the open event, by modalidad.',
  response: answers({ 200: dataList(takenNumbersInfo) }),
}

const entering = {
  summary: 'Enters the selected riders in the open event, and answers with what was done.',
  description:
    'Each is entered with the number and the transponder of his own. One rider can be given a `number`, or `numbers` by ' +
    'modalidad. A rider whose number another one has in the same ' +
    `modalidad, or whose modalidad does not ride, is refused, and the others are entered.${notOpen}`,
  body: enterOrder,
  response: answers({ 200: dataOf(entriesReport) }),
}

const carrying = {
  summary: 'Enters the riders of another event as they were entered there, without its checks.',
  description: `Riders who are entered already stay as they are.${notOpen}`,
  body: carryOrder,
  response: answers({ 200: dataOf(entriesReport) }),
}

const changingEntry = {
  summary: 'Changes one entry of a rider. What is absent stays.',
  description:
    'A check that is done keeps who did it when. 409 with `fields` and the `id` of the rider who has the number, or if ' +
    `the rider is not entered any more.${notOpen}`,
  params: pilotParams,
  body: entryChange,
  response: answers({ 200: dataOf(entriesReport) }),
}

const withdrawing = {
  summary: 'Takes riders out of the open event, or out of one modalidad.',
  description: `Their history keeps the entries.${notOpen}`,
  body: withdrawOrder,
  response: answers({ 200: dataOf(entriesReport) }),
}

/** Lets staff enter riders in the open event. */
export const entries: Routes = async (app, { stores, guard, events, validity }) => {
  const large = { bodyLimit: maxIdsBytes }

  async function change(request: FastifyRequest, event: string, order: EntriesOrder) {
    const done = await events.whileOpen(async () =>
      stores.pilots.changeEntries(order, events.requireOpen(event), guard.authorOf(request)),
    )
    const report: EntriesReportInfo = {
      changed: done.changed,
      unchanged: done.unchanged,
      refused: done.refused.slice(0, mostRefused),
      refused_total: done.refused.length,
      pilots: done.pilots.length > mostPilots ? [] : done.pilots.map((pilot) => validity.record(pilot)),
    }
    return { data: [report] }
  }

  app.get(takenNumbersPath, { schema: listingNumbers }, async () => {
    const { id: event } = events.open
    const { pilots } = await stores.pilots.list({ enteredIn: { event } })
    const taken = new Map<string, string[]>()
    for (const { modalidad, number } of pilots.flatMap((pilot) => entriesIn(pilot, event))) {
      const numbers = taken.get(modalidad) ?? []
      taken.set(modalidad, numbers)
      if (number !== undefined) numbers.push(number)
    }
    return { data: Array.from(taken, ([modalidad, numbers]) => ({ modalidad, numbers })) }
  })

  app.post(entriesPath(), { schema: entering, ...large }, async (request) => {
    const { event, ids, modalidades, number, numbers, ...filter } = request.body
    const found = {
      ids: ids && (await holdersOf(stores, ids.map(requireId))),
      ...toFilter(filter, validity.basis),
      ...(await eventFilter(stores, events, filter)),
    }
    const selected = (await selectPilots(stores, found)).map(({ id }) => id)
    if ((number !== undefined || numbers) && selected.length !== 1)
      throw new MalformedError('number y numbers son de un solo piloto')
    return change(request, event, {
      kind: 'enter',
      ids: selected,
      ...(modalidades && { modalidades }),
      ...(number !== undefined && { number }),
      ...(numbers && { numbers }),
    })
  })

  app.post(carriedEntriesPath, { schema: carrying }, (request) => {
    const { event, from } = request.body
    return change(request, event, { kind: 'carry', from: events.required(from).id })
  })

  app.put(entriesPath(':id'), { schema: changingEntry }, async (request) => {
    const { event, modalidad, to } = request.body
    const id = await holderOf(stores, requireId(request.params.id))
    return change(request, event, { kind: 'change', id, modalidad, to })
  })

  app.post(withdrawnEntriesPath, { schema: withdrawing, ...large }, async (request) => {
    const { event, ids, modalidad } = request.body
    return change(request, event, {
      kind: 'withdraw',
      ids: await holdersOf(stores, ids.map(requireId)),
      ...(modalidad && { modalidad }),
    })
  })
}

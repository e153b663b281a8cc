/** The server calls about events, and about the entries of riders in the open one. */
import type { EventData } from '#domain/event/event'
import { type TakenNumbers, takenNumbers } from '#domain/event/free-numbers'
import {
  carriedEntriesPath,
  entriesPath,
  eventsPath,
  takenNumbersPath,
  withdrawnEntriesPath,
} from '#domain/web/addresses'
import type {
  CarryOrder,
  EnterOrder,
  EntriesReportInfo,
  EntryChangeOrder,
  EventInfo,
  TakenNumbersInfo,
  WithdrawOrder,
} from '#domain/web/event-schemas'
import { call, callForOne, posted, put } from './api.ts'

export const eventApi = {
  /** Returns all events, the open one first. */
  async list(signal?: AbortSignal): Promise<EventInfo[]> {
    return (await call<EventInfo>(eventsPath(), { signal })).data
  },

  /** Opens a new event; `after` is the one that the person saw open. @throws ApiError 409, 422 with `fields` */
  open: (data: EventData, after: string) =>
    callForOne<EventInfo>(`${eventsPath()}?${new URLSearchParams({ after })}`, posted(data)),

  /** @throws ApiError 404, 422 with `fields` */
  change: (id: string, data: EventData) => callForOne<EventInfo>(eventsPath(id), put(data)),

  /** Removes an event that was opened by mistake. @throws ApiError 404, 409 if somebody is entered or was scanned in it */
  async remove(id: string): Promise<void> {
    await call(eventsPath(id), { method: 'DELETE' })
  },

  /** Returns the numbers that are taken in the open event, by modalidad. */
  async takenNumbers(signal?: AbortSignal): Promise<ReadonlyMap<string, TakenNumbers>> {
    const { data } = await call<TakenNumbersInfo>(takenNumbersPath, { signal })
    return new Map(data.map(({ modalidad, numbers }) => [modalidad, takenNumbers(numbers)]))
  },

  /** Enters a selection of riders in the open event. @throws ApiError 409 if it is not open any more */
  enter: (order: EnterOrder) => callForOne<EntriesReportInfo>(entriesPath(), posted(order)),

  /** Changes one entry. @throws ApiError 409, with `fields` and the `id` of the rider who has the number */
  changeEntry: (id: string, order: EntryChangeOrder) =>
    callForOne<EntriesReportInfo>(entriesPath(id), put(order)),

  /** Takes riders out of the open event. @throws ApiError 409 if it is not open any more */
  withdraw: (order: WithdrawOrder) => callForOne<EntriesReportInfo>(withdrawnEntriesPath, posted(order)),

  /** Enters the riders of another event in the open one. @throws ApiError 409 if it is not open any more */
  carry: (order: CarryOrder) => callForOne<EntriesReportInfo>(carriedEntriesPath, posted(order)),
}

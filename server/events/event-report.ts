/** The report of an event, for which the stores are read page by page, and its texts that no font has. */
import type { Undrawable } from '#domain/credential/cards'
import type { RaceEvent } from '#domain/events/event'
import { type EventPart, partOf, type RaceEvents } from '#domain/events/events'
import type { EventReport } from '#domain/events/report/calls'
import { ReportBuilder } from '#domain/events/report/report'
import { features } from '#domain/features'
import { pagesOf } from '#domain/pilots/history/history'
import type { Pilot } from '#domain/pilots/pilot'
import type { PilotId } from '#domain/pilots/pilot-id'
import { isDrawable, undrawableOf } from '../pdf/document.ts'
import { passageRecords } from '../store/queries/passage-records.ts'
import { passagePages } from '../store/shared/passages.ts'
import type { Stores } from '../store/shared/stores.ts'
import { inTurns } from '../workers/turns.ts'
import type { Workers } from '../workers/workers.ts'

type ReadStores = Pick<Stores, 'pilots' | 'passages'>

/** The number of riders that are read at a time. */
const ridersPerPage = 1000

/** Returns the report of one of all events, as of now. */
export async function readReport(
  stores: ReadStores,
  event: RaceEvent,
  events: RaceEvents,
): Promise<EventReport> {
  const now = new Date().toISOString()
  const revocations = await stores.pilots.revocations()
  const report = new ReportBuilder({ event, events, now, revocations })
  await addChanges(stores, report)
  await addRiders(stores, report, event.id)
  await addPassages(stores, report, partOf(events, event.id))
  const readAll = async () => (await stores.pilots.list()).pilots
  const built = report.build(
    await readRiders(stores, report.inside),
    await passageRecords(stores, report.incidents, report.codes),
  )
  for (const feature of features) Object.assign(built, await feature.report?.(readAll, event, now))
  return built
}

async function addChanges({ pilots }: ReadStores, report: ReportBuilder): Promise<void> {
  for await (const { changes } of pagesOf((after) => pilots.changeLog(after)))
    for await (const logged of inTurns(changes)) report.addChange(logged)
}

async function addRiders({ pilots }: ReadStores, report: ReportBuilder, event: string): Promise<void> {
  for (let page = 1; ; page += 1) {
    const query = { enteredIn: { event }, order: 'asc', page, perPage: ridersPerPage } as const
    const found = await pilots.list(query)
    for (const pilot of found.pilots) report.addRider(pilot)
    if (page * ridersPerPage >= found.total) return
  }
}

/** Returns those of some riders who are still there. */
async function readRiders({ pilots }: ReadStores, ids: readonly PilotId[]): Promise<Pilot[]> {
  const riders: Pilot[] = []
  for (let start = 0; start < ids.length; start += ridersPerPage) {
    const among = { ids: ids.slice(start, start + ridersPerPage), isExcluded: false }
    riders.push(...(await pilots.list({ among })).pilots)
  }
  return riders
}

async function addPassages({ passages }: ReadStores, report: ReportBuilder, event: EventPart): Promise<void> {
  for await (const some of passagePages((after) => passages.listAfter(after, { event })))
    for await (const passage of inTurns(some)) report.addPassage(passage)
}

/** Returns the texts of the report of an event in which no font has some characters, each once. */
export function findUndrawableTexts(
  workers: Pick<Workers, 'run'>,
  report: EventReport,
): Promise<Undrawable[]> {
  const texts = new Set<string>()
  JSON.stringify(report, (_, value) => {
    if (!isDrawable(value)) texts.add(value)
    return value
  })
  return undrawableOf(
    workers,
    Array.from(texts, (text) => ({ name: text, text })),
  )
}

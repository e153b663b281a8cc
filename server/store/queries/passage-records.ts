/** The passages as the desk sees them, with the pilots as they are stored now. */

import { raceNumber } from '#domain/events/categories/race-number'
import type { CodeHistory } from '#domain/gate/code-history'
import type { Settlement } from '#domain/gate/log-entry'
import { isOpenIncident, type ListedPassage, type PassageQuery } from '#domain/gate/passage-query'
import type { PassageRecord } from '#domain/gate/schemas'
import { fullName, type Pilot } from '#domain/pilots/pilot'
import type { PilotId } from '#domain/pilots/pilot-id'
import { passagePages } from '../shared/passages.ts'
import type { Stores } from '../shared/stores.ts'
import { pilotIfThere } from './select.ts'

/** The pilots of passages by their first codes, as far as they were read. */
type ReadPilots = Map<PilotId, Pilot | undefined>

/** Returns the records of some passages, in their order. `history` has the codes of all pilots. */
export async function passageRecords(
  stores: Pick<Stores, 'pilots'>,
  passages: readonly ListedPassage[],
  history: CodeHistory,
  read: ReadPilots = new Map(),
): Promise<PassageRecord[]> {
  const firsts = [...new Set(passages.flatMap(({ pilot }) => pilot ?? []))].filter((one) => !read.has(one))
  const pilots = await Promise.all(firsts.map((first) => pilotIfThere(stores, history.current(first))))
  for (const [index, first] of firsts.entries()) read.set(first, pilots[index])
  return passages.map((passage) => recordOf(passage, read.get(passage.pilot ?? '')))
}

/** Names each property: of 200,000 records, rests and spreads would take several hundred megabytes. */
function recordOf(passage: ListedPassage, pilot: Pilot | undefined): PassageRecord {
  const { isCorrected, settlement } = passage
  return {
    number: passage.number,
    id: passage.id,
    scanned: passage.scanned,
    gate: passage.gate,
    direction: passage.direction,
    at: passage.at,
    received: passage.received,
    device_time: passage.deviceTime,
    offline: passage.offline ?? false,
    cardless: passage.cardless ?? false,
    override: passage.override ?? false,
    by: passage.by,
    device: passage.device,
    result: passage.result,
    admitted: passage.isAdmitted,
    corrects: passage.corrects,
    corrected: isCorrected,
    incident: isOpenIncident(passage, passage),
    lacks: passage.lacks && [...passage.lacks],
    doubt: passage.doubt,
    settled: settlement && settledOf(settlement),
    pilot: pilot && {
      ...{ id: pilot.id, name: fullName(pilot), npiloto: pilot.npiloto ?? '' },
      number: raceNumber(pilot, passage.event ?? ''),
    },
    previous: passage.previous,
  }
}

/** Writing 250 records takes a few milliseconds. */
const recordsPerPart = 250

/**
 * Finds passages for an export: the records, the oldest first, in parts that are read one after the other. Passages that
 * are stored while the parts are read are not among them.
 */
export async function findPassageRecords(
  stores: Pick<Stores, 'pilots' | 'passages'>,
  query: PassageQuery,
  history: CodeHistory,
): Promise<AsyncIterable<PassageRecord[]>> {
  const { passages } = await stores.passages.list({ ...query, perPage: 1 })
  const upTo = passages[0]?.number ?? 0
  return recordsOf(stores, { ...query, upTo }, history)
}

async function* recordsOf(
  stores: Pick<Stores, 'pilots' | 'passages'>,
  query: PassageQuery,
  history: CodeHistory,
): AsyncGenerator<PassageRecord[]> {
  const read: ReadPilots = new Map()
  for await (const passages of passagePages((after) => stores.passages.listAfter(after, query)))
    for (let start = 0; start < passages.length; start += recordsPerPart)
      yield passageRecords(stores, passages.slice(start, start + recordsPerPart), history, read)
}

function settledOf({ at, by, reason = '' }: Settlement): PassageRecord['settled'] {
  return { at, by, reason }
}

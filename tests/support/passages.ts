/** Test data: scans at gates. */

import type { StatusKind } from '#domain/credential/status'
import { type EventPart, eventsOf, partOf } from '#domain/events/events'
import type { EventDay } from '#domain/gate/attendance'
import type { ReceivedScan, Scan } from '#domain/gate/passage'
import type { PassageRecord } from '#domain/gate/schemas'

/** Returns the time of a scan: `09:42` or `09:42:30` of 21/11/2026 where the tests run, or of a later day. */
export function at(time: string, day = 21): string {
  const [hours = 0, minutes, seconds = 0] = time.split(':').map(Number)
  return new Date(2026, 10, day, hours, minutes, seconds).toISOString()
}

export type ScanChanges = Partial<Omit<ReceivedScan, 'status'>> & { status?: StatusKind }

/** Returns a scan of a valid credential with an id of its own, as a store receives it. */
export function aReceivedScan(changes: ScanChanges = {}): ReceivedScan {
  const { at: time = at('09:00') } = changes
  const { status = 'status' in changes ? undefined : 'valid' } = changes
  const { event: _event, ...scan } = aScan()
  const pilot = '7K3Q9XW2M4TB'
  return {
    ...scan,
    scanned: pilot,
    at: time,
    received: time,
    by: 'ana',
    device: 'Android',
    conflictId: `${crypto.randomUUID()}-other`,
    pilot,
    ...changes,
    status: status && { kind: status },
  }
}

/** Returns a scan with an id of its own, as a device sends it. */
export function aScan(changes: Partial<Scan> = {}): Scan {
  return {
    id: crypto.randomUUID(),
    scanned: '7K3Q9XW2M4TB',
    gate: 'Norte',
    direction: 'in',
    at: new Date().toISOString(),
    ...changes,
  }
}

/** Returns the record of an entry with a valid credential, as the list of passages has it. */
export function aPassageRecord(changes: Partial<PassageRecord> = {}): PassageRecord {
  const { at: time = at('09:00') } = changes
  return {
    number: 1,
    id: 'a',
    scanned: '7K3Q9XW2M4TB',
    gate: 'Norte',
    direction: 'in',
    at: time,
    received: time,
    offline: false,
    cardless: false,
    override: false,
    by: 'ana',
    device: 'Android',
    result: 'pass',
    admitted: true,
    corrected: false,
    incident: false,
    ...changes,
  }
}

/** The first event of a folder without others. */
const firstEvent: EventPart = partOf(eventsOf(), 'primero')

/** Returns a day of the first event, which begins at a time: see `at`. */
export function day(time: string, later?: number): EventDay {
  return { from: at(time, later), event: firstEvent }
}

/** Writes the records of pilots on the wire. The `audience` of a field or a fact decides who gets it. */
import type { Status } from '../credential/status.ts'
import type { EmergencyContact } from '../gate/calls.ts'
import type { RemovedRecord } from '../pilots/calls.ts'
import { type FactsFor, factNames, factsFor } from '../pilots/facts/facts.ts'
import type { Audience, Field } from '../pilots/field.ts'
import { emergencyNames } from '../pilots/fields.ts'
import type { RemovedPilot } from '../pilots/history/removed.ts'
import { type FieldTable, fixedFields, ownFacts } from '../pilots/own/field-table.ts'
import type { Pilot } from '../pilots/pilot.ts'
import type { PilotRecord } from '../pilots/schemas.ts'
import { publicStatus, type ShownPilot } from './wire.ts'

/** Returns the record for staff. */
export function toRecord(pilot: ShownPilot, status = pilot.status): PilotRecord {
  const { version, consentDue, waiverDue, signed, owed, chat, number, category, ownFacts } = pilot
  return {
    ...recordOf(pilot),
    ...(version !== undefined && { version }),
    ...(status && { status }),
    ...factsOf(pilot, 'desk'),
    ...(consentDue !== undefined && { consent_due: consentDue }),
    ...(waiverDue !== undefined && { waiver_due: waiverDue }),
    ...(signed && { signed }),
    ...(owed !== undefined && { owed }),
    ...(chat !== undefined && { chat }),
    ...(number !== undefined && { number }),
    ...(category !== undefined && { category }),
    ...(ownFacts && { own_facts: [...ownFacts] }),
  }
}

export function toRemovedRecord({ pilot, at, by }: RemovedPilot): RemovedRecord {
  return { ...recordOf(pilot), removed_at: at, ...(by && { removed_by: by }) }
}

/** The properties that are no part of `data_driver`: as JSON, a property without a value is absent. */
const besideDraft = Object.fromEntries(
  [
    'id',
    'photo',
    'version',
    'status',
    'consentDue',
    'waiverDue',
    'signed',
    'owed',
    'chat',
    'number',
    'category',
    'ownFacts',
    ...factNames,
  ].map((name) => [name, undefined]),
)

function recordOf(pilot: ShownPilot) {
  return {
    id_driver: pilot.id,
    attachment: pilot.photo,
    data_driver: JSON.stringify({ ...pilot, ...besideDraft }),
    ...factsOf(pilot, 'complete'),
  }
}

const namesFor = { complete: factsFor('complete'), desk: factsFor('desk') }

/** Returns the facts that an audience gets besides those of the wider ones. */
function factsOf<Audience extends keyof typeof namesFor>(pilot: Pilot, audience: Audience) {
  const known = namesFor[audience].filter((name) => pilot[name] !== undefined)
  type Known = Pick<PilotRecord, FactsFor<Audience>>
  return Object.fromEntries(known.map((name) => [name, pilot[name]])) as Known
}

/** The audiences from the widest, each of which sees the fields of those before it. */
const audiences = ['everyone', 'gates', 'complete'] as const satisfies readonly Audience[]

interface PublicFacts extends Pick<ShownPilot, 'chat' | 'number' | 'category'> {
  table?: FieldTable
}

/**
 * Returns the record that an audience sees, without the terms and without the reason of a suspension. Under the complete
 * public view it also says when and with which address the card was printed, and has the number of the chat with the pilot.
 */
export function toPublicRecord(
  pilot: Pilot,
  status: Status,
  audience: (typeof audiences)[number],
  { table = fixedFields, chat, number, category }: PublicFacts = {},
): PilotRecord {
  const seen: readonly Audience[] = audiences.slice(0, audiences.indexOf(audience) + 1)
  const isSeen = (field: Pick<Field, 'audience'>) => seen.includes(field.audience)
  const names = table.names.filter((name) => isSeen(table.of(name)))
  const own = ownFacts(table, pilot, 'credential', isSeen)
  const { id, photo } = pilot
  return {
    id_driver: id,
    attachment: photo,
    data_driver: JSON.stringify(Object.fromEntries(names.map((name) => [name, pilot[name]]))),
    ...(audience === 'complete' && factsOf(pilot, 'complete')),
    ...(audience === 'complete' && chat !== undefined && { chat }),
    ...(number !== undefined && { number }),
    ...(category !== undefined && { category }),
    ...(own.length > 0 && { own_facts: own }),
    status: audience === 'everyone' ? withoutMissing(publicStatus(status)) : publicStatus(status),
  }
}

/** Strangers are not told what an incomplete pilot lacks. */
function withoutMissing({ missing: _missing, ...status }: Status): Status {
  return status
}

/** Returns the emergency contact, which only a gate that was noted in the history gets. */
export function toEmergencyContact(pilot: Pilot): EmergencyContact {
  return Object.fromEntries(emergencyNames.map((name) => [name, pilot[name] ?? null])) as EmergencyContact
}
